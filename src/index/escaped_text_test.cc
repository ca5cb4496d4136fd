#include "index/escaped_text.h"

#include <gtest/gtest.h>

#include "index/internal/json_writer.h"
#include "text/utf8.h"

namespace sitedoor::index {
namespace {

std::string Escaped(std::string_view text) {
  std::string quoted;
  internal::AppendJsonString(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

// Read in pieces of at most so many bytes.
std::string InPieces(const EscapedText& text, std::size_t bytes) {
  EscapedText::Reader reader(text);
  std::string out;
  while (!reader.AtEnd()) {
    const std::size_t before = out.size();
    if (!reader.Append(bytes, out) || out.size() > before + bytes) return "damaged";
  }
  return out;
}

TEST(EscapedText, GivesTheTextBackInPiecesOfAnySize) {
  std::string text;
  for (char32_t c = 0; c < 0x900; ++c) text::Append(text, c);
  text += "a\\\"\n\U0001F44D";
  const std::string escaped = Escaped(text);
  const EscapedText stored(escaped);
  EXPECT_EQ(stored.size(), text.size());
  for (std::size_t bytes = 4; bytes < 90; ++bytes) EXPECT_EQ(InPieces(stored, bytes), text);
}

TEST(EscapedText, KnowsEveryEscapeOfJson) {
  const EscapedText stored(R"(\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\udc4d)");
  EXPECT_EQ(InPieces(stored, 100), "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001F44D");
  EXPECT_EQ(stored.size(), 18u);
}

TEST(EscapedText, RefusesWhatIsNoEscape) {
  for (const std::string_view damaged :
       {"\\", "\\x", "\\u12", "\\u12g4", "\\ud83d", "\\ud83dx", "\\ud83d\\n", "\\udc4d", "a\nb"}) {
    EXPECT_EQ(InPieces(EscapedText(damaged), 100), "damaged") << damaged;
  }
}

}  // namespace
}  // namespace sitedoor::index
