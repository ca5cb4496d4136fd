#include <gmock/gmock.h>

#include <boost/json/parse.hpp>

#include "base/json_text.h"
#include "doors/operations/operation.h"
#include "search/testing/small_site.h"

namespace sitedoor::doors {
namespace {

namespace json = boost::json;
using search::testing::SmallSite;
using ::testing::AllOf;
using ::testing::HasSubstr;

class SiteOperationsOnASite : public ::testing::Test {
 protected:
  Result<json::object> Ask(std::string_view operation, std::string_view input,
                           OperationOptions options = {}) {
    RequestContext context;
    context.snapshot = {std::shared_ptr<void>(), &site_.snapshot()};
    context.searcher = &searcher_;
    const std::vector<Operation> operations = SiteOperations(options);
    return FindOperation(operations, operation)->handler(context, json::parse(input).get_object());
  }

  const SmallSite site_{
      {{"big.html",
        "Big",
        {{std::string(1 << 19, 'x') + " enormous " + std::string(5 << 20, 'x')}}},
       {"install.html", "Install", {{"Run the installer with --prefix.", "Setup", "setup"}}},
       {"de.html", "Installation", {{"Den installer starten."}}, "de"}}};
  const search::Searcher searcher_;
};

TEST_F(SiteOperationsOnASite, FindAPageAndReadIt) {
  const json::object found = *Ask("search", R"({"query":"installer prefix"})");
  const json::value& hit = found.at("results").at(0);
  EXPECT_EQ(hit.at("id"), "install.html");
  EXPECT_EQ(hit.at("url"), "https://example.org/install.html#setup");
  EXPECT_EQ(hit.at("text"), "Run the installer with --prefix.");
  EXPECT_EQ(ToJson(hit.at("heading_path")), R"(["Setup"])");
  const json::object page = *Ask("fetch", R"({"id":"install.html"})");
  EXPECT_EQ(page.at("text"), "Run the installer with --prefix.\n");
  EXPECT_EQ(page.at("title"), "Install");
}

TEST_F(SiteOperationsOnASite, FetchTakesAFullUrlWithAnchor) {
  EXPECT_EQ(Ask("fetch", R"({"id":"https://example.org/install.html#setup"})")->at("id"),
            "install.html");
}

TEST_F(SiteOperationsOnASite, FetchNamesWhatItDoesNotKnowAndPointsToSearch) {
  const auto page = Ask("fetch", R"({"id":"nosuch.html"})");
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(page.error().Text(), AllOf(HasSubstr("\"nosuch.html\""), HasSubstr("search")));
}

TEST_F(SiteOperationsOnASite, FetchShowsAnIdThatIsNotThereWithoutWhatCouldEndTheMessage) {
  EXPECT_EQ(Ask("fetch", R"({"id":"a\"]\n\n# Forged"})").error().message,
            "no page has the id or URL \"a # Forged\"");
}

TEST_F(SiteOperationsOnASite, FetchRefusesIdsOfAnyLengthOrBytes) {
  EXPECT_EQ(Ask("fetch", R"({"id":""})").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Ask("fetch", R"({"id":")" + std::string(100'000, '#') + "\"}").error().code,
            ErrorCode::kNotFound);
}

TEST_F(SiteOperationsOnASite, SearchKeepsToItsBudgetWithAPageOf5Megabytes) {
  const json::object found = *Ask("search", R"({"query":"enormous"})");
  ASSERT_EQ(found.at("results").get_array().size(), 1u);
  EXPECT_LE(ToJson(found).size(), 24'000u);
  EXPECT_THAT(std::string(found.at("results").at(0).at("text").get_string()),
              HasSubstr("enormous"));
}

TEST_F(SiteOperationsOnASite, SearchFindsNothingWithoutAnError) {
  const json::object found = *Ask("search", R"({"query":"qwertzuiopqwertz"})");
  EXPECT_TRUE(found.at("results").get_array().empty());
  EXPECT_THAT(std::string(found.at("note").get_string()), HasSubstr("qwertzuiopqwertz"));
}

TEST_F(SiteOperationsOnASite, SearchFiltersByLanguageAndLimit) {
  EXPECT_EQ(Ask("search", R"({"query":"installer","language":"de"})")->at("results").at(0).at("id"),
            "de.html");
  EXPECT_EQ(Ask("search", R"({"query":"installer","limit":1})")->at("results").get_array().size(),
            1u);
}

TEST_F(SiteOperationsOnASite, SearchCallsAnEmptyQueryWrong) {
  EXPECT_EQ(Ask("search", R"({"query":" "})").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace sitedoor::doors
