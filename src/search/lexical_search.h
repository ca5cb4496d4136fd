// LexicalSearch: the chunks with the best scores under a plan.
//
// Chunks are taken in windows. In a window, lists whose greatest impacts together cannot reach the
// worst of the best chunks so far are not walked (MaxScore, with the block bounds of the window);
// they are only asked about the chunks that the other lists bring in. The answer is that of scoring
// every chunk. Source: Turtle, Flood, "Query evaluation: strategies and optimizations", 1995; Ding,
// Suel, "Faster top-k document retrieval using block-max indexes", SIGIR 2011.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/deadline.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "index/lexical.h"
#include "search/scorer.h"

namespace sitedoor::search {

struct ScoredChunk {
  index::ChunkId chunk = 0;
  double score = 0;
  std::uint32_t sum = 0;    // before coverage
  std::uint64_t words = 0;  // of ScoringPlan::words, those that the chunk holds

  // Best first; equal scores in order of chunk.
  bool operator<(const ScoredChunk& other) const {
    return score != other.score ? score > other.score : chunk < other.chunk;
  }
};

struct ChunkRange {
  index::ChunkId begin = 0, end = 0;
};

struct LexicalSearchOptions {
  std::size_t limit = 200;           // >= 1
  ChunkRange range = {};             // chunks outside it are left out
  std::uint64_t required_words = 0;  // a chunk must hold all of these
  Deadline deadline = Deadline::Never();
};

// Best first, at most `limit`. `accepts` is asked about chunks that are good enough only.
// Errors: kDeadlineExceeded.
Result<std::vector<ScoredChunk>> SearchChunks(const index::LexicalIndex& index,
                                              const ScoringPlan& plan,
                                              const LexicalSearchOptions& options,
                                              FunctionRef<bool(index::ChunkId)> accepts);

}  // namespace sitedoor::search
