#include "extract/internal/cell_button.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/question_button.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBytes = 80;
constexpr std::size_t kMostNodes = 24;

bool IsCell(Node node) { return node.IsElement(LXB_TAG_TD) || node.IsElement(LXB_TAG_TH); }

// The cell around it; null at another place.
Node CellAround(Node button) {
  constexpr int kMostLevels = 4;
  Node at = button.Parent();
  for (int level = 0; at && !IsCell(at) && level < kMostLevels; ++level) at = at.Parent();
  return at && IsCell(at) ? at : Node();
}

bool HoldsButton(Node cell) {
  std::size_t seen = 0;
  for (Node at = cell; at && seen < kMostNodes; at = at.Next(cell), ++seen) {
    if (at.IsElement(LXB_TAG_BUTTON)) return true;
  }
  return false;
}

bool SaysValue(std::string_view label) {
  constexpr auto kValues = std::to_array<std::string_view>(
      {"yes",  "no",  "partial", "full", "none", "n/a", "✓",  "✔",   "✗",  "✘", "ja",
       "nein", "oui", "non",     "sí",   "sim",  "não", "да", "нет", "是", "否"});
  const bool has_digit = std::ranges::any_of(label, [](char c) { return c >= '0' && c <= '9'; });
  return has_digit || std::ranges::find(kValues, AsciiLowered(label)) != kValues.end();
}

}  // namespace

bool IsValueOfRow(Node button) {
  const Node cell = CellAround(button);
  if (!cell || cell.Attribute("role") == "gridcell" || !cell.Parent().IsElement(LXB_TAG_TR))
    return false;
  const std::string text = button.StartOfText(kMostBytes, kMostNodes);
  const std::string_view label = Trimmed(text);
  if (!SaysValue(label) || GivesCommand(button)) return false;
  const std::string all = cell.StartOfText(kMostBytes, kMostNodes);
  if (Trimmed(all) != label) return false;
  Node first = cell.Parent().FirstChild();
  for (std::size_t seen = 0; first && !IsCell(first) && seen < kMostNodes; ++seen)
    first = first.NextSibling();
  if (!first || !IsCell(first) || first == cell || HoldsButton(first)) return false;
  const std::string name = first.StartOfText(kMostBytes, kMostNodes);
  return std::ranges::any_of(
      name, [](char c) { return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace sitedoor::extract::internal
