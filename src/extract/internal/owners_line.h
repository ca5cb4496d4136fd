// OwnersLine: the line that says whose work a page is, at the end of its content: "© 2026 Acme. All
// rights reserved."
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Leaves out what `root` ends with, as long as that is such a line, short or in an element called
// "legal" or "copyright". It stays under a heading of its own, in a section or on a page about
// copyright and licences, and where it is much of what the page says. Returns whether there was
// one; the sums are then to be made again.
bool MarkOwnersLines(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
