#include "ingest/internal/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace sitedoor::ingest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kBase = "https://example.com/docs/";

PageFacts Page(std::string id, std::string text = "") {
  PageFacts page;
  page.text_hash = text.empty() ? id : text;
  page.title = page.text_hash;
  page.id = std::move(id);
  page.chunk_count = 1;
  page.extraction.kept_characters = 1'000;
  return page;
}

PageFacts WithCanonical(PageFacts page, std::string url) {
  page.canonical_url = std::move(url);
  return page;
}

PageFacts Stub(std::string id, std::string target) {
  PageFacts page = Page(std::move(id));
  page.extraction.kept_characters = 20;
  page.refresh_url = std::move(target);
  return page;
}

Decisions DecideFor(const std::vector<PageFacts>& pages, const std::string& base = kBase) {
  return Decide(pages, SiteUrls(pages, base));
}

std::vector<PageOutcome> Outcomes(const Decisions& decisions) {
  std::vector<PageOutcome> outcomes;
  for (const Decision& decision : decisions.pages) outcomes.push_back(decision.outcome);
  return outcomes;
}

using enum PageOutcome;

TEST(Decide, IndexesPagesUnderTheirUrls) {
  const Decisions decisions = DecideFor({Page("a.html"), Page("b/index.html")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kIndexed, kIndexed));
  EXPECT_EQ(decisions.pages[1].url, "https://example.com/docs/b/index.html");
}

TEST(Decide, GivesAPageItsIdForUrlWhenNoBaseIsKnown) {
  EXPECT_EQ(DecideFor({Page("a b.html")}, "").pages[0].url, "a b.html");
}

TEST(Decide, LeavesOutPagesThatFailedOrAskForItOrHaveNoText) {
  std::vector<PageFacts> pages{Page("a"), Page("b"), Page("c"), Page("d")};
  pages[0].failure = "unreadable";
  pages[1].no_index = true;
  pages[2].chunk_count = 0;
  pages[3].frame_urls = {"gone.html", "https://example.com/docs/a"};
  EXPECT_THAT(Outcomes(DecideFor(pages)), ElementsAre(kFailed, kNoIndex, kEmpty, kFrames));
}

// B041.
TEST(Decide, MakesAPageWithAnotherCanonicalPageAnAliasOfIt) {
  const Decisions decisions =
      DecideFor({WithCanonical(Page("a.html"), "https://example.com/docs/b.html"),
                 WithCanonical(Page("b.html"), "https://example.com/docs/b.html")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kDuplicate, kIndexed));
  EXPECT_EQ(decisions.pages[0].keeper, 1u);
  EXPECT_EQ(decisions.pages[1].url, "https://example.com/docs/b.html");
}

TEST(Decide, KeepsOfEqualPagesTheOneThatACanonicalLinkNamesElseTheOneOfTheNaturalPath) {
  const auto kept = [](const std::vector<PageFacts>& pages) {
    const Decisions decisions = DecideFor(pages);
    return pages[decisions.pages[0].keeper].id;
  };
  EXPECT_EQ(kept({Page("_print/guide.html", "t"), Page("guide/index.html", "t")}),
            "guide/index.html");
  EXPECT_EQ(kept({Page("1.2/a.html", "t"), Page("2.x/a.html", "t"), Page("latest/a.html", "t")}),
            "latest/a.html");
  EXPECT_EQ(kept({Page("a.html", "t"),
                  WithCanonical(Page("long/a.html", "t"), "https://example.com/docs/long/a.html")}),
            "long/a.html");
  EXPECT_EQ(kept({Page("about-us.html", "t"), Page("about.html", "t")}), "about.html");
  EXPECT_EQ(kept({Page("tool.html", "t"), Page("index.html", "t")}), "index.html");
  std::vector<PageFacts> untranslated{Page("da/a.html", "t"), Page("en/a.html", "t")};
  for (PageFacts& page : untranslated) page.language = "en";
  EXPECT_EQ(kept(untranslated), "en/a.html");
}

