#include "search/range_tallies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace sitedoor::search {
namespace {

constexpr std::size_t kTestRanges = 24;

// Lists over kTestRanges ranges; list n holds one chunk of n + 1.
class TestLists {
 public:
  explicit TestLists(unsigned count) {
    std::mt19937 random(count);
    for (unsigned n = 0; n < count; ++n) {
      Bytes& bytes = bytes_.emplace_back();
      for (std::size_t chunk = 0; chunk < bytes.impacts.size(); ++chunk) {
        if (random() % (n + 1) != 0) continue;
        bytes.impacts[chunk] = static_cast<unsigned char>(1 + random() % 255);
        unsigned char& most = bytes.most[chunk / index::kRangeChunks];
        most = std::max(most, bytes.impacts[chunk]);
      }
    }
    for (unsigned n = 0; n < count; ++n) {
      lists_.push_back({bytes_[n].most.data(), bytes_[n].impacts.data(),
                        static_cast<std::uint32_t>(random() % 200'000), 1u << (n % 32)});
    }
  }
  const std::vector<WindowList>& lists() const { return lists_; }

 private:
  struct Bytes {
    std::array<unsigned char, kTestRanges> most{};
    std::array<unsigned char, kTestRanges * index::kRangeChunks> impacts{};
  };
  std::vector<Bytes> bytes_;
  std::vector<WindowList> lists_;
};

TEST(TallyRange, AddsUpWhatEachListGivesToEachChunk) {
  const TestLists lists(3);
  const RangeTallies tallies = TallyRange(lists.lists(), 5, 1'000'000);
  for (std::size_t i = 0; i < index::kRangeChunks; ++i) {
    std::uint32_t sum = 0, words = 0;
    for (const WindowList& list : lists.lists()) {
      const std::uint32_t impact = list.impacts[5 * index::kRangeChunks + i];
      sum += list.weight * impact;
      if (impact > 0) words |= list.words;
    }
    EXPECT_EQ(tallies.sums[i], sum) << i;
    EXPECT_EQ(tallies.words[i], words) << i;
    EXPECT_EQ(tallies.above >> i & 1, sum > 1'000'000 ? 1u : 0u) << i;
  }
}

TEST(TallyRange, GivesNothingForNoLists) {
  const RangeTallies tallies = TallyRange({}, 0, 0);
  EXPECT_TRUE(std::ranges::all_of(tallies.sums, [](std::uint32_t sum) { return sum == 0; }));
  EXPECT_TRUE(std::ranges::all_of(tallies.words, [](std::uint32_t words) { return words == 0; }));
}

TEST(TallyRange, GivesTheSameWithEveryProcessor) {
  for (const unsigned count : {1u, 2u, 7u, 40u}) {
    const TestLists lists(count);
    for (std::size_t range = 0; range < kTestRanges; ++range) {
      // A bar that one chunk just reaches.
      const std::uint32_t bar = portable::TallyRange(lists.lists(), range, 0).sums[range % 16];
      const RangeTallies here = TallyRange(lists.lists(), range, bar);
      const RangeTallies anywhere = portable::TallyRange(lists.lists(), range, bar);
      ASSERT_EQ(here.above, anywhere.above) << range;
      ASSERT_TRUE(std::ranges::equal(here.sums, anywhere.sums)) << range;
      ASSERT_TRUE(std::ranges::equal(here.words, anywhere.words)) << range;
    }
  }
}

TEST(AddMost, IsNoLessThanAnyChunkGetsAndTheSameWithEveryProcessor) {
  const TestLists lists(9);
  Tallies<kTestRanges> here, anywhere;
  for (const WindowList& list : lists.lists()) {
    AddMost(list, kTestRanges, here.sums, here.words);
    portable::AddMost(list, kTestRanges, anywhere.sums, anywhere.words);
  }
  EXPECT_TRUE(std::ranges::equal(here.sums, anywhere.sums));
  EXPECT_TRUE(std::ranges::equal(here.words, anywhere.words));
  for (std::size_t range = 0; range < kTestRanges; ++range) {
    const RangeTallies tallies = TallyRange(lists.lists(), range, 0);
    EXPECT_GE(here.sums[range], std::ranges::max(tallies.sums));
    for (const std::uint32_t words : tallies.words) EXPECT_EQ(words & ~here.words[range], 0u);
  }
}

}  // namespace
}  // namespace sitedoor::search
