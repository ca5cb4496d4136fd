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

}  // namespace
}  // namespace sitedoor::extract::internal
