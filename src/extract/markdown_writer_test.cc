#include "extract/markdown_writer.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/testing/case_file.h"

namespace sitedoor::extract {
namespace {

using sitedoor::testing::Case;
using sitedoor::testing::Difference;
using sitedoor::testing::ReadCases;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

MarkdownOutcome Write(std::string_view html, MarkdownOptions options = {}) {
  const Result<html::Tree> tree = html::Tree::Parse(html);
  EXPECT_TRUE(tree);
  if (!options.base) options.base = *net::Url::Parse("https://example.com/docs/page.html");
  return WriteMarkdown(tree->Body(), options);
}

TEST(WriteMarkdown, GivesWhatTheCaseFilesSay) {
  const std::filesystem::path folder = std::string(SITEDOOR_SOURCE_DIR) + "/src/extract/testcases";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".case") continue;
    for (const Case& one : ReadCases(entry.path())) {
      ++count;
      // A case's HTML ends where its last line does, so that it can end inside a <pre>.
      const std::string actual = Write(one.html.substr(0, one.html.size() - 1)).markdown;
      EXPECT_EQ(one.expected, actual) << entry.path().filename() << ": " << one.name << "\n"
                                      << Difference(one.expected, actual);
    }
  }
  EXPECT_GT(count, 50U);
}

TEST(WriteMarkdown, GivesEachHeadingWithItsAnchorAndTheOffsetOfItsLine) {
  const MarkdownOutcome outcome = Write(
      "<p>Intro</p><h1 id=top>A <b>b</b> &lt;T&gt;</h1><blockquote><h2 id=q>In a "
      "quote</h2></blockquote>");
  ASSERT_EQ(outcome.outline.size(), 2U);
  EXPECT_EQ(outcome.outline[0].text, "A b <T>");
  EXPECT_EQ(outcome.outline[0].anchor, "top");
  EXPECT_EQ(outcome.markdown.substr(outcome.outline[0].offset, 3), "# A");
  EXPECT_EQ(outcome.markdown.substr(outcome.outline[1].offset, 6), "> ## I");
}

TEST(WriteMarkdown, SetsThePicturesOfHeadingsApartInTheOutline) {
  const MarkdownOutcome outcome = Write("<h2><img src=a.png alt='Video'>Learn more</h2>");
  ASSERT_EQ(outcome.outline.size(), 1U);
  EXPECT_EQ(outcome.outline[0].text, "Video Learn more");
}

TEST(WriteMarkdown, GivesTheBlockOfEveryIdThatNoHeadingHas) {
  const MarkdownOutcome outcome = Write(
      "<div id=all><h1 id=top>Title</h1><p>One <span id=word>word</span>.<p id=two>Two"
      "<dl><dt id=str.format><code>format()</code><dd id=what>Formats.</dl>"
      "<a name=old></a><table><tr><th>a<th>b<tr id=row><td>c<td>d</table><pre id=code>x\n</pre>"
      "<p id=two>Again</p></div>");
  std::vector<std::pair<std::string, std::string>> found;
  for (const document::Anchor& anchor : outcome.anchors) {
    const std::size_t end = outcome.markdown.find('\n', anchor.offset);
    found.emplace_back(anchor.id, outcome.markdown.substr(anchor.offset, end - anchor.offset));
  }
  using ::testing::Pair;
  EXPECT_THAT(found,
              ElementsAre(Pair("all", "# Title"), Pair("word", "One word."), Pair("two", "Two"),
                          Pair("str.format", ::testing::HasSubstr("format()")),
                          Pair("what", ::testing::HasSubstr("Formats.")),
                          Pair("old", ::testing::StartsWith("|")),
                          Pair("row", ::testing::StartsWith("|")), Pair("code", "```")));
}

TEST(WriteMarkdown, CollectsLinksAsAbsoluteUrlsWithTheirText) {
  const MarkdownOutcome outcome =
      Write("<a href='../a b'>see <b>this</b></a> <code><a href=#x>f()</a></code>");
  EXPECT_THAT(outcome.links,
              ElementsAre(document::Link{"https://example.com/a%20b", "see this"},
                          document::Link{"https://example.com/docs/page.html#x", "f()"}));
}

TEST(WriteMarkdown, LeavesLinksAsWrittenWithoutABase) {
  const Result<html::Tree> tree = html::Tree::Parse("<a href='../a.html#b'>x</a>");
  EXPECT_EQ(WriteMarkdown(tree->Body(), {}).markdown, "[x](../a.html#b)\n");
}

