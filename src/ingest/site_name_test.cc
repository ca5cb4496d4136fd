#include "ingest/internal/site_name.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace sitedoor::ingest {
namespace {

// The name of a site that has pages of these titles, the front page first.
std::string NameOf(const std::vector<std::string>& titles) {
  std::vector<PageFacts> pages;
  for (const std::string& title : titles) {
    PageFacts& page = pages.emplace_back();
    page.id = pages.size() == 1 ? "index.html" : title + ".html";
    page.title = page.head_title = title;
  }
  return NameFromPages(pages, std::vector<Decision>(pages.size()));
}

TEST(NameFromPages, IsWhatMostTitlesEndOrBeginWith) {
  for (const std::string separator : {" - ", " – ", " — ", " | ", " · ", " • ", " :: ", " » "}) {
    const auto title = [&](const std::string& first, const std::string& last) {
      return first + separator + last;
    };
    EXPECT_EQ(NameOf({title("Home", "Acme Docs"), title("Install", "Acme Docs"), "404"}),
              "Acme Docs");
    EXPECT_EQ(NameOf({title("Acme Docs", "Home"), title("Acme Docs", "Install")}), "Acme Docs");
  }
  EXPECT_EQ(NameOf({"PostgreSQL: Documentation", "PostgreSQL: News", "About"}), "PostgreSQL");
  EXPECT_EQ(NameOf({"All (Java SE 17)", "String (Java SE 17)"}), "Java SE 17");
  EXPECT_EQ(NameOf({"Top (Octave (version 7))", "Plots (Octave (version 7))"}),
            "Octave (version 7)");
}

TEST(NameFromPages, PrefersTheEndingToTheBeginning) {
  EXPECT_EQ(NameOf({"Guide | Install | Acme", "Guide | Run | Acme"}), "Acme");
}

TEST(NameFromPages, TakesTheFrontPagesTitleWithoutWhatAnyFrontPageIsCalled) {
  EXPECT_EQ(NameOf({"Acme Docs", "Install", "Run"}), "Acme Docs");
  EXPECT_EQ(NameOf({"Home - Acme Docs", "Install", "Run"}), "Acme Docs");
  EXPECT_EQ(NameOf({"Acme Docs | Welcome", "Install", "Run"}), "Acme Docs");
  EXPECT_EQ(NameOf({"Home", "Install"}), "");
  EXPECT_EQ(NameOf({"Acme - the anvil people", "Install"}), "Acme - the anvil people");
}

TEST(NameFromPages, IsNotWhatASinglePageSays) {
  std::vector<PageFacts> pages(4);
  for (std::size_t i = 0; i < pages.size(); ++i) pages[i].id = std::string(1, "abcd"[i]) + ".html";
  const auto name_of = [&](const std::string& id) {
    pages[0].id = id;
    pages[0].title = pages[0].head_title = pages[0].site_name = "Eve";
    return NameFromPages(pages, std::vector<Decision>(pages.size()));
  };
  EXPECT_EQ(name_of("a.html"), "");
  EXPECT_EQ(name_of("users/eve/index.html"), "");
  EXPECT_EQ(name_of("index.html"), "Eve");  // the front page is the owner's
  for (std::size_t i = 1; i < pages.size(); ++i) pages[i].id = "en/" + pages[i].id;
  EXPECT_EQ(name_of("en/index.html"), "Eve");
}

TEST(NameFromPages, IsWhatThePageIsCalledToWhichTheRootLeads) {
  std::vector<PageFacts> pages(4);
  const char* ids[] = {"de/index.html", "en/a.html", "en/index.html", "index.html"};
  const char* titles[] = {"Dokumentation", "Install", "Acme Manual", ""};
  for (int i = 0; i < 4; ++i) {
    pages[i].id = ids[i];
    pages[i].title = pages[i].head_title = titles[i];
  }
  std::vector<Decision> decisions(4);
  decisions[3] = {.outcome = PageOutcome::kRedirect, .detail = "", .keeper = 2, .is_alias = true};
  EXPECT_EQ(NameFromPages(pages, decisions), "Acme Manual");
}

TEST(NameFromPages, IsNotWhatFewTitlesShare) {
  EXPECT_EQ(NameOf({"Acme", "A - x", "B - x", "C", "D", "E"}), "Acme");
}

}  // namespace
}  // namespace sitedoor::ingest
