// Pieces: blocks cut to sizes that fit a chunk.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "document/chunk.h"
#include "document/chunker.h"
#include "document/internal/blocks.h"

namespace sitedoor::document {

struct Piece {
  std::string text;
  std::vector<ByteRange> code_ranges;        // in `text`
  std::size_t characters = 0;                // code points of `text`
  std::size_t first_line = 0, end_line = 0;  // of a part of a paragraph: those of the paragraph
  bool introduces = false;                   // a whole block that says what the next one is
  bool continues = false;                    // goes on with the block of the piece before
  bool repeats_header = false;  // a later part of a table: begins with its header row again
};

// One piece for a block that is no longer than the options allow. A longer paragraph is cut at
// sentence ends, a table between rows, code between lines; what has no such place is cut at a
// space, or else between two characters. Appends to `pieces`.
void CutBlock(const Block& block, const ChunkerOptions& options, std::vector<Piece>& pieces);

}  // namespace sitedoor::document
