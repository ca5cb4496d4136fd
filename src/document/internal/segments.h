// Segments: a huge Markdown text cut into parts that the parser reads one after another.
//
// cmark makes a node of some 200 bytes for every piece of markup and for every line, and holds a
// whole text's nodes at once: twenty megabytes of brackets would take five gigabytes. What is cut
// is only what has more of them than kMostSegmentUnits; any other text is one segment. Link
// reference definitions hold in their segment alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunk.h"

namespace sitedoor::document {

// A unit stands for 100 to 250 bytes of the parser's memory. Texts of less than 250 KB never have
// so many, those of real pages hardly below five megabytes.
inline constexpr std::size_t kMostSegmentUnits = 1'000'000;

struct Segment {
  ByteRange range;
  std::size_t first_line = 0;  // of the text, from 0
  std::size_t indent = 0;      // spaces to take off each line: the first one's, where a list is cut
  ByteRange table_header = {};  // of a table that is cut: the two lines its rows need in front
  bool continues_line = false;  // begins within a line, at a space where there is one
};

// In order, without gaps. Cuts where a block begins if it can, or else between lines, or else
// within a line, but never in a fence or in a backslash escape. Linear time.
std::vector<Segment> CutMarkdown(std::string_view markdown);

// What the parser counts for: at most kMostSegmentUnits in any segment, but for fences.
std::size_t ParseUnits(std::string_view markdown);

}  // namespace sitedoor::document
