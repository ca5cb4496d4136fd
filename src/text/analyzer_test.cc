#include "text/analyzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace sitedoor::text {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

struct Found {
  std::string text;
  TermKind kind;
  std::uint32_t token, position, advance, begin, end;
};

std::vector<Found> Analyze(std::string_view text, const std::vector<std::string>& languages = {}) {
  std::vector<Found> found;
  Analyzer().Analyze(text, languages, [&](const Term& term) {
    found.push_back({std::string(term.text), term.kind, term.token, term.position, term.advance,
                     term.begin, term.end});
  });
  return found;
}

// As the case file writes it: "word", "part:word", "variant:word", "inner:word", "unfolded:word",
// "stem:en:word".
std::string Written(const Found& found) {
  switch (found.kind) {
    case TermKind::kExact:
      return found.text;
    case TermKind::kPart:
      return "part:" + found.text;
    case TermKind::kVariant:
      return "variant:" + found.text;
    case TermKind::kInner:
      return "inner:" + found.text;
    case TermKind::kUnfolded:
      return "unfolded:" + found.text.substr(1);
    case TermKind::kStem: {
      std::string text = found.text;
      text[0] = ':';
      text[text.find('\x01')] = ':';
      return "stem" + text;
    }
  }
  return "?";
}

std::vector<std::string> Terms(std::string_view text,
                               const std::vector<std::string>& languages = {}) {
  std::vector<std::string> terms;
  for (const Found& found : Analyze(text, languages)) terms.push_back(Written(found));
  return terms;
}

// What the index holds for `page`, kinds without a mark taken together.
std::vector<std::string> Indexed(std::string_view page, const std::vector<std::string>& languages) {
  std::vector<std::string> terms;
  for (const Found& found : Analyze(page, languages)) terms.push_back(found.text);
  return terms;
}

// True when every token of `query` is in `page`: as a whole, in another spelling, by a stem, or by
// all its parts.
bool Finds(std::string_view query, std::string_view page,
           const std::vector<std::string>& languages = {"en"}) {
  const std::vector<std::string> indexed = Indexed(page, languages);
  const auto holds = [&](const Found& found) {
    return std::ranges::find(indexed, found.text) != indexed.end();
  };
  const std::vector<Found> terms = Analyze(query, languages);
  if (terms.empty()) return false;
  for (std::uint32_t token = 0; token <= terms.back().token; ++token) {
    bool whole = false, any_part = false, all_parts = true;
    for (const Found& found : terms) {
      if (found.token != token || found.kind == TermKind::kInner) continue;
      if (found.kind == TermKind::kPart) {
        any_part = true;
        all_parts &= holds(found);
      } else {
        whole |= holds(found);
      }
    }
    if (!whole && !(any_part && all_parts)) return false;
  }
  return true;
}

TEST(Analyzer, GivesTheTermsOfItsCases) {
  std::ifstream file(SITEDOOR_SOURCE_DIR "/src/text/testcases/analyzer.jsonl");
  ASSERT_TRUE(file.is_open());
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const auto entry = boost::json::parse(line).as_object();
    std::vector<std::string> languages, expected;
    for (const auto& language : entry.at("languages").as_array())
      languages.emplace_back(language.as_string());
    for (const auto& term : entry.at("terms").as_array()) expected.emplace_back(term.as_string());
    const std::string text(entry.at("text").as_string());
    EXPECT_THAT(Terms(text, languages), ElementsAreArray(expected)) << "text: " << text;
  }
  EXPECT_GT(cases, 50u);
}

TEST(Analyzer, FindsTheSpellingsOfAHyphenatedWord) {
  EXPECT_TRUE(Finds("precommit", "run pre-commit now"));
  EXPECT_TRUE(Finds("pre commit", "run pre-commit now"));
  EXPECT_TRUE(Finds("pre-commit", "run precommit now"));
  EXPECT_TRUE(Finds("pre-commit", "run pre commit now"));
  EXPECT_TRUE(Finds("read_file", "call readFile()"));
  EXPECT_TRUE(Finds("utf8", "in UTF-8"));
}

