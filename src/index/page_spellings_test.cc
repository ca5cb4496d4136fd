#include "index/internal/page_spellings.h"

#include <gmock/gmock.h>

namespace sitedoor::index::internal {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;

TEST(OtherSpellings, AddTheEndingThatAHostLeavesAway) {
  EXPECT_THAT(OtherSpellings("guide/r"), ElementsAre("guide/r.html"));
  EXPECT_THAT(OtherSpellings("guide/r/?a=b"), ElementsAre("guide/r.html?a=b"));
  EXPECT_THAT(OtherSpellings("r.html"), ElementsAre());
  EXPECT_THAT(OtherSpellings("https://e.org/v1.2"), Contains("https://e.org/v1.2.html"));
  EXPECT_THAT(OtherSpellings("https://e.org/"), Not(Contains("https://e.org.html")));
}

TEST(OtherSpellings, ResolveDotSegments) {
  EXPECT_THAT(OtherSpellings("a/../b/./r.html"), ElementsAre("b/r.html"));
  EXPECT_THAT(OtherSpellings("../r.html"), ElementsAre("r.html"));
  EXPECT_THAT(OtherSpellings("https://e.org/x/%2e%2E/r.html"), Contains("https://e.org/r.html"));
}

TEST(OtherSpellings, SwapTheHostWithAndWithoutWww) {
  EXPECT_THAT(OtherSpellings("https://WWW.e.org/r.html"), ElementsAre("https://e.org/r.html"));
  EXPECT_THAT(OtherSpellings("//e.org/r.html"), ElementsAre("//www.e.org/r.html"));
}

TEST(OtherSpellings, ComposeAndDecomposeLetters) {
  EXPECT_THAT(OtherSpellings("re\u0301.html"), Contains("r\u00e9.html"));
  EXPECT_THAT(OtherSpellings("r%C3%A9%2F.html"), Contains("re\u0301%2F.html"));
}

TEST(OtherSpellings, AreFewWhateverTheReferenceIs) {
  EXPECT_LE(OtherSpellings("https://www.e.org/a/../r%C3%A9/").size(), 23u);
  for (const char* reference : {"", "/", "//", "%", "?", "http://", "..", "%ff", "https://www."}) {
    EXPECT_LE(OtherSpellings(reference).size(), 23u) << reference;
  }
}

}  // namespace
}  // namespace sitedoor::index::internal
