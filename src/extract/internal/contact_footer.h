// ContactFooter: the address, telephone and opening hours of a contact page where the site's footer
// alone holds them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Entries outside of `root`, in the order of the page: <address>, microdata of a place or a
// business, the block round a tel: link. None where the page is not called a contact page, by its
// first heading or `title`, or where `root` has an address of its own. Linear.
std::vector<std::uint32_t> ContactOutside(const ElementTable& table, std::uint32_t root,
                                          std::string_view title);

}  // namespace sitedoor::extract::internal
