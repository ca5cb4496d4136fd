#include "search/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/search.h"

namespace sitedoor::search {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Result<Query> Parse(std::string_view text) {
  static const text::Analyzer analyzer;
  const std::vector<std::string> languages{"en", "de"};
  return ParseQuery(analyzer, text, languages);
}

std::vector<std::string> Words(std::string_view text) {
  const auto query = Parse(text);
  std::vector<std::string> words;
  if (query) {
    for (const QueryWord& word : query->words) words.push_back(word.exact);
  }
  return words;
}

std::vector<std::string> Phrases(std::string_view text) {
  const auto query = Parse(text);
  std::vector<std::string> phrases;
  if (!query) return phrases;
  for (const Phrase& phrase : query->phrases) {
    std::string joined;
    for (const Phrase::Element& element : phrase.elements) {
      if (!joined.empty()) joined += ' ';
      joined += element.exact;
    }
    phrases.push_back(joined);
  }
  return phrases;
}

TEST(ParseQuery, GivesTheFoldedWords) {
  EXPECT_THAT(Words("How do I Create"), ElementsAre("how", "do", "i", "create"));
}

TEST(ParseQuery, KeepsAWordOnce) { EXPECT_THAT(Words("log the Log"), ElementsAre("log", "the")); }

TEST(ParseQuery, GivesEveryLanguagesStem) {
  const auto query = Parse("Häuser");
  ASSERT_TRUE(query);
  ASSERT_THAT(query->words, SizeIs(1));
  EXPECT_THAT(query->words[0].stems, SizeIs(2));
  EXPECT_FALSE(query->words[0].unfolded.empty());
}

TEST(ParseQuery, GivesAnIdentifierWholeAndInParts) {
  const auto query = Parse("os.path.join");
  ASSERT_TRUE(query);
  ASSERT_THAT(query->words, SizeIs(1));
  EXPECT_EQ(query->words[0].exact, "os.path.join");
  EXPECT_EQ(query->words[0].text, "os.path.join");
  EXPECT_THAT(query->words[0].parts, SizeIs(3));
}

TEST(ParseQuery, TakesQuotedWordsAsPhrases) {
  EXPECT_THAT(Phrases("find \"point in time\" now"), ElementsAre("point in time"));
  EXPECT_THAT(Phrases("“virtual machine” and “host”"), ElementsAre("virtual machine", "host"));
}

TEST(ParseQuery, TakesUnbalancedQuotesAndInchMarksAsText) {
  EXPECT_THAT(Phrases("find \"point in time"), IsEmpty());
  EXPECT_THAT(Phrases("a 5\" and a 7\" disk"), IsEmpty());
  EXPECT_THAT(Words("find \"point"), ElementsAre("find", "point"));
  EXPECT_THAT(Phrases("\"\" \"   \""), IsEmpty());
}

TEST(ParseQuery, SaysWhetherTheLastWordMayBeHalfTyped) {
  EXPECT_TRUE(Parse("create ind")->last_word_open);
  EXPECT_FALSE(Parse("create ind ")->last_word_open);
  EXPECT_FALSE(Parse("create ind create")->last_word_open);
}

TEST(ParseQuery, IgnoresWordsPastTheMost) {
  std::string text;
  for (std::size_t i = 0; i < kMostQueryWords + 5; ++i) text += "word" + std::to_string(i) + " ";
  const auto query = Parse(text);
  ASSERT_TRUE(query);
  EXPECT_THAT(query->words, SizeIs(kMostQueryWords));
  EXPECT_TRUE(query->words_ignored);
}

TEST(ParseQuery, GivesNoWordsForPunctuationAlone) {
  const auto query = Parse("?");
  ASSERT_TRUE(query);
  EXPECT_THAT(query->words, IsEmpty());
}

TEST(ParseQuery, RepairsWhatIsNotUtf8) {
  EXPECT_THAT(Words("caf\xC3 latte\xFF"), ElementsAre("caf", "latte"));
}

TEST(ParseQuery, RefusesNothingAndTooMuch) {
  for (const std::string& text : {std::string(), std::string(" \t\n"), std::string("\u3000\u00A0"),
                                  std::string(kMostQueryCharacters + 1, 'a'),
                                  std::string(kMostQueryCharacters + 1, '\x80')}) {
    const auto query = Parse(text);
    ASSERT_FALSE(query);
    EXPECT_EQ(query.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(query.error().message, HasSubstr("query"));
  }
  EXPECT_TRUE(Parse(std::string(kMostQueryCharacters, 'a')));
}

TEST(ParseQuery, CountsCharactersAndNotTheirBytes) {
  for (const std::string character : {"漢", "é", "😀"}) {
    std::string text;
    for (std::size_t i = 0; i < kMostQueryCharacters; ++i) text += character;
    EXPECT_TRUE(Parse(text)) << character;
    EXPECT_FALSE(Parse(text + character)) << character;
  }
}

}  // namespace
}  // namespace sitedoor::search
