// RepeatedQuotes: what forums show again of earlier posts, and magazines of their own text.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Marks as chrome the quotes in `root` all of whose sentences stand before them in `root`, but for
// those of a post that answers several one by one. What is quoted from elsewhere stays. Linear, and
// nothing on a page without quotes or with very much text.
void MarkRepeatedQuotes(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
