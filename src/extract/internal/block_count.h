// BlockCount: how many code blocks and tables the content has, for the report to show what was
// lost.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

struct BlockCount {
  int code_blocks = 0;  // also in what is left out as chrome: that none is lost is to be shown
  int tables = 0;       // those with several rows, some of several cells
};

BlockCount CountBlocks(const ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
