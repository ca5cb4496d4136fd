#include "search/run_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sitedoor::search {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RunCache, KnowsPiecesWithTheirValues) {
  RunCache<int> cache;
  EXPECT_FALSE(cache.Find("disk"));
  EXPECT_THAT(cache.Add("disk", std::vector{1, 2}), ElementsAre(1, 2));
  cache.Add("disks", {});
  EXPECT_THAT(*cache.Find("disk"), ElementsAre(1, 2));
  EXPECT_THAT(*cache.Find("disks"), IsEmpty());
  EXPECT_FALSE(cache.Find("dis"));
  cache.Clear();
  EXPECT_FALSE(cache.Find("disk"));
}

TEST(RunCache, KeepsApartMorePiecesThanItBeganWithRoomFor) {
  RunCache<int> cache;
  const auto piece = [](int i) {
    return std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i);
  };
  for (int i = 0; i < 3'000; ++i)
    cache.Add(piece(i), std::vector<int>(static_cast<std::size_t>(i % 3), i));
  for (int i = 0; i < 3'000; ++i) {
    const auto values = cache.Find(piece(i));
    ASSERT_TRUE(values) << i;
    ASSERT_EQ(values->size(), static_cast<std::size_t>(i % 3));
    for (const int value : *values) ASSERT_EQ(value, i);
  }
}

TEST(RunCache, ForgetsRatherThanGrowsWithoutEnd) {
  RunCache<int> cache;
  for (int i = 0; i < 5'000; ++i) cache.Add(std::to_string(i), std::vector{i});
  EXPECT_FALSE(cache.Find("0"));
  EXPECT_THAT(*cache.Find("4999"), ElementsAre(4999));
}

}  // namespace
}  // namespace sitedoor::search
