#include "extract/site_repeats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/tree.h"

namespace sitedoor::extract {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kTopics = {"Install", "Use",  "Extend", "Tune",  "Watch", "Back up",
                                          "Restore", "Move", "Remove", "Trace", "Test",  "Ask"};

// Pages of the titles `before` + topic + `behind`, of which each has the h1s `headings`.
std::vector<PageNames> Pages(std::size_t count, const std::string& before,
                             const std::string& behind,
                             const std::vector<std::string>& headings = {}) {
  std::vector<PageNames> pages;
  for (std::size_t i = 0; i < count; ++i) {
    PageNames& page = pages.emplace_back();
    page.title = before + kTopics[i] + behind;
    page.headings = headings;
  }
  return pages;
}

std::string Own(std::string_view title, const SiteRepeats& repeats) {
  return std::string(OwnTitle(title, repeats));
}

TEST(SiteRepeats, FindsTheNameInFrontOfTitlesAndBehindThem) {
  for (const std::string separator :
       {" | ", " · ", " – ", " — ", ": ", " » ", " › ", " - ", "："}) {
    const SiteRepeats front = FindSiteRepeats(Pages(6, "Acme Docs" + separator, ""), {});
    EXPECT_EQ(Own("Acme Docs" + separator + "Install", front), "Install");
    const SiteRepeats behind = FindSiteRepeats(Pages(6, "", separator + "Доки Акме"), {});
    EXPECT_EQ(Own("Install" + separator + "Доки Акме", behind), "Install");
  }
  const SiteRepeats brackets = FindSiteRepeats(Pages(6, "", " (Octave (version 7))"), {});
  EXPECT_EQ(Own("Plots (Octave (version 7))", brackets), "Plots");
}

TEST(SiteRepeats, CutsNothingElseAndNeverAll) {
  const SiteRepeats repeats = FindSiteRepeats(Pages(6, "Acme | ", " — Docs"), {});
  EXPECT_EQ(Own("Acme | Install — Linux — Docs", repeats), "Install — Linux");
  EXPECT_EQ(Own("Install — Linux", repeats), "Install — Linux");
  EXPECT_EQ(Own("Acme", repeats), "Acme");
  EXPECT_EQ(Own("Acme | ", repeats), "Acme | ");
  EXPECT_EQ(Own("Acme | — Docs", repeats), "Acme | — Docs");
}

TEST(SiteRepeats, TakesSeveralPagesAndMostOfThem) {
  EXPECT_THAT(FindSiteRepeats(Pages(4, "API: ", ""), {}).beginnings, IsEmpty());
  std::vector<PageNames> pages = Pages(6, "API: ", "");
  for (const PageNames& other : Pages(4, "", "")) pages.push_back(other);
  EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, ElementsAre("API: "));
  pages.push_back({.title = "One more"});
  EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, IsEmpty());
}

TEST(SiteRepeats, TakesFewWhereTheNameIsKnown) {
  std::vector<PageNames> pages = Pages(2, "Acme: ", "");
  for (const PageNames& other : Pages(6, "Guide: ", " (old)")) pages.push_back(other);
  const std::vector<std::string> names = {"ACME"};
  EXPECT_EQ(Own("Acme: Install", FindSiteRepeats(pages, names)), "Install");
  EXPECT_EQ(Own("Acme: Install", FindSiteRepeats(pages, {})), "Acme: Install");
}

TEST(SiteRepeats, CopiesOfAPageAreOnePage) {
  const std::vector<PageNames> pages(20, {.title = "Acme: Moved", .headings = {"Moved"}});
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_THAT(repeats.beginnings, IsEmpty());
  EXPECT_THAT(repeats.headings, IsEmpty());
}

TEST(SiteRepeats, ALabelThatThePagesHeadingHasTooIsItsOwn) {
  std::vector<PageNames> pages = Pages(8, "Class: ", "");
  for (PageNames& page : pages) page.headings = {page.title};
  EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, IsEmpty());
}

TEST(SiteRepeats, ASectionOfMostPagesIsNotTheSite) {
  std::vector<PageNames> pages = Pages(8, "JSDoc: Class: ", "");
  for (const PageNames& other : Pages(3, "JSDoc: ", "")) pages.push_back(other);
  EXPECT_EQ(Own("JSDoc: Class: Map", FindSiteRepeats(pages, {})), "Class: Map");
  const SiteRepeats both = FindSiteRepeats(Pages(8, "Acme: Docs: ", ""), {});
  EXPECT_EQ(Own("Acme: Docs: Install", both), "Install");
}

TEST(SiteRepeats, EachLanguageHasItsName) {
  std::vector<PageNames> pages;
  for (const auto& [language, name] :
       {std::pair("en-US", "Acme Docs | "), std::pair("de", "Acme-Handbuch | "),
        std::pair("ja", "アクメ文書 | ")}) {
    for (PageNames page : Pages(5, name, "")) {
      page.language = language;
      pages.push_back(page);
    }
  }
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_EQ(Own("Acme Docs | Install", repeats), "Install");
  EXPECT_EQ(Own("アクメ文書 | 導入", repeats), "導入");
}

