#include "extract/internal/titled_box.h"

namespace sitedoor::extract::internal {

using html::Node;

bool IsTitledBox(Node element) {
  constexpr int kMostBefore = 4;  // white space and anchors
  Node at = element.FirstChild();
  for (int seen = 0; at && seen < kMostBefore; at = at.NextSibling(), ++seen) {
    if (at.HasClass("sidebar-title") || at.HasClass("topic-title")) return true;
    // DocBook has one at each section, too, under a heading; a box's title is none.
    if (at.HasClass("titlepage")) return element.HasClass("sidebar");
    if (at.HasClass("title")) return at.IsElement(LXB_TAG_P) && element.HasClass("sidebar");
  }
  return false;
}

}  // namespace sitedoor::extract::internal
