#include "ingest/internal/site_repeats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/temp_dir.h"
#include "index/snapshot.h"
#include "ingest/build.h"

namespace sitedoor::ingest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A folder of pages whose site has its name in front of each title and in an h1 above it.
class Site {
 public:
  void Write(const std::string& id, const std::string& title, const std::string& body) {
    dir_.Write("site/" + id, "<title>" + title +
                                 "</title><header><h1><a href=/>Acme Docs</a></h1>" + "</header>" +
                                 body + "<p>" + id +
                                 " has a sentence, which is text enough for a page.");
  }
  extract::SiteRepeats Repeats(const std::string& site_name = "",
                               const std::string& base_url = "") {
    crawl::FolderSourceOptions source;
    source.base_url = base_url;
    source.folder = dir_.PathOf("site");
    return DeriveSiteRepeats(source, crawl::ListFolder(source)->pages, site_name);
  }
  document::Document Built(const std::string& id) {
    BuildOptions options;
    options.source.folder = dir_.PathOf("site");
    options.index_path = dir_.PathOf("index");
    const auto report = BuildIndex(options);
    EXPECT_TRUE(report) << report.error().message;
    const auto snapshot = *index::Snapshot::Open(options.index_path, {});
    const auto page = snapshot->FindPage(id);
    return page ? *snapshot->ReadPage(*page) : document::Document{};
  }

 private:
  testing::TempDir dir_;
};

void WritePages(Site& site, int count) {
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string title = "Step " + number + " — part " + number;
    site.Write("page" + number + ".html", "Acme Docs | " + title, "<h2>" + title + "</h2>");
  }
}

TEST(SiteRepeats, ABuildTitlesPagesWithoutTheNameInFront) {
  Site site;
  WritePages(site, 6);
  site.Write("index.html", "Acme Docs", "");
  site.Write("about.html", "Acme Docs", "<h1>Acme Docs</h1>");
  const document::Document page = site.Built("page3.html");
  EXPECT_EQ(page.title, "Step 3 — part 3");
  ASSERT_EQ(page.outline.size(), 1u) << page.markdown;
  EXPECT_EQ(page.outline[0].text, "Step 3 — part 3");
  EXPECT_EQ(site.Built("index.html").title, "Acme Docs");
  EXPECT_EQ(site.Built("about.html").title, "Acme Docs");
}

TEST(SiteRepeats, TakesTheNamesThatTheOwnerTheHostAndTheFrontPageGive) {
  Site site;
  WritePages(site, 2);
  EXPECT_THAT(site.Repeats().names, IsEmpty());
  EXPECT_THAT(site.Repeats("Acme docs").names, ElementsAre("acmedocs"));
  EXPECT_THAT(site.Repeats("Acme docs").banners, ElementsAre("acmedocs"));
  EXPECT_THAT(site.Repeats("", "https://docs.acme.example/x").names,
              ElementsAre("acmeexample", "docsacmeexample"));
  site.Write("index.html", "Home - Acme Docs", "");
  EXPECT_THAT(site.Repeats().names, ElementsAre("acmedocs"));
  EXPECT_EQ(site.Built("page1.html").title, "Step 1 — part 1");
}

TEST(SiteRepeats, APageMoreTurnsNothingRound) {
  Site site;
  WritePages(site, 200);
  const extract::SiteRepeats before = site.Repeats();
  EXPECT_THAT(before.beginnings, ElementsAre("Acme Docs | "));
  for (int i = 0; i < 20; ++i) {
    site.Write("new" + std::to_string(i) + ".html", "Something else " + std::to_string(i), "");
    EXPECT_EQ(site.Repeats().beginnings, before.beginnings);
    EXPECT_EQ(site.Repeats().headings, before.headings);
  }
}

TEST(SiteRepeats, RedirectsAreNotAsked) {
  Site site;
  WritePages(site, 6);
  for (int i = 0; i < 60; ++i) {
    site.Write("old" + std::to_string(i) + ".html", "Moved " + std::to_string(i),
               "<meta http-equiv=refresh content='0; url=page1.html'>");
  }
  EXPECT_THAT(site.Repeats().beginnings, ElementsAre("Acme Docs | "));
}

}  // namespace
}  // namespace sitedoor::ingest
