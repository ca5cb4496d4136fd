// RangeTallies: what the lists of a plan give to chunks that stand side by side.
//
// The unit is a range of index::kRangeChunks chunks. A list is asked twice: for the most that it
// gives to any chunk of each range, which tells the ranges that are worth a look, and for what it
// gives to the chunks of one range. Both read bytes in order, eight at a time where the processor
// can (AVX2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "index/lexical.h"

namespace sitedoor::search {

// A list as far as one window of chunks goes. Where it does not hold a chunk, the impact is 0.
struct WindowList {
  const unsigned char* most = nullptr;     // the greatest impact of each range
  const unsigned char* impacts = nullptr;  // of each chunk
  std::uint32_t weight = 0;
  std::uint32_t words = 0;  // bits of ScoringPlan::words
};

// Sums of weighted impacts and the words matched, one a chunk or the most of a range.
template <std::size_t Count>
struct Tallies {
  alignas(32) std::uint32_t sums[Count] = {};
  alignas(32) std::uint32_t words[Count] = {};
};
struct RangeTallies : Tallies<index::kRangeChunks> {
  std::uint32_t above = 0;  // a bit for each chunk whose sum is above the bar
};

// Adds, range by range, the most that the list gives. `ranges` is a multiple of 8.
void AddMost(const WindowList& list, std::size_t ranges, std::uint32_t* sums, std::uint32_t* words);

// What the lists give to the chunks of one range; sums and `bar` are below 2^31.
RangeTallies TallyRange(std::span<const WindowList> lists, std::size_t range, std::uint32_t bar);

// The same two without AVX2.
namespace portable {
void AddMost(const WindowList& list, std::size_t ranges, std::uint32_t* sums, std::uint32_t* words);
RangeTallies TallyRange(std::span<const WindowList> lists, std::size_t range, std::uint32_t bar);
}  // namespace portable

}  // namespace sitedoor::search
