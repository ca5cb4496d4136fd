// Back-links: links from a note, or from further down, to where a reader came from, that show no
// more than a sign.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether a link in the page shows only an arrow back ("↩", "↑", "⏎"), perhaps with a number; or
// "^" or "«", which also name operators, in a note. Looks at a bounded part of what is round it.
bool IsBackLinkSign(html::Node link);

}  // namespace sitedoor::extract::internal
