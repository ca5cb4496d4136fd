// HeadingAnchor: the fragment by which the page itself links to a heading.
#pragma once

#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// 1 to 6 for the tags of <h1> to <h6>, 0 for any other.
int HeadingRank(html::Tag tag);

// 1 to 6 for <h1> to <h6> and a block with role=heading, 0 for any other node.
int HeadingLevel(html::Node node);

// A heading among the first elements below: it says itself what a bold line would.
bool BeginsWithHeading(html::Node element);

// In this order: the heading's own id; an <a> or <span> in it with an id or name; the section, or
// other element, that begins with it; an empty anchor right before it; the target of its permalink.
// "" when there is none.
std::string HeadingAnchor(html::Node heading);

}  // namespace sitedoor::extract::internal
