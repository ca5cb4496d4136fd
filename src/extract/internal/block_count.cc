#include "extract/internal/block_count.h"

#include <algorithm>
#include <string_view>

#include "extract/internal/admonition.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/code_form.h"
#include "extract/internal/table_grid.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Entry = ElementTable::Entry;

// gtk-doc and others: the numbers of the lines in the cell beside them.
bool IsGutterBesideCode(Node pre) {
  constexpr std::size_t kMostBytes = 1u << 16;
  const Node cell = pre.Parent();
  return cell.IsElement(LXB_TAG_TD) && cell.NextSibling() && HoldsOnlyDigits(pre, kMostBytes);
}

bool IsCodeBlock(const Entry& entry) {
  if (entry.text == 0) return false;
  switch (entry.node.ElementTag()) {
    case LXB_TAG_PRE:
    case LXB_TAG_LISTING:
    case LXB_TAG_XMP:
      return !IsLineNumbers(entry.node) && !IsGutterBesideCode(entry.node) && !IsProse(entry.node);
    default:
      return IsCodeWithoutPre(entry.node, RolesOfClasses(entry.node.Attribute(LXB_DOM_ATTR_CLASS)));
  }
}

// AsciiDoc's <div class="admonitionblock"><table><tr><td class="icon"><td class="content">.
bool IsNoteBesideItsIcon(const ElementTable& table, std::uint32_t index) {
  const std::uint32_t parent = table.Entries()[index].parent;
  if (parent == ElementTable::kNone) return false;
  const Node around = table.Entries()[parent].node;
  return ReadAdmonition(around, RolesOfClasses(around.Attribute(LXB_DOM_ATTR_CLASS))).has_value();
}

// At least two rows, some of several cells; no table inside, and not said to be layout.
bool HasCells(const ElementTable& table, std::uint32_t index) {
  const Entry& entry = table.Entries()[index];
  const std::string_view role = entry.node.Attribute("role");
  if (role == "presentation" || role == "none") return false;
  int cells = 0;
  int rows = 0;
  for (std::uint32_t i = index + 1; i < entry.end; ++i) {
    const html::Tag tag = table.Entries()[i].node.ElementTag();
    if (tag == LXB_TAG_TABLE) return false;
    rows += tag == LXB_TAG_TR ? 1 : 0;
    cells += tag == LXB_TAG_TD || tag == LXB_TAG_TH ? 1 : 0;
  }
  return rows > 1 && cells > rows;
}

bool IsTable(const ElementTable& table, std::uint32_t index) {
  const Node node = table.Entries()[index].node;
  if (!node.IsElement(LXB_TAG_TABLE)) return false;
  if (HasCells(table, index)) {
    // Two blocks of code under their titles are counted as code; a column beside empty ones is
    // none.
    const TableGrid grid = ReadTable(node);
    return !grid.is_code_columns && !(grid.is_layout && grid.columns == 1);
  }
  return !IsNoteBesideItsIcon(table, index) && !ReadTable(node).is_layout;
}

}  // namespace

BlockCount CountBlocks(const ElementTable& table, std::uint32_t root) {
  BlockCount count;
  std::uint32_t chrome_end = 0;
  for (std::uint32_t i = root; i < table.Entries()[root].end;) {
    const Entry& entry = table.Entries()[i];
    if (entry.chrome && i != root) chrome_end = std::max(chrome_end, entry.end);
    const bool is_code = IsCodeBlock(entry);
    if (is_code) ++count.code_blocks;
    if (i >= chrome_end && IsTable(table, i)) ++count.tables;
    i = is_code ? entry.end : i + 1;
  }
  return count;
}

}  // namespace sitedoor::extract::internal
