// Chunks to pages: one hit a page, by its best chunk.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "index/lexical.h"
#include "search/lexical_search.h"

namespace sitedoor::search {

struct RankedPage {
  index::PageId page = 0;
  double score = 0;
  std::vector<ScoredChunk> chunks;  // best first, at least one
};

// The score of a page's best chunk, and a little for each further one: `further` of the second's,
// further^2 of the third's and so on. Best first; equal scores in order of page. `chunks` best
// first.
std::vector<RankedPage> RankPages(const index::LexicalIndex& index,
                                  std::span<const ScoredChunk> chunks, double further);

}  // namespace sitedoor::search
