#include "extract/internal/chrome_looks.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "extract/internal/class_hints.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::size_t kMostNodes = 2'000;

// Whether `is_it` takes one of the elements in it.
template <class Predicate>
bool Holds(const Entry& entry, Predicate is_it) {
  std::size_t seen = 0;
  for (Node at = entry.node.Next(entry.node); at && seen < kMostNodes;
       at = at.Next(entry.node), ++seen) {
    if (at.IsElement() && is_it(at)) return true;
  }
  return false;
}

bool IsPressed(Node node) {
  return node.IsElement(LXB_TAG_BUTTON) || node.IsElement(LXB_TAG_INPUT) ||
         node.Attribute("role") == "button";
}

bool IsOfComment(Node node) {
  if (node.IsElement(LXB_TAG_FORM) || node.IsElement(LXB_TAG_TEXTAREA) ||
      node.IsElement(LXB_TAG_TIME) || IsPressed(node)) {
    return true;
  }
  const std::string_view classes = node.Attribute(LXB_DOM_ATTR_CLASS);
  if (classes.empty()) return false;
  if ((HintsOfClasses(classes) & (kCommentHint | kMetaHint)) != 0) return true;
  constexpr std::array<std::string_view, 7> kParts = {"reply",  "avatar", "date", "user",
                                                      "rating", "stars",  "vote"};
  for (const std::string_view part : kParts) {
    if (classes.find(part) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

bool IsInMain(const ElementTable& table, const Entry& entry) {
  for (std::uint32_t up = entry.parent; up != ElementTable::kNone;
       up = table.Entries()[up].parent) {
    const Node node = table.Entries()[up].node;
    if (node.IsElement(LXB_TAG_ARTICLE) || IsMain(node)) return true;
  }
  return false;
}

bool ReadsAsText(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kLeastProse = 120, kLeastProseInMain = 40;
  const bool in_main = IsInMain(table, entry);
  return entry.prose >= (in_main ? kLeastProseInMain : kLeastProse) && entry.controls == 0 &&
         entry.cards == 0 && entry.LinkDensity() < (in_main ? 0.3 : 0.2) &&
         2 * entry.prose > entry.text && !Holds(entry, IsPressed);
}

bool LooksLikeConsent(const ElementTable& table, const Entry& entry) {
  const bool in_main = IsInMain(table, entry);
  if (!in_main && (entry.hints & kSurelyConsentHint) != 0) return true;
  return Holds(
      entry, [&](Node node) { return IsPressed(node) || (!in_main && node.IsElement(LXB_TAG_A)); });
}

bool LooksLikeComments(const ElementTable&, const Entry& entry) {
  return entry.controls > 0 || Holds(entry, IsOfComment);
}

}  // namespace sitedoor::extract::internal
