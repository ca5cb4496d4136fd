// CellButton: buttons that are what a cell of a table says (MDN's tables of browsers), which open
// more on it.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether a button is all that a cell holds and says a value ("92", "No", "Since 3.1"), in a row
// that begins with a name. Calendars have rows of nothing but buttons. Looks at a bounded number of
// nodes.
bool IsValueOfRow(html::Node button);

}  // namespace sitedoor::extract::internal
