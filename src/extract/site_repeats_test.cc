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

// Pages of the titles `before` + topic + `behind`, of which each has the h1s `headings` and then
// its topic.
std::vector<PageNames> Pages(std::size_t count, const std::string& before,
                             const std::string& behind,
                             const std::vector<std::string>& headings = {}) {
  std::vector<PageNames> pages;
  for (std::size_t i = 0; i < count; ++i) {
    PageNames& page = pages.emplace_back();
    page.title = before + kTopics[i] + behind;
    page.headings = headings;
    page.headings.push_back(kTopics[i]);
  }
  return pages;
}

// The same without the topic's h1.
std::vector<PageNames> Nameless(std::vector<PageNames> pages) {
  for (PageNames& page : pages) page.headings.pop_back();
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
  std::vector<PageNames> numbered = Nameless(Pages(6, "", " (libffi: the library)"));
  for (std::size_t i = 0; i < numbered.size(); ++i)
    numbered[i].section_headings = {(i < 3 ? "2.3.1 " : "A.1 ") + kTopics[i]};
  EXPECT_EQ(Own("Use (libffi: the library)", FindSiteRepeats(numbered, {})), "Use");
}

TEST(SiteRepeats, CutsNothingElseAndNeverAll) {
  for (const SiteRepeats& repeats :
       {FindSiteRepeats(Pages(6, "Acme | ", " — Docs"), {}),
        FindSiteRepeats({}, {.known = {"Acme", "Docs"}, .possible = {}})}) {
    EXPECT_EQ(Own("Acme | Install — Linux — Docs", repeats), "Install — Linux");
    EXPECT_EQ(Own("Install — Linux", repeats), "Install — Linux");
    EXPECT_EQ(Own("Acme", repeats), "Acme");
    EXPECT_EQ(Own("Acme | ", repeats), "Acme | ");
    EXPECT_EQ(Own("Acme | Acme", repeats), "Acme");
  }
}

TEST(SiteRepeats, ASectionThatAllPagesAreInIsNoName) {
  EXPECT_EQ(
      Own("Release notes: 1.0", FindSiteRepeats(Nameless(Pages(12, "Release notes: ", "")), {})),
      "Release notes: 1.0");
  EXPECT_EQ(Own("Soup - Vegan", FindSiteRepeats(Nameless(Pages(12, "", " - Vegan")), {})),
            "Soup - Vegan");
  const SiteRepeats chapters =
      FindSiteRepeats(Nameless(Pages(12, "", " - The End", {"The End"})), {});
  EXPECT_EQ(Own("Chapter 1 - The End", chapters), "Chapter 1 - The End");
  EXPECT_THAT(chapters.headings, ElementsAre("theend"));
  EXPECT_THAT(chapters.banners, IsEmpty());
}

TEST(SiteRepeats, HeadingsOfFivePagesProveAName) {
  EXPECT_THAT(FindSiteRepeats(Pages(4, "API: ", ""), {}).beginnings, IsEmpty());
  std::vector<PageNames> pages = Pages(5, "API: ", "");
  EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, ElementsAre("API: "));
  pages = Nameless(pages);
  for (std::size_t i = 0; i < pages.size(); ++i) pages[i].section_headings = {"First", kTopics[i]};
  EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, ElementsAre("API: "));
}

TEST(SiteRepeats, OtherPagesTurnNothingRound) {
  std::vector<PageNames> pages = Pages(6, "API: ", "");
  for (int i = 0; i < 58; ++i) {
    EXPECT_THAT(FindSiteRepeats(pages, {}).beginnings, ElementsAre("API: ")) << i;
    pages.push_back({.title = "Other page " + std::to_string(i)});
  }
}

TEST(SiteRepeats, TakesAKnownNameFromAnyPage) {
  const SiteRepeats repeats =
      FindSiteRepeats(Pages(6, "Guide: ", " (old)"), {.known = {"ACME", "C++"}, .possible = {}});
  EXPECT_EQ(Own("Acme: Install", repeats), "Install");
  EXPECT_EQ(Own("Install (Acme)", repeats), "Install");
  EXPECT_EQ(Own("C: a language", repeats), "C: a language");
  std::vector<PageNames> pages(2, {.title = "x", .site_name = "Acme"});
  pages[1].title = "y";
  EXPECT_EQ(Own("Acme: Install", FindSiteRepeats(pages, {})), "Install");
}

