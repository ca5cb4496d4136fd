#include "text/utf8.h"

#include <gtest/gtest.h>

namespace sitedoor::text {
namespace {

TEST(DecodeAt, ReadsCodePointsOfOneToFourBytes) {
  EXPECT_EQ(DecodeAt("a", 0).value, U'a');
  EXPECT_EQ(DecodeAt("ü", 0).value, U'ü');
  EXPECT_EQ(DecodeAt("x語", 1).value, U'語');
  EXPECT_EQ(DecodeAt("🚪", 0).value, U'🚪');
  EXPECT_EQ(DecodeAt("🚪", 0).bytes, 4u);
}

TEST(DecodeAt, TakesTheMaximalSubpartOfACutOffSequence) {
  EXPECT_EQ(DecodeAt("\xE8\xAA", 0).value, kReplacement);
  EXPECT_EQ(DecodeAt("\xE8\xAA", 0).bytes, 2u);
  EXPECT_EQ(DecodeAt("\xF0\x9F\x9A"
                     "a",
                     0)
                .bytes,
            3u);
}

TEST(DecodeAt, RefusesOverlongFormsSurrogatesAndValuesPastTheLastPlane) {
  for (const std::string_view bytes :
       {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\x80"}) {
    EXPECT_EQ(DecodeAt(bytes, 0).value, kReplacement);
    EXPECT_EQ(DecodeAt(bytes, 0).bytes, 1u);
  }
}

TEST(Append, WritesWhatDecodeAtReads) {
  for (const char32_t value : {U'\0', U'a', U'\x7F', U'\x80', U'ÿ', U'\x7FF', U'\x800', U'\xFFFD',
                               U'\xFFFF', U'\x10FFFF'}) {
    std::string out;
    Append(out, value);
    EXPECT_EQ(DecodeAt(out, 0).value, value);
    EXPECT_EQ(DecodeAt(out, 0).bytes, out.size());
  }
}

TEST(Append, WritesAReplacementForASurrogate) {
  std::string out;
  Append(out, 0xD800);
  EXPECT_EQ(out, "\xEF\xBF\xBD");
}

TEST(IsValid, TellsAReplacementCharacterFromABadByte) {
  EXPECT_TRUE(IsValid("ok \xEF\xBF\xBD ü"));
  EXPECT_FALSE(IsValid("bad \xFC"));
  EXPECT_TRUE(IsValid(""));
}

TEST(Repair, ReplacesEveryInvalidSequenceAndNothingElse) {
  EXPECT_EQ(Repair("caf\xE9 ü"), "caf\xEF\xBF\xBD ü");
  EXPECT_EQ(Repair("\xE8\xAA"), "\xEF\xBF\xBD");
  EXPECT_EQ(Repair("語"), "語");
}

TEST(Prefix, NeverCutsACodePoint) {
  EXPECT_EQ(Prefix("a語b", 3), "a");
  EXPECT_EQ(Prefix("a語b", 4), "a語");
  EXPECT_EQ(Prefix("abc", 2), "ab");
  EXPECT_EQ(Prefix("abc", 9), "abc");
  EXPECT_EQ(Prefix("語", 0), "");
}

TEST(Prefix, CutsDamagedTextAtTheLimit) {
  EXPECT_EQ(Prefix("\x80\x80\x80\x80\x80\x80", 5).size(), 5u);
}

TEST(CountCodePoints, CountsAnInvalidSequenceAsOne) {
  EXPECT_EQ(CountCodePoints("aü語🚪"), 4u);
  EXPECT_EQ(CountCodePoints("\xE8\xAA!"), 2u);
}

}  // namespace
}  // namespace sitedoor::text
