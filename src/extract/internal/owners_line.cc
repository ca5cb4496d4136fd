#include "extract/internal/owners_line.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/service_phrases.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::size_t kMostBytes = 1'200;
constexpr std::size_t kMostNodes = 64;
constexpr std::uint32_t kNone = ElementTable::kNone;

std::string LowerText(Node element) {
  return AsciiLowered(element.StartOfText(kMostBytes, kMostNodes));
}

template <std::size_t kCount>
bool ContainsAny(std::string_view text, const std::array<std::string_view, kCount>& parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// Names of classes have such words in them ("IllegalStateException").
bool IsAboutRights(Node heading) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"author", "authors", "colophon", "copying", "credits", "derechos", "droits", "impressum",
       "imprint", "legal", "mentions", "notice", "notices", "rechte", "rights", "terms",
       "trademark", "trademarks"});
  constexpr auto kStarts =
      std::to_array<std::string_view>({"copyright", "licen", "lizenz", "urheber", "diritti"});
  constexpr auto kParts = std::to_array<std::string_view>(
      {"лиценз", "авторск", "许可", "版权", "著作", "ライセンス", "라이선스", "저작"});
  const std::string text = LowerText(heading);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && IsAsciiAlnum(text[at])) ++at;
    const std::string_view word = std::string_view(text).substr(begin, at - begin);
    if (std::ranges::find(kWords, word) != kWords.end()) return true;
    if (std::ranges::any_of(kStarts,
                            [&](std::string_view start) { return word.starts_with(start); }))
      return true;
    if (at == begin) ++at;
  }
  return ContainsAny(text, kParts);
}

// Parts of lists, tables and quotations are what these say.
bool MayEndContent(const Entry& entry) {
  switch (entry.node.ElementTag()) {
    case LXB_TAG_P:
    case LXB_TAG_DIV:
    case LXB_TAG_ADDRESS:
    case LXB_TAG_CENTER:
    case LXB_TAG_SECTION:
    case LXB_TAG_ARTICLE:
    case LXB_TAG_MAIN:
    case LXB_TAG_BODY:
    case LXB_TAG_FOOTER:
      return true;
    default:
      return false;
  }
}

bool SaysWhoseItIs(const Entry& entry) {
  constexpr std::uint32_t kMostText = 200, kMostNamedText = 1'000;
  constexpr auto kNames = std::to_array<std::string_view>({"legal", "copyright"});
  constexpr auto kSigns = std::to_array<std::string_view>({"©", "copyright", "(c)"});
  if (entry.headings > 0 || entry.controls > 0 || entry.text == 0) return false;
  const std::string text = LowerText(entry.node);
  if (entry.text <= kMostText && IsRightsLine(text)) return true;
  return entry.text <= kMostNamedText &&
         ContainsAny(AsciiLowered(entry.node.Attribute(LXB_DOM_ATTR_CLASS)), kNames) &&
         ContainsAny(text, kSigns);
}

class Marker {
 public:
  Marker(ElementTable& table, std::uint32_t root) : entries_(table.Entries()), root_(root) {}

  bool Mark() {
    constexpr int kMostLines = 3;
    bool found = false;
    for (int line = 0; line < kMostLines && MarkLast(); ++line) found = true;
    return found;
  }

 private:
  bool MarkLast() {
    constexpr int kMostLevels = 32;
    std::uint32_t at = root_;
    for (int level = 0; level < kMostLevels && MayEndContent(entries_[at]); ++level) {
      const std::uint32_t last = LastBlockIn(at);
      if (MarkInlineBehind(at, last)) return true;
      if (last == kNone || HasTextBehind(last)) return false;
      if (MayEndContent(entries_[last]) && SaysWhoseItIs(entries_[last])) {
        if (IsUnderItsHeading(last) || IsMuchOfPage(last)) return false;
        entries_[last].LeaveOut();
        return true;
      }
      at = last;
    }
    return false;
  }

  std::uint32_t LastBlockIn(std::uint32_t parent) const {
    std::uint32_t last = kNone;
    for (std::uint32_t i = parent + 1; i < entries_[parent].end; i = entries_[i].end) {
      if (!entries_[i].chrome && entries_[i].text > 0) last = i;
    }
    return last;
  }

  bool HasTextBehind(std::uint32_t block) const {
    constexpr int kMostSiblings = 32;
    Node behind = entries_[block].node.NextSibling();
    for (int seen = 0; behind && seen < kMostSiblings; ++seen, behind = behind.NextSibling()) {
      if (IsShownText(behind)) return true;
    }
    return static_cast<bool>(behind);
  }

  // What holds no block, or follows the last one, without what is left out.
  static bool IsShownText(Node node) {
    if (node.Mark() != 0) return false;
    if (node.IsText()) return !Trimmed(node.Text()).empty();
    constexpr std::size_t kSomeBytes = 64;
    const bool is_inline = node.IsElement(LXB_TAG_SMALL) || node.IsElement(LXB_TAG_SPAN) ||
                           node.IsElement(LXB_TAG_A) || node.IsElement(LXB_TAG_B) ||
                           node.IsElement(LXB_TAG_I) || node.IsElement(LXB_TAG_EM) ||
                           node.IsElement(LXB_TAG_STRONG) || node.IsElement(LXB_TAG_FONT) ||
                           node.IsElement(LXB_TAG_CODE);
    return is_inline && !Trimmed(node.StartOfText(kSomeBytes, kMostNodes)).empty();
  }

  // "<small>© 2026 Acme</small>" right in `parent`, behind its last block.
  bool MarkInlineBehind(std::uint32_t parent, std::uint32_t last) {
    if (last == kNone) return false;
    constexpr int kMostSiblings = 32;
    Node small;
    Node behind = entries_[last].node.NextSibling();
    for (int seen = 0; behind && seen < kMostSiblings; ++seen, behind = behind.NextSibling()) {
      if (!IsShownText(behind)) continue;
      if (small || !behind.IsElement(LXB_TAG_SMALL)) return false;
      small = behind;
    }
    if (behind || !small || !IsRightsLine(LowerText(small))) return false;
    if (HeadingLevel(entries_[last].node) > 0 || IsOnPageOfRights(entries_[parent].end))
      return false;
    small.SetMark(kSkipChrome);
    return true;
  }

  bool IsUnderItsHeading(std::uint32_t line) const {
    constexpr std::uint32_t kMostBefore = 200;
    const std::uint32_t begin = line > root_ + kMostBefore ? line - kMostBefore : root_;
    bool is_right_before = true;
    for (std::uint32_t i = line; i-- > begin;) {
      const Entry& entry = entries_[i];
      if (entry.chrome || entry.text == 0 || entry.end > line) continue;
      if (HeadingLevel(entry.node) > 0) {
        if (is_right_before || IsAboutRights(entry.node)) return true;
        break;
      }
      is_right_before = false;
    }
    return IsOnPageOfRights(line);
  }

  bool IsOnPageOfRights(std::uint32_t line) const {
    for (std::uint32_t i = root_; i < line; ++i) {
      if (!entries_[i].chrome && HeadingLevel(entries_[i].node) > 0)
        return IsAboutRights(entries_[i].node);
    }
    return false;
  }

  bool IsMuchOfPage(std::uint32_t line) const {
    return 3 * entries_[line].text > entries_[root_].text;
  }

  std::vector<Entry>& entries_;
  const std::uint32_t root_;
};

}  // namespace

bool MarkOwnersLines(ElementTable& table, std::uint32_t root) { return Marker(table, root).Mark(); }

}  // namespace sitedoor::extract::internal