TEST(Decide, SaysWhereRedirectsAndPagesThatAskNotToBeIndexedLead) {
  std::vector<PageFacts> pages{Stub("a", "b"), Page("b"), Stub("c", "gone.html")};
  pages[1].no_index = true;
  pages[1].refresh_url = "https://example.com/docs/c";
  const Decisions decisions = DecideFor(pages);
  EXPECT_EQ(decisions.pages[0].detail, "to b, which is not indexed");
  EXPECT_EQ(decisions.pages[1].detail,
            "asks not to be indexed; leads to https://example.com/docs/c");
  EXPECT_EQ(decisions.pages[2].detail, "to gone.html, which is not among the pages found");
}

// B038.
TEST(Decide, IgnoresTheLinksOfManyPagesOfOtherTitlesAndTextsToOne) {
  std::vector<PageFacts> pages;
  for (int i = 0; i < 100; ++i) pages.push_back(Page("p" + std::to_string(100 + i)));
  pages.push_back(Page("index.html"));
  for (int i = 0; i < 30; ++i) pages[i].canonical_url = std::string(kBase);
  Decisions decisions = DecideFor(pages);
  EXPECT_THAT(Outcomes(decisions), ::testing::Each(kIndexed));
  EXPECT_THAT(decisions.warnings, ElementsAre(HasSubstr("30 pages of other titles and texts")));
  for (int i = 0; i < 30; ++i) pages[i].title = pages.back().title;
  decisions = DecideFor(pages);
  EXPECT_EQ(std::ranges::count(Outcomes(decisions), kDuplicate), 30) << "versions of the one page";
}

TEST(Decide, KeepsThePagesOwnCanonicalUrl) {
  const Decisions decisions =
      DecideFor({WithCanonical(Page("x/index.html"), "https://example.com/docs/x/")});
  EXPECT_EQ(decisions.pages[0].url, "https://example.com/docs/x/");
}

TEST(Decide, PublishesNoPasswordTrackingOrFragmentOfACanonicalUrl) {
  const Decisions decisions =
      DecideFor({WithCanonical(Page("a.html"), "https://u:pw@example.com/docs/a.html?utm_id=1#x"),
                 WithCanonical(Page("b.html"), "https://u:pw@elsewhere.com/")});
  EXPECT_EQ(decisions.pages[0].url, "https://example.com/docs/a.html");
  EXPECT_THAT(decisions.pages[1].warnings, ElementsAre(::testing::Not(HasSubstr("pw"))));
}

// B039.
TEST(Decide, TakesHttpAndWwwForTheSameSite) {
  const Decisions decisions = DecideFor(
      {WithCanonical(Page("a.html"), "http://www.example.com/docs/b.html"), Page("b.html")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kDuplicate, kIndexed));
}

// B040.
TEST(Decide, IgnoresACanonicalLinkToAPageThatIsNotThereAndWarns) {
  const Decisions decisions =
      DecideFor({WithCanonical(Page("a.html"), "https://example.com/docs/gone.html"),
                 WithCanonical(Page("b.html"), "https://elsewhere.com/b.html")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kIndexed, kIndexed));
  EXPECT_THAT(decisions.pages[0].warnings, ElementsAre(HasSubstr("gone.html")));
  EXPECT_THAT(decisions.pages[1].warnings, ElementsAre(HasSubstr("elsewhere.com")));
}

TEST(Decide, IgnoresACanonicalLinkToAPageThatIsNotIndexed) {
  std::vector<PageFacts> pages{WithCanonical(Page("a.html"), "https://example.com/docs/b.html"),
                               Page("b.html")};
  pages[1].no_index = true;
  const Decisions decisions = DecideFor(pages);
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kIndexed, kNoIndex));
  EXPECT_THAT(decisions.pages[0].warnings, ElementsAre(HasSubstr("not indexed")));
}

