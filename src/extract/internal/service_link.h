// ServiceLink: links that serve moving about or editing the page, and say nothing of its subject.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether a link only leads back to the top or from a footnote to its place, or to where the page
// is edited: its whole text is a sign, or says so. O(1).
bool IsServiceLink(html::Node link);

}  // namespace sitedoor::extract::internal
