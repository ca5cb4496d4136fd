#include "extract/internal/tab_labels.h"

#include "extract/clean_text.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/white_space.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 2000;  // below one row of labels
constexpr std::size_t kMostLabels = 64;
// A label is kept for each id in its tab, and may be written for many panels.
constexpr std::size_t kMostLabelBytes = 120;
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

// Its first words.
std::string TextOfLabel(Node tab) {
  std::string label = CleanText(tab.StartOfText(4 * kMostLabelBytes, kMostNodesOfTab));
  if (label.size() <= kMostLabelBytes) return label;
  label.resize(text::Prefix(label, kMostLabelBytes).size());
  if (const std::size_t space = label.rfind(' '); space != std::string::npos) label.resize(space);
  return label;
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

void TabLabels::Read(Node tab_list) {
  Group group{.parent = tab_list.Parent().Id(), .labels = {}};
  const bool any_button = tab_list.HasClass("CodeTabs-toolbar");
  int seen = 0;
  Node at = tab_list.Next(tab_list);
  while (at && seen++ < kMostNodes && group.labels.size() < kMostLabels) {
    if (!IsTab(at, any_button)) {
      at = at.Next(tab_list);
      continue;
    }
    const std::string label = TextOfLabel(at);
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
  if (!group.labels.empty()) groups_.push_back(std::move(group));
}

std::string TabLabels::LabelOf(Node panel) {
  std::string found;
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
