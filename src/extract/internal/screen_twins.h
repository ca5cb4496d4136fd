// ScreenTwins: blocks that a page holds twice, for narrow screens and for wide ones.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Leaves out the one of two equal blocks that is called by the screens it is for, the one for
// narrow screens first; the page's style sheets show one of them.
void MarkTwinsForOtherScreens(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
