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

TEST(FailedGuards, LetSingleFailedPagesPassAndRefuseMany) {
  GuardCounts counts = Counts(10);
  counts.failed = 3;
  EXPECT_THAT(FailedGuards(counts, {}), IsEmpty());
  counts.failed = 4;
  EXPECT_THAT(FailedGuards(counts, {}), ElementsAre(HasSubstr("4 of 10 pages could not be read")));
}

TEST(FailedGuards, RefuseAJavaScriptShell) {
  GuardCounts counts = Counts(10);
  counts.textless = 6;
  EXPECT_THAT(FailedGuards(counts, {}), ElementsAre(HasSubstr("hardly any text")));
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

TEST(CountForGuards, CountsFilesThatGiveNoPageAmongTheFailedAndShellsByTheirScripts) {
  std::vector<PageFacts> pages(3);
  pages[1].runs_scripts = true;
  pages[2].runs_scripts = true;
  pages[2].extraction.kept_characters = 500;
  const std::vector<Decision> decisions(3);
  using Kind = crawl::SkippedEntry::Kind;
  const std::vector<crawl::SkippedEntry> skipped{
      {"a", "", Kind::kUnreadable}, {"b", "", Kind::kTooLarge},    {"c", "", Kind::kExcluded},
      {"d", "", Kind::kEmpty},      {"*.png", "", Kind::kNotHtml}, {"e", "", Kind::kBrokenLink}};
  const GuardCounts counts = CountForGuards(pages, decisions, skipped);
  EXPECT_EQ(counts.found, 6u);
  EXPECT_EQ(counts.failed, 3u);
  EXPECT_EQ(counts.read, 3u);
  EXPECT_EQ(counts.textless, 1u);
}

}  // namespace
}  // namespace sitedoor::ingest
