// Chunker: a document's Markdown to chunks that carry their headings.
//
// Sections by heading; a section longer than the limit is split at paragraph (block) boundaries, then at sentence
// ends; a fence is never split unless it alone is longer than `most_fence_characters`, and then each part is a fence
// with the same info string; a long table's parts repeat its header rows; a heading never stands alone in a chunk
// unless the section has nothing else. Small neighbouring sections are not merged: a chunk has one heading path.
// A Markdown defect (an unclosed fence) never loses text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunk.h"
#include "document/document.h"

namespace sitedoor::document {

struct ChunkerOptions {
  std::size_t target_characters = 1'200;       // code points of plain text; a chunk ends at the first boundary past it
  std::size_t most_characters = 2'000;         // a block longer than this is split at sentence ends
  std::size_t most_fence_characters = 8'000;
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
