#include "text/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sitedoor::text {
namespace {

using ::testing::ElementsAre;

TEST(SentenceEnds, CutsAfterEachSentenceWithItsSpace) {
  EXPECT_THAT(SentenceEnds("One. Two? Three"), ElementsAre(5, 10, 15));
}

TEST(SentenceEnds, CountsBytes) {
  EXPECT_THAT(SentenceEnds("Größe. 終わり。次"), ElementsAre(9, 21, 24));
}

TEST(SentenceEnds, KeepsNumbersAndLowerCaseContinuationsTogether) {
  EXPECT_THAT(SentenceEnds("Version 3.11 is out, e.g. here."), ElementsAre(31));
}

TEST(SentenceEnds, GivesNothingForEmptyText) { EXPECT_TRUE(SentenceEnds("").empty()); }

TEST(SentenceEnds, EndsAtTheEndForBytesThatAreNotText) {
  const std::string bytes = "\xFF\xFE. \x80 A\xE8";
  EXPECT_EQ(SentenceEnds(bytes).back(), bytes.size());
}

}  // namespace
}  // namespace sitedoor::text
