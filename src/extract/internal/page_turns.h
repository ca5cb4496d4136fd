// PageTurns: links to the pages before and behind this one, where its text ends.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Leaves them out of `root`: one or two links at its very end, each with rel=prev or rel=next, with
// such a word before it or over it ("Previous", "Next:", "Older posts", in the languages that sites
// are mostly written in), or with arrows to both sides.
void MarkPageTurns(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
