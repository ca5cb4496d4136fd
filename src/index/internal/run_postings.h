// RunPostings: the terms that one builder has seen, with how often each stands in which fields.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/bm25f.h"
#include "index/internal/byte_chains.h"
#include "index/lexical.h"

namespace sitedoor::index::internal {

using FieldCounts = std::array<std::uint32_t, kFieldCount>;

struct FieldPosting {
  ChunkId chunk = 0;
  FieldCounts frequency{};
};

using TermNumber = std::uint32_t;  // dense, in order of first appearance in the run

// Terms are counted in two steps, because a run's terms do not fit into the nearer caches: those of
// one chunk in a small table; then, at the end of the chunk, all of them in the run's table, with
// every memory access asked for before it is needed. Not thread-safe.
class RunPostings {
 public:
  RunPostings();

  static std::uint32_t HashOf(std::string_view term);
  // Counts occurrences in the chunk that the next EndChunk names; `hash` is HashOf(term).
  void Count(std::string_view term, std::uint32_t hash, Field field, std::uint32_t times = 1);
  // Chunks end in ascending order.
  void EndChunk(ChunkId chunk);

  std::size_t term_count() const { return terms_.size(); }
  std::string_view TextOf(TermNumber term) const { return {terms_[term].text, terms_[term].size}; }
  // Appends the term's postings, each chunk raised by `offset`.
  void Read(TermNumber term, ChunkId offset, std::vector<FieldPosting>& out) const;

 private:
  // Of an open hash table; `number_and_one` is 0 for a free one.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number_and_one = 0;
  };
  struct Counted {
    std::uint32_t hash = 0;
    std::uint32_t begin = 0, size = 0;  // in chunk_text_
    FieldCounts frequency{};
    TermNumber number = 0;  // of the whole run
  };
  struct Term {
    const char* text = nullptr;
    std::uint32_t size = 0;
    ChunkId last_chunk = 0;
    ByteChains::Chain postings;
  };

  std::string_view TextOf(const Counted& counted) const {
    return std::string_view(chunk_text_).substr(counted.begin, counted.size);
  }
  TermNumber Number(std::string_view term, std::uint32_t hash);
  void Write(Term& term, ChunkId chunk, const FieldCounts& frequency);
  const char* Keep(std::string_view text);

  // Of the chunk that is being counted.
  std::vector<Counted> counted_;
  std::vector<Slot> chunk_slots_;
  std::string chunk_text_;

  // Of the run.
  std::vector<Term> terms_;
  std::vector<Slot> slots_;
  ByteChains chains_;
  std::vector<std::unique_ptr<char[]>> text_blocks_;
  std::size_t text_used_ = 0, text_room_ = 0;
};

}  // namespace sitedoor::index::internal
