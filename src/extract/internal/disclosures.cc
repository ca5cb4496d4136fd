#include "extract/internal/disclosures.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "extract/internal/class_roles.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/tab_groups.h"
#include "extract/internal/white_space.h"
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

// Without height, by a style that scripts animate.
bool IsFolded(Node hidden) {
  return HidingOfStyle(hidden.Attribute(LXB_DOM_ATTR_STYLE)) == StyleHiding::kFolded;
}

bool IsProgram(Node script) {
  const std::string_view type = script.Attribute(LXB_DOM_ATTR_TYPE);
  return type.empty() || type == "module" || type.ends_with("javascript");
}

bool IsDisabled(Node control) {
  return control.HasAttribute("disabled") || control.Attribute("aria-disabled") == "true";
}

// With something in it to point at: text, or the element or picture that an icon is.
bool IsDrawn(Node control) {
  std::size_t seen = 0;
  constexpr std::size_t kMostNodesInControl = 64;
  for (Node at = control; at && seen < kMostNodesInControl; ++seen) {
    if (at.IsText() && !Trimmed(at.Text()).empty()) return true;
    const bool is_picture = at.IsElement(LXB_TAG_IMG) || at.IsElement(LXB_TAG_SVG) ||
                            (at != control && at.HasAttribute(LXB_DOM_ATTR_CLASS));
    const bool is_hidden = at != control && at.IsElement() && IsHiddenByAuthor(at);
    if (is_picture && !is_hidden) return true;
    at = at.Next(control, is_hidden ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return control.HasAttribute("aria-label") && !control.IsElement(LXB_TAG_A);
}

constexpr std::uint32_t kAnyTabs = kTabList | kTabLabel | kLabelledPanels | kCodePanels;

bool IsTabOfAnyKind(Node element) {
  const std::string_view role = element.Attribute("role");
  if (role == "tab" || role == "tablist") return true;
  const std::string_view kind = ToggledKind(element);
  if (kind == "tab" || kind == "pill" || kind == "list") return true;
  return (RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & kAnyTabs) != 0;
}

Node ElementBefore(Node element) {
  Node before = element.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostSiblingsBefore; ++seen)
    before = before.PreviousSibling();
  return before && before.IsElement() ? before : Node();
}

// The label of a checkbox, in either order with it right before what it unfolds.
Node LabelOfCheckboxBefore(Node hidden) {
  const auto is_box = [](Node element) {
    const std::string_view type = element.Attribute("type");
    return element.IsElement(LXB_TAG_INPUT) && (type == "checkbox" || type == "radio");
  };
  const Node last = ElementBefore(hidden);
  const Node first = last ? ElementBefore(last) : Node();
  if (!first) return {};
  const auto names = [](Node label, Node box) {
    const std::string_view target = label.Attribute("for");
    return label.IsElement(LXB_TAG_LABEL) && !target.empty() &&
           target == box.Attribute(LXB_DOM_ATTR_ID);
  };
  if (is_box(first) && names(last, first)) return last;
  return is_box(last) && names(first, last) ? first : Node();
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
    // What opens <details> shows no more than that.
    if (at.IsElement(LXB_TAG_SUMMARY) && !is_folded) continue;
    const bool expands =
        at.HasAttribute("aria-expanded") || (is_folded && !at.IsElement(LXB_TAG_A));
    if (expands && at.Attribute("aria-controls").empty()) return at;
  }
  return {};
}

}  // namespace

Disclosures::Disclosures(Node body, HidingRules* sheet) : body_(body), sheet_(sheet) {
  for (Node at = body; at; at = at.Next(body)) {
    if (at.HasAttributes()) Collect(at);
  }
  for (const Control& control : controls_) PairWithWhatNamesIt(control);
  RevealPairs();
}

void Disclosures::Collect(Node element) {
  if (!may_have_tabs_) may_have_tabs_ = IsTabOfAnyKind(element) || element.HasAttribute("onclick");
  if (IsControl(element) && !OpensChrome(element) && !IsDisabled(element)) CollectTargets(element);
  const std::string_view call = element.Attribute("onclick");
  const bool is_tab =
      !call.empty() && (SaysTab(call) || SaysTab(element.Attribute(LXB_DOM_ATTR_CLASS)));
  if (is_tab && !OpensChrome(element) && !IsDisabled(element)) CollectOnClick(element);
  const bool by_sheet = sheet_ != nullptr && sheet_->Hide(element);
  if (by_sheet) hidden_by_sheet_.insert(element.Id());
  const bool is_by_author = by_sheet || IsHiddenByAuthor(element);
  if (!is_by_author && !NeedsItsOwnControl(element)) return;
  if (!IsHiddenToBeShown(element)) return;
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  if (!id.empty()) hidden_by_id_.emplace(id, element);
  if (is_by_author && pairs_.size() < kMostControls) PairWithWhatIsBefore(element);
}

