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

// Not thread-safe.
class RunPostings {
 public:
  RunPostings();

  TermNumber Number(std::string_view term);
  // Counts occurrences in the chunk that the next EndChunk names.
  void Count(TermNumber term, Field field, std::uint32_t times = 1) {
    Term& counted = terms_[term];
    if (!counted.touched) {
      counted.touched = true;
      touched_.push_back(term);
    }
    counted.frequency[static_cast<std::size_t>(field)] += times;
  }
  // Chunks end in ascending order.
  void EndChunk(ChunkId chunk);

  std::size_t term_count() const { return terms_.size(); }
  std::string_view TextOf(TermNumber term) const { return {terms_[term].text, terms_[term].size}; }
  // Appends the term's postings, each chunk raised by `offset`.
  void Read(TermNumber term, ChunkId offset, std::vector<FieldPosting>& out) const;

 private:
  struct Term {
    const char* text = nullptr;
    std::uint32_t size = 0;
    std::uint32_t hash = 0;
    ByteChains::Chain postings;
    ChunkId last_chunk = 0;
    bool touched = false;
    FieldCounts frequency{};  // in the chunk that is being counted
  };

  void Write(Term& term, ChunkId chunk);
  const char* Keep(std::string_view text);
  void Grow();

  std::vector<Term> terms_;
  std::vector<std::uint32_t> slots_;  // open addressing: term number + 1, 0 for free
  std::vector<TermNumber> touched_;
  ByteChains chains_;
  std::vector<std::unique_ptr<char[]>> text_blocks_;
  std::size_t text_used_, text_room_;
};

}  // namespace sitedoor::index::internal
