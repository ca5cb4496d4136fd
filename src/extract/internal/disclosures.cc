#include "extract/internal/disclosures.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "extract/internal/inline_style.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostControls = 4096;
// Looked at for a control in the element before a hidden one.
constexpr int kMostNodesBefore = 16;
constexpr int kMostSiblingsBefore = 8;

bool IsControl(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_BUTTON:
    case LXB_TAG_SUMMARY:
    case LXB_TAG_A:
      return true;
    default:
      return element.Attribute("role") == "button";
  }
}

std::string_view ToggledKind(Node control) {
  const std::string_view kind = control.Attribute("data-bs-toggle");
  return kind.empty() ? control.Attribute("data-toggle") : kind;
}

// Of menus and dialogs, which are chrome when they are open too.
bool OpensChrome(Node control) {
  constexpr std::array<std::string_view, 5> kKinds = {"modal", "offcanvas", "dropdown", "tooltip",
                                                      "popover"};
  const std::string_view popup = control.Attribute("aria-haspopup");
  return (!popup.empty() && popup != "false") ||
         std::ranges::find(kKinds, ToggledKind(control)) != kKinds.end();
}

std::string_view IdIn(std::string_view selector) {
  return selector.starts_with('#') ? selector.substr(1) : std::string_view();
}

// Folded or faded away by a style that scripts animate.
bool IsFolded(Node hidden) {
  const StyleHiding hiding = HidingOfStyle(hidden.Attribute(LXB_DOM_ATTR_STYLE));
  return hiding == StyleHiding::kFolded || hiding == StyleHiding::kTransparent;
}

// The control in or at the element before, that says of itself whether it is expanded (or is any
// button, before what is folded) and names no other element that it expands.
Node ControlBefore(Node hidden) {
  Node before = hidden.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostSiblingsBefore; ++seen)
    before = before.PreviousSibling();
  if (!before || !before.IsElement()) return {};
  const bool is_folded = IsFolded(hidden);
  Node at = before;
  for (int seen = 0; at && seen < kMostNodesBefore; at = at.Next(before), ++seen) {
    if (!at.IsElement() || !IsControl(at) || OpensChrome(at)) continue;
    const bool expands =
        at.HasAttribute("aria-expanded") || (is_folded && !at.IsElement(LXB_TAG_A));
    if (expands && at.Attribute("aria-controls").empty()) return at;
  }
  return {};
}

}  // namespace

Disclosures::Disclosures(Node body) {
  for (Node at = body; at; at = at.Next(body)) {
    if (at.HasAttributes()) Collect(at);
  }
  for (const Control& control : controls_) {
    const auto hidden = hidden_by_id_.find(control.target);
    if (hidden != hidden_by_id_.end()) Reveal(hidden->second, control.element);
  }
}

void Disclosures::Collect(Node element) {
  if (IsControl(element) && !OpensChrome(element)) CollectTargets(element);
  if (!IsHiddenByAuthor(element)) return;
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  if (!id.empty()) hidden_by_id_.emplace(id, element);
  RevealBehind(element);
}

void Disclosures::CollectTargets(Node control) {
  const auto add = [&](std::string_view id) {
    if (!id.empty() && controls_.size() < kMostControls) controls_.push_back({control, id});
  };
  std::string_view ids = control.Attribute("aria-controls");
  while (!ids.empty()) {
    const std::size_t end = std::min(ids.find(' '), ids.size());
    add(ids.substr(0, end));
    ids.remove_prefix(std::min(end + 1, ids.size()));
  }
  add(IdIn(control.Attribute("data-bs-target")));
  add(IdIn(control.Attribute("data-target")));
  const bool is_button = control.Attribute("role") == "button" || !ToggledKind(control).empty() ||
                         control.HasAttribute("aria-expanded");
  if (is_button) add(IdIn(control.Attribute(LXB_DOM_ATTR_HREF)));
}

void Disclosures::RevealBehind(Node hidden) {
  if (const Node control = ControlBefore(hidden)) Reveal(hidden, control);
}

void Disclosures::Reveal(Node hidden, Node control) {
  if (IsChrome(hidden)) return;
  revealed_.insert(hidden.Id());
  labels_.insert(control.Id());
}

}  // namespace sitedoor::extract::internal
