#include "search/expansion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/testing/small_site.h"

namespace sitedoor::search {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::SmallSite;

// A site whose only page has the words as its text.
std::vector<std::string> Terms(const std::vector<Expansion>& expansions) {
  std::vector<std::string> terms;
  for (const Expansion& expansion : expansions) terms.push_back(expansion.term);
  return terms;
}

std::vector<std::string> Corrected(const std::string& vocabulary, std::string_view word,
                                   int most_edits = kMostTypoEdits) {
  const SmallSite site({{"a", "", {{vocabulary}}}});
  ExpansionBudget budget;
  return Terms(ExpandByEdits(site.snapshot().lexical(), word, most_edits, budget));
}

std::vector<std::string> Continued(const std::string& vocabulary, std::string_view word) {
  const SmallSite site({{"a", "", {{vocabulary}}}});
  ExpansionBudget budget;
  return Terms(ExpandByPrefix(site.snapshot().lexical(), word, budget));
}

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance(U"kernel", U"kernel", 2), 0);
  EXPECT_EQ(EditDistance(U"kernal", U"kernel", 2), 1);
  EXPECT_EQ(EditDistance(U"vaccum", U"vacuum", 2), 1);
  EXPECT_EQ(EditDistance(U"rouding", U"rounding", 2), 1);
  EXPECT_EQ(EditDistance(U"recieve", U"receive", 2), 1) << "neighbours swapped are one edit";
  EXPECT_EQ(EditDistance(U"wraprund", U"wraparound", 2), 2);
  EXPECT_EQ(EditDistance(U"kernel", U"colonel", 2), 3) << "more than asked for";
  EXPECT_EQ(EditDistance(U"", U"a", 2), 1);
}

TEST(ExpandByEdits, CorrectsAWordByOneEdit) {
  EXPECT_THAT(Corrected("the kernel and its colonel", "kernal"), ElementsAre("kernel"));
}

TEST(ExpandByEdits, TakesTwoEditsOnlyWhereOneFindsNothing) {
  EXPECT_THAT(Corrected("transaction", "trensactoin"), ElementsAre("transaction"));
  EXPECT_THAT(Corrected("transaction transactions", "transactio"), ElementsAre("transaction"));
}

TEST(ExpandByEdits, TakesTheMostFrequentFirst) {
  const SmallSite site({{"a", "", {{"window"}}}, {"b", "", {{"winder"}}}, {"c", "", {{"winder"}}}});
  ExpansionBudget budget;
  EXPECT_THAT(Terms(ExpandByEdits(site.snapshot().lexical(), "windor", 1, budget)),
              ElementsAre("winder", "window"));
}

TEST(ExpandByEdits, LeavesShortWordsNumbersAndCodesAlone) {
  EXPECT_THAT(Corrected("cub", "cup"), IsEmpty());
  EXPECT_THAT(Corrected("caps", "cups"), IsEmpty());
  EXPECT_THAT(Corrected("20001", "20002"), IsEmpty());
  EXPECT_THAT(Corrected("rx5701", "rx5700"), IsEmpty());
  EXPECT_THAT(Corrected("shared_buffer", "shared_bufferr"), IsEmpty());
}

TEST(ExpandByEdits, KeepsTheFirstLetter) {
  EXPECT_THAT(Corrected("cadbury", "dadbury"), IsEmpty());
}

TEST(ExpandByEdits, CountsLettersNotBytes) {
  EXPECT_THAT(Corrected("компьютер", "компютер"), Contains("компьютер"));
}

TEST(ExpandByEdits, TakesOneEditWhereNoMoreAreWanted) {
  EXPECT_THAT(Corrected("transaction", "trensactoin", 1), IsEmpty());
}

TEST(ExpandByEdits, ComparesNoMoreTermsThanTheBudgetHas) {
  std::string vocabulary;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) vocabulary += std::string("word") + a + b + " ";
  }
  const SmallSite site({{"a", "", {{vocabulary}}}});
  ExpansionBudget budget{.terms = 100};
  EXPECT_THAT(Terms(ExpandByEdits(site.snapshot().lexical(), "wordazq", 1, budget)),
              Contains("wordaz"));
  EXPECT_EQ(budget.terms, 0u);
  EXPECT_THAT(ExpandByEdits(site.snapshot().lexical(), "wordabq", 1, budget), IsEmpty());
  EXPECT_THAT(ExpandByPrefix(site.snapshot().lexical(), "word", budget), IsEmpty());
}

TEST(ExpandByPrefix, GivesTermsThatStartSo) {
  EXPECT_THAT(Continued("permission permit perl", "permi"), ElementsAre("permission", "permit"));
  EXPECT_THAT(Continued("permission", "permission"), IsEmpty());
}

TEST(ExpandByPrefix, GivesAFewOnly) {
  std::string vocabulary;
  for (char c = 'a'; c <= 'z'; ++c) vocabulary += "pre" + std::string(2, c) + "x ";
  EXPECT_THAT(Continued(vocabulary, "pre"), SizeIs(kMostPrefixExpansions));
}

TEST(ExpandByPrefix, LeavesNumbersAlone) {
  EXPECT_THAT(Continued("2001 20015", "2001"), IsEmpty());
}

TEST(Compounds, FindsTwoWordsWrittenAsOne) {
  const SmallSite site({{"a", "", {{"pre-commit hooks"}}}});
  QueryWord pre, commit;
  pre.exact = "pre";
  commit.exact = "commit";
  EXPECT_THAT(Terms(Compounds(site.snapshot().lexical(), pre, commit)), Contains("pre-commit"));
}

}  // namespace
}  // namespace sitedoor::search