TEST(Analyzer, FindsAnIdentifierWholeAndByItsParts) {
  for (const std::string_view query :
       {"my_file-v2.tar.gz", "my file", "file", "v2", "tar.gz", "tar gz", "gz"}) {
    EXPECT_TRUE(Finds(query, "see my_file-v2.tar.gz.")) << query;
  }
  EXPECT_TRUE(Finds("std::vector", "a std::vector<int> v"));
  EXPECT_TRUE(Finds("vector", "a std::vector<int> v"));
  EXPECT_TRUE(Finds("HTTP server", "class HTTPServer"));
  EXPECT_TRUE(Finds("--with-openssl", "./configure --with-openssl=/usr"));
  EXPECT_TRUE(Finds("with-openssl", "./configure --with-openssl"));
  EXPECT_TRUE(Finds("openssl", "./configure --with-openssl"));
}

TEST(Analyzer, MeetsVersionsWithAndWithoutTheLetter) {
  EXPECT_TRUE(Finds("14.2", "since v14.2"));
  EXPECT_TRUE(Finds("v14.2", "since 14.2"));
  EXPECT_TRUE(Finds("14.2", "since 14.2.1.0"));
  EXPECT_TRUE(Finds("14.2.1.0", "since 14.2.1.0."));
  EXPECT_FALSE(Finds("14.3", "since 14.2.1.0"));
  EXPECT_FALSE(Finds("14.2.1", "since 14.2"));
  EXPECT_TRUE(Finds("python 3.11", "python3.11 -m venv"));
}

TEST(Analyzer, KeepsNamesOfSymbols) {
  for (const std::string_view name : {"C++", "C#", "F#", ".NET", "->", "::", "!!", "~", "std::",
                                      "g++", "C++20", "@nasa", "#tag", "$PATH", "it's", "&&"}) {
    EXPECT_FALSE(Terms(name).empty()) << name;
    EXPECT_TRUE(Finds(name, "about " + std::string(name) + " and more")) << name;
  }
  EXPECT_FALSE(Finds("C++", "the C language and C# too"));
  EXPECT_FALSE(Finds("!!", "wow"));
  EXPECT_TRUE(Finds("<table>", "the table element"));
  EXPECT_TRUE(Finds("->", "p->x"));
}

TEST(Analyzer, MeetsGermanSpellings) {
  const std::vector<std::string_view> spellings = {"Zurich", "Zürich", "Zuerich", "ZÜRICH",
                                                   "Zu\u0308rich"};
  for (const std::string_view query : spellings) {
    for (const std::string_view page : spellings)
      EXPECT_TRUE(Finds(query, page, {"de"})) << query << " in " << page;
  }
  EXPECT_TRUE(Finds("strasse", "Straße", {"de"}));
  EXPECT_TRUE(Finds("Straße", "STRASSE", {"de"}));
  EXPECT_TRUE(Finds("office", "o\uFB03ce"));
}

TEST(Analyzer, MeetsComposedAndDecomposedText) {
  EXPECT_TRUE(Finds("caf\u00E9", "cafe\u0301", {"fr"}));
  EXPECT_TRUE(Finds("\u0439\u043E\u0433", "\u0438\u0306\u043E\u0433", {"ru"}));
  EXPECT_TRUE(Finds("\u304C\u308B", "\u304B\u3099\u308B"));
  EXPECT_TRUE(Finds("ＡＰＩ", "the API"));
}

TEST(Analyzer, FindsChineseByPairsAndByOneCharacter) {
  EXPECT_TRUE(Finds("料", "有料配信について"));
  EXPECT_TRUE(Finds("有料配信", "有料配信について"));
  EXPECT_FALSE(Finds("有料", "有名な材料"));
  EXPECT_TRUE(Finds("認證", "用户认证"));
  EXPECT_TRUE(Finds("认证", "使用者認證"));
}

TEST(Analyzer, SplitsScriptsThatTouch) {
  EXPECT_TRUE(Finds("API", "使用API接口"));
  EXPECT_TRUE(Finds("API", "API를 사용"));
  EXPECT_TRUE(Finds("3", "3월"));
  EXPECT_TRUE(Finds("서울", "서울에서"));
}

TEST(Analyzer, StemsByLanguageButNeverIdentifiers) {
  EXPECT_TRUE(Finds("configure indexes", "configuring the index"));
  EXPECT_TRUE(Finds("cross references", "a cross-reference", {"en"}));
  EXPECT_FALSE(Finds("indexes", "configuring the index", {}));
  for (const std::string& term : Terms("to_nodes parse_args.names 2.0s x-y2", {"en"})) {
    EXPECT_THAT(term, Not(::testing::StartsWith("stem:"))) << term;
  }
}