TEST(Decide, FollowsCanonicalLinksToTheirEndAndLeavesOnePageOfACircle) {
  const auto to = [](const char* id) { return kBase + std::string(id); };
  const Decisions chain =
      DecideFor({WithCanonical(Page("a"), to("b")), WithCanonical(Page("b"), to("c")), Page("c"),
                 Page("d"), Page("e")});
  EXPECT_THAT(Outcomes(chain), ElementsAre(kDuplicate, kDuplicate, kIndexed, kIndexed, kIndexed));
  EXPECT_EQ(chain.pages[0].keeper, 2u);
  const Decisions circle = DecideFor(
      {WithCanonical(Page("a", "same"), to("b")), WithCanonical(Page("b", "same"), to("c")),
       WithCanonical(Page("c", "same"), to("a")), WithCanonical(Page("d"), to("b"))});
  EXPECT_EQ(std::ranges::count(Outcomes(circle), kIndexed), 1);
  EXPECT_EQ(circle.pages[0].outcome, kIndexed);
  for (int i : {1, 2, 3}) EXPECT_EQ(circle.pages[i].keeper, 0u);
  EXPECT_THAT(circle.pages[0].warnings, ElementsAre(HasSubstr("a circle of 3 pages")));
}

TEST(Decide, KeepsPagesOfDifferentTextsThatNameEachOther) {
  const auto to = [](const char* id) { return kBase + std::string(id); };
  const Decisions decisions =
      DecideFor({WithCanonical(Page("a"), to("b")), WithCanonical(Page("b"), to("a")),
                 WithCanonical(Page("c"), to("a")), Page("d"), Page("e")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kIndexed, kIndexed, kDuplicate, kIndexed, kIndexed));
  for (int i : {0, 1}) {
    EXPECT_THAT(decisions.pages[i].warnings, ElementsAre(HasSubstr("2 pages whose texts differ")));
    EXPECT_EQ(decisions.pages[i].url, kBase + std::string(i == 0 ? "a" : "b"));
  }
  EXPECT_EQ(decisions.pages[2].keeper, 0u);
}

TEST(Decide, TakesAPagesAddressWithASlashInPlaceOfItsExtension) {
  const Decisions own =
      DecideFor({WithCanonical(Page("a.html"), "https://example.com/docs/a/"), Page("b.html")});
  EXPECT_EQ(own.pages[0].url, "https://example.com/docs/a/");
  EXPECT_THAT(own.pages[0].warnings, IsEmpty());
  const Decisions others = DecideFor({WithCanonical(Page("a.html"), "https://example.com/docs/a/"),
                                      Page("a/index.html"), Page("b.html"), Page("c.html")});
  EXPECT_THAT(Outcomes(others), ElementsAre(kDuplicate, kIndexed, kIndexed, kIndexed));
}

TEST(Decide, MergesATailThatLeadsIntoACircleWithTheCirclesPage) {
  const auto to = [](const char* id) { return kBase + std::string(id); };
  const Decisions decisions =
      DecideFor({WithCanonical(Page("a"), to("b")), WithCanonical(Page("b"), to("y")), Page("c"),
                 Page("d"), Page("e"), WithCanonical(Page("x", "same"), to("y")),
                 WithCanonical(Page("y", "same"), to("x"))});
  EXPECT_EQ(decisions.pages[5].outcome, kIndexed);
  for (int i : {0, 1, 6}) {
    EXPECT_EQ(decisions.pages[i].outcome, kDuplicate) << i;
    EXPECT_EQ(decisions.pages[i].keeper, 5u) << i;
  }
}

TEST(Decide, FollowsALongChainOfCanonicalLinksInLinearTime) {
  constexpr int kMany = 100'000;
  std::vector<PageFacts> pages;
  for (int i = 0; i <= kMany; ++i) {
    const std::string next = std::to_string(1'000'000 + std::min(i + 1, kMany));
    pages.push_back(WithCanonical(Page(std::to_string(1'000'000 + i)), kBase + next));
  }
  const Decisions decisions = DecideFor(pages);
  EXPECT_EQ(decisions.pages[0].keeper, std::size_t{kMany});
}

