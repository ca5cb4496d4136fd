// CollapsedColumns: the cells of columns that <col style="visibility:collapse"> takes away.
#pragma once

#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Of a <table>; none of most, which takes a look at its first children alone. Style sheets are not
// asked.
std::vector<html::Node> CellsOfCollapsedColumns(html::Node table);

}  // namespace sitedoor::extract::internal
