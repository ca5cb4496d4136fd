// Snippet: the part of a passage that shows why it was found.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunk.h"
#include "search/occurrences.h"

namespace sitedoor::search {

struct Snippet {
  std::string text;
  bool cut_before = false, cut_after = false;  // the passage has text on that side that is left out
  std::vector<document::ByteRange>
      marks;  // in `text`, on code-point borders, ascending, disjoint, not touching
};

// The `characters` code points or fewer of `text` that hold the most telling set of words, with
// some text in front for the sense. It starts and ends at word ends (scripts without spaces:
// anywhere between characters). Without occurrences it is the beginning. word_weights[i] is what
// word i tells, > 0; occurrences ascending; the text valid UTF-8.
Snippet MakeSnippet(std::string_view text, std::span<const Occurrence> occurrences,
                    std::span<const double> word_weights, std::size_t characters);

}  // namespace sitedoor::search
