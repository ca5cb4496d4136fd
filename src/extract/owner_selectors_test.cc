// What an owner's selectors do to a page.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/extract.h"

namespace sitedoor::extract {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kPage =
    "<title>T</title><main><h1 id=top>Title</h1><p>One sentence of the content.</p>"
    "<div class=ad><p>Buy <a href=/x>this</a>.</p></div><pre>code</pre></main>"
    "<aside class=box><h2>Note</h2><p>Aside.</p></aside><section hidden "
    "class=note>Secret</section>";

document::Document Extracted(const std::vector<std::string>& exclude,
                             const std::vector<std::string>& include) {
  ExtractOptions options;
  options.exclude = *PageSelectors::Parse(exclude);
  options.include = *PageSelectors::Parse(include);
  return ExtractPage({kPage, "", "utf-8"}, options)->document;
}

TEST(OwnerSelectors, ExcludeTakesElementsOutAndCountsThem) {
  const document::Document page = Extracted({".ad, .ad p"}, {});
  EXPECT_EQ(page.markdown, "# Title\n\nOne sentence of the content.\n\n```\ncode\n```\n");
  EXPECT_EQ(page.extraction.excluded_elements, 1);
  EXPECT_THAT(page.links, IsEmpty());
}

TEST(OwnerSelectors, IncludeTakesExactlyWhatMatchesInTheOrderOfThePage) {
  const document::Document page = Extracted({}, {".box", "main > p", "pre", ".ad a"});
  EXPECT_EQ(page.markdown,
            "One sentence of the content.\n\n[this](/x)\n\n```\ncode\n```\n\n## Note\n\nAside.\n");
  EXPECT_EQ(document::StrategyName(page.extraction.strategy), "selectors");
  ASSERT_EQ(page.outline.size(), 1U);
  EXPECT_EQ(page.markdown.substr(page.outline[0].offset, 7), "## Note");
  EXPECT_EQ(page.extraction.code_blocks_out, 1);
  EXPECT_EQ(page.links.size(), 1U);
}

TEST(OwnerSelectors, ExcludeWinsOverInclude) {
  EXPECT_EQ(Extracted({"h1", "pre"}, {"main h1", ".ad"}).markdown, "Buy [this](/x).\n");
}

TEST(OwnerSelectors, WithoutAMatchThePageIsReadAsEverAndSaysSo) {
  for (const std::string selector : {".nowhere", "section.box", "title"}) {
    const document::Document page = Extracted({}, {selector});
    EXPECT_EQ(page.extraction.strategy, document::Strategy::kMain) << selector;
    EXPECT_THAT(page.extraction.warnings, Contains(HasSubstr("no include selector matches")));
  }
}

}  // namespace
}  // namespace sitedoor::extract
