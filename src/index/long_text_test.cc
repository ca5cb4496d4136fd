#include "index/long_text.h"

#include <gtest/gtest.h>

#include "index/internal/json_writer.h"
#include "text/utf8.h"

namespace sitedoor::index {
namespace {

// The line from behind the opening quote on.
std::string Line(std::string_view text) {
  std::string quoted;
  internal::AppendJsonString(quoted, text);
  return quoted.substr(1) + R"(,"code_ranges":[[0,5]],"token_count":3})";
}

TEST(LongText, EndsAtItsClosingQuote) {
  const std::string line = Line("say \"yes\" \\");
  const LongText text(line);
  EXPECT_EQ(text.Block(0, 1000), R"(say \"yes\" \\)");
  EXPECT_EQ(text.Block(0, 3), "say");
  const LongText::Window window = text.Read(0, 1000);
  EXPECT_EQ(window.text, "say \"yes\" \\");
  EXPECT_TRUE(window.is_last);
  EXPECT_FALSE(text.Read(0, 5).is_last);
}

TEST(LongText, ReadsFromAnyAlignedPlaceWhatStandsThere) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "w\\\\\"\n\x01\x02 \u00e9\u20ac\U0001F44D\t";
  const std::string line = Line(text);
  const LongText stored(line);
  const std::size_t end = stored.Block(0, line.size()).size();
  for (std::size_t at = 0; at < end; ++at) {
    const std::size_t aligned = stored.Aligned(at);
    ASSERT_GE(aligned, at);
    const LongText::Window window = stored.Read(aligned, 100'000);
    EXPECT_TRUE(window.is_last) << at;
    EXPECT_TRUE(text.ends_with(window.text)) << at;
  }
}

TEST(LongText, KeepsEscapesAndCodePointsWhole) {
  const LongText escapes(R"(\u0041\ud83d\udc4d\\nx")");
  EXPECT_EQ(escapes.Aligned(1), 6u);
  EXPECT_EQ(escapes.Aligned(8), 18u);
  EXPECT_EQ(escapes.Aligned(14), 18u) << "within the second half of a pair";
  EXPECT_EQ(escapes.Read(18, 100).text, "\\nx");
  const std::string line = Line("\u20ac\u20ac");
  EXPECT_EQ(LongText(line).Aligned(1), 3u);
  EXPECT_EQ(LongText(line).Read(0, 5).text, "\u20ac");
}

TEST(LongText, TakesWhateverALineHolds) {
  for (const std::string_view line :
       {"", "\\", "\"", "\\u", "\\ud83d\\u", "\xE2\x82", "no end", "\\x"}) {
    const LongText text(line);
    for (std::size_t at = 0; at <= line.size() + 2; ++at) {
      const std::size_t aligned = text.Aligned(at);
      EXPECT_TRUE(text::IsValid(text.Read(aligned, 10).text));
      EXPECT_LE(text.Block(at, 3).size(), 3u);
    }
  }
}

}  // namespace
}  // namespace sitedoor::index
