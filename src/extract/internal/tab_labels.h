// TabLabels: which label belongs to which panel of a tabbed group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extract/internal/tab_groups.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Reads rows of labels as they come in document order; then each panel is asked for once. Not
// thread-safe.
class TabLabels {
 public:
  static bool IsTabList(html::Node element, std::uint32_t roles);
  static bool IsTabPanel(html::Node element, std::uint32_t roles);

  // Whether there is any tab in it: what leads to other pages is a list of links.
  bool Read(html::Node tab_list);

  // Reads what has no roles, from its row of labels or the first of its radio buttons on
  // (tab_groups.h). Whether the element is such a row, which is then no text of the page.
  bool ReadGroup(html::Node element);
  bool IsLabelRow(html::Node element) const {
    return !label_rows_.empty() && label_rows_.contains(element.Id());
  }
  bool IsPanelOfGroup(html::Node element) const {
    return !label_of_panel_.empty() && label_of_panel_.contains(element.Id());
  }
  // A list whose items are panels.
  bool IsPanelList(html::Node element) const { return panel_lists_.contains(element.Id()); }

  // By the panel's group, its aria-labelledby, its id in a label's target, or its turn in the
  // group; "" when none fits, when it is that of the panel round it, and for the panel of a group
  // when asked again.
  std::string LabelOf(html::Node panel);

 private:
  std::string FindLabelOf(html::Node panel);

  struct Group {
    const void* parent;  // the element that holds the row of labels
    std::vector<std::string> labels;
    std::size_t next = 0;
  };
  std::vector<Group> groups_;  // the latest are looked at first, and few of them
  std::unordered_map<const void*, std::string> label_of_panel_;
  std::unordered_set<const void*> label_rows_, panel_lists_;
  const void* last_panel_ = nullptr;
  std::string last_label_;
  const void* last_radios_ = nullptr;  // the holder of those looked at last
  TabNames tab_names_;
  std::unordered_map<std::string, std::string> label_of_tab_id_;
  std::unordered_map<std::string, std::string> label_of_panel_id_;
};

}  // namespace sitedoor::extract::internal
