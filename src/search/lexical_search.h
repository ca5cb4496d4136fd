// LexicalSearch: the chunks with the best scores under a plan.
//
// Chunks are taken in windows, and a window in ranges of sixteen. What the lists give at the most
// to a chunk of a range is added up first; only ranges that can reach the worst of the best chunks
// so far are scored. Lists of frequent terms are tables in the index; a window of any other list is
// laid out as one. The answer is that of scoring every chunk. Source: Mallia, Suel, Tonellotto,
// "Faster learned sparse retrieval with block-max pruning", SIGIR 2024.
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
