#include "extract/internal/modified_notes.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/class_memo.h"
#include "extract/internal/page_date.h"
#include "extract/internal/white_space.h"
#include "extract/internal/written_date.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostTextBytes = 300;  // of a node; longer ones are prose
constexpr std::size_t kMostLooks = 64;
constexpr std::size_t kMostDates = 2;

// In lower case, with what a date of their own language needs.
constexpr auto kWords = std::to_array<std::string_view>({
    "last updated",
    "last update",
    "last modified",
    "last edited",
    "last changed",
    "last change",
    "last reviewed",
    "last revised",
    "last revision",
    "date modified",
    "date updated",
    "page updated",
    "edited this page",
    "zuletzt aktualisiert",
    "zuletzt geändert",
    "zuletzt bearbeitet",
    "zuletzt am",
    "letzte änderung",
    "letzte aktualisierung",
    "letztes update",
    "stand:",
    "aktualisiert am",
    "geändert am",
    "dernière mise à jour",
    "dernière modification",
    "mis à jour le",
    "mise à jour le",
    "modifié le",
    "dernière révision",
    "última actualización",
    "última modificación",
    "última edición",
    "última revisión",
    "por última vez",
    "actualizado el",
    "última atualização",
    "última modificação",
    "pela última vez",
    "atualizado em",
    "ultimo aggiornamento",
    "ultima modifica",
    "per l'ultima volta",
    "aggiornato il",
    "laatst bijgewerkt",
    "laatst gewijzigd",
    "laatst bewerkt",
    "laatste wijziging",
    "laatste update",
    "ostatnia aktualizacja",
    "ostatnia modyfikacja",
    "ostatnia zmiana",
    "ostatnio edytowano",
    "ostatnio zmodyfikowano",
    "zaktualizowano",
    "последнее обновление",
    "последнее изменение",
    "последний раз",
    "обновлено",
    "изменено",
    "дата обновления",
    "останнє оновлення",
    "останнє редагування",
    "востаннє",
    "оновлено",
    "poslední aktualizace",
    "poslední změna",
    "naposledy",
    "aktualizováno",
    "senast uppdaterad",
    "senast ändrad",
    "senast redigerad",
    "sidst opdateret",
    "sidst redigeret",
    "sidst ændret",
    "sist oppdatert",
    "sist endret",
    "sist redigert",
    "viimeksi päivitetty",
    "viimeksi muokattu",
    "päivitetty viimeksi",
    "son güncelleme",
    "son güncellenme",
    "son değişiklik",
    "utolsó frissítés",
    "utolsó módosítás",
    "ultima actualizare",
    "ultima modificare",
    "τελευταία ενημέρωση",
    "τελευταία τροποποίηση",
    "cập nhật lần cuối",
    "terakhir diperbarui",
    "آخر تحديث",
    "آخر تعديل",
    "עודכן לאחרונה",
    "最終更新",
    "更新日",
    "最后更新",
    "最後更新",
    "最后修改",
    "最後修改",
    "最后修订",
    "最后编辑",
    "最近更新",
    "更新于",
    "更新於",
    "更新时间",
    "更新時間",
    "마지막 업데이트",
    "마지막 수정",
    "최종 수정",
    "최종 업데이트",
    "최근 수정",
    "업데이트 날짜",
});

// Words that much else begins with: a note where they are the first ones, and the date follows.
constexpr auto kFirstWords = std::to_array<std::string_view>(
    {"updated",    "modified",    "revised",    "edited",     "update:",    "aktualisiert",
     "geändert",   "actualizado", "modificado", "atualizado", "aggiornato", "modificato",
     "bijgewerkt", "gewijzigd",   "uppdaterad", "opdateret",  "oppdatert",  "päivitetty",
     "更新",       "수정일",      "업데이트"});

// Of the first four bytes, whatever the case of ASCII.
std::uint16_t KeyOf(const char* text) {
  std::uint32_t bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  bytes |= (~bytes >> 2) & 0x2020'2020;
  constexpr std::uint32_t kGoldenRatio = 2'654'435'761;  // spreads them over the upper bits
  return static_cast<std::uint16_t>(bytes * kGoldenRatio >> 16);
}

constexpr std::size_t kKeyBytes = sizeof(std::uint32_t);