TEST(SiteRepeats, TakesAPossibleNameThatMostTitlesHave) {
  const std::vector<PageNames> pages = Nameless(Pages(6, "", " | Acme"));
  EXPECT_EQ(Own("Install | Acme", FindSiteRepeats(pages, {.known = {}, .possible = {"Acme"}})),
            "Install");
  EXPECT_EQ(Own("Install | Acme", FindSiteRepeats(pages, {})), "Install | Acme");
}

TEST(SiteRepeats, CopiesOfAPageAreOnePage) {
  const std::vector<PageNames> pages(20, {.title = "Acme: Moved", .headings = {"Moved"}});
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_THAT(repeats.beginnings, IsEmpty());
  EXPECT_THAT(repeats.headings, IsEmpty());
}

TEST(SiteRepeats, ALabelThatThePagesHeadingHasTooIsItsOwn) {
  std::vector<PageNames> pages = Pages(8, "Class: ", "");
  for (PageNames& page : pages) {
    page.section_headings = page.headings;
    page.headings = {page.title};
  }
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
       {std::pair("en-US", "Acme Docs"), std::pair("de", "Acme-Handbuch"),
        std::pair("ja", "アクメ文書")}) {
    for (PageNames page : Pages(5, std::string(name) + " | ", "", {name})) {
      page.language = language;
      pages.push_back(page);
    }
  }
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_EQ(Own("Acme Docs | Install", repeats), "Install");
  EXPECT_EQ(Own("アクメ文書 | 導入", repeats), "導入");
  EXPECT_THAT(repeats.banners, ElementsAre("acmedocs", "acmehandbuch", "アクメ文書"));
}

TEST(SiteRepeats, KnowsHeadingsOfSeveralPages) {
  std::vector<PageNames> pages = Pages(6, "Acme | ", "", {"ACME", "NAME"});
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_THAT(repeats.headings, ElementsAre("acme", "name"));
  EXPECT_THAT(repeats.banners, ElementsAre("acme"));
  for (int i = 0; i < 4; ++i) pages.push_back({.title = "Other page " + std::to_string(i)});
  EXPECT_THAT(FindSiteRepeats(pages, {}).headings, ElementsAre("acme", "name"));
  EXPECT_THAT(FindSiteRepeats(pages, {}).banners, IsEmpty());
}

TEST(SiteRepeats, KnowsDescriptionsThatSeveralPagesHave) {
  std::vector<PageNames> pages = Pages(5, "", "");
  for (PageNames& page : pages) page.description = "All of Acme.";
  ExtractOptions options;
  options.repeats = FindSiteRepeats(pages, {});
  const auto described = [&](const std::string& head) {
    return ExtractPage({head + "<p>Text", ""}, options)->document.description;
  };
  const std::string sites = "<meta name=description content='All of Acme.'>";
  EXPECT_EQ(described(sites), "");
  EXPECT_EQ(described(sites + "<meta property=og:description content='Its own.'>"), "Its own.");
  EXPECT_EQ(described("<meta name=description content='Of this page.'>"), "Of this page.");
  pages.pop_back();
  EXPECT_THAT(FindSiteRepeats(pages, {}).descriptions, IsEmpty());
}

TEST(SiteRepeats, KnowsATitleThatAllPagesHave) {
  std::vector<PageNames> pages;
  for (const std::string& topic : kTopics)
    pages.push_back({.title = "Acme Docs", .headings = {"Acme Docs", topic}});
  const SiteRepeats repeats = FindSiteRepeats(pages, {});
  EXPECT_TRUE(IsSitesTitle("Acme docs", repeats));
  EXPECT_THAT(repeats.banners, ElementsAre("acmedocs"));
  EXPECT_TRUE(IsSitesTitle("Acme", FindSiteRepeats({}, {.known = {"ACME"}, .possible = {}})));
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
  EXPECT_EQ(CountSiteHeadings("<title>Acme</title><h1>Acme</h1><h1>Use</h1>", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<h1>Acme</h1><p>Text", repeats), 0u);
  EXPECT_EQ(CountSiteHeadings("<h1>Acme</h1><h1>Use</h1>", repeats), 1u);
  EXPECT_EQ(CountSiteHeadings("<title>Acme | Use</title><h1>Acme</h1>", {}), 0u);
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