TEST(Decide, DoesNotLoseASiteWhosePagesAllNameTheFrontPage) {
  std::vector<PageFacts> pages;
  for (const char* id : {"a", "b", "c", "d", "index.html"}) {
    pages.push_back(WithCanonical(Page(id), "https://example.com/docs/"));
  }
  const Decisions decisions = DecideFor(pages);
  EXPECT_EQ(std::ranges::count(Outcomes(decisions), kIndexed), 5);
  EXPECT_THAT(decisions.warnings, ElementsAre(HasSubstr("4 of 5 pages name index.html")));
}

TEST(Decide, DoesNotLoseASmallSiteWhosePagesAllNameTheFrontPage) {
  std::vector<PageFacts> pages;
  for (const char* id : {"a", "b", "index.html"})
    pages.push_back(WithCanonical(Page(id), "https://example.com/docs/"));
  EXPECT_EQ(std::ranges::count(Outcomes(DecideFor(pages)), kIndexed), 3);
  for (PageFacts& page : pages) page.title = "The one page, in three versions";
  EXPECT_EQ(std::ranges::count(Outcomes(DecideFor(pages)), kIndexed), 1);
}

TEST(Decide, MakesARefreshStubAnAliasOfItsTarget) {
  const Decisions decisions = DecideFor({Stub("a.html", "b/"), Page("b/index.html")});
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kRedirect, kIndexed));
  EXPECT_TRUE(decisions.pages[0].is_alias);
  EXPECT_EQ(decisions.pages[0].keeper, 1u);
  EXPECT_EQ(decisions.pages[0].detail, "to b/index.html");
}

TEST(Decide, KnowsRefreshesThatLeadOutsideInCirclesOrNowhere) {
  const Decisions decisions = DecideFor({Stub("a", "https://elsewhere.com/"), Stub("b", "c"),
                                         Stub("c", "b"), Stub("d", "d"), Stub("e", "a")});
  EXPECT_THAT(Outcomes(decisions),
              ElementsAre(kRedirect, kRedirect, kRedirect, kIndexed, kRedirect));
  for (int i : {0, 1, 2, 4}) EXPECT_FALSE(decisions.pages[i].is_alias);
}

TEST(Decide, IndexesALongPageThatRefreshesItself) {
  PageFacts page = Stub("a", "b");
  page.extraction.kept_characters = 5'000;
  EXPECT_THAT(Outcomes(DecideFor({page, Page("b")})), ElementsAre(kIndexed, kIndexed));
}

TEST(Decide, MergesPagesOfEqualTitleAndTextIntoTheOneWithTheSmallestId) {
  std::vector<PageFacts> pages{Page("a", "same"), Page("b", "same"), Page("c", "same"),
                               Page("d", "same")};
  pages[2].title = "another";
  pages[3].extraction.visible_characters = 9'000;
  const Decisions decisions = DecideFor(pages);
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kIndexed, kDuplicate, kIndexed, kIndexed));
  EXPECT_EQ(decisions.pages[1].keeper, 0u);
}

TEST(SiteUrls, LocatesAPageInAllTheWaysThatALinkMayNameIt) {
  const std::vector<PageFacts> pages{Page("a%20b.html"), Page("guide/index.html"),
                                     Page("index.html")};
  const SiteUrls urls(pages, kBase);
  EXPECT_EQ(urls.Locate("https://example.com/docs/a b.html?x=1#y", ""), 0u);
  EXPECT_EQ(urls.Locate("a%20b.html", "index.html"), 0u);
  EXPECT_EQ(urls.Locate("../a%20b", "guide/index.html"), 0u);
  for (const char* url : {"guide", "guide/", "guide/index.html", "/docs/guide/"})
    EXPECT_EQ(urls.Locate(url, ""), 1u);
  for (const char* url : {"https://example.com/docs", "https://example.com/docs/", "", "./"}) {
    EXPECT_EQ(urls.Locate(url, "index.html"), 2u) << url;
  }
  for (const char* url : {"https://example.com/other/", "https://example.org/docs/", "mailto:a@b.c",
                          "file:///docs/"}) {
    EXPECT_EQ(urls.Locate(url, ""), std::nullopt) << url;
  }
}

TEST(SiteUrls, ResolvesRelativeTargetsWithoutABaseUrl) {
  const std::vector<PageFacts> pages{Page("a/b.html"), Page("c.html")};
  EXPECT_EQ(SiteUrls(pages, "").Locate("../c.html", "a/b.html"), 1u);
}

