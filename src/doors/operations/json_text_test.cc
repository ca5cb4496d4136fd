#include "doors/operations/json_text.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace sitedoor::doors {
namespace {

namespace json = boost::json;

TEST(ToJson, WritesWhatAParserReadsBack) {
  const json::value value = {
      {"text", "a\"b\\c\n\t\r\b\f\x01 é 検"},
      {"numbers", {0, -1, 9007199254740991, 18446744073709551615u, 1.5, -2e300}},
      {"empty", {json::object(), json::array(), ""}},
      {"other", {true, false, nullptr}}};
  EXPECT_EQ(json::parse(ToJson(value)), value);
}

TEST(ToJson, IsCompactAndKeepsOrder) {
  EXPECT_EQ(ToJson({{"b", 1}, {"a", json::array{"x", 2}}, {"e", json::object()}}),
            R"({"b":1,"a":["x",2],"e":{}})");
}

TEST(AppendEscaped, EscapesAllThatJsonForbidsInAString) {
  std::string every;
  for (int c = 0; c < 0x80; ++c) every += static_cast<char>(c);
  std::string quoted = "\"";
  AppendEscaped(quoted, every);
  EXPECT_EQ(json::parse(quoted + "\"").get_string(), every);
}

TEST(AppendEscaped, FindsWhatItMustEscapeAtEveryPlace) {
  for (std::size_t at = 0; at < 20; ++at) {
    for (const char c :
         {'"', '\\', '\n', '\x00', '\x1f', '\x7f', '\x80', '\xff', ' ', '!', '#', '[', ']'}) {
      std::string text(20, 'x');
      text[at] = c;
      std::string escaped;
      AppendEscaped(escaped, text);
      const bool special = static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
      EXPECT_EQ(escaped.size() > text.size(), special) << at << " " << int{c};
      EXPECT_EQ(EscapedBytes(text), escaped.size());
    }
  }
}

TEST(EscapedBytes, IsTheLengthOfTheEscapedText) {
  for (const std::string_view text : {"", "plain", "a\"b\\\n", "\x01\x1f", "検"}) {
    std::string escaped;
    AppendEscaped(escaped, text);
    EXPECT_EQ(EscapedBytes(text), escaped.size()) << escaped;
  }
}

}  // namespace
}  // namespace sitedoor::doors
