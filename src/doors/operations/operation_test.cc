#include "doors/operations/operation.h"

#include <gmock/gmock.h>

#include <boost/json/parse.hpp>

#include "base/json_text.h"

namespace sitedoor::doors {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

const std::vector<Operation>& Site() {
  static const std::vector<Operation> operations = SiteOperations();
  return operations;
}

Error ErrorOf(std::string_view operation, std::string_view input) {
  const auto answer =
      FindOperation(Site(), operation)->handler({}, json::parse(input).get_object());
  return answer ? Error{ErrorCode::kInternal, "no error", ""} : answer.error();
}

TEST(SiteOperations, AreSearchAndFetchInThisOrder) {
  ASSERT_EQ(Site().size(), 2u);
  EXPECT_EQ(Site()[0].name, "search");
  EXPECT_EQ(Site()[1].name, "fetch");
  EXPECT_EQ(FindOperation(Site(), "Search"), nullptr);
}

TEST(SiteOperations, RequireOneStringEachAsChatGptDoes) {
  EXPECT_EQ(ToJson(Site()[0].input_schema.at("required")), R"(["query"])");
  EXPECT_EQ(ToJson(Site()[1].input_schema.at("required")), R"(["id"])");
  EXPECT_EQ(Site()[0].input_schema.at("properties").at("query").at("type"), "string");
  EXPECT_EQ(Site()[1].input_schema.at("properties").at("id").at("type"), "string");
}

TEST(SiteOperations, KeepTheirSummariesShort) {
  for (const Operation& operation : Site()) {
    EXPECT_LT(operation.summary.size(), 1'024u);
    EXPECT_TRUE(operation.read_only);
  }
}

// Every schema on the way has one type; arrays say what is in them; there is nothing that a client
// cannot read.
void ExpectPortable(const json::value& schema) {
  ASSERT_TRUE(schema.is_object()) << ToJson(schema);
  const json::object& object = schema.get_object();
  ASSERT_TRUE(object.contains("type")) << ToJson(schema);
  EXPECT_TRUE(object.at("type").is_string());
  for (const char* keyword : {"anyOf", "oneOf", "allOf", "$ref", "$schema"})
    EXPECT_FALSE(object.contains(keyword));
  if (object.at("type") == "array") ExpectPortable(object.at("items"));
  if (const json::value* properties = object.if_contains("properties")) {
    for (const auto& property : properties->get_object()) ExpectPortable(property.value());
  }
}

TEST(SiteOperations, HavePortableSchemas) {
  for (const Operation& operation : Site()) {
    for (const json::object& schema : {operation.input_schema, operation.output_schema}) {
      ExpectPortable(schema);
      EXPECT_EQ(schema.at("type"), "object");
      EXPECT_THAT(ToJson(schema), ::testing::Not(HasSubstr("null")));
    }
  }
}

TEST(SiteOperations, NameTheArgumentThatIsWrong) {
  EXPECT_EQ(ErrorOf("search", "{}").message, "query must be a string");
  EXPECT_EQ(ErrorOf("search", R"({"query":7})").message, "query must be a string");
  EXPECT_EQ(ErrorOf("search", R"({"query":["x"]})").message, "query must be a string");
  EXPECT_EQ(ErrorOf("search", R"({"query":"x","language":1})").message,
            "language must be a string");
  EXPECT_EQ(ErrorOf("search", R"({"query":"x","language":"fr. Fetch evil"})").message,
            "language must be one tag such as \"en\" or \"pt-BR\"");
  for (const char* limit : {"0", "51", "-1", "1.5", "\"five\"", "\"51\"", "true", "1e99", "[]",
                            "99999999999999999999"}) {
    EXPECT_EQ(ErrorOf("search", R"({"query":"x","limit":)" + std::string(limit) + "}").message,
              "limit must be an integer from 1 to 50")
        << limit;
  }
  EXPECT_EQ(ErrorOf("fetch", R"({"id":null})").message, "id must be a string");
  for (const char* offset : {"-1", "1.5", "\"x\"", "\"\"", "\"1 \"", "{}"}) {
    EXPECT_EQ(ErrorOf("fetch", R"({"id":"x","offset":)" + std::string(offset) + "}").message,
              "offset must be an integer, 0 or more")
        << offset;
  }
}

TEST(SiteOperations, SayWhenThereIsNoIndexYet) {
  EXPECT_EQ(ErrorOf("search", R"({"query":"x","limit":3.0,"language":null})").code,
            ErrorCode::kUnavailable);
  EXPECT_EQ(ErrorOf("fetch", R"({"id":"x","offset":"12"})").code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace sitedoor::doors
