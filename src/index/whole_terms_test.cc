#include "index/whole_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::index {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Titles(std::string_view title) {
  return WholeTerms(text::Analyzer(), kTitleMark, title);
}

TEST(WholeTerms, GivesTheFoldedWordsOfATitle) {
  EXPECT_THAT(Titles("Über uns"), ElementsAre("\x03uber uns"));
}

TEST(WholeTerms, GivesTheSegmentsToo) {
  EXPECT_THAT(Titles("os.path — Common pathname manipulations"),
              ElementsAre("\x03os.path common pathname manipulations", "\x03os.path",
                          "\x03"
                          "common pathname manipulations"));
  EXPECT_THAT(Titles("4.2. Users | Handbook"), Contains("\x03users"));
}

TEST(WholeTerms, GivesNothingForNoWordsAndForLongTexts) {
  EXPECT_THAT(Titles(" — "), IsEmpty());
  EXPECT_THAT(Titles("a b c d e f g h i j k l m n"), IsEmpty());
}

TEST(WholeTerms, MarksHeadingsOtherwise) {
  EXPECT_THAT(WholeTerms(text::Analyzer(), kHeadingMark, "Users"), ElementsAre("\x04users"));
}

}  // namespace
}  // namespace sitedoor::index
