#include "text/unicode_form.h"

#include <gtest/gtest.h>

namespace sitedoor::text {
namespace {

TEST(UnicodeForm, ComposesAndDecomposesLettersWithMarks) {
  EXPECT_EQ(Composed("re\u0301sume\u0301.html"), "r\u00e9sum\u00e9.html");
  EXPECT_EQ(Decomposed("\u00fcber"), "u\u0308ber");
  EXPECT_EQ(Composed("plain"), "plain");
  EXPECT_EQ(Decomposed(""), "");
}

TEST(UnicodeForm, RepairsInvalidUtf8) { EXPECT_EQ(Composed("a\xff"), "a\uFFFD"); }

}  // namespace
}  // namespace sitedoor::text
