// Chunks to pages: one hit a page, by its best chunk.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "index/lexical.h"
#include "search/lexical_search.h"
#include "search/scorer.h"

namespace sitedoor::search {

struct RankedPage {
  index::PageId page = 0;
  double score = 0;
  std::vector<ScoredChunk> chunks;  // best first, at least one
};

// The score of a page's best chunk, and a little for each further one: further_chunk of the
// second's, its square of the third's and so on; times other_language for a page that is not in the
// plan's language. Best first; equal scores in order of page. `chunks` best first.
std::vector<RankedPage> RankPages(const index::LexicalIndex& index, const ScoringPlan& plan,
                                  std::span<const ScoredChunk> chunks);

}  // namespace sitedoor::search
