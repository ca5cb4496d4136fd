// StreamedParts: pages of React's streaming server rendering (Next.js and others) send what took
// longer after the page, as <div hidden id="S:3">, and a script puts it where <template id="B:3">
// or <template id="P:3"> holds its place. Without that, code blocks and whole articles are hidden.
#pragma once

#include <cstddef>

#include "html/tree.h"

namespace sitedoor::html {

// Puts the parts where a browser shows them, in place of what stands there meanwhile ("Loading").
// Returns how many. Linear; only the last children of <body> are looked at when there are none.
std::size_t PlaceStreamedParts(Tree& tree);

}  // namespace sitedoor::html