TEST(WriteMarkdown, LeavesOutWhatTheCallerSkips) {
  const auto is_note = [](html::Node node) { return node.HasClass("x"); };
  const FunctionRef<bool(html::Node)> skip(is_note);
  EXPECT_EQ(Write("<p>a</p><p class=x>b</p>", {.base = {}, .skip = &skip}).markdown, "a\n");
}

MarkdownOutcome WriteAtMost(std::size_t most_bytes, std::string_view html) {
  const MarkdownOutcome outcome = Write(html, {.base = {}, .most_bytes = most_bytes});
  EXPECT_LE(outcome.markdown.size(), most_bytes) << html;
  return outcome;
}

TEST(WriteMarkdown, EndsAtABlockBorderWhereNothingOfTheNextFits) {
  const MarkdownOutcome outcome = WriteAtMost(20, "<p>first</p><h2>second</h2><p>third</p>");
  EXPECT_EQ(outcome.markdown, "first\n");
  EXPECT_TRUE(outcome.truncated);
  EXPECT_TRUE(outcome.outline.empty());
}

TEST(WriteMarkdown, KeepsTheSentencesAndElseTheWordsThatFit) {
  EXPECT_EQ(
      WriteAtMost(60, "<p>One sentence. Another one. And a third one that is longer.</p>").markdown,
      "One sentence. Another one.\n");
  EXPECT_EQ(WriteAtMost(50, "<p>one long sentence of many words that does not end</p>").markdown,
            "one long sentence of many words that does\n");
}

TEST(WriteMarkdown, ClosesWhatIsOpenWhereItIsCut) {
  EXPECT_EQ(
      WriteAtMost(42, "<ul><li><b>bold words <i>and</i> words that go on and on</b></ul>").markdown,
      "- **bold words *and* words that**\n");
  EXPECT_EQ(WriteAtMost(70, "<p><code>int a = 1, b = 2, c = 3, d = 4, e = 5;</code>").markdown,
            "`int a = 1, b = 2, c`\n");
}

TEST(WriteMarkdown, CutsCodeBetweenLinesAndTablesBetweenRows) {
  const MarkdownOutcome code = WriteAtMost(32, "<pre>first line\nsecond line\nthird line\n</pre>");
  EXPECT_EQ(code.markdown, "```\nfirst line\n```\n");
  EXPECT_EQ(code.code_blocks, 0);
  const MarkdownOutcome table =
      WriteAtMost(150, "<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f<tr><td>" +
                           std::string(99, 'x') + "<td>h<tr><td>i<td>j</table><p>more");
  EXPECT_THAT(table.markdown, ::testing::StartsWith("| a | b |\n| --- | --- |\n| c | d |\n"));
  EXPECT_THAT(table.markdown, ::testing::Not(HasSubstr("more")));
  EXPECT_EQ(table.tables, 0);
}

TEST(WriteMarkdown, StylesThatCrossEachOtherShareTheirMarks) {
  EXPECT_EQ(Write("<p><b><i>x</b>y</i>").markdown, "***x**y*\n");
  EXPECT_EQ(Write("<p><i><b>x</i>y</b> z").markdown, "***x*y** z\n");
}

TEST(WriteMarkdown, SaysWhichShareOfACutTextItHas) {
  const MarkdownOutcome outcome =
      WriteAtMost(500, "<p>" + std::string(100, 'a') + "</p><p>" + std::string(900, 'b') + "</p>");
  EXPECT_DOUBLE_EQ(outcome.kept_share, 0.1);
}

// Most are put together without the parser of addresses.
TEST(WriteMarkdown, ResolvesLinksAsAParserOfAddressesDoes) {
  const auto base = net::Url::Parse("https://example.com/docs//api/page.html?q#f");
  for (const std::string href : {"a.html",
                                 "a/b.html#of(int,int)",
                                 "../a.html",
                                 "../../../../a.html",
                                 "../a/../b.html",
                                 "a/./b",
                                 "a//b",
                                 "a/",
                                 "../",
                                 "..",
                                 "../#x",
                                 ".a",
                                 "a/.b",
                                 "a.html#",
                                 "a.html#a[0];b=c:d?/@!$*+'~",
                                 "a:b",
                                 "a.html#%",
                                 "a.html#\"",
                                 "a?b",
                                 "../../x/y/z.html#a-b_c.d"}) {
    const auto url = net::Url::Parse(href, *base);
    const MarkdownOutcome outcome = Write("<p><a href=" + href + ">x</a>", {.base = *base});
    ASSERT_EQ(outcome.links.size(), 1u) << href;
    EXPECT_EQ(outcome.links[0].url, url->Text());
  }
}

