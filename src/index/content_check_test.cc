#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/directory.h"
#include "base/testing/temp_dir.h"
#include "index/documents_codec.h"
#include "index/snapshot.h"
#include "index/testing/small_generation.h"

// A writer that gives right sums of wrong content: a server must not take its generation.
namespace sitedoor::index {
namespace {

using sitedoor::testing::TempDir;
using ::testing::HasSubstr;

struct Site {
  std::vector<document::Document> documents;
  std::vector<std::vector<document::Chunk>> chunks;
};

Site GoodSite() {
  Site site;
  for (const char* id : {"a.html", "b.html", "c.html"}) {
    const testing::TextPage page{id, {"first text", "second text"}};
    document::Document document = testing::DocumentOf(page);
    document.outline = {{1, "first", "", 0}};
    site.documents.push_back(std::move(document));
    site.chunks.push_back(testing::ChunksOf(page));
    for (document::Chunk& chunk : site.chunks.back()) chunk.markdown_range = {0, 10};
  }
  return site;
}

Result<std::shared_ptr<const Snapshot>> Open(const Site& site, Verification verification) {
  const TempDir folder;
  auto writer = GenerationWriter::Begin(OpenDirectory(folder.Path()).value(), {.threads = 1});
  for (std::size_t i = 0; i < site.documents.size(); ++i) {
    RETURN_IF_ERROR((*writer)->AddPage(site.documents[i], site.chunks[i]));
  }
  RETURN_IF_ERROR((*writer)->Commit(testing::DraftOf(), "{}\n"));
  return Snapshot::Open(folder.Path(), verification);
}

TEST(CheckContent, TakesWhatIsRight) {
  EXPECT_TRUE(Open(GoodSite(), Verification::kEverything));
  EXPECT_TRUE(Open({}, Verification::kEverything));
  Site relative = GoodSite();
  relative.documents[0].url = "a.html";
  relative.documents[1].url = "";
  relative.documents[2].url = "/deep//c.html";
  EXPECT_TRUE(Open(relative, Verification::kEverything));
}

TEST(CheckContent, RefusesWhatWouldFailOrHarmLater) {
  const struct {
    const char* message;
    std::function<void(Site&)> spoil;
  } cases[] = {
      {"url is neither http nor https",
       [](Site& site) { site.documents[1].url = "javascript:alert(1)"; }},
      {"url is neither http nor https",
       [](Site& site) { site.documents[2].url = " JaVaScript:alert(1)"; }},
      {"url is neither http nor https",
       [](Site& site) { site.documents[0].url = "data:text/html,x"; }},
      {"url", [](Site& site) { site.documents[0].url = "//evil.example/x"; }},
      {"url", [](Site& site) { site.documents[0].url = "\\\\evil.example/x"; }},
      {"url", [](Site& site) { site.documents[0].url = "/\\evil.example/x"; }},
      {"url", [](Site& site) { site.documents[0].url = "https://x.example/\r\nX: y"; }},
      {"url", [](Site& site) { site.documents[0].url = "https://x.example/\x7f"; }},
      {"url", [](Site& site) { site.documents[0].url = "a b.html"; }},
      {"title", [](Site& site) { site.documents[0].title = std::string(4097, 't'); }},
      {"markdown_range", [](Site& site) { site.chunks[2][1].markdown_range = {0, 1'000'000}; }},
      {"markdown_range", [](Site& site) { site.chunks[0][0].markdown_range = {10, 2}; }},
      {"ordinal", [](Site& site) { site.chunks[1][1].ordinal = 7; }},
      {"offset", [](Site& site) { site.documents[2].outline[0].offset = 1'000'000; }},
  };
  for (const auto& [message, spoil] : cases) {
    Site site = GoodSite();
    spoil(site);
    const auto snapshot = Open(site, Verification::kEverything);
    ASSERT_FALSE(snapshot) << message;
    EXPECT_EQ(snapshot.error().code, ErrorCode::kCorruption);
    EXPECT_THAT(snapshot.error().message, HasSubstr(message));
    EXPECT_TRUE(Open(site, Verification::kStructure));
  }
}

}  // namespace
}  // namespace sitedoor::index
