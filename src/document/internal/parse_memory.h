// ParseMemory: what one run of cmark allocates, let go of in one step.
//
// cmark asks for a few small pieces of memory for every word, and gives them back one by one: with
// malloc that is half the time of reading a page's Markdown. Here a piece is the next bytes of a
// block, and what cmark gives back is left where it is until the run is over.
#pragma once

// cmark's table of allocation functions (cmark-gfm.h).
struct cmark_mem;  // NOLINT(readability-identifier-naming)

namespace sitedoor::document {

// At most one at a time on a thread. What was allocated through Functions() is gone with it.
class ParseMemory {
 public:
  ParseMemory() = default;
  ~ParseMemory();
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;

  // Good on this thread alone. They end the process when there is no memory, as cmark's own do.
  static cmark_mem* Functions();
};

}  // namespace sitedoor::document
