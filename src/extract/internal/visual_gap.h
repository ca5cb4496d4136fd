// Gaps that a reader sees between inline elements though the page has no white space there: cards
// whose title and description are <span>s, rows of links, elements that a style makes blocks.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether an inline element is surely set apart from the element directly before it. Where the two
// may be parts of one word, as letters in different colours are, they are not. Looks at a bounded
// part of both.
bool StandsApart(html::Node element);

}  // namespace sitedoor::extract::internal
