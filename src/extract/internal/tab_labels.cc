#include "extract/internal/tab_labels.h"

#include "extract/internal/class_roles.h"
#include "extract/internal/tab_groups.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 2000;  // below one row of labels
constexpr std::size_t kMostLabels = 64;
constexpr std::size_t kMostNodesOfTab = 64;
constexpr std::size_t kMostIdBytes = 300;
constexpr int kMostLevels = 3;  // between a panel and the element that also holds the labels
constexpr int kMostGroupsSeen = 8;

bool IsTab(Node element, bool any_button) {
  if (element.Attribute("role") == "tab") return true;
  switch (element.ElementTag()) {
    case LXB_TAG_LABEL:
      return true;
    case LXB_TAG_LI:  // Antora
      return element.HasClass("tab") && element.HasAttribute(LXB_DOM_ATTR_ID);
    case LXB_TAG_A:
      return element.Attribute(LXB_DOM_ATTR_HREF).starts_with('#') ||
             element.HasAttribute("data-toggle") || element.HasAttribute("data-bs-toggle");
    case LXB_TAG_BUTTON:
      return any_button || element.HasAttribute("data-bs-target") ||
             element.HasAttribute("aria-controls");
    default:
      return false;
  }
}

std::string_view WithoutHash(std::string_view target) {
  if (target.starts_with('#')) target.remove_prefix(1);
  return target;
}

std::string_view TargetOf(Node tab) {
  for (const std::string_view name : {"aria-controls", "data-bs-target", "data-target"}) {
    if (const std::string_view target = tab.Attribute(name); !target.empty())
      return WithoutHash(target);
  }
  const std::string_view href = tab.Attribute(LXB_DOM_ATTR_HREF);
  return href.starts_with('#') ? WithoutHash(href) : std::string_view();
}

// Accordions have the role round their panels too.
bool HoldsPanels(Node list) {
  constexpr std::size_t kMostLabel = 80;
  int seen = 0;
  for (Node at = list.Next(list); at && seen < kMostNodes; ++seen) {
    if (at.IsText() && Trimmed(at.Text()).size() > kMostLabel) return true;
    if (!at.IsElement() || !at.HasAttributes()) {
      at = at.Next(list);
      continue;
    }
    if (at.Attribute("role").starts_with("tabpan")) return true;
    const std::string_view classes = at.Attribute(LXB_DOM_ATTR_CLASS);
    const bool is_panel = (RolesOfClasses(classes) & kTabPanel) != 0 || at.HasClass("collapse") ||
                          at.HasClass("panel-collapse");
    if (is_panel) return true;
    const bool is_tab = IsTab(at, true);
    at = at.Next(list, is_tab ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return false;
}

bool MayBeId(std::string_view id) { return !id.empty() && id.size() <= kMostIdBytes; }

}  // namespace

bool TabLabels::IsTabList(Node element, std::uint32_t roles) {
  return (roles & kTabList) != 0 ||
         (element.Attribute("role") == "tablist" && !HoldsPanels(element));
}

bool TabLabels::IsTabPanel(Node element, std::uint32_t roles) {
  return (roles & kTabPanel) != 0 || element.Attribute("role") == "tabpanel";
}

bool TabLabels::ReadGroup(Node element) {
  const bool may_begin_radios =
      element.IsElement(LXB_TAG_INPUT) && element.Attribute(LXB_DOM_ATTR_TYPE) == "radio";
  if (!may_begin_radios && !tab_names_.MayBegin(element)) return false;
  const Node holder = element.Parent();
  if (may_begin_radios && holder.Id() == last_radios_) return false;
  if (may_begin_radios) last_radios_ = holder.Id();
  std::optional<TabGroup> group = may_begin_radios ? FindRadioTabs(holder) : FindTabGroup(element);
  if (!group) return false;
  for (const Node row : group->label_row) label_rows_.insert(row.Id());
  for (TabGroup::Tab& tab : group->tabs) {
    const Node panel = tab.panel;
    if (panel.IsElement(LXB_TAG_LI) || panel.IsElement(LXB_TAG_DD))
      panel_lists_.insert(panel.Parent().Id());
    label_of_panel_.emplace(panel.Id(), std::move(tab.label));
  }
  return IsLabelRow(element);
}

bool TabLabels::Read(Node tab_list) {
  Group group{.parent = tab_list.Parent().Id(), .labels = {}};
  const bool any_button = tab_list.HasClass("CodeTabs-toolbar");
  int seen = 0;
  Node at = tab_list.Next(tab_list);
  while (at && seen++ < kMostNodes && group.labels.size() < kMostLabels) {
    if (!IsTab(at, any_button)) {
      at = at.Next(tab_list);
      continue;
    }
    const std::string label = TextOfTab(at);
    // Bootstrap has the role on the <li> or <a>, and the target on the <a> in it.
    std::size_t seen_of_tab = 0;
    for (Node part = at; part && seen_of_tab < kMostNodesOfTab; part = part.Next(at)) {
      ++seen_of_tab;
      if (!part.HasAttributes()) continue;
      if (const std::string_view target = TargetOf(part); MayBeId(target))
        label_of_panel_id_.emplace(target, label);
      if (const std::string_view id = part.Attribute(LXB_DOM_ATTR_ID); MayBeId(id))
        label_of_tab_id_.emplace(id, label);
    }
    group.labels.push_back(label);
    at = at.Next(tab_list, Node::Descend::kNo);
  }
  if (group.labels.empty()) return false;
  groups_.push_back(std::move(group));
  return true;
}

std::string TabLabels::LabelOf(Node panel) {
  std::string label = FindLabelOf(panel);
  // A panel in a panel of the same label: of tabs that are an accordion on narrow screens.
  Node around = panel.Parent();
  for (int level = 0; around && level < kMostLevels; ++level, around = around.Parent()) {
    if (around.Id() == last_panel_ && label == last_label_) return "";
  }
  if (!label.empty()) {
    last_panel_ = panel.Id();
    last_label_ = label;
  }
  return label;
}

std::string TabLabels::FindLabelOf(Node panel) {
  std::string found;
  if (const auto own = label_of_panel_.find(panel.Id()); own != label_of_panel_.end()) {
    found.swap(own->second);
    return found;
  }
  if (const auto label = label_of_tab_id_.find(std::string(panel.Attribute("aria-labelledby")));
      label != label_of_tab_id_.end()) {
    found = label->second;
  } else if (const auto target =
                 label_of_panel_id_.find(std::string(panel.Attribute(LXB_DOM_ATTR_ID)));
             target != label_of_panel_id_.end()) {
    found = target->second;
  }
  Node ancestor = panel.Parent();
  for (int level = 0; ancestor && level < kMostLevels; ++level, ancestor = ancestor.Parent()) {
    int looked_at = 0;
    for (auto group = groups_.rbegin(); group != groups_.rend() && looked_at < kMostGroupsSeen;
         ++group, ++looked_at) {
      if (group->parent != ancestor.Id() || group->next >= group->labels.size()) continue;
      const std::string& by_turn = group->labels[group->next++];
      return found.empty() ? by_turn : found;
    }
  }
  return found;
}

}  // namespace sitedoor::extract::internal
