#include "search/occurrences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "search/query.h"
#include "search/scorer.h"
#include "search/testing/small_site.h"

namespace sitedoor::search {
namespace {

using ::testing::IsEmpty;
using testing::SmallSite;

const text::Analyzer& TestAnalyzer() {
  static const text::Analyzer analyzer;
  return analyzer;
}

ScoringPlan PlanOf(const SmallSite& site, const std::string& query) {
  const auto parsed = ParseQuery(TestAnalyzer(), query, std::vector<std::string>{"en"});
  return PlanQuery(site.snapshot().lexical(), TestAnalyzer(), *parsed, {});
}

// What analysing the whole text finds.
std::vector<Occurrence> FindInAll(const ScoringPlan& plan, std::string_view text) {
  struct Found {
    Occurrence occurrence;
    bool part = false;
  };
  std::vector<Found> found;
  bool wholes = false;
  TestAnalyzer().Analyze(text, std::vector<std::string>{"en"}, [&](const text::Term& term) {
    Found one{{term.begin, term.end, 0}, false};
    bool is_term = false;
    for (const PlanList& list : plan.lists) {
      if (!list.marked || list.term != term.text) continue;
      is_term = true;
      one.occurrence.words |= list.words;
      one.part = list.words == 0;
    }
    if (!is_term) return;
    wholes |= !one.part;
    found.push_back(one);
  });
  std::vector<Occurrence> occurrences;
  for (const Found& one : found) {
    if (!one.part || !wholes) occurrences.push_back(one.occurrence);
  }
  std::ranges::stable_sort(occurrences, {}, &Occurrence::begin);
  return occurrences;
}

std::string Shown(std::string_view text, std::span<const Occurrence> occurrences) {
  std::string shown;
  for (const Occurrence& one : occurrences) {
    shown += std::string(text.substr(one.begin, one.end - one.begin)) + "|";
  }
  return shown;
}

TEST(OccurrenceFinder, FindsWordsAsTheAnalyzerWrites) {
  const SmallSite site({{"a", "", {{"logs are kept in std::vector; it logged v14.2"}}}});
  const ScoringPlan plan = PlanOf(site, "log vector 14.2");
  OccurrenceFinder finder(TestAnalyzer(), plan);
  const std::string text = "Logging: they log (std::vector) in V14.2, and catalog";
  EXPECT_EQ(Shown(text, finder.Find(text, "en")), "Logging|log|vector|V14.2|");
  EXPECT_THAT(finder.Find("nothing here", "en"), IsEmpty());
}

TEST(OccurrenceFinder, FindsWhatAnalysingTheWholeTextFinds) {
  const std::vector<std::string> pieces{
      "log",    "Logs",  "logging", "catalog",  "a",       "I",        "i",       "A1",
      "iPhone", "IDs",   "v14.2",   "14.2",     "my_file", "MyFile",   "C++",     "->",
      "naïve",  "“a”",   "Zürich",  "有料配信", "été",     "don't",    "the-log", "x86",
      "5th",    "a.log", "XMLHttp", ".",        "",        "e\xCC\x81"};
  const std::vector<std::string> gaps{" ", "  ", "\n", "\t", "\xC2\xA0", ",", "", "/"};
  std::string all;
  for (const std::string& piece : pieces) all += piece + " ";
  const SmallSite site({{"a", "", {{all}}}, {"b", "", {{"other words"}}}, {"c", "", {{"more"}}}});
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string query, text;
    for (int i = 0; i < 4; ++i) query += pieces[random() % pieces.size()] + " ";
    const ScoringPlan plan = PlanOf(site, query + "other");
    OccurrenceFinder finder(TestAnalyzer(), plan);
    // The second time words are known.
    for (int passage = 0; passage < 3; ++passage) {
      text.clear();
      for (std::size_t i = random() % 60; i > 0; --i) {
        text += pieces[random() % pieces.size()] + gaps[random() % gaps.size()];
      }
      const auto found = finder.Find(text, "en");
      const std::vector<Occurrence> expected = FindInAll(plan, text);
      ASSERT_TRUE(std::ranges::equal(found, expected)) << query << "\n"
                                                       << text << "\n"
                                                       << Shown(text, found) << "\n"
                                                       << Shown(text, expected);
    }
  }
}

}  // namespace
}  // namespace sitedoor::search
