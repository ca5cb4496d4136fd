// TabLabels: which label belongs to which panel of a tabbed group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Reads rows of labels as they come in document order; then each panel is asked for once. Not
// thread-safe.
class TabLabels {
 public:
  static bool IsTabList(html::Node element, std::uint32_t roles);
  static bool IsTabPanel(html::Node element, std::uint32_t roles);

  void Read(html::Node tab_list);

  // By the panel's aria-labelledby, its id in a label's target, or its turn in the group; "" when
  // none fits.
  std::string LabelOf(html::Node panel);

 private:
  struct Group {
    const void* parent;  // the element that holds the row of labels
    std::vector<std::string> labels;
    std::size_t next = 0;
  };
  std::vector<Group> groups_;  // the latest are looked at first, and few of them
  std::unordered_map<std::string, std::string> label_of_tab_id_;
  std::unordered_map<std::string, std::string> label_of_panel_id_;
};

}  // namespace sitedoor::extract::internal
