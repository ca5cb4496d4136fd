#include "base/json_text.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <limits>

namespace sitedoor {
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

TEST(ToJson, WritesNumbersAsPeopleDo) {
  EXPECT_EQ(ToJson(json::array{7.25, 0.5, 0.0}), "[7.25,0.5,0]");
  EXPECT_EQ(ToJson(json::array{std::numeric_limits<double>::infinity()}), "[null]");
}

}  // namespace
}  // namespace sitedoor
