// TitledBox: an aside of the text itself, set in a box under a title of its own, as manuals have
// them ("sidebar"). Sites call what stands beside their text the same, without such a title.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// docutils' sidebars and topics, DocBook's sidebars. Looks at a few nodes.
bool IsTitledBox(html::Node element);

}  // namespace sitedoor::extract::internal
