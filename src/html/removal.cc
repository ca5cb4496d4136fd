#include "html/removal.h"

namespace sitedoor::html {

bool RemoveFromTree(Tree& tree, Node node) {
  if (!node || !node.Parent() || node == tree.Html() || node == tree.Head() || node == tree.Body())
    return false;
  lxb_dom_node_remove_wo_events(static_cast<lxb_dom_node_t*>(const_cast<void*>(node.Id())));
  return true;
}

}  // namespace sitedoor::html