TEST(SiteRepeats, KnowsHeadingsOfMostPages) {
  const SiteRepeats repeats = FindSiteRepeats(Pages(6, "Acme | ", "", {"ACME", "NAME"}), {});
  EXPECT_THAT(repeats.headings, ElementsAre("acme", "name"));
  EXPECT_THAT(repeats.banners, ElementsAre("acme"));
}

TEST(SiteRepeats, KnowsATitleThatAllPagesHave) {
  std::vector<PageNames> pages;
  for (const std::string& topic : kTopics)
    pages.push_back({.title = "Acme Docs", .headings = {"Acme Docs", topic}});
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_THAT(repeats.titles, ElementsAre("acmedocs"));
  EXPECT_THAT(repeats.banners, ElementsAre("acmedocs"));
}

std::size_t CountSiteHeadings(const std::string& html, const SiteRepeats& repeats) {
  const auto tree = html::Tree::Parse(html);
  return SiteHeadings(*tree, repeats).size();
}

TEST(SiteHeadings, AreThoseInFrontOfThePagesOwn) {
  const SiteRepeats repeats = FindSiteRepeats(Pages(6, "Acme | ", "", {"Acme"}), {});
  EXPECT_EQ(CountSiteHeadings("<title>Acme | Use</title><h1>Acme</h1><h1>Use</h1>", repeats), 1u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme | Use</title><h1>Acme</h1><h2>Use</h2>", repeats), 1u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme | Use</title><h1>Use</h1><h1>Acme</h1>", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme</title><h1>Acme</h1><p>Text", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme - a tale</title><h1>Acme</h1>", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<h1>Acme</h1><p>Text", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<h1>Acme</h1><h1>Use</h1>", repeats), 1u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme | Use</title><h1>Acme</h1>", {}), 0u);
}

TEST(ReadPageNames, ReadsWhatAPageCallsItselfAndItsSite) {
  const auto names =
      ReadPageNames({"<html lang=de><title> A |\n B</title><meta property=og:site_name content=A>"
                     "<template><h1>No</h1></template><h1>A</h1><h1>B&nbsp;<b>b</b></h1>",
                     ""});
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->title, "A | B");
  EXPECT_EQ(names->language, "de");
  EXPECT_EQ(names->site_name, "A");
  EXPECT_THAT(names->headings, ElementsAre("A", "B b"));
  EXPECT_TRUE(names->is_for_readers);
  for (const char* head :
       {"<meta http-equiv=Refresh content='0;URL=b.html'>", "<meta name=robots content=NOINDEX>"}) {
    EXPECT_FALSE(ReadPageNames({head, ""})->is_for_readers);
  }
  EXPECT_FALSE(ReadPageNames({"\x89PNG\r\n\x1a\n", ""}).has_value());
}

const std::string kPage =
    "<title>Acme: Install</title><header><h1>Acme</h1></header><div class=x><h2>Install</h2>"
    "<p>Unpack the archive where it is to stay, and run the program once.</p></div>";

TEST(ExtractPage, LeavesOutTheSitesNameAboveThePage) {
  ExtractOptions options;
  options.repeats = FindSiteRepeats(Pages(6, "Acme: ", "", {"Acme"}), {});
  const auto page = ExtractPage({kPage, ""}, options);
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->document.title, "Install");
  EXPECT_EQ(page->document.markdown.find("Acme"), std::string::npos) << page->document.markdown;
  ASSERT_EQ(page->document.outline.size(), 1u);
  EXPECT_EQ(page->document.outline[0].text, "Install");
}

TEST(ExtractPage, TakesTheSitesNameWhereTheOwnerSelectsIt) {
  ExtractOptions options;
  options.repeats = FindSiteRepeats(Pages(6, "Acme: ", "", {"Acme"}), {});
  options.include = *PageSelectors::Parse(std::vector<std::string>{"body"});
  const auto page = ExtractPage({kPage, ""}, options);
  EXPECT_EQ(page->document.title, "Install");
  EXPECT_NE(page->document.markdown.find("# Acme"), std::string::npos) << page->document.markdown;
}

TEST(ExtractPage, TakesTheSitesNameFromJsonLd) {
  for (const char* json :
       {R"({"@type":"WebSite","name":"Acme &amp; Co"})",
        R"({"@type":"WebPage","isPartOf":{"@type":"WebSite","name":"Acme & Co"}})",
        R"({"@graph":[{"@type":"Organization","name":"X"},
                               {"@type":["WebSite"],"name":"Acme & Co"}]})"}) {
    const std::string html =
        "<title>Acme &amp; Co | Install</title><script type=application/ld+json>" +
        std::string(json) + "</script><h1>Acme & Co</h1><p>Unpack it.</p>";
    const auto page = ExtractPage({html, ""});
    EXPECT_EQ(page->site_name, "Acme & Co") << json;
    EXPECT_EQ(page->document.title, "Install") << json;
  }
  const auto page = ExtractPage({R"(<script type=application/ld+json>{"@type":"WebPage",
      "isPartOf":{"@type":"Book","name":"Acme"}}</script><p>Unpack it.)",
                                 ""});
  EXPECT_EQ(page->site_name, "");
}

}  // namespace
}  // namespace sitedoor::extract