TEST(IndexAliases, AreTheFolderWithAndWithoutSlash) {
  EXPECT_THAT(IndexAliases("a/b/index.html"), ElementsAre("a/b", "a/b/"));
  EXPECT_THAT(IndexAliases("index.html"), IsEmpty());
  EXPECT_THAT(IndexAliases("a/myindex.html"), IsEmpty());
}

using Canonicals = std::vector<std::pair<std::string, std::string>>;

std::string Derived(const Canonicals& canonicals) {
  std::vector<std::string> ids;
  for (const auto& [id, url] : canonicals) ids.push_back(id);
  return DeriveBaseUrl(
             canonicals,
             [&](const std::string& id) { return std::ranges::find(ids, id) != ids.end(); })
      .url;
}

TEST(DeriveBaseUrl, IsWhatMostCanonicalLinksAgreeOn) {
  EXPECT_EQ(Derived(Canonicals{{"a.html", "https://x.org/3/a.html"},
                               {"b/index.html", "https://x.org/3/b/"},
                               {"c/d.html", "https://x.org/3/c/d"},
                               {"index.html", "https://x.org/3/"},
                               {"e.html", "https://x.org/elsewhere"}}),
            "https://x.org/3/");
}

TEST(DeriveBaseUrl, KnowsAddressesThatEndInASlashInPlaceOfTheExtension) {
  EXPECT_EQ(Derived(Canonicals{{"a.html", "https://x.org/3/a/"},
                               {"b/c.html", "https://x.org/3/b/c/"},
                               {"index.html", "https://x.org/3/"}}),
            "https://x.org/3/");
}

TEST(DeriveBaseUrl, IsEmptyWhereTheyDoNotAgreeOrAreNoWebAddresses) {
  EXPECT_EQ(Derived(Canonicals{}), "");
  EXPECT_EQ(Derived(Canonicals{{"a.html", "file:///usr/share/doc/a.html"}}), "");
  EXPECT_EQ(
      Derived(Canonicals{{"a.html", "https://x.org/a.html"}, {"b.html", "https://y.org/b.html"}}),
      "");
  EXPECT_EQ(
      Derived(Canonicals{{"a.html", "https://x.org/a.html"}, {"b.html", "https://x.org/3/b.html"}}),
      "");
}

TEST(DeriveBaseUrl, CountsACanonicalLinkToAnyPageOfTheFolder) {
  EXPECT_EQ(Derived(Canonicals{{"latest/index.html", "https://e.org/latest/"},
                               {"latest/a.html", "https://e.org/latest/a.html"},
                               {"v1/index.html", "https://e.org/latest/index.html"},
                               {"v1/a.html", "https://e.org/latest/a"},
                               {"v1/old.html", "https://e.org/latest/old.html"},
                               {"v2/index.html", "https://e.org/latest/"},
                               {"v2/a.html", "https://e.org/latest/a.html"}}),
            "https://e.org/");
}

TEST(DeriveBaseUrl, TakesTheMostFrequentSpellingOfOnePlace) {
  EXPECT_EQ(Derived(Canonicals{{"a.html", "http://x.org/a.html"},
                               {"b.html", "https://www.x.org/b.html"},
                               {"c.html", "https://www.x.org/c.html"},
                               {"d.html", "https://y.org/d.html"}}),
            "https://www.x.org/");
}

TEST(DeriveBaseUrl, IsTheWordOfHalfThePagesOrOfTheFrontPage) {
  Canonicals site{{"u/mallory.html", "https://evil.example/u/mallory.html"}};
  for (int i = 0; i < 61; ++i) site.emplace_back("p" + std::to_string(i) + ".html", "");
  EXPECT_EQ(Derived(site), "") << "one page of 62";
  site[1].first = "index.html";
  site[1].second = "https://x.org/";
  EXPECT_EQ(Derived(site), "") << "as many for one as for the other";
  site[2].second = "https://x.org/p1.html";
  EXPECT_EQ(Derived(site), "https://x.org/") << "the front page and another";
  site[1].second = "";
  for (int i = 2; i < 30; ++i) site[i].second = "https://x.org/" + site[i].first;
  EXPECT_EQ(Derived(site), "");
  for (int i = 30; i < 34; ++i) site[i].second = "https://x.org/" + site[i].first;
  EXPECT_EQ(Derived(site), "https://x.org/");
}

