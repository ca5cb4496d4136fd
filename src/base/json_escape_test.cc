#include "base/json_escape.h"

#include <gtest/gtest.h>

namespace sitedoor {
namespace {

TEST(AppendJsonEscaped, EscapesAllThatJsonForbidsInAString) {
  std::string escaped;
  AppendJsonEscaped(escaped, std::string_view("\0\x01\b\t\n\v\f\r\x1f !\"#/[\\]\x7f\u00e9", 20));
  EXPECT_EQ(escaped, "\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f !\\\"#/[\\\\]\x7f\u00e9");
}

TEST(AppendJsonEscaped, FindsWhatItMustEscapeAtEveryPlace) {
  for (std::size_t at = 0; at < 20; ++at) {
    for (const char c :
         {'"', '\\', '\n', '\x00', '\x1f', '\x7f', '\x80', '\xff', ' ', '!', '#', '[', ']'}) {
      std::string text(20, 'x');
      text[at] = c;
      std::string escaped;
      AppendJsonEscaped(escaped, text);
      const bool special = static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
      EXPECT_EQ(escaped.size() > text.size(), special) << at << " " << int{c};
      EXPECT_EQ(JsonEscapedBytes(text), escaped.size());
    }
  }
}

TEST(JsonEscapedBytes, IsTheLengthOfTheEscapedText) {
  for (const std::string_view text : {"", "plain", "a\"b\\\n", "\x01\x1f", "検"}) {
    std::string escaped;
    AppendJsonEscaped(escaped, text);
    EXPECT_EQ(JsonEscapedBytes(text), escaped.size()) << escaped;
  }
}

}  // namespace
}  // namespace sitedoor
