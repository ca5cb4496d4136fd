// MarkdownWalk's tables: those of rows and columns, and those that only lay things out.
#include <algorithm>

#include "extract/internal/admonition.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/markdown_walk.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using BlockKind = BlockOutput::BlockKind;

// Empty cells that may be added, beside as many as there are real ones: short rows of a table with
// one very long row would otherwise grow without bound. Parsers add those that are missing.
constexpr std::size_t kPaddingAllowed = 4096;
constexpr std::size_t kPaddingPerCell = 8;

// What a row takes beside its texts: bars, padding, the line of dashes under the first one.
constexpr std::size_t kRowBytesPerColumn = 10, kRowBytes = 64;

constexpr std::size_t kMostLineNumberBytes = 1u << 16;

// AsciiDoc: what the numbers beside code stand for, in a table of numbers and texts.
bool IsCalloutList(Node table) {
  return table.IsElement(LXB_TAG_TABLE) && table.Parent() && table.Parent().HasClass("colist");
}

Node TableOf(Node row) {
  Node at = row.Parent();
  return at && !at.IsElement(LXB_TAG_TABLE) ? at.Parent() : at;
}

Node NextElement(Node node) {
  Node next = node.NextSibling();
  while (next && !next.IsElement()) next = next.NextSibling();
  return next;
}

// A cell whose <pre> holds only numbers, with more cells beside it.
bool IsLineNumberCell(Node cell) {
  if (!cell.NextSibling()) return false;
  Node pre = cell.FirstChild();
  while (pre && !pre.IsElement()) pre = pre.NextSibling();
  return pre && pre.IsElement(LXB_TAG_PRE) && HoldsOnlyDigits(pre, kMostLineNumberBytes);
}

}  // namespace

MarkdownWalk::Step MarkdownWalk::EnterTable(Node element, std::uint32_t roles) {
  EndParagraph();
  OnLeave(element, Undo::kEndBlock);
  if (IsFlat()) return Step::kDescend;
  if ((roles & kFootnote) != 0) {
    ++footnote_depth_;
    OnLeave(element, Undo::kEndFootnote);
    return Step::kDescend;
  }
  if ((roles & kCodeWithoutPre) != 0) return EnterBlock(element, roles);
  if (IsCalloutList(element)) return EnterNumberedList({}, element);
  const TableGrid grid = ReadTable(element);
  if (grid.is_code) return EnterCodeBlock(element);
  if (grid.is_code_columns) {
    WriteColumns(grid);
    return Step::kSkip;
  }
  const bool lays_out_admonition = !admonitions_.empty() && grid.rows.size() <= 2;
  constexpr std::size_t kIconAndText = 2;
  const bool may_be_admonition =
      grid.rows.size() == 1 && grid.rows.front().cells.size() <= kIconAndText;
  if (may_be_admonition && (roles & (kAdmonition | kAdmonitionKind)) != 0) {
    if (auto admonition = ReadAdmonition(element, roles))
      return EnterAdmonition(element, *std::move(admonition));
  }
  if (grid.is_layout || lays_out_admonition) return Step::kDescend;
  WriteTable(grid);
  return Step::kSkip;
}

MarkdownWalk::Step MarkdownWalk::EnterTableOfBlocks(const TableGrid& grid) {
  if (grid.is_layout) return Step::kDescend;
  WriteTable(grid);
  return Step::kSkip;
}

void MarkdownWalk::WriteColumns(const TableGrid& grid) {
  if (grid.caption) Walk(grid.caption);
  for (std::size_t i = 0; i < grid.rows.front().cells.size() && !stopped_; ++i) {
    Walk(grid.rows.front().cells[i].element);
    if (!stopped_) Walk(grid.rows.back().cells[i].element);
  }
}

void MarkdownWalk::WriteTable(const TableGrid& grid) {
  if (grid.caption) {
    in_cell_ = true;
    Walk(grid.caption);
    in_cell_ = false;
    EndParagraph();
    if (stopped_) return;
  }
  std::size_t cells = 0;
  for (const GridRow& row : grid.rows) cells += row.cells.size();
  std::size_t padding_left = kPaddingAllowed + kPaddingPerCell * cells;
  in_cell_ = true;
  inline_.SetMode(InlineMode::kCell);
  blocks_.Begin(BlockKind::kOther);
  row_bytes_ = kRowBytesPerColumn * grid.columns + kRowBytes;
  const std::size_t first_body_row = grid.first_row_is_header ? 1 : 0;
  header_cell_ = true;
  WriteRow(grid.first_row_is_header ? &grid.rows.front() : nullptr, grid.columns, padding_left);
  header_cell_ = false;
  blocks_.NewLine();
  blocks_.Append("|");
  for (std::size_t i = 0; i < grid.columns; ++i) blocks_.Append(" --- |");
  for (std::size_t i = first_body_row; i < grid.rows.size() && !stopped_; ++i) {
    if (blocks_.RoomInNextLine() < row_bytes_) {
      Stop(grid.rows[i].cells.empty() ? Node() : grid.rows[i].cells.front().element);
      break;
    }
    blocks_.NewLine();
    WriteRow(&grid.rows[i], grid.columns, padding_left);
  }
  blocks_.End();
  inline_.SetMode(InlineMode::kParagraph);
  in_cell_ = false;
  row_bytes_ = 0;
  if (!stopped_ && !blocks_.Full()) ++outcome_.tables;
}

void MarkdownWalk::WriteRow(const GridRow* row, std::size_t columns, std::size_t& padding_left) {
  blocks_.Append("|");
  std::size_t column = 0;
  const auto pad_until = [&](std::size_t end) {
    for (; column < end && padding_left > 0; ++column, --padding_left) blocks_.Append("  |");
  };
  if (row != nullptr) {
    if (!row->cells.empty()) MarkAnchors(row->cells.front().element.Parent());
    for (const GridCell& cell : row->cells) {
      pad_until(cell.column);
      blocks_.Append(" ");
      WriteCell(cell.element);
      blocks_.Append(" |");
      ++column;
    }
  }
  pad_until(columns);
}

void MarkdownWalk::WriteCell(Node cell) {
  const bool header_row = header_cell_;
  header_cell_ = header_row || cell.IsElement(LXB_TAG_TH);
  MarkAnchors(cell);
  Walk(cell);
  header_cell_ = header_row;
  blocks_.Append(inline_.Finish().markdown);
  inline_.Clear();
}

MarkdownWalk::Step MarkdownWalk::EnterLayoutRow(Node element, std::uint32_t roles) {
  if (!IsFlat() && IsCalloutList(TableOf(element))) return EnterItem(element);
  return EnterBlock(element, roles);
}

MarkdownWalk::Step MarkdownWalk::EnterLayoutCell(Node element, std::uint32_t roles) {
  if (in_cell_ || IsFlat()) return EnterBlock(element, roles);
  if (NextElement(element) && IsCalloutList(TableOf(element.Parent()))) return Step::kSkip;
  if ((roles & kGutter) != 0 || IsLineNumberCell(element)) return Step::kSkip;
  if (element.IsElement(LXB_TAG_TH)) {
    if (!join_next_block_) EndParagraph();
    return EnterBold(element);
  }
  const bool joined =
      (roles & kJoinedCell) != 0 || (footnote_depth_ > 0 && (roles & kFootnoteLabel) != 0);
  if (joined) {
    EndParagraph();
    OnLeave(element, Undo::kEndFootnoteLabel);
    return Step::kDescend;
  }
  return EnterBlock(element, roles);
}

}  // namespace sitedoor::extract::internal
