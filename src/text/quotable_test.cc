#include "text/quotable.h"

#include <gtest/gtest.h>

namespace sitedoor::text {
namespace {

TEST(Quotable, CanEndNeitherItsLineNorItsQuotation) {
  EXPECT_EQ(Quotable("zz\"]\n\n# Forged heading", 80), "zz # Forged heading");
  EXPECT_EQ(Quotable("a\x1B[31m\xE2\x80\xAE"
                     "b\xE2\x80\xA9"
                     "c\xC2\x85"
                     "d",
                     80),
            "a 31mb c d");
  EXPECT_EQ(Quotable("\xE2\x80\x9Cq\xE2\x80\x9D\xC2\xAB<i>[x]{y}", 80), "q<i>x{y}");
}

TEST(Quotable, KeepsWordsAddressesAndBytesThatAreNoUtf8AsReplacements) {
  EXPECT_EQ(Quotable("guide/\xC3\xBC"
                     "ber_(x).html#a'b",
                     80),
            "guide/\xC3\xBC"
            "ber_(x).html#a'b");
  EXPECT_EQ(Quotable("a\xFF", 80), "a\xEF\xBF\xBD");
}

TEST(Quotable, IsCutWithAMark) {
  EXPECT_EQ(Quotable("0123456789", 10), "0123456789");
  EXPECT_EQ(Quotable("0123456789a", 10), "0123456\xE2\x80\xA6");
  EXPECT_EQ(Quotable("\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC", 9),
            "\xC3\xBC\xC3\xBC\xC3\xBC\xE2\x80\xA6");
}

}  // namespace
}  // namespace sitedoor::text
