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

TEST(SentenceEnds, DoesNotEndAfterAnAbbreviation) {
  for (const std::string text :
       {"Ask Mr. Smith or Dr. Jones.", "Use a tool, e.g. Make.", "Ein Tier, z.B. Hunde.",
        "By J. R. Tolkien et al. Some say.", "См. Главу вторую, т.е. Начало."}) {
    EXPECT_THAT(SentenceEnds(text), ElementsAre(text.size())) << text;
  }
  EXPECT_THAT(SentenceEnds("It works. No. Really."), ElementsAre(10, 14, 21));
  EXPECT_THAT(SentenceEnds("See Fig.\nNext"), ElementsAre(9, 13));
}

TEST(WordBreakBefore, IsBetweenWordsAlsoWhereNoSpacesAre) {
  const std::string thai = "การติดตั้งเซิร์ฟเวอร์";  // "installing" "server"
  const std::size_t second = std::string("การติดตั้ง").size();
  EXPECT_EQ(WordBreakBefore(thai, second + 6), second);
  EXPECT_EQ(WordBreakBefore("two words", 6), 4u);
  EXPECT_EQ(WordBreakBefore("two words", 4), 4u);
  EXPECT_EQ(WordBreakBefore("abcdefgh", 5), 0u);
}

TEST(SentenceEnds, GivesNothingForEmptyText) { EXPECT_TRUE(SentenceEnds("").empty()); }

TEST(SentenceEnds, EndsAtTheEndForBytesThatAreNotText) {
  const std::string bytes = "\xFF\xFE. \x80 A\xE8";
  EXPECT_EQ(SentenceEnds(bytes).back(), bytes.size());
}

}  // namespace
}  // namespace sitedoor::text
