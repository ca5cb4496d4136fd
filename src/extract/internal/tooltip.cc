#include "extract/internal/tooltip.h"

#include <algorithm>
#include <string_view>

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 24;

// Attributes that style sheets and scripts take the explanation from.
bool HasExplanation(Node element) {
  constexpr std::string_view kNames[] = {"title",
                                         "data-title",
                                         "data-tooltip",
                                         "data-tip",
                                         "data-content",
                                         "data-tippy-content",
                                         "data-original-title",
                                         "data-bs-title",
                                         "aria-label",
                                         "data-bs-original-title",
                                         "aria-describedby"};
  return std::ranges::any_of(kNames,
                             [&](std::string_view name) { return element.HasAttribute(name); });
}

bool HasLetters(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
}

// Signs of hints (ⓘ, ❓) are one character; a word in another script than Latin has more bytes.
bool IsWord(std::string_view text) {
  constexpr std::size_t kLeastBytes = 6;
  if (HasLetters(text)) return true;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != text.npos && text.find_last_not_of(" \t\r\n") - begin + 1 > kLeastBytes;
}

}  // namespace

bool IsExplanationOfWord(Node element) {
  if (!element.HasAttributes()) return false;
  return (element.Attribute(LXB_DOM_ATTR_CLASS).contains("tooltip") ||
          element.Attribute("role") == "tooltip") &&
         element.Parent().HasClass("tooltip");
}

bool IsExplainedWord(Node element) {
  if (!element.HasClass("tooltip") || element.Attribute("role") == "tooltip") return false;
  bool is_explained =
      HasExplanation(element) || element.IsElement(LXB_TAG_ABBR) || element.IsElement(LXB_TAG_DFN);
  bool has_word = false;
  Node at = element.FirstChild();
  for (int seen = 0; at && seen < kMostNodes && !(is_explained && has_word); ++seen) {
    const bool is_explanation = at.IsElement() && IsExplanationOfWord(at);
    is_explained |= is_explanation;
    has_word |= IsWord(at.Text());
    at = at.Next(element, is_explanation ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return is_explained && has_word;
}

}  // namespace sitedoor::extract::internal
