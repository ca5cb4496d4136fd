// Chunker: a document's Markdown to chunks that carry their headings.
//
// Sections by heading; a section longer than the limit is split at paragraph (block) boundaries,
// then at sentence ends. A code block is never split, however long, unless the options set a limit
// for it: then between lines, and each part is code. A long table's parts repeat its header row. A
// heading stands alone in a chunk only where nothing stands below it, in its section or deeper.
// Small neighbouring sections are not merged: a chunk has one heading path. What introduces the
// next block (a definition's term, a label, a line that ends in a colon) stays with that block's
// begin; a short rest stays with the chunk before it. A heading in a list opens a section as any
// other does; one in a quote is text: the quote is an outline of its own, and what follows it is
// not below that heading. A Markdown defect (an unclosed fence) never loses text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunk.h"
#include "document/document.h"

namespace sitedoor::document {

// In code points of plain text. Measured with the keyword leg alone (nDCG@10 of the open halves of
// two documentation sites, target/most): 600/1200 .799 .660, 900/1600 .799 .696, 1200/2000 .786
// .646, 1800/2800 .772 .609, 3000/4000 .774 .587.
struct ChunkerOptions {
  std::size_t target_characters = 900;    // a chunk ends at the first boundary past it
  std::size_t most_characters = 1'600;    // a block longer than this is split at sentence ends
  std::size_t most_fence_characters = 0;  // code longer than this is split between lines; 0: never
};

// Linear in the Markdown's size. Thread-safe. A document without text gives no chunks.
std::vector<Chunk> ChunkDocument(const Document& document, const ChunkerOptions& options = {});

// Markdown to plain text, as chunks have it, with the ranges that are code.
struct PlainText {
  std::string text;
  std::vector<ByteRange> code_ranges;
};
PlainText MarkdownToPlainText(std::string_view markdown);

}  // namespace sitedoor::document
