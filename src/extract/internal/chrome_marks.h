// Chrome marks: which blocks of an ElementTable are page chrome, judged by element, role, hints and
// what they hold.
#pragma once

#include <cstdint>
#include <string>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Navigation, banners, footers and the like, wherever they are. Blocks that hold much of the page's
// prose stay.
void MarkPageChrome(ElementTable& table);

// What is chrome inside the chosen content alone: share bars, related links, tables of contents,
// comments. Returns when the page was changed, as a row that is left out says it in words
// (service_rows.h); "" where none does.
std::string MarkContentChrome(ElementTable& table, std::uint32_t root);

// Takes every chrome mark back inside `root`: the page seems to be made of it.
void UnmarkChrome(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
