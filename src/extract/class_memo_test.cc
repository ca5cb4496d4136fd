#include "extract/internal/class_memo.h"

#include <string>

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

std::uint32_t HashOf(std::string_view classes) {
  std::uint32_t sum = 0;
  for (const char c : classes) sum = sum * 31 + static_cast<unsigned char>(c);
  return sum;
}

TEST(ClassMemo, SaysWhatTheFunctionSaysOfMoreClassesThanItHolds) {
  ClassMemo memo;
  for (int round = 0; round < 3; ++round) {
    for (int number = 0; number < 2000; ++number) {
      for (const std::string& classes :
           {std::to_string(number), "c-" + std::to_string(number), std::string(number % 80, 'x')})
        EXPECT_EQ(memo.Of(classes, HashOf), HashOf(classes)) << classes;
    }
  }
}

TEST(ClassMemo, AsksOnceForClassesThatComeAgain) {
  ClassMemo memo;
  int asked = 0;
  const auto count = [&](std::string_view) { return static_cast<std::uint32_t>(++asked); };
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(memo.Of("line", count), 1u);
    EXPECT_EQ(memo.Of("k", count), 2u);
  }
}

}  // namespace
}  // namespace sitedoor::extract::internal
