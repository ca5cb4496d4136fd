// TableGrid: a <table> as rows and columns, or the finding that it is no table at all but layout.
#pragma once

#include <cstddef>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct GridCell {
  html::Node element;
  std::size_t column = 0;  // where it begins, spans before it counted
};

struct GridRow {
  std::vector<GridCell> cells;  // in order of column
};

struct TableGrid {
  bool is_layout = false;        // to be read as blocks; `rows` is then incomplete
  bool is_code_columns = false;  // layout: titles, and blocks of code under them
  bool is_code = false;          // lines of code without any <pre>, maybe beside their numbers
  html::Node caption;            // may be null
  std::vector<GridRow> rows;     // those with cells
  std::size_t columns = 0;       // past the last column in which a cell begins
  bool first_row_is_header =
      true;  // false: the first row is as the others are, headed by its first cell
};

// Linear in the table; a table inside a cell ends the look at once, since the outer one is then
// layout.
TableGrid ReadTable(html::Node table);

// Elements with the roles of a table: <div role=table>, row, cell.
bool IsAriaTable(html::Node element);
TableGrid ReadAriaTable(html::Node table);

// javadoc: cells without rows, the titles first. Layout where they do not make up whole rows.
TableGrid ReadFlatTable(html::Node table);

}  // namespace sitedoor::extract::internal