// Few pages have a panel and no tab.
bool Disclosures::MayHaveTabs() {
  if (may_have_tabs_ || knows_scripts_) return may_have_tabs_;
  knows_scripts_ = true;
  const Node page = body_.Parent() ? body_.Parent() : body_;
  for (Node at = page; at && !may_have_tabs_; at = at.Next(page))
    may_have_tabs_ = at.IsElement(LXB_TAG_SCRIPT) && IsProgram(at);
  return may_have_tabs_;
}

void Disclosures::CollectTargets(Node control) {
  const auto add = [&](std::string_view id) {
    if (!id.empty() && controls_.size() < kMostControls)
      controls_.push_back({control, id, Reveals::kAll});
  };
  std::string_view ids = control.Attribute("aria-controls");
  if (ids.contains(' ')) add(ids);  // of an id that wrongly has spaces itself
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

// onclick="openTab(event, 'Linux')", where the name of something says that it is a tab: other
// scripts name whatever they like.
void Disclosures::CollectOnClick(Node control) {
  constexpr std::size_t kMostBytes = 512;
  constexpr int kMostNames = 4;
  std::string_view call = control.Attribute("onclick").substr(0, kMostBytes);
  for (int seen = 0; seen < kMostNames && controls_.size() < kMostControls; ++seen) {
    const std::size_t open = call.find_first_of("'\"");
    if (open == std::string_view::npos) return;
    const std::size_t close = call.find(call[open], open + 1);
    if (close == std::string_view::npos) return;
    std::string_view name = call.substr(open + 1, close - open - 1);
    if (name.starts_with('#')) name.remove_prefix(1);
    if (!name.empty()) controls_.push_back({control, name, Reveals::kAll});
    call.remove_prefix(close + 1);
  }
}

void Disclosures::PairWithWhatNamesIt(const Control& control) {
  const auto found = hidden_by_id_.find(control.target);
  if (found == hidden_by_id_.end()) return;
  const Node hidden = found->second;
  if (hidden.IsElement(LXB_TAG_DIALOG) && !control.element.HasAttribute("commandfor")) return;
  if (control.reveals == Reveals::kStyledAway &&
      (hidden.HasAttribute("hidden") || NeedsItsOwnControl(hidden) ||
       IsInNavigation(control.element) || IsInNavigation(hidden))) {
    return;
  }
  pairs_.push_back({hidden, control.element});
}

void Disclosures::PairWithWhatIsBefore(Node hidden) {
  if (const Node control = ControlBefore(hidden)) {
    pairs_.push_back({hidden, control});
  } else if (const Node label = LabelOfCheckboxBefore(hidden); label && !IsChrome(hidden)) {
    pairs_.push_back({hidden, label, false});  // the label is text as it is
  }
}

// A control may stand in what another one shows.
void Disclosures::RevealPairs() {
  constexpr int kMostRounds = 4;
  for (int round = 0; round < kMostRounds && !pairs_.empty(); ++round) {
    const std::size_t before = pairs_.size();
    std::erase_if(pairs_, [&](const Pair& pair) {
      if (!IsUsable(pair.control)) return false;
      if (pair.hidden.IsElement(LXB_TAG_DIALOG) || !IsChrome(pair.hidden)) {
        revealed_.insert(pair.hidden.Id());
        if (pair.is_label) labels_.insert(pair.control.Id());
      }
      return true;
    });
    if (pairs_.size() == before) return;
  }
}

bool Disclosures::IsUsable(Node control) const {
  constexpr int kMostLevels = 64;
  if (!IsDrawn(control)) return false;
  Node at = control;
  for (int level = 0; at.IsElement() && level < kMostLevels; ++level, at = at.Parent()) {
    if (at.IsElement(LXB_TAG_BODY)) break;
    if (!at.HasAttributes() || IsRevealed(at)) continue;
    const bool is_shown_later = at.Attribute("role") == "tabpanel";
    if (!is_shown_later && (IsHiddenByAuthor(at) || hidden_by_sheet_.contains(at.Id())))
      return false;
  }
  return true;
}

bool IsHiddenToBeShown(Node element) {
  constexpr std::uint16_t kToBeShown =
      kByDisplay | kByVisibility | kByContentVisibility | kByOpacity | kByBox | kByClip;
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  return style.empty() || (EffectOfStyle(style).hiding_means & ~kToBeShown) == 0;
}

bool IsSealed(Node details, HidingRules* sheet) {
  if (!details.IsElement(LXB_TAG_DETAILS) || details.HasAttribute("open")) return false;
  constexpr int kMostChildren = 16;
  Node child = details.FirstChild();
  for (int seen = 0; child && seen < kMostChildren; child = child.NextSibling(), ++seen) {
    if (!child.IsElement(LXB_TAG_SUMMARY)) continue;
    return IsHiddenByAuthor(child) || (sheet != nullptr && sheet->Hide(child));
  }
  return false;
}

}  // namespace sitedoor::extract::internal
