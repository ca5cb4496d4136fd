#include "extract/internal/table_grid.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/code_form.h"
#include "extract/internal/element_table.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/unicode_classes.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

bool IsUnseen(html::Node part) { return part.Mark() == kSkipHidden || IsHidden(part); }

using html::Node;

constexpr std::size_t kMostColumns = 1000;  // the HTML standard's limit for a colspan too
constexpr std::size_t kMostRowSpan = 65534;

std::size_t SpanOf(Node cell, std::string_view name, std::size_t most) {
  const std::string_view text = cell.Attribute(name);
  std::size_t value = 1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp<std::size_t>(value, 1, most);
}

// 0 means all rows of its group that are left.
std::size_t RowSpanOf(Node cell) {
  return cell.Attribute("rowspan") == "0" ? kMostRowSpan : SpanOf(cell, "rowspan", kMostRowSpan);
}

bool IsCell(Node node) { return node.IsElement(LXB_TAG_TD) || node.IsElement(LXB_TAG_TH); }

// A row's cells are placed left to right in the columns that no cell from above still covers.
class GridBuilder {
 public:
  // No cell spans rows of two groups.
  void BeginGroup() { covered_until_.clear(); }

  void AddRow(Node row, TableGrid& grid) {
    GridRow placed;
    std::size_t column = 0;
    for (Node cell = row.FirstChild(); cell; cell = cell.NextSibling()) {
      if (!IsCell(cell) || IsUnseen(cell)) continue;
      while (column < covered_until_.size() && covered_until_[column] > row_index_) ++column;
      if (column >= kMostColumns) break;
      const std::size_t width =
          std::min(SpanOf(cell, "colspan", kMostColumns), kMostColumns - column);
      const std::size_t height = RowSpanOf(cell);
      placed.cells.push_back({cell, column});
      grid.columns = std::max(grid.columns, column + 1);
      if (height > 1) Cover(column, width, height);
      column += width;
    }
    ++row_index_;
    if (!placed.cells.empty()) grid.rows.push_back(std::move(placed));
  }

 private:
  void Cover(std::size_t column, std::size_t width, std::size_t height) {
    if (covered_until_.size() < column + width) covered_until_.resize(column + width, 0);
    for (std::size_t i = column; i < column + width; ++i) covered_until_[i] = row_index_ + height;
  }

  std::vector<std::size_t> covered_until_;  // by column: the first row that is free again
  std::size_t row_index_ = 0;
};

// A cell's code may have so many lines; more are read better as a block of their own...
constexpr std::size_t kMostCodeLines = 6;
// ... but for a few in a table of data, which would be none without its rows.
constexpr std::size_t kMostLinesInData = 60;

// What the cells hold that no line of a Markdown table can.
struct Contents {
  bool has_table = false;
  bool has_heading = false;
  std::size_t longest_code = 0;  // lines
  std::size_t long_codes = 0;    // blocks of more than kMostCodeLines
  bool has_line_numbers = false;
  std::size_t code_blocks = 0;
  int blocks = 0;  // paragraphs and lists in all cells
  int lists = 0;
  int header_cells = 0;
  std::size_t text_bytes = 0;
};

std::size_t LinesOfCode(Node pre) {
  const auto is_hidden = [](Node element) { return IsHiddenInCode(element); };
  const std::string text = ReadCode(pre, is_hidden).text;
  return 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

Contents LookInto(Node table) {
  Contents contents;
  const bool is_aria = !table.IsElement(LXB_TAG_TABLE);
  std::size_t lines = 0;
  for (Node at = table.Next(table); at;) {
    bool descend = true;
    // Each of those inside each other would be looked into.
    if (is_aria && (IsAriaTable(at) || at.HasClass("summary-table"))) {
      contents.has_table = true;
      return contents;
    }
    if (at.IsText()) contents.text_bytes += at.Text().size();
    if (HeadingLevel(at) > 0) contents.has_heading = true;
    switch (at.InForeignContent() ? html::Tag{LXB_TAG_SVG} : at.ElementTag()) {
      case LXB_TAG_TABLE:
        contents.has_table = true;
        return contents;
      case LXB_TAG_DIV:
        if (!IsCodeWithoutPre(at, RolesOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS)))) break;
        [[fallthrough]];
      case LXB_TAG_PRE:
        if (IsProse(at)) break;
        ++contents.code_blocks;
        lines = LinesOfCode(at);
        contents.longest_code = std::max(contents.longest_code, lines);
        contents.long_codes += lines > kMostCodeLines ? 1 : 0;
        descend = false;
        break;
      case LXB_TAG_TH:
        ++contents.header_cells;
        break;
      case LXB_TAG_TD:
        contents.has_line_numbers =
            contents.has_line_numbers ||
            (RolesOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS)) & kGutter) != 0;
        break;
      case LXB_TAG_UL:
      case LXB_TAG_OL:
        ++contents.lists;
        [[fallthrough]];
      case LXB_TAG_P:
      case LXB_TAG_DL:
      case LXB_TAG_BLOCKQUOTE:
        ++contents.blocks;
        break;
      case LXB_TAG_SVG:
      case LXB_TAG_SCRIPT:
      case LXB_TAG_STYLE:
        descend = false;
        break;
      default:
        break;
    }
    at = at.Next(table, descend ? Node::Descend::kYes : Node::Descend::kNo);
  }
  return contents;
}

