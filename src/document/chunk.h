// Chunk: the slice of one Document that is indexed, ranked and shown as a passage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sitedoor::document {

struct ByteRange {
  std::size_t begin = 0, end = 0;  // [begin, end)
  bool operator==(const ByteRange&) const = default;
};

struct Chunk {
  std::string document_id;
  std::uint32_t ordinal = 0;  // within the document, from 0
  // Outermost first, without the page title; at most 1,000 bytes in all: longer headings are cut at
  // a word's end and end in "…".
  std::vector<std::string> heading_path;
  std::string anchor;        // of the nearest heading at or above it that has one, "" for none
  ByteRange markdown_range;  // in Document::markdown
  std::string text;          // plain text: what is indexed and shown, paragraphs separated by "\n"
  // Parts of `text` that are code (blocks and inline), ascending, disjoint.
  std::vector<ByteRange> code_ranges;
  std::uint32_t token_count = 0;  // an estimate: about four bytes a token, one a CJK character
  bool operator==(const Chunk&) const = default;
};

}  // namespace sitedoor::document