TEST(DeriveBaseUrl, IsNotTheWordOfALonePageOfATinySite) {
  EXPECT_EQ(Derived(Canonicals{{"a.html", "https://x.org/a.html"}}), "https://x.org/");
  EXPECT_EQ(Derived(Canonicals{{"a.html", "https://x.org/a.html"}, {"b.html", ""}}), "");
  EXPECT_EQ(Derived(Canonicals{{"index.html", "https://x.org/"}, {"b.html", ""}}),
            "https://x.org/");
}

TEST(Decide, FollowsAChainOrACircleOfAHundredThousandRedirectsOnce) {
  constexpr std::size_t kPages = 100'000;
  std::vector<PageFacts> pages;
  for (std::size_t i = 0; i < kPages; ++i)
    pages.push_back(Stub("p" + std::to_string(i), "p" + std::to_string((i + 1) % kPages)));
  const auto seconds = [&](std::size_t wanted_aliases) {
    const std::clock_t start = std::clock();
    const Decisions decisions = DecideFor(pages);
    EXPECT_EQ(std::ranges::count(decisions.pages, true, &Decision::is_alias),
              static_cast<std::ptrdiff_t>(wanted_aliases));
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  EXPECT_LT(seconds(0), 10);
  pages.back() = Page(pages.back().id);
  EXPECT_LT(seconds(kPages - 1), 10);
}

TEST(Decide, IndexesAFramesetWhoseFramesAreNotThere) {
  std::vector<PageFacts> pages{Page("a"), Page("b")};
  pages[0].frame_urls = {"gone.html"};
  EXPECT_THAT(Outcomes(DecideFor(pages)), ElementsAre(kIndexed, kIndexed));
  pages[0].frame_urls.push_back("b");
  EXPECT_THAT(Outcomes(DecideFor(pages)), ElementsAre(kFrames, kIndexed));
}

TEST(PublishedUrl, HasNoPasswordFragmentOrTracking) {
  EXPECT_EQ(PublishedUrl("https://user:pw@e.org:8443/a%20b?utm_source=x&id=3&gclid=y#frag"),
            "https://e.org:8443/a%20b?id=3");
  EXPECT_EQ(PublishedUrl("https://e.org/?UTM=1&utm_x"), "https://e.org/?UTM=1");
  EXPECT_EQ(PublishedUrl("https://e.org/a?#f"), "https://e.org/a");
}

TEST(Decide, ALinkToAPageIsItsAliasWhateverTheirPathsAre) {
  std::vector<PageFacts> pages{Page("latest/a", "t"), Page("v2/a", "t"), Page("x/stub")};
  pages[0].real = 1;
  const Decisions decisions = DecideFor(pages);
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kDuplicate, kIndexed, kIndexed));
  EXPECT_TRUE(decisions.pages[0].is_alias);
  EXPECT_EQ(decisions.pages[0].keeper, 1u);
  EXPECT_EQ(decisions.pages[0].detail, "a link to v2/a");
}

TEST(Decide, APageThatNamesALinkToItselfIsPublishedThere) {
  std::vector<PageFacts> pages{Page("latest/a", "t"), Page("v2/a", "t"), Page("other")};
  for (std::size_t i : {0, 1})
    pages[i] = WithCanonical(pages[i], "https://example.com/docs/latest/a");
  pages[0].real = 1;
  const Decisions decisions = DecideFor(pages);
  EXPECT_THAT(Outcomes(decisions), ElementsAre(kDuplicate, kIndexed, kIndexed));
  EXPECT_EQ(decisions.pages[1].url, "https://example.com/docs/latest/a");
}

}  // namespace
}  // namespace sitedoor::ingest
