#include "app/missing_pages.h"

#include <gtest/gtest.h>

namespace sitedoor::app {
namespace {

using Kind = crawl::SkippedEntry::Kind;

TEST(WhyNoPage, NamesTheFolderWhereThereIsNoHtml) {
  const std::vector<crawl::SkippedEntry> skipped{{"*.md", "12 files are not HTML", Kind::kNotHtml}};
  EXPECT_EQ(WhyNoPage("public", skipped),
            "There is no .html file below public: name the folder that your site is built to.");
}

TEST(WhyNoPage, NamesAHiddenFolderInWhichTheSiteMayBe) {
  const std::vector<crawl::SkippedEntry> skipped{{".vitepress/", "hidden", Kind::kExcluded}};
  EXPECT_EQ(WhyNoPage("docs", skipped),
            "There is no .html file below docs (hidden folders as .vitepress/ are not read): name "
            "the folder that your site is built to.");
}

TEST(WhyNoPage, CountsWhatKeptPagesOutAndSaysWhatToDo) {
  const std::vector<crawl::SkippedEntry> skipped{{"a.html", "", Kind::kEmpty},
                                                 {"b.html", "", Kind::kTooLarge},
                                                 {"c.html", "", Kind::kTooLarge},
                                                 {"d.html", "", Kind::kExcluded}};
  EXPECT_EQ(WhyNoPage("public", skipped),
            "No page is left below public: 2 larger than source.most_page_bytes, 1 empty, 1 left "
            "out by their names, include or exclude; take larger ones: --most-page-bytes.");
}

}  // namespace
}  // namespace sitedoor::app
