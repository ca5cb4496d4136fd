#include "doors/api/api.h"

#include <gmock/gmock.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "base/json_text.h"
#include "search/testing/small_site.h"
#include "text/utf8.h"

namespace sitedoor::doors::api {
namespace {

namespace json = boost::json;
using search::testing::SmallSite;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

std::string HeaderOf(const http::Response& response, std::string_view name) {
  for (const auto& [header, value] : response.headers) {
    if (header == name) return value;
  }
  return "";
}

http::Request Get(std::string target,
                  std::vector<std::pair<std::string, std::string>> headers = {}) {
  http::Request request;
  request.method = "GET";
  request.target = target;
  request.path = target.substr(0, target.find('?'));
  request.headers = std::move(headers);
  request.request_id = "r1";
  return request;
}

class Api : public ::testing::Test {
 protected:
  ApiDoor Door(ApiOptions options = {}) const {
    return ApiDoor(std::move(options), [this](const std::string& id) {
      RequestContext context;
      context.snapshot = {std::shared_ptr<void>(), &site_.snapshot()};
      context.searcher = &searcher_;
      context.request_id = id;
      return context;
    });
  }
  http::Response Search(std::string target) const {
    return Door().Search(Get("/api/search" + target));
  }

  const SmallSite site_{
      {{"a.html", "Install", {{"Run the <b>installer</b> & wait.", "Setup", "setup"}}},
       {"b.html", "Use", {{"Use the installer again."}}},
       {"de.html", "Installation", {{"Der installer."}}, "de"}}};
  const search::Searcher searcher_;
};

ApiDoor WithoutIndex() {
  return ApiDoor({}, [](const std::string&) { return RequestContext(); });
}

TEST_F(Api, FindsPagesAndMarksTheMatchesInEscapedSnippets) {
  const http::Response response = Search("?q=installer&limit=1");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "application/json");
  const json::object body = json::parse(response.body).get_object();
  ASSERT_EQ(body.at("hits").get_array().size(), 1u);
  EXPECT_FALSE(body.at("generation").get_string().empty());
  EXPECT_EQ(body.at("query"), "installer");
  const json::value hit = json::parse(Search("?q=installer+wait").body).at("hits").at(0);
  EXPECT_EQ(hit.at("id"), "a.html");
  EXPECT_EQ(hit.at("url"), "https://example.org/a.html#setup");
  EXPECT_EQ(ToJson(hit.at("heading_path")), R"(["Setup"])");
  EXPECT_EQ(hit.at("snippet"),
            "Run the &lt;b&gt;<mark>installer</mark>&lt;/b&gt; &amp; <mark>wait</mark>.");
  EXPECT_GT(hit.at("score").to_number<double>(), 0);
}

TEST_F(Api, NamesWordsThatNoPageHolds) {
  EXPECT_THAT(Search("?q=installer+qwertzuiopqwertz").body,
              HasSubstr(R"("unmatched_words":["qwertzuiopqwertz"])"));
}

TEST_F(Api, FiltersByLanguage) {
  const json::value body = json::parse(Search("?q=installer&language=de").body);
  ASSERT_EQ(body.at("hits").get_array().size(), 1u);
  EXPECT_EQ(body.at("hits").at(0).at("id"), "de.html");
}

TEST_F(Api, TakesAQueryThatIsNotUtf8) {
  const http::Response response = Search("?q=installer%ff");
  EXPECT_EQ(response.status, 200);
  EXPECT_TRUE(json::parse(response.body).is_object());
}

TEST_F(Api, ExplainsWhatIsWrongWithAQuestion) {
  for (const auto& [target, detail] : std::vector<std::pair<std::string, std::string>>{
           {"", "q is missing"},
           {"?limit=1", "q is missing"},
           {"?q=x&limit=0", "limit"},
           {"?q=x&limit=101", "limit"},
           {"?q=x&limit=a", "limit"},
           {"?q=x&limit=1x", "limit"},
           {"?q=x&limit=99999999999999999999", "limit"},
           {"?q=x&mode=psychic", "mode"},
           {"?q=", "query"},
           {"?q=" + std::string(20'000, 'x'), "query"}}) {
    const http::Response response = Search(target);
    EXPECT_EQ(response.status, 400) << target;
    EXPECT_EQ(response.content_type, "application/problem+json");
    const json::object problem = json::parse(response.body).get_object();
    EXPECT_EQ(problem.at("status"), 400);
    EXPECT_EQ(problem.at("request_id"), "r1");
    EXPECT_THAT(std::string(problem.at("detail").get_string()), HasSubstr(detail));
  }
}

TEST_F(Api, NamesTheParametersThatItIgnores) {
  const auto ignored = [&](const std::string& target) {
    const json::object answer = json::parse(Search(target).body).get_object();
    const json::value* names = answer.if_contains("ignored_parameters");
    return names == nullptr ? "" : json::serialize(*names);
  };
  EXPECT_EQ(ignored("?q=installer&limit=3&language=en&mode=keyword&"), "");
  EXPECT_EQ(ignored("?q=installer&tree=v1&path=a&tree=v2"), R"(["tree","path"])");
  EXPECT_NE(HeaderOf(Search("?q=installer&tree=v1"), "etag"),
            HeaderOf(Search("?q=installer"), "etag"));
}

TEST_F(Api, Answers304WhileTheIndexAndTheQuestionAreTheSame) {
  const std::string tag = HeaderOf(Search("?q=installer"), "etag");
  const auto status = [&](std::string target, std::string if_none_match) {
    return Door().Search(Get("/api/search" + target, {{"if-none-match", if_none_match}})).status;
  };
  EXPECT_THAT(tag, MatchesRegex("W/\"[^\"]+\""));
  EXPECT_EQ(status("?q=installer", tag), 304);
  EXPECT_EQ(status("?q=installer", "\"x\", " + tag.substr(2)), 304);
  EXPECT_EQ(status("?q=installer", "*"), 304);
  EXPECT_EQ(status("?q=installer&limit=1", tag), 200);
  EXPECT_EQ(status("?q=installer&language=de", tag), 200);
  EXPECT_EQ(status("?q=other", tag), 200);
  EXPECT_EQ(status("?q=installer", "\"\""), 200);
}

TEST_F(Api, LetsCachesKeepAnswersForAMinute) {
  EXPECT_EQ(HeaderOf(Search("?q=installer"), "cache-control"), "public, max-age=60");
  EXPECT_EQ(HeaderOf(Search("?q="), "cache-control"), "");
}

TEST_F(Api, LetsListedOriginsRead) {
  const ApiDoor door = Door({.allowed_origins = {"https://www.example.org"}});
  const auto allowed = [&](const ApiDoor& which, std::string origin) {
    return HeaderOf(which.Search(Get("/api/search?q=x", {{"origin", origin}})),
                    "access-control-allow-origin");
  };
  EXPECT_EQ(allowed(door, "https://www.example.org"), "https://www.example.org");
  EXPECT_EQ(allowed(door, "https://evil.test"), "");
  EXPECT_EQ(allowed(door, "https://www.example.org.evil.test"), "");
  EXPECT_EQ(allowed(door, "null"), "");
  EXPECT_EQ(allowed(Door(), "http://localhost:1313"), "http://localhost:1313");
  EXPECT_EQ(allowed(Door(), "http://localhost.evil.test"), "");
  EXPECT_EQ(allowed(Door(), "https://www.example.org"), "");
  EXPECT_EQ(allowed(Door({.allowed_origins = {"*"}}), "https://any.test"), "https://any.test");
  EXPECT_EQ(HeaderOf(door.Search(Get("/api/search?q=x")), "vary"), "Origin");
}

TEST_F(Api, IsReadOnly) {
  for (const std::string method : {"POST", "PUT", "DELETE"}) {
    http::Request request = Get("/api/search?q=x");
    request.method = method;
    for (const http::Response& response : {Door().Search(request), Door().Health(request)}) {
      EXPECT_EQ(response.status, 405) << method;
      EXPECT_EQ(HeaderOf(response, "allow"), "GET, HEAD, OPTIONS");
    }
  }
  http::Request head = Get("/api/search?q=installer");
  head.method = "HEAD";
  EXPECT_EQ(Door().Search(head).status, 200);
}

TEST_F(Api, AnswersBytesThatAreNoTextInUtf8) {
  for (const char* query :
       {"?q=%ff", "?q=installer%fe", "?q=%ED%A0%80", "?q=%00", "?q=installer&language=%ff"}) {
    const http::Response response = Search(query);
    EXPECT_EQ(response.status, 200) << query;
    EXPECT_TRUE(text::IsValid(response.body)) << query;
  }
}

TEST_F(Api, AnswersAPreflightOfAListedOrigin) {
  const ApiDoor door = Door({.allowed_origins = {"https://www.example.org"}});
  const auto preflight = [&](std::string origin) {
    http::Request request = Get("/api/search", {{"origin", origin}});
    request.method = "OPTIONS";
    return door.Search(request);
  };
  const http::Response response = preflight("https://www.example.org");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(HeaderOf(response, "access-control-allow-methods"), "GET, HEAD, OPTIONS");
  EXPECT_THAT(HeaderOf(response, "access-control-allow-headers"), HasSubstr("if-none-match"));
  EXPECT_EQ(HeaderOf(preflight("https://evil.test"), "access-control-allow-methods"), "");
}

TEST_F(Api, LetsListedPagesReadARefusal) {
  const ApiDoor door = Door({.allowed_origins = {"https://www.example.org"}});
  const http::Response response =
      door.Refuse(Get("/api/search", {{"origin", "https://www.example.org"}}), 429, "too many");
  EXPECT_EQ(response.status, 429);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(HeaderOf(response, "access-control-allow-origin"), "https://www.example.org");
}

TEST_F(Api, SaysWhatIsLoaded) {
  const http::Response response = Door().Health(Get("/healthz"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "cache-control"), "no-store");
  const json::object body = json::parse(response.body).get_object();
  EXPECT_EQ(body.at("status"), "ok");
  EXPECT_EQ(body.at("pages"), 3);
  EXPECT_EQ(body.at("chunks"), 3);
  EXPECT_GT(body.at("sequence").to_number<std::uint64_t>(), 0u);
  EXPECT_EQ(body.at("built_at"), "2026-01-01T00:00:00Z");
  EXPECT_GT(body.at("age_seconds").get_int64(), 0);
}

TEST(ApiWithoutIndex, Answers503) {
  EXPECT_EQ(WithoutIndex().Health(Get("/healthz")).status, 503);
  const http::Response response = WithoutIndex().Search(Get("/api/search?q=x"));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(HeaderOf(response, "retry-after"), "1");
}

search::Passage Snippet(std::string text, std::vector<document::ByteRange> marks) {
  search::Passage passage;
  passage.snippet = std::move(text);
  passage.marks = std::move(marks);
  return passage;
}

TEST(MarkedHtml, EscapesInsideAndOutsideTheMarks) {
  EXPECT_EQ(MarkedHtml(Snippet("a<b \"c\" & 'd'", {{1, 3}, {8, 9}})),
            "a<mark>&lt;b</mark> &quot;c&quot; <mark>&amp;</mark> &#39;d&#39;");
}

TEST(MarkedHtml, LetsNoMarkupOfThePageThrough) {
  const std::string html = MarkedHtml(Snippet("<mark><script>x</script>", {}));
  EXPECT_THAT(html, Not(HasSubstr("<")));
}

TEST(MarkedHtml, ShowsWhereTextWasLeftOut) {
  search::Passage passage = Snippet("middle", {});
  passage.cut_before = passage.cut_after = true;
  EXPECT_EQ(MarkedHtml(passage), "… middle …");
}

TEST(MarkedHtml, SurvivesRangesThatDoNotFit) {
  EXPECT_EQ(MarkedHtml(Snippet("abc", {{2, 1}, {1, 2}, {1, 99}, {50, 60}})),
            "a<mark>b</mark><mark>c</mark>");
}

TEST_F(Api, TakesFromTheAllowanceForSearchesAloneAndRefusesThemWithTheTimeToWait) {
  int asked = 0;
  const http::Allowance nothing_left = [&]() -> std::optional<std::chrono::seconds> {
    ++asked;
    return std::chrono::seconds(37);
  };
  http::Request request = Get("/api/search?q=installer", {{"origin", "http://localhost:1"}});
  const ApiDoor door = Door();
  request.method = "OPTIONS";
  EXPECT_EQ(door.Search(request, nothing_left).status, 204);
  request.method = "POST";
  EXPECT_EQ(door.Search(request, nothing_left).status, 405);
  EXPECT_EQ(asked, 0);
  request.method = "GET";
  const http::Response refused = door.Search(request, nothing_left);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.content_type, "application/problem+json");
  EXPECT_EQ(HeaderOf(refused, "retry-after"), "37");
  EXPECT_EQ(HeaderOf(refused, "access-control-allow-origin"), "http://localhost:1");
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace sitedoor::doors::api
