#include "doors/operations/internal/search_answer.h"

#include <gmock/gmock.h>

#include <boost/json/array.hpp>

#include "base/json_text.h"
#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

search::Passage PassageOf(std::string text, std::string snippet = "",
                          std::vector<std::string> path = {}) {
  search::Passage passage;
  passage.text = std::move(text);
  passage.snippet = snippet.empty() ? passage.text.substr(0, 40) : std::move(snippet);
  passage.heading_path = std::move(path);
  return passage;
}

search::Hit HitOf(std::string id, std::vector<search::Passage> passages) {
  search::Hit hit;
  hit.id = id;
  hit.title = "Title of " + id;
  hit.url = "https://x.test/" + id;
  hit.url_with_anchor = hit.url + "#a";
  hit.passages = std::move(passages);
  return hit;
}

search::SearchResponse Of(std::vector<search::Hit> hits) {
  search::SearchResponse response;
  response.hits = std::move(hits);
  return response;
}

std::string TextOf(const json::object& answer, std::size_t hit) {
  return std::string(answer.at("results").at(hit).at("text").get_string());
}
std::string NoteOf(const json::object& answer) {
  const json::value* note = answer.if_contains("note");
  return note == nullptr ? "" : std::string(note->get_string());
}
std::string Words(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

TEST(SearchAnswer, GivesWhatAReaderAndACitationNeed) {
  const json::object answer = SearchAnswer(
      Of({HitOf("a", {PassageOf("The whole passage.", "whole", {"Guide", "Setup"})})}), 24'000);
  EXPECT_EQ(ToJson(answer),
            R"({"results":[{"id":"a","title":"Title of a","url":"https://x.test/a#a",)"
            R"("heading_path":["Guide","Setup"],"text":"The whole passage."}]})");
}

search::Passage At(index::ChunkId chunk, std::string text, std::vector<std::string> path = {}) {
  search::Passage passage = PassageOf(std::move(text), "", std::move(path));
  passage.chunk = chunk;
  return passage;
}

TEST(SearchAnswer, GivesPassagesInTheOrderOfThePageUnderTheirHeadings) {
  const json::object answer = SearchAnswer(
      Of({HitOf("a",
                {At(8, "Best.", {"A"}), At(9, "Next.", {"A"}), At(12, "Later.", {"A", "B"})})}),
      24'000);
  EXPECT_EQ(TextOf(answer, 0), "Best.\n\nNext.\n\n…\n\nA > B:\nLater.");
}

TEST(SearchAnswer, PutsAPassageThatStandsBeforeTheBestOneInFrontOfIt) {
  const json::object answer = SearchAnswer(
      Of({HitOf("a", {At(8, "for x in y:", {"A"}), At(7, "A loop:", {"A"}), At(2, "Intro.", {})})}),
      24'000);
  EXPECT_EQ(TextOf(answer, 0), "Intro.\n\n…\n\nA:\nA loop:\n\nfor x in y:");
  EXPECT_EQ(answer.at("results").at(0).at("heading_path"), json::array{"A"});
}

TEST(SearchAnswer, CarriesAHeadingPathAlsoWhereItIsEmpty) {
  const json::object answer = SearchAnswer(Of({HitOf("a", {PassageOf("Text.")})}), 24'000);
  EXPECT_EQ(answer.at("results").at(0).at("heading_path"), json::array());
}

TEST(SearchAnswer, SaysThatNothingMatchedAndWhichWordsNoPageHolds) {
  search::SearchResponse response;
  response.unmatched_words = {"frobnicate", "zzz"};
  const json::object answer = SearchAnswer(response, 24'000);
  EXPECT_TRUE(answer.at("results").get_array().empty());
  EXPECT_THAT(NoteOf(answer),
              AllOf(HasSubstr("No page matches"), HasSubstr("\"frobnicate\", \"zzz\"")));
}

TEST(SearchAnswer, SaysWhatItSearchedForInPlaceOfAWord) {
  search::SearchResponse response = Of({HitOf("a", {PassageOf("The plot.")})});
  response.corrected_words = {{"pilot", "plot"}};
  EXPECT_EQ(NoteOf(SearchAnswer(response, 24'000)),
            "Searched for \"plot\" in place of \"pilot\", which no page holds.");
}

TEST(SearchAnswer, NamesUnmatchedWordsBesideHitsToo) {
  search::SearchResponse response = Of({HitOf("a", {PassageOf("x")})});
  response.unmatched_words = {"zzz"};
  EXPECT_EQ(NoteOf(SearchAnswer(response, 24'000)), "No page holds: \"zzz\".");
}

TEST(SearchAnswer, ShortensALongPassageRoundItsMatch) {
  const std::string text = Words(50'000) + "THE MATCH stands here " + Words(50'000);
  const json::object answer =
      SearchAnswer(Of({HitOf("a", {PassageOf(text, "THE MATCH stands here")})}), 4'000);
  EXPECT_LE(ToJson(answer).size(), 4'000u);
  EXPECT_GT(TextOf(answer, 0).size(), 2'500u);
  EXPECT_THAT(TextOf(answer, 0),
              AllOf(HasSubstr("THE MATCH stands here"), StartsWith("…"), EndsWith("…")));
  EXPECT_THAT(NoteOf(answer), HasSubstr("shortened"));
}

TEST(SearchAnswer, ShortensBeforeItDropsHits) {
  std::vector<search::Hit> hits;
  for (int i = 0; i < 20; ++i)
    hits.push_back(HitOf("page" + std::to_string(i), {PassageOf(Words(3'000))}));
  const json::object answer = SearchAnswer(Of(hits), 12'000);
  EXPECT_EQ(answer.at("results").get_array().size(), 20u);
  EXPECT_LE(ToJson(answer).size(), 12'000u);
  EXPECT_GT(ToJson(answer).size(), 9'000u);
  EXPECT_GT(TextOf(answer, 19).size(), 200u);
}

TEST(SearchAnswer, LetsLongHitsHaveWhatShortOnesLeave) {
  const json::object answer = SearchAnswer(
      Of({HitOf("a", {PassageOf("Short.")}), HitOf("b", {PassageOf(Words(9'000))})}), 6'000);
  EXPECT_EQ(TextOf(answer, 0), "Short.");
  EXPECT_GT(TextOf(answer, 1).size(), 4'500u);
}

TEST(SearchAnswer, SaysHowManyHitsItLeftOut) {
  std::vector<search::Hit> hits;
  for (int i = 0; i < 50; ++i)
    hits.push_back(HitOf("page" + std::to_string(i), {PassageOf(Words(3'000))}));
  const json::object answer = SearchAnswer(Of(hits), 3'000);
  const std::size_t kept = answer.at("results").get_array().size();
  EXPECT_LT(kept, 50u);
  EXPECT_GT(kept, 3u);
  EXPECT_THAT(NoteOf(answer),
              HasSubstr(std::to_string(50 - kept) + " of 50 results were left out"));
}

// What a hostile or odd site may hold: a page of 5 MB in one chunk, escapes only, endless titles,
// ids and headings.
TEST(SearchAnswer, NeverExceedsItsBudget) {
  search::Hit endless = HitOf("endless", {PassageOf(std::string(5 << 20, 'x'))});
  search::Hit escapes = HitOf(
      "escapes", {PassageOf(std::string(100'000, '"')), PassageOf(std::string(9'000, '\x01'))});
  search::Hit japanese = HitOf("japanese", {PassageOf([] {
                                 std::string text;
                                 for (int i = 0; i < 20'000; ++i) text += "検索";
                                 return text;
                               }())});
  search::Hit titled = HitOf(
      "titled", {PassageOf("x", "x", std::vector<std::string>(500, std::string(9'000, '"')))});
  titled.title = std::string(1 << 20, '\\');
  search::Hit named = HitOf(std::string(100'000, 'i'), {PassageOf("y")});
  search::Hit bare = HitOf("bare", {});
  for (const std::size_t budget : {1'000u, 1'500u, 4'000u, 24'000u}) {
    search::SearchResponse response = Of({endless, escapes, japanese, titled, bare, named});
    response.unmatched_words = std::vector<std::string>(64, std::string(900, '"'));
    response.degraded = std::string(5'000, '\n');
    const json::object answer = SearchAnswer(response, budget);
    EXPECT_LE(ToJson(answer).size(), budget);
    EXPECT_TRUE(text::IsValid(ToJson(answer)));
  }
}

TEST(SearchAnswer, BlamesTheFilterAndNotTheWords) {
  search::SearchResponse response = Of({});
  response.degraded = "no page is in language fr; the site has en";
  EXPECT_EQ(SearchAnswer(response, 4'000).at("note"),
            "No page matches. No page is in language fr; the site has en.");
}

TEST(SearchAnswer, KeepsTheHitsBehindOneThatCannotFit) {
  const json::object answer = SearchAnswer(
      Of({HitOf(std::string(9'000, 'i'), {PassageOf("x")}), HitOf("b", {PassageOf("y")})}), 4'000);
  ASSERT_EQ(answer.at("results").get_array().size(), 1u);
  EXPECT_EQ(answer.at("results").at(0).at("id"), "b");
  EXPECT_THAT(NoteOf(answer), HasSubstr("1 of 2 results were left out"));
}

TEST(SearchAnswer, CutsAtWordEnds) {
  const json::object answer = SearchAnswer(Of({HitOf("a", {PassageOf(Words(9'000))})}), 2'000);
  EXPECT_THAT(TextOf(answer, 0), ::testing::MatchesRegex("(word[0-9]+ )*word[0-9]+…"));
}

}  // namespace
}  // namespace sitedoor::doors::internal