TEST(WriteMarkdown, KeepsTheTextOfLinksWhoseAddressesAreTooLong) {
  const std::string links = "<a href=x>y</a> <a href='../x'>z</a> <a href='/w'>w</a>";
  const auto base = net::Url::Parse("https://example.com/" + std::string(9'000, 'a') + "/");
  const MarkdownOutcome outcome = Write(links, {.base = *base});
  EXPECT_EQ(outcome.markdown, "y z [w](https://example.com/w)\n");
  EXPECT_EQ(outcome.links_left_out, 2u);
}

TEST(WriteMarkdown, KeepsTheTextOfLinksWhoseAddressesAreTooMuch) {
  std::string links;
  for (int i = 0; i < 6'000; ++i) links += "<a href=x>y</a> ";
  const auto base = net::Url::Parse("https://example.com/" + std::string(4'000, 'a') + "/");
  const MarkdownOutcome outcome = Write("<p>" + links + "<p>last", {.base = *base});
  EXPECT_FALSE(outcome.truncated);
  EXPECT_THAT(outcome.markdown, ::testing::EndsWith(" y\n\nlast\n"));
  EXPECT_GT(outcome.links_left_out, 1'000u);
  EXPECT_LT(outcome.markdown.size(), 20u << 20);
}

TEST(WriteMarkdown, CountsFencesAndTables) {
  const MarkdownOutcome outcome = Write(
      "<pre>a</pre><pre></pre><table><tr><th>a<th>b<tr><td>c<td>d</table><table><tr><td>x</table>");
  EXPECT_EQ(outcome.code_blocks, 1);
  EXPECT_EQ(outcome.tables, 1);
}

TEST(WriteMarkdown, GivesNothingForAnEmptyPage) {
  EXPECT_EQ(Write("<body><p> <br> </p><ul><li></ul><blockquote></blockquote></body>").markdown, "");
}

std::string Repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// The first of Word's items writes them all, and a note is written where its number stands: what is
// inside of one is no further level of that.
TEST(WriteMarkdown, NestsNoItemsOfWordAndNoNotesInNumbers) {
  std::string items, notes = "<p>x";
  for (int i = 0; i < 100; ++i) {
    items += "<p class=MsoNormal style='mso-list:l0 level1 lfo1'>a<button>";
    notes += "<sup>1<span class=fn-text>n";
  }
  EXPECT_EQ(Write(items).markdown.find("- a"), 0U);
  EXPECT_EQ(Write(items).markdown.find("- a", 1), std::string::npos);
  EXPECT_EQ(Write(notes).markdown.substr(0, 8), "x (n1n1n");
}

TEST(WriteMarkdown, StaysLinearWhereListsAndQuotesAreNestedDeep) {
  const std::string html = Repeated("<ul><li>x<blockquote>y", 5'000);
  const MarkdownOutcome outcome = Write(html);
  EXPECT_LT(outcome.markdown.size(), html.size() * 10);
}

TEST(WriteMarkdown, DoesNotPadShortRowsWithoutBound) {
  const std::string html =
      "<table><tr>" + Repeated("<td>a", 900) + Repeated("<tr><td>b<td>c", 5'000) + "</table>";
  EXPECT_LT(Write(html).markdown.size(), 1'000'000U);
}

TEST(WriteMarkdown, FinishesHostileRepetitionsQuickly) {
  for (const std::string_view unit :
       {"<b>a(</b>", "<a href=x>", "<code>a</code>", "<br>", "<sup>", "* _ ~~ ` [",
        "<dl><dt>a<dd>b", "<table><tr><td>", "<span class=katex>", "<div class='note admonition'>",
        "<div class=summary-table><div class=table-header>a</div>"
        "<div class=table-header>b</div><div>c</div><div><h2>",
        "<dl><dt>a<dt>b<dt>", "<p class=Mso style='mso-list:l0 level1'>",
        "<table><tr><td>a<td><tr><td>b<td>"}) {
    const MarkdownOutcome outcome = Write(Repeated(unit, 20'000));
    EXPECT_LT(outcome.markdown.size(), 4'000'000U) << unit;
  }
}

TEST(WriteMarkdown, LeavesOutTargetsThatALongBaseMakesEndless) {
  const std::string base = "https://example.com/" + std::string(60'000, 'a') + "/";
  const Result<html::Tree> tree =
      html::Tree::Parse("<p>see <a href=x>this</a>, <img src=y alt=Map>");
  EXPECT_EQ(WriteMarkdown(tree->Body(), {.base = net::Url::Parse(base).value()}).markdown,
            "see this, Map\n");
}

}  // namespace
}  // namespace sitedoor::extract