// How words may begin, with a capital or without.
struct WordBeginnings {
  std::bitset<1 << 16> keys;
  std::array<bool, 256> bytes{};  // the first of them: most characters are none
};

const WordBeginnings& Beginnings() {
  static const WordBeginnings beginnings = [] {
    WordBeginnings bits;
    const auto add_one = [&](std::string_view words) {
      bits.keys.set(KeyOf(words.data()));
      bits.bytes[static_cast<unsigned char>(words.front())] = true;
      bits.bytes[static_cast<unsigned char>(AsciiLower(words.front()))] = true;
      const char first = words.front();
      if (IsAsciiLower(first)) bits.bytes[static_cast<unsigned char>(first - ('a' - 'A'))] = true;
    };
    const auto add = [&](std::string_view words) {
      add_one(words);
      add_one(WithCapital(words));
    };
    std::ranges::for_each(kWords, add);
    std::ranges::for_each(kFirstWords, add);
    return bits;
  }();
  return beginnings;
}

template <class List>
std::size_t SizeOfWords(std::string_view lower, const List& list) {
  std::size_t longest = 0;
  for (const std::string_view words : list) {
    if (words.size() > longest && lower.starts_with(words)) longest = words.size();
  }
  return longest;
}

struct Found {
  std::size_t begin = 0, end = 0;  // of the words
  bool is_first_word = false;
};

// Whether nothing stands in front of it in its clause.
bool OpensClause(std::string_view before) {
  before = Trimmed(before);
  if (before.empty()) return true;
  for (const std::string_view sign : {"|", "·", "•", "—", "–", "-", "/", ".", ",", "。", "("}) {
    if (before.ends_with(sign)) return true;
  }
  return false;
}

std::size_t BytesOfClause(std::string_view before) {
  std::size_t begin = 0;
  for (const std::string_view end : {". ", "| ", "· ", "• ", "\n", "。"}) {
    const std::size_t at = before.rfind(end);
    if (at != std::string_view::npos) begin = std::max(begin, at + end.size());
  }
  return before.size() - begin;
}

bool HasDigit(std::string_view text) {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101, kTops = 0x80 * kEach;
  const auto any_of_eight = [&](std::size_t at) {
    std::uint64_t eight;
    std::memcpy(&eight, text.data() + at, sizeof eight);
    // Bits 7 set where a byte is no digit; none is carried into the next byte.
    const std::uint64_t digits = eight ^ ('0' * kEach);
    const std::uint64_t above_nine = (digits & ~kTops) + (0x7F - 9) * kEach;
    return (~(above_nine | digits) & kTops) != 0;
  };
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    if (any_of_eight(at)) return true;
  }
  return std::ranges::any_of(text.substr(at), IsAsciiDigit);
}

// Of this century or the last one: every date that is read has one.
bool HasYear(std::string_view text) {
  if (!HasDigit(text)) return false;
  for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
    const bool is_century =
        (text[at] == '2' && text[at + 1] == '0') || (text[at] == '1' && text[at + 1] == '9');
    if (is_century && IsAsciiDigit(text[at + 2]) && IsAsciiDigit(text[at + 3])) return true;
  }
  return false;
}

// Nothing in nearly all texts, at the cost of a look at the beginning of each word.
bool FindWords(std::string_view text, Found& found) {
  constexpr std::size_t kMostWords = 64, kMostBefore = 60;
  const WordBeginnings& beginnings = Beginnings();
  const auto is_letter = [&](std::size_t i) {
    return static_cast<unsigned char>(text[i]) >= 0x80 || IsAsciiLetter(text[i]);
  };
  for (std::size_t at = 0; at + kKeyBytes <= text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (!beginnings.bytes[byte]) continue;
    // Chinese and Japanese part no words.
    if (byte < 0xE0 && at > 0 && is_letter(at - 1)) continue;
    if (!beginnings.keys.test(KeyOf(text.data() + at))) continue;
    const std::string lower = LowerCased(text.substr(at, kMostWords));
    const std::string_view before = text.substr(0, at);
    std::size_t size = SizeOfWords(lower, kWords);
    if (size > 0 && BytesOfClause(before) <= kMostBefore) {
      found = {.begin = at, .end = at + size, .is_first_word = false};
      return true;
    }
    size = SizeOfWords(lower, kFirstWords);
    if (size > 0 && OpensClause(before)) {
      found = {.begin = at, .end = at + size, .is_first_word = true};
      return true;
    }
  }
  return false;
}

