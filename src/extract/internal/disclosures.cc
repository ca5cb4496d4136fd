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
      return element.Attribute("role") == "button" ||
             (element.HasAttribute("aria-expanded") && element.HasAttribute("aria-controls"));
  }
}

// Of a menu of the page or the site.
bool IsInNavigation(Node element) {
  constexpr int kMostLevels = 16;
  Node at = element;
  for (int level = 0; at && level < kMostLevels; ++level, at = at.Parent()) {
    if (at.IsElement(LXB_TAG_NAV) || at.IsElement(LXB_TAG_MENU) || at.IsElement(LXB_TAG_HEADER) ||
        at.Attribute("role") == "navigation") {
      return true;
    }
  }
  return false;
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

Node ElementBefore(Node element) {
  Node before = element.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostSiblingsBefore; ++seen)
    before = before.PreviousSibling();
  return before && before.IsElement() ? before : Node();
}

// A checkbox with its label, in either order, right before what it unfolds.
bool IsBehindCheckbox(Node hidden) {
  const auto is_box = [](Node element) {
    const std::string_view type = element.Attribute("type");
    return element.IsElement(LXB_TAG_INPUT) && (type == "checkbox" || type == "radio");
  };
  const Node last = ElementBefore(hidden);
  const Node first = last ? ElementBefore(last) : Node();
  if (!first) return false;
  const auto names = [](Node label, Node box) {
    const std::string_view target = label.Attribute("for");
    return label.IsElement(LXB_TAG_LABEL) && !target.empty() &&
           target == box.Attribute(LXB_DOM_ATTR_ID);
  };
  return (is_box(first) && names(last, first)) || (is_box(last) && names(first, last));
}

// Hidden in a way that needs a control which names it: an aria-hidden panel or a closed dialog.
bool NeedsItsOwnControl(Node element) {
  if (!element.HasAttribute(LXB_DOM_ATTR_ID)) return false;
  return element.IsElement(LXB_TAG_DIALOG) ? !element.HasAttribute("open")
                                           : element.Attribute("aria-hidden") == "true";
}

// The control in or at the element before, that says of itself whether it is expanded (or is any
// button, before what is folded) and names no other element that it expands.
Node ControlBefore(Node hidden) {
  const Node before = ElementBefore(hidden);
  if (!before) return {};
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

Disclosures::Disclosures(Node body, HidingRules* sheet) {
  for (Node at = body; at; at = at.Next(body)) {
    if (at.HasAttributes()) Collect(at, sheet);
  }
  for (const Control& control : controls_) {
    const auto found = hidden_by_id_.find(control.target);
    if (found == hidden_by_id_.end()) continue;
    const Node hidden = found->second;
    const bool is_opener = control.element.HasAttribute("commandfor");
    if (hidden.IsElement(LXB_TAG_DIALOG) && !is_opener) continue;
    if (control.reveals == Reveals::kStyledAway &&
        (hidden.HasAttribute("hidden") || NeedsItsOwnControl(hidden) ||
         IsInNavigation(control.element) || IsInNavigation(hidden))) {
      continue;
    }
    Reveal(hidden, control.element);
  }
}

void Disclosures::Collect(Node element, HidingRules* sheet) {
  if (IsControl(element) && !OpensChrome(element)) CollectTargets(element);
  const bool is_by_author = IsHiddenByAuthor(element) || (sheet != nullptr && sheet->Hide(element));
  if (!is_by_author && !NeedsItsOwnControl(element)) return;
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  if (!id.empty()) hidden_by_id_.emplace(id, element);
  if (is_by_author) RevealBehind(element);
}

void Disclosures::CollectTargets(Node control) {
  const auto add = [&](std::string_view id) {
    if (!id.empty() && controls_.size() < kMostControls)
      controls_.push_back({control, id, Reveals::kAll});
  };
  std::string_view ids = control.Attribute("aria-controls");
  while (!ids.empty()) {
    const std::size_t end = std::min(ids.find(' '), ids.size());
    add(ids.substr(0, end));
    ids.remove_prefix(std::min(end + 1, ids.size()));
  }
  add(IdIn(control.Attribute("data-bs-target")));
  add(IdIn(control.Attribute("data-target")));
  add(control.Attribute("commandfor"));
  add(control.Attribute("popovertarget"));
  const bool is_button = control.Attribute("role") == "button" || !ToggledKind(control).empty() ||
                         control.HasAttribute("aria-expanded");
  const std::string_view fragment = IdIn(control.Attribute(LXB_DOM_ATTR_HREF));
  if (is_button) {
    add(fragment);
  } else if (!fragment.empty() && controls_.size() < kMostControls) {
    controls_.push_back({control, fragment, Reveals::kStyledAway});
  }
}

void Disclosures::RevealBehind(Node hidden) {
  if (const Node control = ControlBefore(hidden)) {
    Reveal(hidden, control);
  } else if (IsBehindCheckbox(hidden) && !IsChrome(hidden)) {
    revealed_.insert(hidden.Id());  // its label is text as it is
  }
}

void Disclosures::Reveal(Node hidden, Node control) {
  if (!hidden.IsElement(LXB_TAG_DIALOG) && IsChrome(hidden)) return;
  revealed_.insert(hidden.Id());
  labels_.insert(control.Id());
}

}  // namespace sitedoor::extract::internal
