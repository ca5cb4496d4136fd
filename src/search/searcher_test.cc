#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "search/search.h"
#include "search/testing/small_site.h"
#include "text/utf8.h"

namespace sitedoor::search {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallPage;
using testing::SmallSite;
using ::testing::UnorderedElementsAre;

Result<SearchResponse> Ask(const SmallSite& site, const std::string& text,
                           SearchRequest request = {}) {
  static const Searcher searcher;
  request.text = text;
  return searcher.Search(site.snapshot(), request);
}

std::vector<std::string> Ids(const Result<SearchResponse>& response) {
  std::vector<std::string> ids;
  if (!response) return {"error: " + response.error().message};
  for (const Hit& hit : response->hits) ids.push_back(hit.id);
  return ids;
}

std::vector<std::string> Ids(const SmallSite& site, const std::string& text) {
  return Ids(Ask(site, text));
}

// The snippet of the first hit with "[" and "]" round its marks.
std::string FirstSnippet(const SmallSite& site, const std::string& text,
                         SearchRequest request = {}) {
  const auto response = Ask(site, text, request);
  if (!response || response->hits.empty()) return "";
  const Passage& passage = response->hits[0].passages[0];
  std::string shown;
  std::size_t at = 0;
  for (const document::ByteRange& mark : passage.marks) {
    shown += passage.snippet.substr(at, mark.begin - at) + "[" +
             passage.snippet.substr(mark.begin, mark.end - mark.begin) + "]";
    at = mark.end;
  }
  return shown + passage.snippet.substr(at);
}

// A site of pages that hold one text each; ids a, b, c and so on, in order.
SmallSite Texts(const std::vector<std::string>& texts, const std::string& language = "en") {
  std::vector<SmallPage> pages;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    pages.push_back({std::string(1, static_cast<char>('a' + i)), "", {{texts[i]}}, language});
  }
  return SmallSite(pages);
}

TEST(Searcher, AnswersWithTheWholeHit) {
  const SmallSite site({{"guide.html",
                         "Guide",
                         {{"Install it first.", "Installing", "installing"},
                          {"Then write to the log file.", "Log files", "log files"}}}});
  const auto response = Ask(site, "log file");
  ASSERT_TRUE(response);
  ASSERT_THAT(response->hits, SizeIs(1));
  const Hit& hit = response->hits[0];
  EXPECT_EQ(hit.id, "guide.html");
  EXPECT_EQ(hit.title, "Guide");
  EXPECT_EQ(hit.language, "en");
  EXPECT_EQ(hit.url, "https://example.org/guide.html");
  EXPECT_EQ(hit.url_with_anchor, "https://example.org/guide.html#log%20files");
  EXPECT_GT(hit.score, 0);
  ASSERT_FALSE(hit.passages.empty());
  EXPECT_THAT(hit.passages[0].heading_path, ElementsAre("Log files"));
  EXPECT_EQ(hit.passages[0].text, "Then write to the log file.");
  EXPECT_FALSE(response->generation.empty());
  EXPECT_GT(response->elapsed_ms, 0);
  EXPECT_EQ(response->degraded, "");
}

