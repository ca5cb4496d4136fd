// What grew with the square of a page's size, or copied a part of it for every element: each of
// these pages took minutes or gigabytes.
#include <algorithm>
#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "extract/markdown_writer.h"
#include "html/tree.h"

namespace sitedoor::extract {
namespace {

constexpr std::string_view kBegin =
    "<main><p>Some words of the page are here, several of them.</p>";

std::string Repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

MarkdownOutcome Write(const std::string& html) {
  const auto tree = html::Tree::Parse(html);
  return tree ? WriteMarkdown(tree->Body(), {}) : MarkdownOutcome();
}

TEST(PageCosts, ALongTabLabelIsCutForEachOfItsPanels) {
  const std::string label = Repeated("word ", 20'000);
  std::string ids;
  for (int i = 0; i < 5'000; ++i) ids += "<b id=i" + std::to_string(i) + "></b>";
  const std::string panel = "<div role=tabpanel aria-labelledby=t><p>x</p></div>";
  const MarkdownOutcome outcome = Write("<div role=tablist><button role=tab id=t aria-controls=p>" +
                                        label + ids + "</button></div>" + Repeated(panel, 200));
  EXPECT_TRUE(outcome.markdown.starts_with("**word word "));
  EXPECT_LT(outcome.markdown.size(), 200 * 200u);
}

TEST(PageCosts, ALinkLeftOpenInCodeIsListedOnce) {
  const MarkdownOutcome outcome = Write("<p><code><a href='http://h.example/" +
                                        std::string(7'000, 'u') + "'>" + Repeated("x<br>", 10'000));
  ASSERT_EQ(outcome.links.size(), 1u);
  EXPECT_EQ(outcome.links[0].text.substr(0, 5), "x x x");
}

TEST(PageCosts, ALinkRoundManyImagesIsNotWrittenForEachOfThem) {
  const std::string target = "http://h.example/" + std::string(7'000, 'u');
  const MarkdownOutcome outcome = Write(
      "<a href='" + target + "'>" + Repeated("<p><img alt=x src=y></p>", 1'000) + "<p>text</p>");
  EXPECT_LT(outcome.markdown.size(), 50'000u);
  EXPECT_LE(outcome.links.size(), 5u);
}

double CpuSecondsToExtract(const std::string& page) {
  const std::string html = std::string(kBegin) + page;
  const std::clock_t begin = std::clock();
  EXPECT_TRUE(ExtractPage({.bytes = html, .url = "http://h.example/", .transport_charset = ""}));
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Takes about as long as a page of the same size in which nothing is looked for.
void ExpectUsualCost(const std::string& page, const std::string& usual_page) {
  EXPECT_LT(CpuSecondsToExtract(page), 6 * CpuSecondsToExtract(usual_page) + 0.1)
      << page.substr(0, 40) << " ... " << page.substr(page.size() - 60);
}

TEST(PageCosts, ALongAttributeIsNotReadForEachElementInside) {
  const std::string value = Repeated("x-y ", 75'000);
  const std::string usual = "<div title='" + value + "'>";
  const std::string classes = "<div class='" + value + "'>";
  ExpectUsualCost(classes + Repeated("<div>x</div>", 15'000),
                  usual + Repeated("<div>x</div>", 15'000));
  for (const std::string_view child :
       {"<pre>x</pre>", "<label for=q>x</label>", "<span>x</span>", "<li>x</li>",
        "<table><tr><td>x</table>", "<img class=math alt=x src=y>", "<div role=tabpanel>x</div>",
        "<div class=highlight><pre>x</pre></div>"}) {
    ExpectUsualCost(classes + Repeated(child, 5'000), usual + Repeated(child, 5'000));
  }
  ExpectUsualCost("<div id='" + value + "'>" + Repeated("<h2>x</h2>", 5'000),
                  usual + Repeated("<h2>x</h2>", 5'000));
  ExpectUsualCost("<div data-language='" + value + "'>" + Repeated("<pre>x</pre>", 5'000),
                  usual + Repeated("<pre>x</pre>", 5'000));
}

TEST(PageCosts, ElementsInsideEachOtherAreNotEachReadToTheirEnd) {
  const std::string empty = Repeated("<br>", 150'000);
  const std::string usual = Repeated("<div class=div>", 440) + empty;
  for (const std::string_view element :
       {"<div class=breadcrumb>", "<time class=updated>", "<div role=table>", "<h1>",
        "<div class=footnote-backref>", "<div class=admonition role=note>", "<span class=katex>",
        "<i data-line-number=1>", "<a rel=tag href=x><object>", "<i aria-hidden=true>",
        "<div id=comments><h2><div id=related>", "<div class=codeblock>", "<dl class=note>",
        "<div style='white-space:pre;font-family:monospace'>", "<button>",
        "<h2><a class=headerlink href='#x'>"}) {
    const std::size_t times = 440 / static_cast<std::size_t>(std::ranges::count(element, '<'));
    ExpectUsualCost(Repeated(element, times) + empty, usual);
    ExpectUsualCost("</main>" + Repeated(element, times) + empty, usual);
  }
  ExpectUsualCost(
      Repeated("<div class=code-lang>", 400) + empty + Repeated("</div><pre>x</pre>", 400), usual);
  ExpectUsualCost("<pre>" + Repeated("<i data-line-number=1>", 60) + empty, usual);
}

TEST(PageCosts, WhatIsRoundALinkIsNotReadToItsEndForEachLink) {
  const std::string blank = std::string(300'000, ' ') + "# ";
  const std::string usual = "<p>" + blank + Repeated("<i class=x href='#x'>Link</i>", 5'000);
  for (const std::string around : {"<h2>", "<dl><dt>", "<ol class=footnotes><li>", "<p>"}) {
    ExpectUsualCost(around + blank + Repeated("<a class=headerlink href='#x'>Link</a>", 5'000),
                    usual);
  }
}

}  // namespace
}  // namespace sitedoor::extract
