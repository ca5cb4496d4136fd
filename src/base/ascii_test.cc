#include "base/ascii.h"

#include <gtest/gtest.h>

namespace sitedoor {
namespace {

TEST(Ascii, OnlyTheTwentySixLettersChangeTheirCase) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool is_capital = byte >= 65 && byte <= 90;
    const bool is_small = byte >= 97 && byte <= 122;
    EXPECT_EQ(AsciiLower(c), is_capital ? static_cast<char>(byte + 32) : c);
    EXPECT_EQ(AsciiUpper(c), is_small ? static_cast<char>(byte - 32) : c);
    EXPECT_EQ(IsAsciiLetter(c), is_capital || is_small);
    EXPECT_EQ(IsAsciiAlnum(c), is_capital || is_small || (byte >= 48 && byte <= 57));
  }
}

TEST(Ascii, LongerCharactersOfUtf8StayAsTheyAre) {
  EXPECT_EQ(AsciiLowered("ÄPFEL & Birnen"), "Äpfel & birnen");
  EXPECT_FALSE(EqualsIgnoringAsciiCase("Ä", "ä"));
}

TEST(Ascii, EqualsInAnyCaseButNotAtAnotherLength) {
  EXPECT_TRUE(EqualsIgnoringAsciiCase("Until-Found", "until-found"));
  EXPECT_TRUE(EqualsIgnoringAsciiCase("", ""));
  EXPECT_FALSE(EqualsIgnoringAsciiCase("note", "notes"));
  EXPECT_FALSE(EqualsIgnoringAsciiCase("@", "`"));
}

TEST(Ascii, ReadsTheDigitsOfHexadecimalNumbers) {
  EXPECT_EQ(AsciiHexValue('0'), 0);
  EXPECT_EQ(AsciiHexValue('9'), 9);
  EXPECT_EQ(AsciiHexValue('a'), 10);
  EXPECT_EQ(AsciiHexValue('F'), 15);
  for (const char c : {'g', 'G', '/', ':', '@', '`', ' ', '\xE1'}) EXPECT_EQ(AsciiHexValue(c), -1);
}

TEST(Ascii, StartsInAnyCaseAndOnlyWithAllOfTheBeginning) {
  EXPECT_TRUE(StartsWithIgnoringAsciiCase("RGBA(0)", "rgba("));
  EXPECT_TRUE(StartsWithIgnoringAsciiCase("x", ""));
  EXPECT_FALSE(StartsWithIgnoringAsciiCase("rgb", "rgba("));
}

}  // namespace
}  // namespace sitedoor
