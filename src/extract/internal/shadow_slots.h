// ShadowSlots: what declarative shadow roots leave without a place: children of their host that no
// slot takes, what stands in a slot that is filled, and what the root's own style sheet hides by
// ::slotted() and :host.
#pragma once

#include <string_view>
#include <unordered_set>

#include "extract/internal/hiding_rules.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

class ShadowSlots {
 public:
  // `root` is the <template> that is the shadow root of its parent. Linear in what is below it and
  // in the children of the host, which are asked for behind it. `sheet` may be null.
  void Read(html::Node root, HidingRules* sheet);

  // An element or a text.
  bool Hide(html::Node node) const { return !hidden_.empty() && hidden_.contains(node.Id()); }

 private:
  void ReadStyles(html::Node root, html::Node host);
  void HideBy(std::string_view selector, html::Node root, html::Node host);

  std::unordered_set<const void*> hidden_;
};

}  // namespace sitedoor::extract::internal
