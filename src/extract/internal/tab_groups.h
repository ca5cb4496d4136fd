// TabGroup: a row of labels and its panels, found by how they refer to each other where neither
// has a role that says what it is (tab_labels.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct TabGroup {
  struct Tab {
    std::string label;
    html::Node panel;
  };
  std::vector<Tab> tabs;              // in the order of the page, at least one
  std::vector<html::Node> label_row;  // what holds the labels alone, and is no text of the page
};

// Whether a class, an id or a tag's name has a word for tabs in it: "ui-tabs-nav", "myTab".
bool SaysTab(std::string_view names);

// The first words in a tab, short enough to be written for many panels, or its title where it has
// but signs; "" when it has none.
std::string TextOfTab(html::Node tab);

// Of a row of links, buttons or list items, each of which names its panel (href="#id",
// data-target, data-tab, <sl-tab panel>), or of as many of them as there are panels behind. Only
// where the row, what is round it or a panel is called after tabs: a table of contents leads to
// the sections behind it in the same way. nullopt when there is not a panel for each label.
std::optional<TabGroup> FindTabGroup(html::Node row);

// Whether FindTabGroup may find something at `row`: for a walk that asks for each element in turn.
class TabNames {
 public:
  bool MayBegin(html::Node row);

 private:
  struct Answer {
    const void* element = nullptr;
    bool is_called = false;  // after tabs
  };
  static bool Ask(html::Node element, Answer& last);

  // The same for most elements in turn: what is round them, and what comes next.
  Answer holder_, next_;
};

// Of radio buttons beside each other in `holder` whose labels stand with them, or together, before
// as many panels: <input id=a><label for=a>…<div><section>…</section>…</div>.
std::optional<TabGroup> FindRadioTabs(html::Node holder);

}  // namespace sitedoor::extract::internal