TEST(Searcher, GivesOneHitAPageWithItsBestPassages) {
  const SmallSite site(
      {{"a", "A", {{"disk one"}, {"disk two disk"}, {"disk three"}, {"disk four"}}},
       {"b", "B", {{"a disk among many other words that stand here"}}}});
  SearchRequest request;
  request.passages_per_page = 2;
  const auto response = Ask(site, "disk", request);
  ASSERT_THAT(Ids(response), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(response->hits[0].passages, SizeIs(2));
}

TEST(Searcher, MakesOfAPageWhatItsShareOfTheShownBytesHolds) {
  const std::string text = "disk " + std::string(3'000, 'x');
  const SmallSite site(
      {{"a", "A", {{text}, {text + "y"}, {text + "z"}}}, {"b", "B", {{"disk two"}}}});
  const auto passages = [&](std::size_t bytes, std::size_t limit) {
    SearchRequest request;
    request.shown_bytes = bytes;
    request.limit = limit;
    const auto response = Ask(site, "disk", request);
    return std::ranges::find(response->hits, "a", &Hit::id)->passages;
  };
  EXPECT_THAT(passages(0, 2), SizeIs(3));
  EXPECT_THAT(passages(2'000, 2), SizeIs(1));
  EXPECT_NE(passages(6'600, 2)[0].snippet, "");
  EXPECT_THAT(passages(6'600, 2), SizeIs(3));
  EXPECT_EQ(passages(7'400, 2)[0].snippet, "") << "it is shown whole";
  EXPECT_THAT(passages(8'000, 8), SizeIs(3)) << "two pages of eight have a larger share";
}

TEST(Searcher, LooksDeeperWhenOnePageFillsTheCandidates) {
  SmallPage big{"a", "A", {}};
  for (int i = 0; i < 300; ++i) big.sections.push_back({"disk disk disk"});
  const SmallSite site({big, {"b", "B", {{"one disk among many other words"}}}});
  EXPECT_THAT(Ids(site, "disk"), ElementsAre("a", "b"));
}

TEST(Searcher, PutsAllWordsBeforeMostBeforeAny) {
  const SmallSite site = Texts({"logical words", "logical replication slot names",
                                "replication of a logical kind", "slot machine"});
  EXPECT_THAT(Ids(site, "logical replication slot"), ElementsAre("b", "c", "d", "a"));
}

TEST(Searcher, AnswersAQuestionWhoseWordsNoPageHoldsTogether) {
  const SmallSite site = Texts({"create a virtual environment", "the weather"});
  const auto response = Ask(site, "how would anybody create environments quickly zzzunknown");
  EXPECT_THAT(Ids(response), Contains("a"));
  EXPECT_THAT(response->unmatched_words, Contains("zzzunknown"));
}

TEST(Searcher, AnswersNothingForWordsThatNoPageHolds) {
  const auto response = Ask(Texts({"disk"}), "qwertz 12345");
  ASSERT_TRUE(response);
  EXPECT_THAT(response->hits, IsEmpty());
  EXPECT_THAT(response->unmatched_words, ElementsAre("qwertz", "12345"));
}

TEST(Searcher, FindsPagesBehindOneOfVeryManyChunks) {
  const std::vector<testing::SmallSection> many(8'000, {"giraffe"});
  const SmallSite site({{"a", "", many},
                        {"b", "", {{"a giraffe among much other text on this page"}}},
                        {"c", "", {{"one more giraffe, and much other text on this page"}}}});
  EXPECT_THAT(Ids(site, "giraffe"), ElementsAre("a", "b", "c"));
}

TEST(Searcher, SaysWhatItCorrected) {
  const SmallSite site = Texts({"the kernel", "KeyError is raised by a key", "DictReader"});
  const auto corrected = [&](const std::string& text) {
    const auto response = Ask(site, text);
    EXPECT_THAT(response->unmatched_words, IsEmpty()) << text;
    return response->corrected_words;
  };
  EXPECT_THAT(corrected("the Kernal"), ElementsAre(CorrectedWord{"Kernal", "kernel"}));
  EXPECT_THAT(corrected("kernel"), IsEmpty());
  EXPECT_THAT(corrected("kern"), IsEmpty()) << "a word half typed is no mistake";
}

TEST(Searcher, CorrectsNamesWhosePartsAreKnown) {
  const SmallSite site =
      Texts({"KeyError is raised", "key and more key, a key", "DictReader reads"});
  for (const auto& [typed, meant] :
       {std::pair("KeyErorr", "keyerror"), std::pair("DictRaeder", "dictreader")}) {
    const auto response = Ask(site, typed);
    ASSERT_TRUE(response);
    EXPECT_THAT(response->corrected_words, ElementsAre(CorrectedWord{typed, meant}));
    EXPECT_THAT(response->unmatched_words, IsEmpty());
  }
  EXPECT_THAT(Ids(site, "KeyErorr"), ElementsAre("a", "b"));
  EXPECT_THAT(Ids(site, "DictRaeder"), ElementsAre("c"));
}

TEST(Searcher, LeavesNamesAloneThatTheSiteHas) {
  const SmallSite site = Texts({"keyError", "KeyErrors", "KeyErrors"});
  EXPECT_THAT(Ask(site, "KeyError")->corrected_words, IsEmpty());
}

TEST(Searcher, TakesPunctuationForNoWord) {
  const SmallSite site = Texts({"a | b"});
  const auto response = Ask(site, "| ;");
  ASSERT_TRUE(response);
  EXPECT_THAT(response->hits, IsEmpty());
  EXPECT_THAT(response->unmatched_words, IsEmpty());
  EXPECT_THAT(response->degraded, HasSubstr("no word"));
}

TEST(Searcher, NamesNoFunctionWordAmongThoseThatNoPageHolds) {
  const SmallSite site = Texts({"disk"});
  const auto unmatched = [&](const std::string& text) { return Ask(site, text)->unmatched_words; };
  EXPECT_THAT(unmatched("How do I mount the disk"), ElementsAre("mount"));
  EXPECT_THAT(unmatched("what's a disk"), IsEmpty());
  EXPECT_THAT(unmatched("how to mount"), ElementsAre("mount"));
  EXPECT_THAT(unmatched("how to"), ElementsAre("how", "to"));  // or nothing would be said at all
}

TEST(Searcher, LetsWhatAQuestionIsAboutWeighMoreThanTheWordsThatAsk) {
  std::vector<std::string> texts{"I ask how I do it, and do I know how I do it.",
                                 "To unstage a file, name it with reset."};
  texts.resize(40, "A file of the tree is staged before it is written.");
  const SmallSite site = Texts(texts);
  for (const char* question : {"how do I unstage a file", "How can I unstage a file?",
                               "what do I do to unstage", "how unstage"}) {
    EXPECT_EQ(Ids(site, question).front(), "b") << question;
  }
  EXPECT_EQ(Ids(site, "how I do it").front(), "a");
}

TEST(Searcher, TakesASingleFunctionWordInFrontAsAWord) {
  const SmallSite site = Texts({"The where clause keeps some rows, where it holds.",
                                "A clause of a contract, and a clause of a sentence."});
  EXPECT_EQ(Ids(site, "where clause").front(), "a");
}

TEST(Searcher, AnswersAQueryOfStopWordsAlone) {
  EXPECT_THAT(Ids(Texts({"what to do if it is the end", "other"}), "if the"), ElementsAre("a"));
}

TEST(Searcher, RefusesAnEmptyQueryAndAnOverlongOne) {
  const SmallSite site = Texts({"disk"});
  for (const std::string& text : {std::string(), std::string("  \n"), std::string(10'001, 'x')}) {
    const auto response = Ask(site, text);
    ASSERT_FALSE(response);
    EXPECT_EQ(response.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(Searcher, AnswersEveryAsciiPunctuation) {
  const SmallSite site = Texts({"it's a gateway in gateway/run.py"});
  for (char c = '!'; c < 0x7F; ++c) {
    if (!std::ispunct(static_cast<unsigned char>(c))) continue;
    EXPECT_TRUE(Ask(site, std::string(1, c))) << c;
    EXPECT_THAT(Ids(site, "gateway" + std::string(1, c)), ElementsAre("a")) << c;
    EXPECT_THAT(Ids(site, std::string(1, c) + "gateway"), ElementsAre("a")) << c;
    EXPECT_THAT(Ids(site, "gateway" + std::string(1, c) + "zzz"), ElementsAre("a")) << c;
  }
  EXPECT_THAT(Ids(site, "it's"), ElementsAre("a"));
  EXPECT_THAT(Ids(site, "\"gateway"), ElementsAre("a"));
  EXPECT_THAT(Ids(site, "gateway AND NOT (run*"), ElementsAre("a"));
}

TEST(Searcher, AnswersInvalidUtf8AndTenThousandBytes) {
  const SmallSite site = Texts({"gateway"});
  EXPECT_THAT(Ids(site, "\xFF gateway \xC3"), ElementsAre("a"));
  std::string text = "gateway ";
  while (text.size() < 9'990) text += "word" + std::to_string(text.size()) + " ";
  const auto response = Ask(site, text);
  EXPECT_THAT(Ids(response), ElementsAre("a"));
  EXPECT_THAT(response->degraded, HasSubstr("first 64 words"));
}

TEST(SearcherIdentifiers, PutsTheWholeIdentifierFirst) {
  const SmallSite site = Texts({"snake case name, a snake, a case and a name",
                                "call snake_case_name here", "name of a case"});
  EXPECT_EQ(Ids(site, "snake_case_name").front(), "b");
  EXPECT_THAT(Ids(site, "case_name"), Contains("b"));
}

TEST(SearcherIdentifiers, FindsSymbolsInNames) {
  const SmallSite site =
      Texts({"written in C++ today", "written in C today", "a std::vector of ints", "runs on .NET",
             "the -> operator", "written in C# today"});
  EXPECT_EQ(Ids(site, "C++").front(), "a");
  EXPECT_EQ(Ids(site, "C#").front(), "f");
  EXPECT_EQ(Ids(site, "std::vector").front(), "c");
  EXPECT_EQ(Ids(site, ".NET").front(), "d");
  EXPECT_EQ(Ids(site, "->").front(), "e");
}

TEST(SearcherIdentifiers, TakesMarkupAsText) {
  const SmallSite site = Texts({"The <table> element holds rows.", "other"});
  EXPECT_THAT(Ids(site, "<table>"), ElementsAre("a"));
}

TEST(SearcherIdentifiers, FindsHyphenatedWordsInEverySpelling) {
  const SmallSite site = Texts({"run the pre-commit hook", "run precommit hooks", "other words"});
  EXPECT_EQ(Ids(site, "pre-commit").front(), "a");
  EXPECT_EQ(Ids(site, "precommit").front(), "b");
  for (const char* text : {"pre-commit", "precommit", "pre commit"}) {
    EXPECT_THAT(Ids(site, text), UnorderedElementsAre("a", "b")) << text;
  }
}

TEST(SearcherIdentifiers, FindsFilesAndVersionsByPart) {
  const SmallSite site = Texts(
      {"download my_file-v2.tar.gz now", "since version 14.2.1.0 it works", "released as v14.2"});
  EXPECT_THAT(Ids(site, "my_file-v2.tar.gz"), Contains("a"));
  EXPECT_THAT(Ids(site, "file"), Contains("a"));
  EXPECT_THAT(Ids(site, "14.2.1.0"), Contains("b"));
  EXPECT_THAT(Ids(site, "14.2"), UnorderedElementsAre("b", "c"));
}

TEST(SearcherTypos, FindsAMistypedWordAndPutsTheExactOneFirst) {
  const SmallSite site = Texts({"kernel compilation", "kernal of truth"});
  EXPECT_THAT(Ids(Texts({"kernel compilation"}), "kernal"), ElementsAre("a"));
  EXPECT_EQ(Ids(site, "kernal").front(), "b");
}

TEST(SearcherTypos, FindsOtherFormsOfTheCorrectedWord) {
  EXPECT_THAT(Ids(Texts({"two kernels here", "one kernel"}), "kernal"),
              UnorderedElementsAre("a", "b"));
}

TEST(SearcherTypos, KeepsNumbersExact) {
  EXPECT_THAT(Ids(Texts({"in 2000", "in 2001"}), "2001"), ElementsAre("b"));
  EXPECT_THAT(Ids(Texts({"part RX-57001"}), "RX-57002 part"), ElementsAre("a"));
  EXPECT_THAT(Ids(Texts({"part 57001"}), "57002"), IsEmpty());
}

TEST(SearcherTypos, ContinuesTheLastWord) {
  const SmallSite site = Texts({"set permissions", "a task list", "weather"});
  for (const char* text : {"pe", "per", "perm", "permi", "permis", "permissio"}) {
    EXPECT_THAT(Ids(site, text), ElementsAre("a")) << text;
  }
  EXPECT_THAT(Ids(site, "tas"), ElementsAre("b"));
}

TEST(SearcherTypos, KeepsWhatTheEarlierWordsFound) {
  const SmallSite site = Texts({"setting the user name", "setting other things"});
  EXPECT_THAT(Ids(site, "setting"), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(Ids(site, "setting u"), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(Ids(site, "setting us"), ElementsAre("a", "b"));
}

TEST(SearcherTypos, PutsTheExactWordAboveOnesThatItBegins) {
  const SmallSite site = Texts({"pineapple pineapple", "a pine tree in the wood"});
  EXPECT_EQ(Ids(site, "pine").front(), "b");
}

TEST(SearcherPhrases, KeepsPagesThatHoldTheQuotedWordsTogether) {
  const SmallSite site =
      Texts({"the time of a point in space", "recovery to a point in time", "point, in time"});
  EXPECT_THAT(Ids(site, "\"point in time\""), UnorderedElementsAre("b", "c"));
  EXPECT_THAT(Ids(site, "point in time"), SizeIs(3));
}

TEST(SearcherPhrases, TakesAQuotedPartInTitleOrHeading) {
  const SmallSite site({{"a", "Point in time recovery", {{"text"}}},
                        {"b", "", {{"text", "A point in time"}}},
                        {"c", "", {{"time point in"}}}});
  EXPECT_THAT(Ids(site, "\"point in time\""), UnorderedElementsAre("a", "b"));
}

TEST(SearcherPhrases, IgnoresQuotesThatNothingMatchesAndSaysSo) {
  const auto response =
      Ask(Texts({"no entry for host and user"}), "no entry for host \"10.0.0.5\"");
  EXPECT_THAT(Ids(response), ElementsAre("a"));
  EXPECT_THAT(response->degraded, HasSubstr("quote"));
}

TEST(SearcherLanguages, FoldsDiacriticsBothWaysExactFirst) {
  const SmallSite site = Texts({"in Zurich", "in Zürich", "in Zuerich"}, "de");
  for (const char* text : {"Zurich", "Zürich", "Zuerich"})
    EXPECT_THAT(Ids(site, text), SizeIs(::testing::Ge(2u))) << text;
  EXPECT_EQ(Ids(site, "Zürich").front(), "b");
  EXPECT_EQ(Ids(site, "Zuerich").front(), "c");
}

TEST(SearcherLanguages, FindsComposedAndDecomposedAlike) {
  EXPECT_THAT(Ids(Texts({"le cafe\u0301 noir"}, "fr"), "café"), ElementsAre("a"));
  EXPECT_THAT(Ids(Texts({"große Straße"}, "de"), "strasse"), ElementsAre("a"));
}

TEST(SearcherLanguages, TriesTheStemsOfEveryLanguage) {
  const SmallSite site({{"de", "", {{"mehrere Häuser bauen"}}, "de"},
                        {"en", "", {{"several houses were built"}}, "en"}});
  EXPECT_THAT(Ids(site, "house"), ElementsAre("en"));
  EXPECT_THAT(Ids(site, "Hauses"), Contains("de"));
}

TEST(SearcherLanguages, FindsChineseByItsCharactersInOrder) {
  const SmallSite site = Texts({"有料配信のお知らせ", "料金が有る配達", "天気予報"}, "ja");
  EXPECT_EQ(Ids(site, "有料配信").front(), "a");
  EXPECT_THAT(Ids(site, "有料"), ElementsAre("a"));
  EXPECT_THAT(Ids(site, "天"), ElementsAre("c"));
}

TEST(SearcherTitles, PutsThePageWithThatTitleFirst) {
  const SmallSite site({{"a", "Other", {{"venv venv venv"}, {"venv"}, {"more venv"}}},
                        {"b", "venv", {{"creates environments for many purposes and people"}}},
                        {"c", "Another", {{"venv venv", "venv venv"}}}});
  EXPECT_EQ(Ids(site, "venv").front(), "b");
}

TEST(SearcherFilters, KeepsToALanguage) {
  const SmallSite site({{"at", "", {{"server"}}, "de-AT"},
                        {"de", "", {{"server"}}, "de"},
                        {"en", "", {{"server"}}, "en"}});
  SearchRequest request;
  request.filter.language = "de";
  EXPECT_THAT(Ids(Ask(site, "server", request)), UnorderedElementsAre("at", "de"));
  request.filter.language = "de-at";
  EXPECT_THAT(Ids(Ask(site, "server", request)), ElementsAre("at"));
}

TEST(SearcherFilters, TakesALanguageWithoutItsRegionWhereTheSiteHasNone) {
  const SmallSite site({{"at", "", {{"server"}}, "de-AT-1996"},
                        {"cn", "", {{"server"}}, "zh-CN"},
                        {"en", "", {{"server"}}, "en"}});
  SearchRequest request;
  for (const auto& [wanted, id] : {std::pair("en-US", "en"), {"de-AT", "at"}, {"zh-Hans", "cn"}}) {
    request.filter.language = wanted;
    EXPECT_THAT(Ids(Ask(site, "server", request)), ElementsAre(id)) << wanted;
  }
}

TEST(SearcherFilters, SaysThatTheSiteHasNothingInALanguageOrBelowAPath) {
  const SmallSite site({{"a/x", "", {{"server"}}, "en"}});
  SearchRequest request;
  request.filter.language = "fr-CA";
  SearchResponse response = Ask(site, "server", request).value();
  EXPECT_THAT(response.hits, IsEmpty());
  EXPECT_THAT(response.degraded, HasSubstr("no page is in language fr-CA; the site has en"));
  request.filter = {.language = "", .path_prefix = "b/"};
  response = Ask(site, "server", request).value();
  EXPECT_THAT(response.hits, IsEmpty());
  EXPECT_THAT(response.degraded, HasSubstr("no page lies below b/"));
}

TEST(SearcherFilters, KeepsToAPath) {
  const SmallSite site({{"a/x", "", {{"server"}}},
                        {"b/x", "", {{"server"}}},
                        {"b/y", "", {{"server"}}},
                        {"c", "", {{"server"}}}});
  SearchRequest request;
  for (const char* prefix : {"b/", "/b"}) {
    request.filter.path_prefix = prefix;
    EXPECT_THAT(Ids(Ask(site, "server", request)), ElementsAre("b/x", "b/y")) << prefix;
  }
  request.filter.path_prefix = "d";
  EXPECT_THAT(Ids(Ask(site, "server", request)), IsEmpty());
}

TEST(SearcherSnippets, MarksWholeWordsStemsIncluded) {
  EXPECT_EQ(FirstSnippet(Texts({"Configuring it: a configuration is configured."}), "configure"),
            "[Configuring] it: a [configuration] is [configured].");
}

TEST(SearcherSnippets, LeavesMarkupToTheDoors) {
  EXPECT_EQ(FirstSnippet(Texts({"a <script>alert(1)</script> log"}), "log"),
            "a <script>alert(1)</script> [log]");
}

TEST(SearcherSnippets, MarksOnCharacterBordersAfterEmojiAndAccents) {
  EXPECT_EQ(FirstSnippet(Texts({"👍🏽 Crème brûlée für den Kernel"}), "creme kernel"),
            "👍🏽 [Crème] brûlée für den [Kernel]");
}

TEST(SearcherSnippets, IsTheBeginningWhenOnlyTheTitleMatches) {
  const SmallSite site({{"a", "Vacuum", {{"It cleans up after you."}}}});
  EXPECT_EQ(FirstSnippet(site, "vacuum"), "It cleans up after you.");
}

TEST(Searcher, ExplainsWhenAsked) {
  const SmallSite site = Texts({"two kernels here", "other"});
  SearchRequest request;
  EXPECT_THAT(Ask(site, "kernels", request)->hits[0].explanation, IsEmpty());
  request.explain = SearchRequest::Explain::kYes;
  std::vector<std::string> roles;
  const auto response = Ask(site, "kernels", request);
  for (const TermScore& term : response->hits[0].explanation) {
    roles.push_back(term.role);
    EXPECT_GT(term.score, 0);
  }
  EXPECT_THAT(roles, UnorderedElementsAre("exact", "stem"));
}

TEST(Searcher, StopsAtItsDeadline) {
  SearchRequest request;
  request.deadline = Deadline::After(std::chrono::milliseconds(-1));
  const auto response = Ask(Texts({"disk"}), "disk", request);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::kDeadlineExceeded);
}

TEST(Searcher, GivesEqualScoresInOrderOfPage) {
  EXPECT_THAT(Ids(Texts({"same disk", "same disk", "same disk"}), "disk"),
              ElementsAre("a", "b", "c"));
}

}  // namespace
}  // namespace sitedoor::search
