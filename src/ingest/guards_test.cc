#include "ingest/internal/guards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::ingest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

GuardCounts Counts(std::uint64_t pages) {
  GuardCounts counts;
  counts.found = counts.read = counts.indexed = pages;
  return counts;
}

TEST(FailedGuards, LetAGoodBuildPass) { EXPECT_THAT(FailedGuards(Counts(10), {}), IsEmpty()); }

TEST(FailedGuards, RefuseABuildWithoutPages) {
  EXPECT_THAT(FailedGuards(Counts(0), {}), ElementsAre(HasSubstr("guards.least_pages")));
}

TEST(FailedGuards, RefuseADropOfMoreThanHalf) {
  GuardCounts counts = Counts(49);
  counts.previous = 100;
  EXPECT_THAT(FailedGuards(counts, {}), ElementsAre(HasSubstr("has 100 pages and this build 49")));
  counts.indexed = 50;
  EXPECT_THAT(FailedGuards(counts, {}), IsEmpty());
}

TEST(FailedGuards, CountPagesThatAreGoneWhereTheyAreKnown) {
  GuardCounts counts = Counts(100);
  counts.previous = 100;
  counts.gone = 51;
  counts.gone_examples = {"a.html", "b.html"};
  EXPECT_THAT(FailedGuards(counts, {}),
              ElementsAre(HasSubstr("51 of the live index's 100 pages are gone, such as a.html, "
                                    "b.html, more than 50 %")));
  counts.gone = 50;
  EXPECT_THAT(FailedGuards(counts, {}), IsEmpty());
}

TEST(FailedGuards, LetSingleFailedPagesPassAndRefuseMany) {
  GuardCounts counts = Counts(10);
  counts.failed = 3;
  EXPECT_THAT(FailedGuards(counts, {}), IsEmpty());
  counts.failed = 4;
  EXPECT_THAT(FailedGuards(counts, {}), ElementsAre(HasSubstr("4 of 10 pages could not be read")));
}

TEST(FailedGuards, RefuseASiteWithHardlyAnyText) {
  GuardCounts counts = Counts(10);
  counts.textless = 5;
  EXPECT_THAT(FailedGuards(counts, {}), IsEmpty());
  counts.textless = 6;
  EXPECT_THAT(FailedGuards(counts, {}),
              ElementsAre("6 of 10 pages have hardly any text, more than 50 % "
                          "(guards.most_textless)"));
}

TEST(FailedGuards, SayOfAJavaScriptShellWhatToDo) {
  GuardCounts counts = Counts(10);
  counts.textless = counts.shells = 6;
  EXPECT_THAT(FailedGuards(counts, {}), ElementsAre(HasSubstr("must be built to HTML first")));
}

TEST(FailedGuards, AreTurnedOffByTheirSettings) {
  GuardCounts counts;
  counts.found = counts.failed = 5;
  counts.previous = 100;
  GuardOptions options;
  options.least_pages = 0;
  options.most_drop = options.most_failed = options.most_textless = 1;
  EXPECT_THAT(FailedGuards(counts, options), IsEmpty());
}

std::uint64_t Textless(std::size_t characters, bool runs_scripts) {
  std::vector<PageFacts> pages(1);
  pages[0].runs_scripts = runs_scripts;
  pages[0].extraction.kept_characters = characters;
  return CountForGuards(pages, std::vector<Decision>(1), {}).textless;
}

TEST(CountForGuards, AsksMoreTextOfAPageWithScripts) {
  EXPECT_EQ(Textless(7, false), 1u);
  EXPECT_EQ(Textless(30, false), 0u);
  EXPECT_EQ(Textless(30, true), 1u);
  EXPECT_EQ(Textless(500, true), 0u);
}

TEST(CountForGuards, CountsFilesThatGiveNoPageAmongTheFailed) {
  using Kind = crawl::SkippedEntry::Kind;
  const std::vector<crawl::SkippedEntry> skipped{
      {"a", "", Kind::kUnreadable}, {"b", "", Kind::kTooLarge},    {"c", "", Kind::kExcluded},
      {"d", "", Kind::kEmpty},      {"*.png", "", Kind::kNotHtml}, {"e", "", Kind::kBrokenLink}};
  const GuardCounts counts =
      CountForGuards(std::vector<PageFacts>(3), std::vector<Decision>(3), skipped);
  EXPECT_EQ(counts.found, 6u);
  EXPECT_EQ(counts.failed, 3u);
  EXPECT_EQ(counts.read, 3u);
}

}  // namespace
}  // namespace sitedoor::ingest
