#include "extract/internal/page_turns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::uint32_t kMostText = 300;  // of a row of such links
constexpr std::size_t kMostNodes = 64;

// In lower case as far as they are ASCII.
constexpr auto kWords = std::to_array<std::string_view>(
    {"previous", "prev", "next", "older", "newer",
     // German, French, Spanish, Italian, Portuguese, Dutch
     "zurück", "vorherige", "vorheriger", "vorheriges", "vorige", "weiter", "nächste", "nächster",
     "nächstes", "précédent", "précédente", "suivant", "suivante", "anterior", "siguiente",
     "precedente", "successivo", "prossimo", "próximo", "próxima", "seguinte", "volgende",
     // Polish, Czech, Swedish, Danish and Norwegian, Finnish, Turkish
     "poprzedni", "poprzednia", "następny", "następna", "předchozí", "další", "föregående", "nästa",
     "forrige", "neste", "næste", "edellinen", "seuraava", "önceki", "sonraki",
     // Russian, Ukrainian
     "предыдущая", "Предыдущая", "следующая", "Следующая", "назад", "Назад", "далее", "Далее",
     "вперёд", "Вперёд", "попередня", "Попередня", "наступна", "Наступна",
     // Chinese, Japanese, Korean
     "上一", "下一", "前へ", "次へ", "前のページ", "次のページ", "前の記事", "次の記事", "이전",
     "다음"});

// What is turned: "Next page", "Older posts".
constexpr auto kThings = std::to_array<std::string_view>(
    {"page",     "post",      "posts",   "article",  "articles", "chapter",  "section",
     "topic",    "lesson",    "part",    "entry",    "entries",  "story",    "seite",
     "artikel",  "beitrag",   "kapitel", "página",   "capítulo", "chapitre", "pagina",
     "capitolo", "hoofdstuk", "strona",  "страница", "глава"});

// Nothing of the word's own sentence follows: "Next.js" and "Next steps" are names.
bool EndsWord(std::string_view rest) {
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"\n", ":", "|", "/", "(", "→", "»", "›", ">", "←", "«", "‹", "：", "–", "—"});
  rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return rest.empty() ||
         std::ranges::any_of(kEnds, [&](auto end) { return rest.starts_with(end); });
}

bool StartsWithTurn(std::string_view label) {
  for (const std::string_view word : kWords) {
    if (!label.starts_with(word)) continue;
    std::string_view rest = label.substr(word.size());
    const bool is_joined = static_cast<unsigned char>(word.front()) >= 0xE3;  // 上一页, 다음글
    if (is_joined || EndsWord(rest)) return true;
    if (!rest.starts_with(' ')) continue;
    rest.remove_prefix(1);
    const bool names_thing = std::ranges::any_of(kThings, [&](std::string_view thing) {
      return rest.starts_with(thing) && EndsWord(rest.substr(thing.size()));
    });
    if (names_thing) return true;
  }
  return false;
}

constexpr auto kBackArrows =
    std::to_array<std::string_view>({"←", "«", "‹", "<", "⟵", "◀", "◄", "⬅"});
constexpr auto kOnArrows =
    std::to_array<std::string_view>({"→", "»", "›", ">", "⟶", "▶", "►", "➡"});

// Its size; 0 where none is there.
std::size_t ArrowBefore(std::string_view label) {
  const auto* const arrow =
      std::ranges::find_if(kBackArrows, [&](auto sign) { return label.starts_with(sign); });
  return arrow == kBackArrows.end() ? 0 : arrow->size();
}

