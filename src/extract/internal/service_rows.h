// ServiceRows: what a page says of itself before and behind its text: the question whether it
// helped, when it was changed, how to edit and to share it, an offer of news, whose work it is.
// Known by their words and by where their links lead, whatever they are called.
#pragma once

#include <cstdint>
#include <string>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Leaves them out of `root`, where they stand before its first sentences or behind its last.
// Returns when the page was changed, ISO 8601, as such a row says it in words; "" where none says
// so. A row whose date cannot be read stays.
std::string MarkServiceRows(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