// Whose text is a name, code or a title.
bool SaysNoNotes(html::Tag tag) {
  switch (tag) {
    case LXB_TAG_A:
    case LXB_TAG_BUTTON:
    case LXB_TAG_CODE:
    case LXB_TAG_H1:
    case LXB_TAG_H2:
    case LXB_TAG_H3:
    case LXB_TAG_H4:
    case LXB_TAG_H5:
    case LXB_TAG_H6:
    case LXB_TAG_KBD:
    case LXB_TAG_OPTION:
    case LXB_TAG_SAMP:
    case LXB_TAG_TT:
    case LXB_TAG_VAR:
      return true;
    default:
      return false;
  }
}

// The element within which the date stands: a block says it itself, or beside its label.
Node ScopeOf(Node text) {
  const Node parent = text.Parent();
  switch (parent.ElementTag()) {
    case LXB_TAG_P:
    case LXB_TAG_LI:
    case LXB_TAG_TD:
    case LXB_TAG_TH:
      return parent;
    default:
      break;
  }
  const Node around = parent.Parent();
  return around && around.IsElement() && !around.IsElement(LXB_TAG_BODY) ? around : parent;
}

constexpr char kBlockEnd = '\f';  // no text of a page has it

bool IsInline(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_P:
    case LXB_TAG_UL:
    case LXB_TAG_OL:
    case LXB_TAG_LI:
    case LXB_TAG_DT:
    case LXB_TAG_TABLE:
    case LXB_TAG_SECTION:
    case LXB_TAG_BR:
    case LXB_TAG_H1:
    case LXB_TAG_H2:
    case LXB_TAG_H3:
      return false;
    default:
      return true;
  }
}

// What follows `text` in `scope`, as far as a date may stand.
std::string TextBehind(Node text, Node scope) {
  constexpr std::size_t kMostBytes = 160;
  constexpr int kMostNodes = 12;
  std::string behind;
  int seen = 0;
  for (Node at = text.Next(scope); at && ++seen <= kMostNodes && behind.size() < kMostBytes;
       at = at.Next(scope)) {
    if (at.IsElement(LXB_TAG_TIME)) break;  // says it itself
    if (at.IsElement() && at.HasAttribute("datetime")) {
      behind += " " + IsoDate(at.Attribute("datetime")).substr(0, 10) + ". ";
      break;
    }
    if (at.IsElement()) behind += IsInline(at) ? ' ' : kBlockEnd;
    behind += at.Text().substr(0, kMostBytes);
  }
  return behind;
}

// The date that `text` begins with, after a few words, and that little follows.
std::string DateBehindWords(std::string_view text, bool is_first_word) {
  const std::size_t kMostBetween = is_first_word ? 16 : 48;
  constexpr std::size_t kMostBehind = 60;
  const auto date = FirstDateIn(text);
  if (!date || date->begin > kMostBetween) return "";
  if (text.substr(0, date->begin).find(". ") != std::string_view::npos) return "";
  const std::string_view rest = text.substr(std::min(date->end, text.size()));
  const std::string_view behind = Trimmed(rest.substr(0, rest.find(kBlockEnd)));
  if (behind.size() <= kMostBehind) return date->iso;
  for (const std::string_view sign : {".", ";", "(", ")", "|", "·", "•", "。", "/"}) {
    if (behind.starts_with(sign)) return date->iso;
  }
  return "";
}

bool IsNamedForIt(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"lastmod", "last-mod", "last_mod", "lastupdate", "last-update", "last_update", "lastedit",
       "last-edit", "git-revision-date", "foot-date", "modification-info", "page-modified"});
  const std::string lower = AsciiLowered(name.substr(0, 256));
  return std::ranges::any_of(
      kNames, [&](std::string_view known) { return lower.find(known) != std::string::npos; });
}

bool HasNamingClass(std::string_view classes) {
  // Nearly all classes fail this, and some programs give each element one of its own.
  const auto has = [&](std::string_view part) {
    return classes.find(part) != std::string_view::npos;
  };
  if (!has("ast") && !has("date") && !has("odif")) return false;
  constinit thread_local ClassMemo memo;
  return memo.Of(classes, [](std::string_view read) { return IsNamedForIt(read) ? 1u : 0u; }) != 0;
}