// Of the texts in it, a line each: "Previous\nThe title".
std::string LabelOf(Node link) {
  constexpr std::size_t kMostNodesInLink = 32;
  std::string label;
  std::size_t seen = 0;
  for (Node at = link; at && seen < kMostNodesInLink; ++seen) {
    const bool is_left_out = at.IsElement() && at.Mark() != 0;
    const std::string_view text = is_left_out ? std::string_view() : Trimmed(at.Text());
    if (!text.empty()) label += std::string(text) + "\n";
    at = at.Next(link, is_left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return label;
}

// A link whose tooltip says just what it says, beside the picture of an arrow (Nextra).
bool IsTitledArrow(Node link) {
  constexpr std::size_t kMostBytes = 200;
  const std::string_view title = link.Attribute("title");
  if (title.empty() || title.size() > kMostBytes || Trimmed(LabelOf(link)) != title) return false;
  const Node first = link.FirstChild(), last = link.LastChild();
  return (first.IsElement() && first.Name() == "svg") || (last.IsElement() && last.Name() == "svg");
}

struct Turns {
  int links = 0, by_word = 0, back = 0, on = 0;
  int places = 0;  // "Up", "Home" between them

  bool AreAll() const {
    const bool have_words = by_word > 0 && by_word + places == links;
    return have_words || (back == 1 && on == 1 && links == 2);
  }
};

// One more link, with the words before it.
void Count(Node link, std::string_view label, Turns& turns) {
  label = Trimmed(label);
  for (const std::string_view between : {"|", "·", "•", "/", ",", "-", "–", "—"}) {
    if (label.starts_with(between)) label = Trimmed(label.substr(between.size()));
  }
  const bool is_on =
      std::ranges::any_of(kOnArrows, [&](auto sign) { return label.ends_with(sign); });
  const std::size_t arrow = ArrowBefore(label);
  label = Trimmed(label.substr(arrow));
  constexpr auto kPlaces =
      std::to_array<std::string_view>({"up", "top", "home", "index", "contents"});
  const std::string lower = AsciiLowered(label);
  turns.places += std::ranges::find(kPlaces, Trimmed(lower)) != kPlaces.end() ? 1 : 0;
  const std::string rel = AsciiLowered(link.Attribute("rel"));
  const bool has_rel = rel.starts_with("prev") || rel.starts_with("next");
  ++turns.links;
  turns.by_word += has_rel || StartsWithTurn(lower) || IsTitledArrow(link) ? 1 : 0;
  turns.back += arrow > 0 ? 1 : 0;
  turns.on += is_on && arrow == 0 ? 1 : 0;
}

// One item of a list says what the others do.
bool IsPartOfList(Node element) {
  constexpr std::array<html::Tag, 6> kParts = {LXB_TAG_LI, LXB_TAG_DT, LXB_TAG_DD,
                                               LXB_TAG_TD, LXB_TAG_TH, LXB_TAG_TR};
  return std::ranges::find(kParts, element.ElementTag()) != kParts.end();
}

// Whether a block is nothing but such links.
bool IsRowOfTurns(const Entry& entry) {
  constexpr double kLeastLinks = 0.5;
  if (entry.text > kMostText || entry.controls > 0 || entry.link_text == 0 ||
      entry.LinkDensity() < kLeastLinks || HasLandmark(entry) || IsPartOfList(entry.node)) {
    return false;
  }
  constexpr int kMostLinks = 3;
  Turns turns;
  std::string label;
  std::size_t seen = 0;
  for (Node at = entry.node; at && turns.links <= kMostLinks; ++seen) {
    if (seen >= kMostNodes) return false;
    const bool is_link = at.IsElement(LXB_TAG_A) && at.HasAttribute(LXB_DOM_ATTR_HREF);
    const bool is_left_out = at.IsElement() && at.Mark() != 0;
    if (is_link && !is_left_out) {
      label += LabelOf(at);
      Count(at, label, turns);
      label.clear();
    } else if (at.IsText()) {
      label += at.Text();
    }
    const bool is_done = is_link || is_left_out;
    at = at.Next(entry.node, is_done ? Node::Descend::kNo : Node::Descend::kYes);
  }
  constexpr std::size_t kMostBehind = 4;  // a sign
  return turns.links <= kMostLinks && turns.AreAll() && Trimmed(label).size() <= kMostBehind;
}

// The innermost block at the end of `root` that has text; `root` where it has no others.
std::uint32_t LastText(const ElementTable& table, std::uint32_t root) {
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t last = root;
  for (std::uint32_t inner = root; inner != ElementTable::kNone;) {
    last = inner;
    inner = ElementTable::kNone;
    for (std::uint32_t i = last + 1; i < entries[last].end; i = entries[i].end) {
      if (!entries[i].chrome && entries[i].text > 0) inner = i;
    }
  }
  return last;
}

}  // namespace

void MarkPageTurns(ElementTable& table, std::uint32_t root) {
  constexpr int kMostRows = 2;  // a card each
  constexpr std::uint32_t kLeastBeside = 200;
  std::vector<Entry>& entries = table.Entries();
  for (int rows = 0; rows < kMostRows; ++rows) {
    std::uint32_t row = ElementTable::kNone;
    for (std::uint32_t up = LastText(table, root);
         up != root && up != ElementTable::kNone && entries[up].text <= kMostText;
         up = entries[up].parent) {
      if (IsRowOfTurns(entries[up])) row = up;
    }
    if (row == ElementTable::kNone || entries[root].text < entries[row].text + kLeastBeside) return;
    entries[row].LeaveOut();
    table.SumWithoutChrome();
  }
}

}  // namespace sitedoor::extract::internal
