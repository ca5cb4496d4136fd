// Blocks: a Markdown text as the flat list of its leaf blocks, each as plain text.
//
// Containers (quotes, lists) leave no trace but their order: an item is a block of its own. A
// heading in a list is one as any other; in a quote, which is an outline of its own, it is text.
// Link text, alt text, code and entities stay as text; destinations, titles, markers and HTML tags
// do not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunk.h"

namespace sitedoor::document {

enum class BlockKind { kHeading, kText, kCode, kTable };

struct Block {
  BlockKind kind = BlockKind::kText;
  int level = 0;                             // of a heading: 1 to 6
  std::size_t first_line = 0, end_line = 0;  // [first, end) of the Markdown, from 0
  std::string text;                          // never empty, but for a heading
  std::vector<ByteRange> code_ranges;        // in `text`
  // Text that says what the next block is: it ends in a colon, or is nothing but bold text or code,
  // as labels and the terms of definitions are.
  bool introduces = false;
  std::vector<std::size_t>
      row_starts;  // of a table: offsets of its rows in `text`; the header is the first
};

// In order of the text. `markdown` may be any bytes; linear time.
std::vector<Block> ReadBlocks(std::string_view markdown);

}  // namespace sitedoor::document
