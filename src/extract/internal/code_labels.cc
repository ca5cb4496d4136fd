#include "extract/internal/code_labels.h"

#include <cstddef>
#include <string_view>

#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBadgeBytes = 20;
constexpr int kMostNodesOfWord = 64;

bool IsShortWord(Node element) {
  std::size_t bytes = 0;
  int seen = 0;
  for (Node at = element; at; at = at.Next(element)) {
    if (++seen > kMostNodesOfWord) return false;
    for (const char c : at.Text().substr(0, kMostBadgeBytes + 1))
      bytes += static_cast<unsigned char>(c) > ' ' ? 1 : 0;
    if (bytes > kMostBadgeBytes) return false;
  }
  return true;
}

bool HasCodeSibling(Node element) {
  int seen = 0;
  for (Node next = element.NextSibling(); next && seen < 8; next = next.NextSibling(), ++seen) {
    if (next.IsElement(LXB_TAG_PRE)) return true;
  }
  return false;
}

// The one word that is all of it.
std::string_view OnlyWord(Node element) {
  if (!element.IsElement(LXB_TAG_DIV) && !element.IsElement(LXB_TAG_SPAN)) return {};
  const Node text = element.FirstChild();
  if (!text || !text.IsText() || text.NextSibling()) return {};
  if (text.Text().size() > 2 * kMostBadgeBytes) return {};
  const std::string_view word = TrimmedHtmlSpace(text.Text());
  const bool is_word = !word.empty() && word.size() <= kMostBadgeBytes &&
                       word.find_first_of(" \t\r\n\f") == std::string_view::npos;
  return is_word ? word : std::string_view();
}

bool IsControl(Node element) {
  return element.IsElement(LXB_TAG_BUTTON) || element.Attribute("role") == "button" ||
         (RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & kCopyControl) != 0;
}

// What of the siblings is seen and no button; `next` gives the next one in some direction.
template <class Next>
Node SeenSibling(Node from, Next next) {
  constexpr int kMostSiblings = 8;
  Node at = next(from);
  for (int seen = 0; at && seen < kMostSiblings; ++seen, at = next(at)) {
    if (at.IsText() ? !TrimmedHtmlSpace(at.Text()).empty() : at.IsElement() && !IsControl(at))
      return at;
  }
  return {};
}

// The code that an element is or begins with.
Node CodeAtStart(Node element) {
  constexpr int kMostLevels = 4;
  for (int level = 0; element && level < kMostLevels; ++level) {
    if (element.IsElement(LXB_TAG_PRE)) return element;
    if (!element.IsElement(LXB_TAG_DIV) && !element.IsElement(LXB_TAG_FIGURE)) return {};
    element = SeenSibling(
        element, [&](Node at) { return at == element ? element.FirstChild() : at.NextSibling(); });
  }
  return {};
}

// Below the word or below its header, in which it is alone.
Node CodeBelow(Node label) {
  constexpr int kMostLevels = 3;
  for (int level = 0; level < kMostLevels; ++level, label = label.Parent()) {
    if (const Node next = SeenSibling(label, [](Node at) { return at.NextSibling(); }))
      return CodeAtStart(next);
    if (SeenSibling(label, [](Node at) { return at.PreviousSibling(); })) return {};
    const Node header = label.Parent();
    const bool is_header =
        header && (header.IsElement(LXB_TAG_DIV) || header.IsElement(LXB_TAG_SPAN) ||
                   header.IsElement(LXB_TAG_HEADER));
    if (!is_header) return {};
  }
  return {};
}

}  // namespace

bool NamesLanguageOfNextCode(Node element, CodeLanguages& languages) {
  const std::string_view word = OnlyWord(element);
  if (word.empty()) return false;
  const Node code = CodeBelow(element);
  return code && IsSameLanguage(word, languages.Of(code));
}

bool IsGutter(Node element, std::uint32_t roles) {
  constexpr std::size_t kMostBytes = 1u << 16;
  return (roles & kGutter) != 0 && element.IsElement(LXB_TAG_DIV) &&
         HoldsOnlyDigits(element, kMostBytes);
}

bool IsLanguageBadge(Node element, std::uint32_t roles) {
  if ((roles & kLanguageBadge) == 0) return false;
  const html::Tag tag = element.ElementTag();
  if (tag == LXB_TAG_PRE || tag == LXB_TAG_CODE) return false;
  return HasCodeSibling(element) && IsShortWord(element);
}

}  // namespace sitedoor::extract::internal
