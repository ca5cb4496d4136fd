#include "extract/internal/chrome_looks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"

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

std::string StartOf(html::Node element, std::size_t most_bytes) {
  std::string text;
  for (html::Node at = element; at && text.size() < most_bytes; at = at.Next(element)) {
    for (const char c : at.Text().substr(0, most_bytes)) text += AsciiLower(c);
  }
  return text;
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
  constexpr std::uint32_t kLeastProse = 120, kLeastProseInMain = 30;
  const bool in_main = IsInMain(table, entry);
  return entry.prose >= (in_main ? kLeastProseInMain : kLeastProse) && entry.controls == 0 &&
         entry.cards == 0 && entry.LinkDensity() < (in_main ? 0.3 : 0.2) &&
         2 * entry.prose > entry.text && !Holds(entry, IsPressed);
}

bool IsSentence(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kLeastText = 10, kMostText = 400;
  if (entry.text < kLeastText || entry.text > kMostText || entry.link_text > 0) return false;
  if (entry.controls > 0 || entry.cards > 0 || !IsInMain(table, entry)) return false;
  const bool does_something = Holds(entry, [](Node node) {
    return IsPressed(node) || node.IsElement(LXB_TAG_A) || node.IsElement(LXB_TAG_IMG) ||
           node.IsElement(LXB_TAG_FORM) || node.InForeignContent();
  });
  if (does_something || IsImprint(entry)) return false;
  std::string text = StartOf(entry.node, std::size_t{4} * kMostText);
  text.erase(text.find_last_not_of(" \t\r\n)\"'") + 1);
  constexpr std::array<std::string_view, 4> kEnds = {".", "!", "?", "\u3002"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return text.ends_with(end); });
}

bool LeadsNowhere(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kLeastText = 20;
  constexpr std::uint32_t kOtherRole = kBoilerHint | kRelatedHint | kFilterHint | kPosterHint;
  if ((entry.hints & kNavigationHint) == 0 || (entry.hints & kOtherRole) != 0) return false;
  if (entry.text < kLeastText || entry.link_text > 0 || entry.controls > 0) return false;
  const auto does_something = [](Node node) {
    return IsPressed(node) || node.IsElement(LXB_TAG_A) || node.IsElement(LXB_TAG_LABEL);
  };
  const auto is_part = [](Node node) {
    return node.IsElement(LXB_TAG_LI) || node.IsElement(LXB_TAG_P) || node.IsElement(LXB_TAG_TD);
  };
  return IsInMain(table, entry) && Holds(entry, is_part) && !Holds(entry, does_something);
}

bool LooksLikeConsent(const ElementTable& table, const Entry& entry) {
  const bool in_main = IsInMain(table, entry);
  constexpr std::uint32_t kLeastProse = 40;
  const bool is_sure = (entry.hints & kSurelyConsentHint) != 0 &&
                       ((entry.id_hints & kSurelyConsentHint) != 0 || entry.prose < kLeastProse);
  if (!in_main && is_sure) return true;
  return Holds(
      entry, [&](Node node) { return IsPressed(node) || (!in_main && node.IsElement(LXB_TAG_A)); });
}

// Who owns the page, and when it was made.
bool IsImprint(const Entry& entry) {
  constexpr std::uint32_t kMostText = 400;
  if (entry.text > kMostText) return false;
  const std::string text = StartOf(entry.node, kMostText);
  constexpr std::array<std::string_view, 6> kWords = {
      "©", "copyright", "all rights reserved", "last updated", "generated by", "powered by"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool TurnsPages(const Entry& entry) {
  constexpr std::uint32_t kMostText = 600;
  constexpr std::size_t kMostSeen = 96;
  if (entry.link_text == 0 || entry.text > kMostText || entry.LinkDensity() < 0.4) return false;
  constexpr std::array<std::string_view, 6> kRels = {"next", "prev",     "previous",
                                                     "up",   "contents", "index"};
  int turns = 0;
  std::size_t seen = 0;
  for (Node at = entry.node.Next(entry.node); at && seen < kMostSeen;
       at = at.Next(entry.node), ++seen) {
    if (!at.IsElement(LXB_TAG_A) || !at.HasAttribute("rel")) continue;
    const std::string_view rel = at.Attribute("rel");
    turns += std::ranges::find(kRels, rel) != kRels.end() ? 1 : 0;
  }
  return turns >= 2;
}

bool LooksLikeComments(const ElementTable&, const Entry& entry) {
  return entry.controls > 0 || Holds(entry, IsOfComment);
}

}  // namespace sitedoor::extract::internal