bool IsLayout(Node table, const TableGrid& grid, const Contents& contents) {
  if (contents.has_table || contents.has_line_numbers) return true;
  const bool is_data = grid.rows.size() >= 3 && grid.columns >= 2 && !contents.has_heading &&
                       2 * contents.long_codes < grid.rows.size();
  const std::size_t most_lines = is_data                     ? kMostLinesInData
                                 : contents.header_cells > 0 ? kMostCodeLines
                                                             : 1;
  if (contents.longest_code > most_lines) return true;
  std::size_t cells = 0;
  for (const GridRow& row : grid.rows) cells += row.cells.size();
  // Line numbers beside code, or code beside code.
  if (cells <= 1 || (grid.rows.size() == 1 && contents.code_blocks == cells)) return true;
  const bool has_header = contents.header_cells > 0;
  if (grid.columns == 1) return !has_header || grid.rows.size() < 2;
  if (has_header) return false;
  if (contents.has_heading) return true;
  // One row with lists, or of much text: columns of a page.
  if (grid.rows.size() == 1 && contents.lists > 0) return true;
  const bool few_rows = grid.rows.size() <= 2;
  return few_rows && static_cast<std::size_t>(contents.blocks) > 2 * cells &&
         contents.text_bytes > 400 * cells && table.Attribute(LXB_DOM_ATTR_CLASS).empty();
}

// FPDoc: a signature in a table of one column, a row a line: <td><p><tt><span class="code">.
bool IsLineOfSignature(Node cell) {
  Node at = cell;
  for (const html::Tag tag : {LXB_TAG_P, LXB_TAG_TT, LXB_TAG_SPAN}) {
    at = at.FirstChild();
    if (!at || !at.IsElement(tag)) return false;
  }
  return at.HasClass("code");
}

bool HoldsLinesOfCode(const TableGrid& grid) {
  return grid.columns == 1 && grid.rows.size() > 1 && grid.rows.size() <= kMostLinesInData &&
         std::ranges::all_of(grid.rows, [](const GridRow& row) {
           return !row.cells.empty() && IsLineOfSignature(row.cells[0].element);
         });
}

// A row of titles and a row of code: two ways to write the same, beside each other.
bool HoldsCodeUnderTitles(const TableGrid& grid, const Contents& contents) {
  if (grid.rows.size() != 2) return false;
  const std::vector<GridCell>& titles = grid.rows.front().cells;
  const bool all_titles = std::ranges::all_of(
      titles, [](const GridCell& cell) { return cell.element.IsElement(LXB_TAG_TH); });
  return all_titles && titles.size() == grid.rows.back().cells.size() &&
         contents.code_blocks >= titles.size();
}

void CollectRows(Node table, TableGrid& grid) {
  GridBuilder builder;
  for (Node part = table.FirstChild(); part; part = part.NextSibling()) {
    if (part.IsElement(LXB_TAG_CAPTION) && !grid.caption) grid.caption = part;
    if (part.IsElement(LXB_TAG_TR) && !IsUnseen(part)) builder.AddRow(part, grid);
    const bool is_group = part.IsElement(LXB_TAG_THEAD) || part.IsElement(LXB_TAG_TBODY) ||
                          part.IsElement(LXB_TAG_TFOOT);
    if (!is_group || IsUnseen(part)) continue;
    builder.BeginGroup();
    for (Node row = part.FirstChild(); row; row = row.NextSibling()) {
      if (row.IsElement(LXB_TAG_TR) && !IsUnseen(row)) builder.AddRow(row, grid);
    }
  }
}

bool IsEmptyCell(Node cell) {
  constexpr int kMostNodes = 16;
  int seen = 0;
  for (Node at = cell; at; at = at.Next(cell)) {
    if (++seen > kMostNodes || at.IsElement(LXB_TAG_IMG) || at.InForeignContent()) return false;
    const std::string_view text = at.Text();
    for (std::size_t i = 0; i < text.size();) {
      const text::CodePoint point = text::DecodeAt(text, i);
      if (!IsMarkdownSpace(point.value)) return false;
      i += point.bytes;
    }
  }
  return true;
}

