#include "extract/internal/visual_gap.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/http_operation.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBytes = 200;
constexpr int kMostNodes = 24;
constexpr std::size_t kMostClassBytes = 200;

// What the parts of cards and rows are called: "card-title", "jobLocation", "meta__date".
bool NamesPart(std::string_view word) {
  constexpr std::array<std::string_view, 29> kParts = {
      "author", "body",        "byline", "caption",  "category", "count",    "date",    "desc",
      "descr",  "description", "detail", "details",  "excerpt",  "heading",  "key",     "label",
      "loc",    "location",    "meta",   "name",     "price",    "subtitle", "summary", "tag",
      "text",   "time",        "title",  "username", "value"};
  return std::ranges::binary_search(kParts, word);
}

bool IsNamedPart(Node element) {
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS).substr(0, kMostClassBytes);
  std::string word;
  for (std::size_t i = 0; i <= classes.size(); ++i) {
    const char c = i < classes.size() ? classes[i] : ' ';
    const bool is_capital = c >= 'A' && c <= 'Z';
    if (IsAsciiLetter(c) && !is_capital) {
      word += c;
      continue;
    }
    if (NamesPart(word)) return true;
    word.clear();
    if (is_capital) word += AsciiLower(c);
  }
  return false;
}

std::string EndOfText(Node element) {
  Node at = element;
  for (int level = 0; level < kMostNodes && at.LastChild(); ++level) at = at.LastChild();
  const std::string_view text = at.Text();
  return std::string(text.substr(text.size() - std::min(text.size(), kMostBytes)));
}

bool IsWide(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool IsOfWord(char c) { return IsAsciiAlnum(c) || IsWide(c); }

// Of several words, and so no part of one.
bool IsPhrase(std::string_view text) {
  return TrimmedHtmlSpace(text).find_first_of(" \t\r\n") != std::string_view::npos;
}

bool HasClassOrStyle(Node element) {
  return element.HasAttribute(LXB_DOM_ATTR_CLASS) || element.HasAttribute(LXB_DOM_ATTR_STYLE);
}

}  // namespace

bool StandsApart(Node element) {
  const Node before = element.PreviousSibling();
  if (!before || !before.IsElement() || before.IsElement(LXB_TAG_BR)) return false;
  const std::string behind = element.StartOfText(kMostBytes, kMostNodes);
  const std::string ahead = EndOfText(before);
  if (behind.empty() || ahead.empty()) return false;
  const char left = ahead.back(), right = behind.front();
  if (right == '/' && ShowsHttpMethod(before)) return true;
  if (!IsOfWord(right)) return false;
  const bool ends_sentence = left == '?' || left == '!' || (left == '.' && IsPhrase(ahead));
  if (!IsOfWord(left) && !ends_sentence) return false;
  if (element.IsElement(LXB_TAG_A) && before.IsElement(LXB_TAG_A)) {
    // Of two to the same page, one may hold the rest of a word.
    const std::string_view href = element.Attribute(LXB_DOM_ATTR_HREF);
    return !href.empty() && before.HasAttribute(LXB_DOM_ATTR_HREF) &&
           href != before.Attribute(LXB_DOM_ATTR_HREF);
  }
  if (!HasClassOrStyle(element) && !HasClassOrStyle(before)) return false;
  if (IsNamedPart(element) && (IsNamedPart(before) || IsPhrase(ahead) || IsPhrase(behind)))
    return true;
  // A word cut in two does not go on with a capital letter behind a small one or a digit.
  const bool begins_anew = (right >= 'A' && right <= 'Z') && !(left >= 'A' && left <= 'Z');
  return begins_anew && (IsPhrase(ahead) || IsPhrase(behind)) &&
         element.Attribute(LXB_DOM_ATTR_CLASS) != before.Attribute(LXB_DOM_ATTR_CLASS);
}

}  // namespace sitedoor::extract::internal
