// HidingLooks: which texts nobody sees in elements that are shown: without visibility or size, or
// of the colour of what stands behind them, until an element in those takes that back.
#pragma once

#include <vector>

#include "extract/internal/hiding_colors.h"
#include "extract/internal/hiding_rules.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

class HidingLooks {
 public:
  enum class Revealed { kNo, kYes };

  // `rules` are the page's and must outlive it; null for none.
  explicit HidingLooks(HidingRules* rules)
      : rules_(rules),
        asks_all_(rules != nullptr && (rules->Colors() != nullptr || rules->HidesText())) {}

  // Elements in the order of the page, each left before what follows it. One that is revealed hides
  // nothing, whatever its style says.
  void Enter(html::Node element, Revealed revealed) {
    if (asks_all_ || element.HasUncommonAttributes()) Note(element, revealed);
  }
  void Leave(html::Node node) {
    if (!looks_.empty() && looks_.back().element == node) looks_.pop_back();
  }

  // Of a text right in the element that was entered last and not left.
  bool HideText() const { return !looks_.empty() && looks_.back().hides; }

 private:
  struct Look {
    html::Node element;
    Paint paint = {};
    bool is_invisible = false;
    bool is_tiny = false;
    bool hides = false;
  };

  void Note(html::Node element, Revealed revealed);

  HidingRules* rules_;
  bool asks_all_ = false;    // also of elements without a style of their own
  std::vector<Look> looks_;  // of the elements that change it, the innermost last
};

}  // namespace sitedoor::extract::internal
