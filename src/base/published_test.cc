#include "base/published.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace sitedoor {
namespace {

TEST(Published, IsNullBeforeTheFirstValue) { EXPECT_EQ(Published<int>().Current(), nullptr); }

TEST(Published, GivesTheNewestValueAndReturnsTheOldOne) {
  Published<int> published(std::make_shared<const int>(1));
  const auto kept = published.Current();
  EXPECT_EQ(*published.Publish(std::make_shared<const int>(2)), 1);
  EXPECT_EQ(*published.Current(), 2);
  EXPECT_EQ(*kept, 1);
}

TEST(Published, LetsAValueGoWithItsLastReader) {
  Published<int> published(std::make_shared<const int>(1));
  auto reader = published.Current();
  const std::weak_ptr<const int> first = reader;
  published.Publish(nullptr);
  EXPECT_FALSE(first.expired());
  reader.reset();
  EXPECT_TRUE(first.expired());
}

TEST(Published, NeverGoesBackForAReader) {
  Published<int> published(std::make_shared<const int>(0));
  std::atomic<bool> went_back = false;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([&] {
        for (int last = 0; last < 2000;) {
          const int now = *published.Current();
          if (now < last) went_back = true;
          last = now;
        }
      });
    }
    for (int i = 1; i <= 2000; ++i) published.Publish(std::make_shared<const int>(i));
  }
  EXPECT_FALSE(went_back);
}

}  // namespace
}  // namespace sitedoor
