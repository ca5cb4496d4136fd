#include "extract/internal/page_title.h"

#include <gtest/gtest.h>

#include "extract/internal/escaped_twice.h"

namespace sitedoor::extract::internal {
namespace {

TEST(ChooseTitle, TakesTheTitleWhereTheHeadingsNamesRunTogether) {
  const PageTitle title =
      ChooseTitle({.title = "Adw.Window.set_name", .outside_heading = "AdwWindowset_name"});
  EXPECT_EQ(title.text, "Adw.Window.set_name");
  EXPECT_TRUE(title.is_outside_heading);
  EXPECT_EQ(ChooseTitle({.title = "Set up!", .outside_heading = "Setup"}).text, "Set up!");
  EXPECT_EQ(ChooseTitle({.title = "Install.", .outside_heading = "Install"}).text, "Install");
}

TEST(ChooseTitle, TakesTheHeadingThatTheTitleBeginsWith) {
  EXPECT_EQ(ChooseTitle({.title = "5. Data Structures — Python 3.14.3 documentation",
                         .heading = "5. Data Structures"})
                .text,
            "5. Data Structures");
  EXPECT_EQ(ChooseTitle({.title = "Hooks | React", .open_graph = "Hooks", .heading = "HOOKS"}).text,
            "HOOKS");
}

TEST(ChooseTitle, NeverCutsAtADashInsideTheTitle) {
  EXPECT_EQ(ChooseTitle({.title = "Indexes — a short guide"}).text, "Indexes — a short guide");
  EXPECT_EQ(ChooseTitle({.title = "std::vector - cppreference.com", .heading = "std::vector"}).text,
            "std::vector");
  EXPECT_EQ(
      ChooseTitle({.title = "Locks - how - why — Manual", .heading = "Locks - how - why"}).text,
      "Locks - how - why");
  EXPECT_EQ(ChooseTitle({.open_graph = "A — B — Site", .site_name = "Site"}).text, "A — B");
}

TEST(ChooseTitle, KnowsTheSitesBannerAboveTheContent) {
  const PageTitle title = ChooseTitle({.title = "File system | Node.js v18 Documentation",
                                       .heading = "Node.js v18 documentation",
                                       .first_below = "File system"});
  EXPECT_EQ(title.text, "File system");
  EXPECT_TRUE(title.heading_is_banner);
  EXPECT_EQ(ChooseTitle({.title = "Widget | Site", .heading = "Widget", .first_below = "Use"}).text,
            "Widget");
}

TEST(ChooseTitle, TakesNoPlaceholderWhereThereIsAHeading) {
  EXPECT_EQ(ChooseTitle({.title = "No Title", .heading = "Notes on building"}).text,
            "Notes on building");
  EXPECT_EQ(ChooseTitle({.title = "Untitled Document", .outside_heading = "Notes"}).text, "Notes");
  EXPECT_EQ(ChooseTitle({.title = "Index"}).text, "Index");
}

TEST(ChooseTitle, CutsTheSiteNameThatThePageGives) {
  EXPECT_EQ(ChooseTitle({.title = "Install | My Docs", .site_name = "My Docs"}).text, "Install");
  EXPECT_EQ(ChooseTitle({.title = "My Docs: Install", .site_name = "My Docs"}).text, "Install");
  EXPECT_EQ(ChooseTitle({.title = "My Docs", .site_name = "My Docs"}).text, "My Docs");
}

TEST(ChooseTitle, AnHeadingElsewhereIsTheTitleOnlyAtItsStart) {
  const PageTitle title = ChooseTitle({.title = "Install - Site", .outside_heading = "Install"});
  EXPECT_EQ(title.text, "Install");
  EXPECT_TRUE(title.is_outside_heading);
  const PageTitle other = ChooseTitle({.title = "HTTP/2 | Node.js v18 Documentation",
                                       .outside_heading = "Node.js v18 documentation"});
  EXPECT_EQ(other.text, "HTTP/2");
  EXPECT_FALSE(other.is_outside_heading);
}

TEST(ChooseTitle, TheFirstOfSeveralHeadingsNamesASection) {
  EXPECT_EQ(ChooseTitle({.title = "Database File Format",
                         .heading = "1. The Database File",
                         .heading_use = HeadingUse::kPerSection})
                .text,
            "Database File Format");
}

TEST(ChooseTitle, FallsBackToTheHeading) {
  EXPECT_EQ(ChooseTitle({.heading = "Only heading"}).text, "Only heading");
  EXPECT_EQ(ChooseTitle({.title = "ValueExp (Java SE 17)", .heading = "Interface ValueExp"}).text,
            "Interface ValueExp");
  EXPECT_EQ(ChooseTitle({}).text, "");
}

TEST(ChooseTitle, FallsBackToTheHeadlineAndTheFirstSection) {
  EXPECT_EQ(ChooseTitle({.headline = "Head", .section = "Sub"}).text, "Head");
  EXPECT_EQ(ChooseTitle({.section = "Sub"}).text, "Sub");
  EXPECT_EQ(ChooseTitle({.title = "Untitled Document", .section = "Sub"}).text, "Sub");
  EXPECT_EQ(ChooseTitle({.title = "Acme", .section = "Sub"}).text, "Acme");
}

TEST(ChooseTitle, TheSitesNameIsTheFrontPagesAlone) {
  TitleSources page = {
      .title = "Acme", .open_graph = "Acme", .site_name = "ACME", .heading = "Use"};
  EXPECT_EQ(ChooseTitle(page).text, "Acme");
  page.place = PagePlace::kInner;
  EXPECT_EQ(ChooseTitle(page).text, "Use");
  page.heading.clear();
  EXPECT_EQ(ChooseTitle(page).text, "Acme");
}

TEST(WithoutHeadingSign, CutsASignBehindASpace) {
  EXPECT_EQ(WithoutHeadingSign("Install #"), "Install");
  EXPECT_EQ(WithoutHeadingSign("Install ¶"), "Install");
  EXPECT_EQ(WithoutHeadingSign("C#"), "C#");
  EXPECT_EQ(WithoutHeadingSign(" #"), " #");
}

TEST(WithoutSecondEscape, LeavesTagsAndWhatIsNoEscape) {
  EXPECT_EQ(WithoutSecondEscape("Tips &amp; &quot;tools&quot; &#8217;&#x2019;"),
            "Tips & \"tools\" ’’");
  for (const char* text : {"a &lt;b&gt; &#60;", "R&D; AT&T", "&", "&;", "&#0;", "&#xD800;", "&#;"})
    EXPECT_EQ(WithoutSecondEscape(text), text);
}

TEST(ChooseTitle, LeavesOutWhatTheSiteRepeats) {
  const SiteRepeats repeats = {
      .beginnings = {"Acme | "}, .endings = {}, .titles = {"acmedocs"}, .headings = {"acme"}};
  const auto title = [&](const TitleSources& sources) {
    return ChooseTitle(sources, repeats).text;
  };
  EXPECT_EQ(title({.title = "Acme | Install"}), "Install");
  EXPECT_EQ(title({.title = "Acme | Install — Linux"}), "Install — Linux");
  EXPECT_EQ(title({.title = "Acme | Install", .open_graph = "Acme | Install now"}), "Install now");
  EXPECT_EQ(title({.title = "Acme | Install", .heading = "Installing it"}), "Install");
  EXPECT_EQ(title({.title = "Acme Docs", .heading = "Set up"}), "Set up");
  EXPECT_EQ(title({.title = "Acme | Untitled", .heading = "Set up"}), "Set up");
  EXPECT_EQ(title({.title = "Acme |", .heading = "Set up"}), "Set up");
  EXPECT_EQ(title({.title = "Acme | core", .heading = "Acme features"}), "Acme features");
  EXPECT_EQ(title({.title = "Acme Docs"}), "Acme Docs");
  EXPECT_EQ(title({.title = "Acme"}), "Acme");
  const SiteRepeats names = {.names = {"acme"}};
  for (const char* sites : {"Acme", "ACME"})
    EXPECT_EQ(ChooseTitle({.title = sites, .heading = "Set up"}, names).text, "Set up");
  EXPECT_EQ(ChooseTitle({.title = "Acme: a tale", .outside_heading = "Acme: A Tale"}, names).text,
            "Acme: A Tale");
  const PageTitle outside =
      ChooseTitle({.title = "Acme | Install", .outside_heading = "Install"}, repeats);
  EXPECT_EQ(outside.text, "Install");
  EXPECT_TRUE(outside.is_outside_heading);
}

TEST(IsSitesHeading, IsTheNameUnlessThePageIsCalledThat) {
  const TitleSources page = {.title = "Install | My Docs", .site_name = "My Docs"};
  EXPECT_TRUE(IsSitesHeading("My docs", page, {}));
  EXPECT_FALSE(IsSitesHeading("Install", page, {}));
  EXPECT_FALSE(IsSitesHeading("My Docs", {.title = "My Docs", .site_name = "My Docs"}, {}));
  const SiteRepeats repeats = {.headings = {"acme"}};
  EXPECT_TRUE(IsSitesHeading("Acme", page, repeats));
  EXPECT_FALSE(IsSitesHeading("Acme", {.title = "Acme"}, repeats));
}

}  // namespace
}  // namespace sitedoor::extract::internal
