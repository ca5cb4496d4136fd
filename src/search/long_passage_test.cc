#include "search/long_passage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "search/search.h"
#include "search/testing/small_site.h"

namespace sitedoor::search {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallSite;

constexpr std::size_t kMegabyte = 1 << 20;

// Lines of a log without the words that the tests ask for.
std::string Log(std::size_t bytes) {
  std::string log;
  for (int line = 0; log.size() < bytes; ++line) {
    log += "line " + std::to_string(line) + " of the log says \"fine\"\n";
  }
  return log;
}

Result<SearchResponse> Ask(const SmallSite& site, std::string text, SearchRequest request = {}) {
  static const Searcher searcher;
  request.text = std::move(text);
  return searcher.Search(site.snapshot(), request);
}

TEST(LongPassage, ShowsThePartOfALongTextThatHasTheWords) {
  const SmallSite site({{"a", "", {{Log(300'000) + "giraffe seen by a zebra\n" + Log(300'000)}}}});
  const auto response = Ask(site, "zebra giraffe");
  ASSERT_TRUE(response);
  ASSERT_THAT(response->hits, SizeIs(1));
  const Passage& passage = response->hits[0].passages[0];
  EXPECT_THAT(passage.text, HasSubstr("giraffe seen by a zebra\n"));
  EXPECT_LE(passage.text.size(), kLongPassageBytes);
  EXPECT_TRUE(passage.text_cut_before && passage.text_cut_after);
  EXPECT_TRUE(passage.cut_before && passage.cut_after);
  EXPECT_THAT(passage.text, HasSubstr(passage.snippet));
  ASSERT_THAT(passage.marks, SizeIs(2));
  EXPECT_EQ(
      passage.snippet.substr(passage.marks[0].begin, passage.marks[0].end - passage.marks[0].begin),
      "giraffe");
}

TEST(LongPassage, PrefersThePlaceWhereMoreOfTheWordsAreTogether) {
  const SmallSite site({{"a",
                         "",
                         {{"zebra\n" + Log(100'000) + "giraffe\n" + Log(100'000) +
                           "a giraffe and a zebra\n" + Log(100'000)}}}});
  const auto response = Ask(site, "zebra giraffe");
  ASSERT_TRUE(response && !response->hits.empty());
  EXPECT_THAT(response->hits[0].passages[0].text, HasSubstr("a giraffe and a zebra"));
}

TEST(LongPassage, IsTheWholeTextUpToTheLimit) {
  std::string text = Log(index::kMostWholeText - 100);
  text.resize(index::kMostWholeText - 8);
  text += " giraffe";
  const SmallSite site({{"a", "", {{text}}}, {"b", "", {{text + "!"}}}});
  const auto response = Ask(site, "giraffe");
  ASSERT_TRUE(response);
  ASSERT_THAT(response->hits, SizeIs(2));
  for (const Hit& hit : response->hits) {
    const Passage& passage = hit.passages[0];
    EXPECT_EQ(passage.text == text, hit.id == "a") << hit.id;
    EXPECT_EQ(passage.text_cut_before, hit.id == "b") << hit.id;
    EXPECT_THAT(passage.snippet, HasSubstr("giraffe")) << hit.id;
  }
}

TEST(LongPassage, StandsAtTheBeginningWhereOnlyTheTitleMatches) {
  const SmallSite site({{"a", "Giraffe", {{Log(200'000)}}}});
  const auto response = Ask(site, "giraffe");
  ASSERT_TRUE(response && !response->hits.empty());
  EXPECT_TRUE(response->hits[0].passages[0].text.starts_with("line 0 "));
  EXPECT_FALSE(response->hits[0].passages[0].text_cut_before);
}

TEST(LongPassage, FindsQuotedPartsOverPunctuationAndLineBreaks) {
  const SmallSite site({{"a",
                         "",
                         {{Log(200'000) + "ValueError: giraffe\n\tzebra-crossing \"x\"\n" +
                           "配信のお知らせ\n" + Log(100'000)}}}});
  for (const std::string text :
       {"\"giraffe zebra\"", "\"valueerror giraffe zebra\"", "\"zebra-crossing x\"", "\"お知らせ\"",
        "\"giraffe\" \"crossing x\""}) {
    const auto response = Ask(site, text);
    ASSERT_TRUE(response) << text;
    EXPECT_THAT(response->hits, SizeIs(1)) << text;
    EXPECT_EQ(response->degraded, "") << text;
  }
  for (const std::string text : {"\"zebra giraffe\"", "\"raffe zebra\"", "\"fine log\""}) {
    const auto response = Ask(site, text);
    ASSERT_TRUE(response) << text;
    EXPECT_THAT(response->degraded, Not(IsEmpty())) << text;
  }
}

TEST(LongPassage, ReadsABoundedPartOfTheText) {
  const std::string text = Log(8 * kMegabyte) + "giraffe zebra";
  const SmallSite site({{"a", "", {{text}}}, {"b", "", {{text}}}, {"c", "", {{text}}}});
  for (const std::string query : {"giraffe", "line of giraffe", "\"giraffe zebra\"",
                                  "\"line of\" \"the log\" \"log says\" \"of the log zebra\""}) {
    const auto response = Ask(site, query);
    ASSERT_TRUE(response) << query;
    EXPECT_THAT(response->hits, SizeIs(3)) << query;
    EXPECT_GT(response->text_bytes, 0u) << query;
    EXPECT_LT(response->text_bytes, 7 * kMegabyte) << query;
  }
  EXPECT_LT(Ask(site, "log says")->text_bytes, 100'000u) << "it ends where all words are met";
}

TEST(LongPassage, SaysThatNotAllWasRead) {
  const SmallSite site({{"a", "", {{Log(6 * kMegabyte) + "giraffe zebra"}}}});
  EXPECT_THAT(Ask(site, "\"giraffe zebra\"")->degraded, HasSubstr("not all of the long passages"));
}

TEST(LongPassage, BoundsWhatIsReadOfManyMiddlingTexts) {
  std::vector<testing::SmallSection> sections(120, {Log(60'000) + "giraffe then zebra"});
  const SmallSite site({{"a", "", sections}});
  const auto response = Ask(site, "\"giraffe zebra\"", {.passages_per_page = 20});
  ASSERT_TRUE(response);
  EXPECT_LE(response->text_bytes, 6 * kMegabyte);
}

TEST(LongPassageFinder, TakesNothingBehindTheDeadline) {
  const SmallSite site({{"a", "", {{Log(200'000) + "giraffe"}}}});
  const index::Snapshot& snapshot = site.snapshot();
  const text::Analyzer analyzer;
  const auto query = ParseQuery(analyzer, "giraffe", std::vector<std::string>{"en"});
  const ScoringPlan plan = PlanQuery(snapshot.lexical(), analyzer, *query, {});
  const auto stored = snapshot.ReadStoredChunk(0);
  ASSERT_TRUE(stored && stored->long_text);
  TextBudget budget{.analysed = kMegabyte, .compared = kMegabyte};
  const LongPassage passage = LongPassageFinder(plan).Find(
      *stored->long_text, 1, Deadline::After(std::chrono::milliseconds(-1)), budget);
  EXPECT_EQ(budget.used, 0u);
  EXPECT_FALSE(passage.cut_before);
}

TEST(LongTextHolds, NeedsTheWordsNextToEachOther) {
  const text::Analyzer analyzer;
  const std::string line = R"(the KeyError\nrose is a\trose, C:\\new.txt said")";
  const index::LongText text(line);
  const auto holds = [&](std::vector<std::string> words) {
    Phrase phrase;
    for (std::string& word : words) phrase.elements.push_back({std::move(word), 1});
    TextBudget budget{.analysed = kMegabyte, .compared = kMegabyte};
    return LongTextHolds(analyzer, phrase, text, Deadline::Never(), budget);
  };
  EXPECT_TRUE(holds({"keyerror", "rose", "is", "a", "rose"}));
  EXPECT_TRUE(holds({"error", "rose"}));
  EXPECT_TRUE(holds({"new.txt", "said"}));
  EXPECT_FALSE(holds({"rose", "a"}));
  EXPECT_FALSE(holds({"is", "a", "ros"}));
  EXPECT_FALSE(holds({"nrose", "is"})) << "the letter of a line break is no word's";
  EXPECT_FALSE(holds({"said", "code_ranges"}));
}

}  // namespace
}  // namespace sitedoor::search
