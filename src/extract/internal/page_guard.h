// PageGuard: the element by which a page hides all that it is until a script has run, against other
// sites' frames or flashes of unstyled text.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// What is hidden so is the page from this size on.
inline constexpr std::uint32_t kLeastGuardedProse = 1'000;

// The hidden element that is the page: nearly all the text there is, with the parts of a page; null
// when there is none. Linear.
html::Node FindGuard(const ElementTable& table);

}  // namespace sitedoor::extract::internal
