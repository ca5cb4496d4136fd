#include "extract/clean_text.h"

#include <gtest/gtest.h>

namespace sitedoor::extract {
namespace {

TEST(CleanText, CollapsesWhiteSpaceAndTrims) {
  EXPECT_EQ(CleanText("  a\n\t b\u00A0\u3000c  "), "a b c");
  EXPECT_EQ(CleanText(" \n "), "");
}

TEST(CleanText, LeavesOutWhatNobodySees) {
  EXPECT_EQ(CleanText("ig\u200Bno\u2060re\uFEFF"), "ignore");
  EXPECT_EQ(CleanText("a\u202Eb\u2066c"), "abc");
  EXPECT_EQ(CleanText("x\U000E0041\U000E0042y"), "xy");
  EXPECT_EQ(CleanText("v\uFE0Fw ❤\uFE0F\uFE01\uFE02 \uFE0Fz\U000E0100"), "vw ❤\uFE0F z");
  EXPECT_EQ(CleanText(std::string_view("n\0u\x01l", 5)), "nul");
}

TEST(CleanText, KeepsJoinersThatScriptsAndEmojiNeed) {
  EXPECT_EQ(CleanText("👩\u200D💻"), "👩\u200D💻");
  EXPECT_EQ(CleanText("می\u200Cخواهم"), "می\u200Cخواهم");
  EXPECT_EQ(CleanText("क्\u200Dष"), "क्\u200Dष");
  EXPECT_EQ(CleanText("in\u200Dvisible\u200C"), "invisible");
}

TEST(CleanText, RepairsInvalidBytes) { EXPECT_EQ(CleanText("a\xFFz"), "a\uFFFDz"); }

}  // namespace
}  // namespace sitedoor::extract
