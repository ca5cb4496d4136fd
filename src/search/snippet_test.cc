#include "search/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/utf8.h"

namespace sitedoor::search {
namespace {

// Marks every occurrence of each word, by plain search, in a snippet of `characters`: "[" and "]"
// round the marks, "…" where text was left out.
std::string Show(std::string_view text, std::vector<std::string> words, std::size_t characters) {
  std::vector<Occurrence> occurrences;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t at = 0; (at = text.find(words[i], at)) != std::string_view::npos; ++at) {
      occurrences.push_back({at, at + words[i].size(), std::uint64_t{1} << i});
    }
  }
  std::ranges::sort(occurrences, {}, &Occurrence::begin);
  const std::vector<double> weights(words.size(), 1.0);
  const Snippet snippet = MakeSnippet(text, occurrences, weights, characters);
  std::string shown = snippet.cut_before ? "…" : "";
  std::size_t at = 0;
  for (const document::ByteRange& mark : snippet.marks) {
    shown += snippet.text.substr(at, mark.begin - at) + "[" +
             snippet.text.substr(mark.begin, mark.end - mark.begin) + "]";
    at = mark.end;
  }
  return shown + snippet.text.substr(at) + (snippet.cut_after ? "…" : "");
}

TEST(MakeSnippet, ShowsAShortTextWhole) {
  EXPECT_EQ(Show("a log file", {"log"}, 100), "a [log] file");
}

TEST(MakeSnippet, MarksEveryOccurrence) {
  EXPECT_EQ(Show("log and a log", {"log"}, 100), "[log] and a [log]");
}

TEST(MakeSnippet, JoinsNeighbours) {
  EXPECT_EQ(Show("the log file grows", {"log", "file"}, 100), "the [log file] grows");
  EXPECT_EQ(Show("有料配信", {"有料", "料配"}, 100), "[有料配]信");
}

TEST(MakeSnippet, TakesThePartWithMostOfTheWords) {
  const std::string text = "One disk here. " + std::string(300, 'x') +
                           " and then a disk with a log. " + std::string(300, 'y');
  EXPECT_THAT(Show(text, {"disk", "log"}, 40), ::testing::HasSubstr("a [disk] with a [log]"));
}

TEST(MakeSnippet, StartsWithTheSentenceWhereItCan) {
  const std::string text = std::string(200, 'x') +
                           " words before. Then a log is kept for a long time " +
                           std::string(200, 'y');
  EXPECT_EQ(Show(text, {"log"}, 60), "…Then a [log] is kept for a long time…");
}

TEST(MakeSnippet, CutsAtWordEnds) {
  EXPECT_EQ(Show("alpha beta gamma delta", {"alpha"}, 12), "[alpha] beta…");
  EXPECT_EQ(Show("alpha beta gamma delta epsilon zeta", {"zeta"}, 14), "…epsilon [zeta]");
}

TEST(MakeSnippet, IsTheBeginningWithoutOccurrences) {
  EXPECT_EQ(Show("alpha beta gamma", {}, 11), "alpha beta…");
}

TEST(MakeSnippet, CutsTextWithoutSpacesBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "認證";
  const Snippet snippet = MakeSnippet(text, {}, {}, 15);
  EXPECT_EQ(text::CountCodePoints(snippet.text), 15u);
  EXPECT_TRUE(text::IsValid(snippet.text));
}

TEST(MakeSnippet, KeepsAccentsAndEmojiWithTheirMarks) {
  EXPECT_EQ(Show("👍🏽 naïve café rocks", {"café"}, 100), "👍🏽 naïve [café] rocks");
}

TEST(MakeSnippet, SurvivesEmptyTextAndWildOccurrences) {
  EXPECT_EQ(MakeSnippet("", {}, {}, 10).text, "");
  const std::vector<Occurrence> wild{{0, 900, 1}, {5, 2, 1}};
  const std::vector<double> weights{1};
  const Snippet snippet = MakeSnippet("short", wild, weights, 1);
  for (const document::ByteRange& mark : snippet.marks) EXPECT_LE(mark.end, snippet.text.size());
}

}  // namespace
}  // namespace sitedoor::search