TEST(Analyzer, StemsAllLanguagesOfTheLibrary) {
  for (const std::string& language : Analyzer::StemmedLanguages()) {
    EXPECT_TRUE(std::ranges::is_sorted(Analyzer::StemmedLanguages()));
    std::size_t stems = 0;
    for (const std::string_view word :
         {"language", "язык", "γλώσσα", "لغة", "भाषा", "լեզու", "மொழி", "שפראַך"}) {
      for (const Found& found : Analyze(word, {language})) stems += found.kind == TermKind::kStem;
    }
    EXPECT_GE(stems, 1u) << language;
  }
}

TEST(Analyzer, TakesPunctuationOffTheEnds) {
  EXPECT_THAT(Terms("(foo), \"bar\"; baz!"), ElementsAre("foo", "bar", "baz"));
  EXPECT_EQ(Terms("foo.bar.")[0], "foo.bar");
  EXPECT_EQ(Terms("'quoted'")[0], "quoted");
  EXPECT_EQ(Terms("e.g. this")[0], "e.g");
}

TEST(Analyzer, CountsPositionsByParts) {
  const std::vector<Found> found = Analyze("GitHub Actions");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].text, "github");
  EXPECT_EQ(found[0].advance, 2u);
  EXPECT_EQ(found[2].text, "hub");
  EXPECT_EQ(found[2].position, 1u);
  EXPECT_EQ(found[3].text, "actions");
  EXPECT_EQ(found[3].position, 2u);
  EXPECT_EQ(found[3].token, 1u);
}

TEST(Analyzer, PlacesWhatFollowsChineseDirectlyBehindIt) {
  const std::vector<Found> found = Analyze("東京tower");
  EXPECT_EQ(found.back().text, "tower");
  EXPECT_EQ(found.back().position, 1u);
}

TEST(Analyzer, GivesByteRangesOfTheText) {
  const std::string text = "Größe: std::vector";
  for (const Found& found : Analyze(text)) {
    if (found.text == "grosse")
      EXPECT_EQ(text.substr(found.begin, found.end - found.begin), "Größe");
    if (found.text == "vector")
      EXPECT_EQ(text.substr(found.begin, found.end - found.begin), "vector");
  }
}

TEST(Analyzer, TreatsBadBytesAsBreaks) {
  EXPECT_THAT(Terms("ab\xFFgh \xE8\xAA"), ElementsAre("ab", "gh"));
}

TEST(Analyzer, CutsTokensAt255Bytes) {
  const std::vector<Found> found = Analyze(std::string(600, 'a'));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].text.size(), 255u);
  EXPECT_EQ(found[2].text.size(), 90u);
}

TEST(Analyzer, GivesNothingForTextWithoutWords) {
  EXPECT_THAT(Terms(""), IsEmpty());
  EXPECT_THAT(Terms(" \n\t . , ; ( ) \"\" - | / ------- ====== ********"), IsEmpty());
}

TEST(Analyzer, GivesTheSameFromManyThreads) {
  const std::vector<std::string> expected = Terms("Running Größen und naïve Läufer", {"en", "de"});
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        EXPECT_EQ(Terms("Running Größen und naïve Läufer", {"en", "de"}), expected);
      }
    });
  }
}

TEST(Analyzer, NamesItsRulesAndLibrariesInTheFingerprint) {
  EXPECT_THAT(Analyzer::Fingerprint(),
              ::testing::MatchesRegex("rules-[0-9]+ icu-[0-9.]+ snowball-[0-9.]+"));
}

TEST(Fold, GivesTheFormOfExactTerms) {
  EXPECT_EQ(Fold("Größe"), "grosse");
  EXPECT_EQ(Fold("ΟΔΟΣ"), Fold("οδός"));
  EXPECT_EQ(Fold("Łódź"), "lodz");
  EXPECT_EQ(Fold("İstanbul"), "istanbul");
  EXPECT_EQ(Fold("١٢٣"), "123");
  EXPECT_EQ(Fold("\xFF"), "\uFFFD");
}

TEST(StemTerm, CarriesItsLanguage) {
  EXPECT_EQ(StemTerm("en", "run"),
            "\x01"
            "en"
            "\x01"
            "run");
  EXPECT_FALSE(IsExactTerm(StemTerm("en", "run")));
  EXPECT_TRUE(IsExactTerm("run"));
}

}  // namespace
}  // namespace sitedoor::text