// Most ids are those of headings, and all different.
bool HasNamingId(Node element) {
  if (!element.IsElement(LXB_TAG_DIV) && !element.IsElement(LXB_TAG_LI) &&
      !element.IsElement(LXB_TAG_P) && !element.IsElement(LXB_TAG_SPAN))
    return false;
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  return id.find("ast") != std::string_view::npos && IsNamedForIt(id);
}

// MkDocs gives when a page was created the same class, behind a picture that says so.
bool IsCalledCreated(Node element) {
  constexpr int kMostSiblings = 3;
  Node at = element.PreviousSibling();
  for (int seen = 0; at && seen < kMostSiblings; at = at.PreviousSibling(), ++seen) {
    if (at.IsElement() && at.Attribute("title").find("reated") != std::string_view::npos)
      return true;
  }
  return false;
}

// What is said in a comment or in a list of other pages is of these.
bool SpeaksForThePage(Node at) {
  constexpr int kMostLevels = 24;
  for (int level = 0; level < kMostLevels && at && at.IsElement(); ++level, at = at.Parent()) {
    const std::uint32_t hints =
        HintsOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS)) | HintsOfId(at.Attribute(LXB_DOM_ATTR_ID));
    if ((hints & (kCommentHint | kRelatedHint | kPosterHint)) != 0) return false;
  }
  return true;
}

}  // namespace

void ModifiedNotes::Add(Node at, std::string iso) {
  if (iso.empty() || dates_.size() > kMostDates || std::ranges::find(dates_, iso) != dates_.end())
    return;
  if (!SpeaksForThePage(at) || IsHidden(at)) return;
  dates_.push_back(std::move(iso));
}

void ModifiedNotes::VisitText(Node text) {
  const std::string_view words = text.Text();
  if (words.size() < kKeyBytes || looked_at_ >= kMostLooks) return;
  unread_[texts_++ % kMostBefore] = text;
  if (HasYear(words.substr(0, kMostTextBytes))) ReadTexts();
}

// A date stands at most kMostBefore texts behind its words.
void ModifiedNotes::ReadTexts() {
  read_ = std::max(read_, texts_ > kMostBefore ? texts_ - kMostBefore : 0);
  for (; read_ < texts_; ++read_) Read(unread_[read_ % kMostBefore]);
}

void ModifiedNotes::Read(Node text) {
  const std::string_view words = text.Text();
  if (words.size() > kMostTextBytes || looked_at_ >= kMostLooks) return;
  Found found;
  if (SaysNoNotes(text.Parent().ElementTag()) || !FindWords(words, found)) return;
  ++looked_at_;
  const std::string behind = std::string(words.substr(found.end)) + TextBehind(text, ScopeOf(text));
  Add(text.Parent(), DateBehindWords(behind, found.is_first_word));
}

void ModifiedNotes::VisitElement(Node element) {
  if (!element.HasAttributes() || looked_at_ >= kMostLooks) return;
  if (element.HasUncommonAttributes() && element.HasAttribute("datetime")) ReadTexts();
  if (!HasNamingClass(element.Attribute(LXB_DOM_ATTR_CLASS)) && !HasNamingId(element)) return;
  constexpr std::size_t kMostBytes = 200, kMostNodes = 16;
  ++looked_at_;
  if (IsCalledCreated(element)) return;
  const std::string text = element.StartOfText(kMostBytes + 1, kMostNodes);
  if (text.size() > kMostBytes) return;
  if (const auto date = FirstDateIn(text)) return Add(element, date->iso);
  std::size_t seen = 0;
  for (Node at = element; at && ++seen <= kMostNodes; at = at.Next(element)) {
    if (!at.IsElement() || at.IsElement(LXB_TAG_TIME) || !at.HasAttribute("datetime")) continue;
    return Add(element, IsoDate(at.Attribute("datetime")));
  }
}

std::string ModifiedNotes::Date() const {
  return dates_.empty() || dates_.size() > kMostDates ? "" : dates_.front();
}

}  // namespace sitedoor::extract::internal