// Columns without anything, as old pages set others apart with, between or behind others. A first
// row of titles says that they are columns.
void DropEmptyColumns(TableGrid& grid) {
  if (grid.rows.size() < 2 || grid.columns < 2) return;
  std::vector<bool> empty(grid.columns, false);
  bool any = false;
  for (const GridCell& cell : grid.rows.front().cells) {
    if (cell.element.IsElement(LXB_TAG_TH)) return;
    empty[cell.column] = cell.column > 0 && IsEmptyCell(cell.element);
    any = any || empty[cell.column];
  }
  if (!any) return;
  for (const GridRow& row : grid.rows) {
    for (const GridCell& cell : row.cells) {
      if (empty[cell.column] && !IsEmptyCell(cell.element)) empty[cell.column] = false;
    }
  }
  std::vector<std::size_t> new_column(grid.columns);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < grid.columns; ++i) {
    new_column[i] = kept;
    kept += empty[i] ? 0 : 1;
  }
  for (GridRow& row : grid.rows) {
    std::erase_if(row.cells, [&](const GridCell& cell) { return empty[cell.column]; });
    for (GridCell& cell : row.cells) cell.column = new_column[cell.column];
  }
  grid.columns = kept;
}

// Rows that are each headed by their first cell have no header row; a table without any <th> is
// read with its first.
bool FirstRowIsHeader(const TableGrid& grid) {
  if (grid.rows.size() < 2) return false;
  const std::vector<GridCell>& cells = grid.rows.front().cells;
  const bool all_alike = std::ranges::all_of(cells, [&](const GridCell& cell) {
    return cell.element.ElementTag() == cells.front().element.ElementTag();
  });
  if (!all_alike) return cells.back().element.IsElement(LXB_TAG_TH);
  return cells.size() > 1 || cells.front().element.IsElement(LXB_TAG_TH) || grid.columns == 1;
}

}  // namespace

TableGrid ReadTable(Node table) {
  TableGrid grid;
  const std::string_view role = table.Attribute("role");
  grid.is_layout = role == "presentation" || role == "none" ||
                   (RolesOfClasses(table.Attribute(LXB_DOM_ATTR_CLASS)) & kLayoutTable) != 0;
  if (grid.is_layout) return grid;
  const Contents contents = LookInto(table);
  grid.is_code = contents.has_line_numbers && contents.code_blocks == 0 && !contents.has_table;
  if (contents.has_table || grid.is_code) {
    grid.is_layout = true;
    return grid;
  }
  CollectRows(table, grid);
  DropEmptyColumns(grid);
  grid.is_layout = IsLayout(table, grid, contents);
  grid.is_code = grid.is_layout && contents.code_blocks == 0 && HoldsLinesOfCode(grid);
  grid.is_code_columns = grid.is_layout && HoldsCodeUnderTitles(grid, contents);
  grid.first_row_is_header = FirstRowIsHeader(grid);
  return grid;
}

bool IsAriaTable(Node element) {
  if (!element.HasAttributes()) return false;
  const std::string_view role = element.Attribute("role");
  return role == "table" || role == "grid" || role == "treegrid";
}

TableGrid ReadAriaTable(Node table) {
  TableGrid grid;
  const Contents contents = LookInto(table);
  grid.is_layout = contents.has_table || contents.has_heading || contents.longest_code > 1;
  GridRow row;
  bool all_head_first_row = true;
  const auto end_row = [&] {
    if (row.cells.empty()) return;
    grid.columns = std::max(grid.columns, row.cells.size());
    grid.rows.push_back(std::move(row));
    row = {};
  };
  std::size_t seen = 0;
  for (Node at = table.Next(table); at && !grid.is_layout; ++seen) {
    const std::string_view role = at.HasAttributes() ? at.Attribute("role") : std::string_view();
    const bool is_head = role == "columnheader";
    const bool is_cell = is_head || role == "cell" || role == "gridcell" || role == "rowheader";
    if (role == "row") end_row();
    if (is_cell && row.cells.size() < kMostColumns && !IsUnseen(at)) {
      if (grid.rows.empty()) all_head_first_row = all_head_first_row && is_head;
      row.cells.push_back({at, row.cells.size()});
    }
    const bool descend = !is_cell && !at.InForeignContent() && !IsUnseen(at);
    at = at.Next(table, descend ? Node::Descend::kYes : Node::Descend::kNo);
  }
  end_row();
  grid.first_row_is_header = all_head_first_row;
  grid.is_layout = grid.is_layout || grid.rows.size() < 2 || grid.columns < 2;
  return grid;
}

TableGrid ReadFlatTable(Node table) {
  TableGrid grid;
  std::size_t cells = 0;
  bool in_titles = true;
  for (Node cell = table.FirstChild(); cell; cell = cell.NextSibling()) {
    if (!cell.IsElement() || IsUnseen(cell)) continue;
    in_titles = in_titles && grid.columns < kMostColumns && cell.HasClass("table-header");
    if (in_titles) {
      ++grid.columns;
    } else if (grid.columns < 2) {
      break;
    }
    if (grid.rows.empty() || (!in_titles && cells % grid.columns == 0)) grid.rows.emplace_back();
    grid.rows.back().cells.push_back({cell, grid.rows.back().cells.size()});
    ++cells;
  }
  grid.is_layout = grid.columns < 2 || grid.rows.size() < 2 || cells % grid.columns != 0;
  if (grid.is_layout) return grid;
  const Contents contents = LookInto(table);
  grid.is_layout =
      contents.has_table || contents.has_heading || contents.longest_code > kMostCodeLines;
  return grid;
}

}  // namespace sitedoor::extract::internal
