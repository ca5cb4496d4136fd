#include "extract/internal/boiler_headings.h"

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

TEST(IsBoilerHeading, KnowsWholeTitlesInAnyCase) {
  EXPECT_TRUE(IsBoilerHeading("Related Articles"));
  EXPECT_TRUE(IsBoilerHeading(" You may also  like: "));
  EXPECT_TRUE(IsBoilerHeading("関連記事"));
}

TEST(IsBoilerHeading, LeavesSectionsOfManualsAlone) {
  for (const char* title : {"Comments", "Author", "See also", "Related work", "Filters", "Tags",
                            "Reviews", "Related articles in C++", ""}) {
    EXPECT_FALSE(IsBoilerHeading(title)) << title;
  }
}

TEST(LeadsToOtherArticle, KnowsLabelsBeforeAColonAlone) {
  for (const char* line : {"READ MORE: Will it end?", " Related : x", "Lesen Sie auch: y"})
    EXPECT_TRUE(LeadsToOtherArticle(line)) << line;
  for (const char* line : {"Related work: x", "Read more on it", "See also: y", ": z", ""})
    EXPECT_FALSE(LeadsToOtherArticle(line)) << line;
}

TEST(IsContentsHeading, KnowsWholeLabels) {
  EXPECT_TRUE(IsContentsHeading(" On this page: "));
  EXPECT_TRUE(IsContentsHeading("Inhaltsverzeichnis"));
  EXPECT_FALSE(IsContentsHeading("Contents of the box"));
}

}  // namespace
}  // namespace sitedoor::extract::internal
