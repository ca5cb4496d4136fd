#include "extract/internal/collapsed_columns.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "extract/internal/inline_style.h"
#include "extract/internal/table_grid.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostColumns = 1000;
constexpr int kMostChildren = 64;

std::size_t SpanOf(Node column) {
  const std::string_view text = column.Attribute("span");
  std::size_t value = 1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp<std::size_t>(value, 1, kMostColumns);
}

// Unlike "hidden", which columns take no notice of.
bool IsCollapsed(Node column) {
  const std::string_view style = column.Attribute(LXB_DOM_ATTR_STYLE);
  return style.find("ollapse") != std::string_view::npos &&
         LookOfStyle(style).visibility == TextLook::kHidden;
}

// By column: whether it is collapsed.
std::vector<bool> ReadColumns(Node table) {
  std::vector<bool> columns;
  const auto add = [&](Node column, bool is_collapsed) {
    const std::size_t span = SpanOf(column);
    if (columns.size() + span <= kMostColumns)
      columns.insert(columns.end(), span, is_collapsed || IsCollapsed(column));
  };
  Node child = table.FirstChild();
  for (int seen = 0; child && seen < kMostChildren; child = child.NextSibling(), ++seen) {
    if (child.IsElement(LXB_TAG_TR) || child.IsElement(LXB_TAG_TBODY)) break;
    if (!child.IsElement(LXB_TAG_COLGROUP)) continue;
    const bool is_collapsed = IsCollapsed(child);
    bool has_columns = false;
    Node column = child.FirstChild();
    for (std::size_t i = 0; column && i < kMostColumns; column = column.NextSibling(), ++i) {
      if (!column.IsElement(LXB_TAG_COL)) continue;
      has_columns = true;
      add(column, is_collapsed);
    }
    if (!has_columns) add(child, is_collapsed);
  }
  return columns;
}

}  // namespace

std::vector<Node> CellsOfCollapsedColumns(Node table) {
  const std::vector<bool> columns = ReadColumns(table);
  if (std::ranges::find(columns, true) == columns.end()) return {};
  std::vector<Node> cells;
  for (const GridRow& row : ReadTable(table).rows) {
    for (const GridCell& cell : row.cells) {
      if (cell.column < columns.size() && columns[cell.column]) cells.push_back(cell.element);
    }
  }
  return cells;
}

}  // namespace sitedoor::extract::internal
