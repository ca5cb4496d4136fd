// BookContents: the list of chapters behind the title page of a book in parts (DocBook's index).
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// The element that holds `root` and, right behind it, a list that is called contents, is a list of
// terms as no menu is, leads to several other pages, and says about as much as `root` or more;
// `root` where there is none.
std::uint32_t WidenToBookContents(const ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
