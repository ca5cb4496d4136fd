#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace sitedoor {
namespace {

TEST(BoundedQueue, GivesValuesInOrder) {
  BoundedQueue<int> queue(3);
  for (const int value : {1, 2, 3}) EXPECT_TRUE(queue.Push(value));
  for (const int value : {1, 2, 3}) EXPECT_EQ(queue.Pop(), value);
}

TEST(BoundedQueue, RefusesWhatDoesNotFitAndLeavesItAlone) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  auto first = std::make_unique<int>(1), second = std::make_unique<int>(2);
  EXPECT_TRUE(queue.TryPush(first));
  EXPECT_EQ(first, nullptr);
  EXPECT_FALSE(queue.TryPush(second));
  EXPECT_EQ(*second, 2);
}

TEST(BoundedQueue, HasRoomForOneAtLeast) {
  BoundedQueue<int> queue(0);
  int value = 1;
  EXPECT_TRUE(queue.TryPush(value));
  EXPECT_FALSE(queue.TryPush(value));
}

TEST(BoundedQueue, TakesBackWhatItGaveBehindAllOthersAndFullOrNot) {
  BoundedQueue<int> queue(2);
  for (const int value : {1, 2}) EXPECT_TRUE(queue.Push(value));
  int taken = *queue.Pop(), more = 3;
  EXPECT_TRUE(queue.TryPush(more));
  EXPECT_TRUE(queue.Return(taken));
  for (const int value : {2, 3, 1}) EXPECT_EQ(queue.Pop(), value);
  queue.Close();
  EXPECT_FALSE(queue.Return(taken));
}

TEST(BoundedQueue, DrainsAfterClose) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.Push(1));
  queue.Close();
  int more = 2;
  EXPECT_FALSE(queue.Push(2));
  EXPECT_FALSE(queue.TryPush(more));
  EXPECT_EQ(queue.Pop(), 1);
  EXPECT_EQ(queue.Pop(), std::nullopt);
}

TEST(BoundedQueue, WakesThoseWhoWaitWhenItCloses) {
  BoundedQueue<int> empty(1), full(1);
  EXPECT_TRUE(full.Push(1));
  std::atomic<bool> popped = true, pushed = true;
  {
    const std::jthread popper([&] { popped = empty.Pop().has_value(); });
    const std::jthread pusher([&] { pushed = full.Push(2); });
    empty.Close();
    full.Close();
  }
  EXPECT_FALSE(popped);
  EXPECT_FALSE(pushed);
}

TEST(BoundedQueue, HandsEveryValueToOneThread) {
  BoundedQueue<int> queue(4);
  std::atomic<int> sum = 0, count = 0;
  constexpr int kValues = 2000;
  {
    std::vector<std::jthread> takers;
    for (int i = 0; i < 3; ++i) {
      takers.emplace_back([&] {
        while (const auto value = queue.Pop()) {
          sum += *value;
          ++count;
        }
      });
    }
    for (int value = 1; value <= kValues; ++value) EXPECT_TRUE(queue.Push(value));
    queue.Close();
  }
  EXPECT_EQ(count, kValues);
  EXPECT_EQ(sum, kValues * (kValues + 1) / 2);
}

}  // namespace
}  // namespace sitedoor
