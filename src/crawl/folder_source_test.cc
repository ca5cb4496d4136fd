#include "crawl/folder_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/testing/temp_dir.h"

namespace sitedoor::crawl {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = SkippedEntry::Kind;

FolderSourceOptions Options(const std::string& folder) {
  FolderSourceOptions options;
  options.folder = folder;
  return options;
}

std::vector<std::string> Ids(const FolderListing& listing) {
  std::vector<std::string> ids;
  for (const FolderEntry& page : listing.pages) ids.push_back(page.id);
  return ids;
}

auto Skipped(std::string path, Kind kind, std::string reason = "") {
  return ::testing::AllOf(::testing::Field(&SkippedEntry::path, path),
                          ::testing::Field(&SkippedEntry::kind, kind),
                          ::testing::Field(&SkippedEntry::reason, HasSubstr(reason)));
}

TEST(ListFolder, GivesHtmlFilesInOrderOfId) {
  const testing::TempDir dir;
  for (const char* name : {"b/x.htm", "index.html", "a.HTML", "b/y.xhtml", "b/z.txt"})
    dir.Write(name, "x");
  const auto listing = ListFolder(Options(dir.Path()));
  ASSERT_TRUE(listing);
  EXPECT_THAT(Ids(*listing), ElementsAre("a.HTML", "b/x.htm", "b/y.xhtml", "index.html"));
  EXPECT_THAT(listing->skipped, ElementsAre(Skipped("*.txt", Kind::kNotHtml, "1 file")));
}

TEST(ListFolder, EncodesWhatAUrlCannotHoldSoThatNoTwoNamesMeet) {
  const testing::TempDir dir;
  for (const char* name : {"ci.lesson study.html", "ci.lesson%20study.html", "100%-free.html",
                           "\xff.html", "c++~-_.html"}) {
    dir.Write(name, "x");
  }
  EXPECT_THAT(Ids(*ListFolder(Options(dir.Path()))),
              ElementsAre("%FF.html", "100%25-free.html", "c%2B%2B~-_.html",
                          "ci.lesson%20study.html", "ci.lesson%2520study.html"));
}

TEST(ListFolder, LeavesOutTheSitesErrorPagesAndSaysHowToHaveThem) {
  const testing::TempDir dir;
  for (const char* name : {"404.html", "50x.html", "de/404.html", "a.html"}) dir.Write(name, "x");
  FolderSourceOptions options = Options(dir.Path());
  const auto listing = ListFolder(options);
  EXPECT_THAT(Ids(*listing), ElementsAre("a.html", "de/404.html"));
  EXPECT_THAT(listing->skipped,
              ElementsAre(Skipped("404.html", Kind::kExcluded,
                                  "error page; include \"404.html\" and \"**\" to index it"),
                          Skipped("50x.html", Kind::kExcluded, "error page")));
  options.include = {"**", "404.html"};
  EXPECT_THAT(Ids(*ListFolder(options)), ElementsAre("404.html", "a.html", "de/404.html"));
}

TEST(ListFolder, LeavesHiddenFoldersAndPagesOutAndSaysSo) {
  const testing::TempDir dir;
  dir.Write(".git/index.html", "x");
  dir.Write(".old.html", "x");
  dir.Write(".nojekyll", "x");
  dir.Write("a.html", "x");
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_THAT(Ids(*listing), ElementsAre("a.html"));
  EXPECT_THAT(listing->skipped, ElementsAre(Skipped(".git/", Kind::kExcluded, "hidden"),
                                            Skipped(".old.html", Kind::kExcluded, "hidden")));
}

TEST(ListFolder, ReportsEmptyAndTooLargeFilesAndKeepsTheOthers) {
  const testing::TempDir dir;
  dir.Write("a.html", "x");
  dir.Write("empty.html", "");
  dir.Write("large.html", "");
  fs::resize_file(dir.PathOf("large.html"), 100'000'000);
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_THAT(Ids(*listing), ElementsAre("a.html"));
  EXPECT_THAT(listing->skipped,
              ElementsAre(Skipped("empty.html", Kind::kEmpty),
                          Skipped("large.html", Kind::kTooLarge, "larger than 64 MiB (100000000")));
}

TEST(ListFolder, EndsALoopOfSymbolicLinksAndReportsIt) {
  const testing::TempDir dir;
  dir.Write("a/page.html", "x");
  dir.Write("b/page.html", "x");
  fs::create_directory_symlink("..", dir.PathOf("a/up"));
  fs::create_directory_symlink("../b", dir.PathOf("a/to_b"));
  fs::create_directory_symlink("../a", dir.PathOf("b/to_a"));
  fs::create_symlink("self.html", dir.PathOf("self.html"));
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_THAT(Ids(*listing),
              ElementsAre("a/page.html", "a/to_b/page.html", "b/page.html", "b/to_a/page.html"));
  EXPECT_THAT(listing->skipped, Contains(Skipped("a/up", Kind::kSymlinkLoop)));
  EXPECT_THAT(listing->skipped, Contains(Skipped("self.html", Kind::kSymlinkLoop)));
}

TEST(ListFolder, StaysLinearWhenFoldersLinkToEachOther) {
  const testing::TempDir dir;
  for (int i = 0; i < 12; ++i) dir.Write("d" + std::to_string(i) + "/p.html", "x");
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      fs::create_directory_symlink("../d" + std::to_string(j),
                                   dir.PathOf("d" + std::to_string(i) + "/l" + std::to_string(j)));
    }
  }
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_LE(listing->pages.size(), 12u + 12 * 8 + 100);
  EXPECT_THAT(listing->skipped, Contains(Skipped("d0/l5/l3", Kind::kExcluded, "not followed")));
}

std::vector<std::string> RealIds(const FolderListing& listing) {
  std::vector<std::string> ids;
  for (const FolderEntry& page : listing.pages) ids.push_back(page.real_id);
  return ids;
}

TEST(ListFolder, FollowsEveryLinkToAFolderAndNamesTheRealPages) {
  const testing::TempDir dir;
  dir.Write("v1/a b.html", "x");
  dir.Write("v2/a b.html", "x");
  dir.Write("v2/sub/c.html", "x");
  fs::create_directory_symlink("v2", dir.PathOf("latest"));
  fs::create_directory_symlink("latest", dir.PathOf("stable"));
  fs::create_symlink("../v1/a b.html", dir.PathOf("v2/old.html"));
  fs::create_directory_symlink("../v1", dir.PathOf("v2/before"));
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_THAT(Ids(*listing),
              ElementsAre("latest/a%20b.html", "latest/before/a%20b.html", "latest/old.html",
                          "latest/sub/c.html", "stable/a%20b.html", "stable/before/a%20b.html",
                          "stable/old.html", "stable/sub/c.html", "v1/a%20b.html", "v2/a%20b.html",
                          "v2/before/a%20b.html", "v2/old.html", "v2/sub/c.html"));
  EXPECT_THAT(RealIds(*listing),
              ElementsAre("v2/a%20b.html", "v1/a%20b.html", "v1/a%20b.html", "v2/sub/c.html",
                          "v2/a%20b.html", "v1/a%20b.html", "v1/a%20b.html", "v2/sub/c.html", "",
                          "", "v1/a%20b.html", "v1/a%20b.html", ""));
  EXPECT_THAT(listing->skipped, IsEmpty());
}

TEST(ListFolder, ALinkStandsForItselfWhereTheRealPageIsLeftOut) {
  const testing::TempDir dir;
  dir.Write("v2/a.html", "x");
  fs::create_directory_symlink("v2", dir.PathOf("latest"));
  FolderSourceOptions options = Options(dir.Path());
  options.exclude = {"v2/"};
  const auto listing = ListFolder(options);
  EXPECT_THAT(Ids(*listing), ElementsAre("latest/a.html"));
  EXPECT_THAT(RealIds(*listing), ElementsAre(""));
}

TEST(ListFolder, FollowsLinksInsideAndReportsLinksThatLeadOutside) {
  const testing::TempDir dir, outside;
  outside.Write("secret.html", "x");
  dir.Write("v2/page.html", "x");
  fs::create_directory_symlink("v2", dir.PathOf("latest"));
  fs::create_symlink("v2/page.html", dir.PathOf("home.html"));
  fs::create_directory_symlink(outside.Path(), dir.PathOf("out"));
  fs::create_symlink(outside.PathOf("secret.html"), dir.PathOf("out.html"));
  fs::create_symlink("gone", dir.PathOf("gone.html"));
  const auto listing = ListFolder(Options(dir.Path()));
  EXPECT_THAT(Ids(*listing), ElementsAre("home.html", "latest/page.html", "v2/page.html"));
  EXPECT_THAT(listing->skipped,
              ElementsAre(Skipped("gone.html", Kind::kBrokenLink, "to nothing"),
                          Skipped("out", Kind::kOutside), Skipped("out.html", Kind::kOutside)));
}

TEST(ListFolder, ReportsAPipeInsteadOfWaitingForIt) {
  const testing::TempDir dir;
  ASSERT_EQ(::mkfifo(dir.PathOf("pipe.html").c_str(), 0600), 0);
  EXPECT_THAT(ListFolder(Options(dir.Path()))->skipped,
              ElementsAre(Skipped("pipe.html", Kind::kUnreadable, "not a regular file")));
}

TEST(ListFolder, ExcludeWinsOverInclude) {
  const testing::TempDir dir;
  for (const char* name : {"docs/a.html", "docs/drafts/b.html", "blog/c.html"})
    dir.Write(name, "x");
  FolderSourceOptions options = Options(dir.Path());
  options.include = {"docs/**"};
  options.exclude = {"**/drafts/"};
  const auto listing = ListFolder(options);
  EXPECT_THAT(Ids(*listing), ElementsAre("docs/a.html"));
  EXPECT_THAT(listing->skipped, ElementsAre(Skipped("blog/c.html", Kind::kExcluded, "include"),
                                            Skipped("docs/drafts/b.html", Kind::kExcluded,
                                                    "excluded by \"**/drafts/\"")));
}

TEST(ListFolder, NamesGlobsThatMatchNoPage) {
  const testing::TempDir dir;
  for (const char* name : {"docs/a.html", "docs/b.html", "blog/c.html"}) dir.Write(name, "x");
  FolderSourceOptions options = Options(dir.Path());
  options.include = {"docs", "news/"};
  options.exclude = {"docs/b.html", "**/b.html", "{a,b}.html"};
  const auto listing = ListFolder(options);
  EXPECT_THAT(Ids(*listing), ElementsAre("docs/a.html"));
  EXPECT_THAT(listing->warnings, ElementsAre("include \"news/\" matches no page",
                                             "exclude \"{a,b}.html\" matches no page"));
}

TEST(ListFolder, SaysWhatIsWrongWithTheFolderOrAGlob) {
  const testing::TempDir dir;
  const std::string file = dir.Write("a.html", "x");
  EXPECT_EQ(ListFolder(Options(dir.PathOf("gone"))).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ListFolder(Options(file)).error().code, ErrorCode::kInvalidArgument);
  FolderSourceOptions options = Options(dir.Path());
  options.include = {"[a-"};
  EXPECT_THAT(ListFolder(options).error().message, HasSubstr("\"[a-\""));
}

TEST(ReadEntry, GivesBytesAndUrl) {
  const testing::TempDir dir;
  dir.Write("a b.html", std::string("x\0y", 3));
  FolderSourceOptions options = Options(dir.Path());
  options.base_url = "https://example.com/docs";
  const auto page = ReadEntry(options, ListFolder(options)->pages.at(0));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->body, std::string("x\0y", 3));
  EXPECT_EQ(page->url, "https://example.com/docs/a%20b.html");
}

TEST(ReadEntry, RefusesWhatIsNotText) {
  const testing::TempDir dir;
  std::string random;
  for (std::uint32_t i = 0, x = 1; i < 5'000; ++i)
    random += static_cast<char>((x = x * 1664525 + 1013904223) >> 24);
  dir.Write("gzip.html", std::string("\x1F\x8B\x08\x00", 4) + "abcdefgh");
  dir.Write("image.html", std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16));
  dir.Write("random.html", random);
  dir.Write("zeros.html", std::string(500, '\0'));
  const auto listing = ListFolder(Options(dir.Path()));
  ASSERT_EQ(listing->pages.size(), 4u);
  for (const FolderEntry& entry : listing->pages) {
    const auto page = ReadEntry(Options(dir.Path()), entry);
    ASSERT_FALSE(page) << entry.id;
    EXPECT_THAT(page.error().message, HasSubstr("not text"));
  }
}

TEST(ReadEntry, TakesTextInEveryEncodingAndWithAStrayControlCharacter) {
  const testing::TempDir dir;
  std::string utf16;
  for (const char c : std::string("<html><p>words</p>")) utf16 += {c, '\0'};
  dir.Write("utf16.html", utf16);
  dir.Write("utf16mark.html", "\xFE\xFF" + std::string("\0<\0p\x4E\x2D\x65\x87\1\2", 10));
  dir.Write("stray.html", std::string("<p>a page with a \0 in it and some words</p>", 42));
  dir.Write("jis.html", "<p>\x1B$B$3$N\x1B(B</p>");
  dir.Write("sjis.html", "<p>\x93\xFA\x96\x7B\x8C\xEA</p>");
  const auto listing = ListFolder(Options(dir.Path()));
  ASSERT_EQ(listing->pages.size(), 5u);
  for (const FolderEntry& entry : listing->pages) {
    EXPECT_TRUE(ReadEntry(Options(dir.Path()), entry)) << entry.id;
  }
}

TEST(ReadEntry, HasNoUrlWithoutABaseUrl) {
  const testing::TempDir dir;
  dir.Write("a.html", "x");
  EXPECT_THAT(ReadEntry(Options(dir.Path()), ListFolder(Options(dir.Path()))->pages.at(0))->url,
              IsEmpty());
}

TEST(ReadEntry, ReportsAFileThatWentAwayOrGrewPastTheLimit) {
  const testing::TempDir dir;
  dir.Write("a.html", "x");
  FolderSourceOptions options = Options(dir.Path());
  options.most_page_bytes = 10;
  const FolderEntry entry = ListFolder(options)->pages.at(0);
  dir.Write("a.html", "01234567890");
  EXPECT_THAT(ReadEntry(options, entry).error().message, HasSubstr("larger than 10 bytes"));
  fs::remove(entry.path);
  EXPECT_EQ(ReadEntry(options, entry).error().code, ErrorCode::kNotFound);
}

TEST(ReadEntry, ReadsNothingThroughALinkThatCameAfterTheListing) {
  const testing::TempDir outside;
  outside.Write("secret.html", "secret");
  const testing::TempDir dir;
  dir.Write("a.html", "x");
  dir.Write("b/secret.html", "x");
  const auto listing = ListFolder(Options(dir.Path()));
  ASSERT_EQ(listing->pages.size(), 2u);
  fs::remove(dir.PathOf("a.html"));
  fs::create_symlink(outside.PathOf("secret.html"), dir.PathOf("a.html"));
  fs::remove_all(dir.PathOf("b"));
  fs::create_symlink(outside.Path(), dir.PathOf("b"));
  for (const FolderEntry& entry : listing->pages) {
    const auto page = ReadEntry(Options(dir.Path()), entry);
    ASSERT_FALSE(page) << entry.id;
    EXPECT_THAT(page.error().message, HasSubstr("symbolic link, which is not followed"));
  }
}

TEST(ReadEntry, ReadsWhereALinkLedWhenItWasListed) {
  const testing::TempDir outside;
  outside.Write("secret.html", "secret");
  const testing::TempDir dir;
  dir.Write(".real/a.html", "inside");
  fs::create_symlink(".real", dir.PathOf("now"));
  const auto listing = ListFolder(Options(dir.Path()));
  ASSERT_EQ(listing->pages.size(), 1u);
  fs::remove(dir.PathOf("now"));
  fs::create_symlink(outside.Path(), dir.PathOf("now"));
  EXPECT_EQ(ReadEntry(Options(dir.Path()), listing->pages[0])->body, "inside");
}

TEST(MatchesGlob, WildcardsStandForCharactersNotBytes) {
  EXPECT_TRUE(MatchesGlob("?ber/*", "\u00FCber/a.html"));
  EXPECT_FALSE(MatchesGlob("??ber/*", "\u00FCber/a.html"));
  EXPECT_TRUE(MatchesGlob("[\u00E0-\u00FF]ber/?", "\u00FCber/\u4E2D"));
  EXPECT_FALSE(MatchesGlob("[!\u00FC]ber/*", "\u00FCber/a.html"));
  EXPECT_TRUE(MatchesGlob("?\xFF?", "a\xFF\xFE")) << "a byte that is no UTF-8 is one character";
}

TEST(MatchesGlob, StarStopsAtASlashAndTwoStarsDoNot) {
  EXPECT_TRUE(MatchesGlob("docs/*.html", "docs/a.html"));
  EXPECT_FALSE(MatchesGlob("docs/*.html", "docs/a/b.html"));
  EXPECT_TRUE(MatchesGlob("docs/**", "docs/a/b.html"));
  EXPECT_FALSE(MatchesGlob("docs/**", "docsite/b.html"));
}

TEST(MatchesGlob, StarsAndASlashAreAnyNumberOfFolders) {
  EXPECT_TRUE(MatchesGlob("**/genindex.html", "genindex.html"));
  EXPECT_TRUE(MatchesGlob("**/genindex.html", "a/b/genindex.html"));
  EXPECT_FALSE(MatchesGlob("**/genindex.html", "a/xgenindex.html"));
  EXPECT_TRUE(MatchesGlob("a/**/b.html", "a/b.html"));
  EXPECT_FALSE(MatchesGlob("a/**/b.html", "a/cb.html"));
}

TEST(MatchesGlob, KnowsClassesEscapesAndFolders) {
  EXPECT_TRUE(MatchesGlob("v[0-9]/?.html", "v2/a.html"));
  EXPECT_FALSE(MatchesGlob("v[!0-9]/?.html", "v2/a.html"));
  EXPECT_TRUE(MatchesGlob("\\*.html", "*.html"));
  EXPECT_FALSE(MatchesGlob("\\*.html", "a.html"));
  EXPECT_TRUE(MatchesGlob("drafts/", "drafts/a/b.html"));
  EXPECT_FALSE(MatchesGlob("drafts/", "drafts"));
}

TEST(MatchesGlob, TakesAFoldersNameForAllThatIsBelowIt) {
  for (const char* glob : {"docs", "/docs", "./docs", "docs/", "**/docs", "d*s/"}) {
    EXPECT_TRUE(MatchesGlob(glob, "docs/a/b.html")) << glob;
    EXPECT_FALSE(MatchesGlob(glob, "docsite/b.html")) << glob;
  }
  EXPECT_TRUE(MatchesGlob("a/b", "a/b/c.html"));
  EXPECT_FALSE(MatchesGlob("*", "docs/a.html"));
  EXPECT_FALSE(MatchesGlob("docs/*", "docs/a/b.html"));
}

TEST(MatchesGlob, IgnoresASlashOrADotAndASlashInFront) {
  for (const char* glob : {"/a.html", "./a.html", ".//a.html", "a.html"}) {
    EXPECT_TRUE(MatchesGlob(glob, "a.html")) << glob;
    EXPECT_FALSE(MatchesGlob(glob, "b/a.html")) << glob;
  }
  EXPECT_TRUE(MatchesGlob("/**/a.html", "a.html"));
}

TEST(MatchesGlob, IsNotSlowOnManyStars) {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  EXPECT_FALSE(MatchesGlob(glob + "b", std::string(4'000, 'a')));
}

TEST(CheckGlob, NamesWhatIsMalformed) {
  for (const char* glob : {"", "/", "./", "[a", "a\\", "[]"}) EXPECT_FALSE(CheckGlob(glob)) << glob;
  for (const char* glob : {"[]]", "a", "**", "[!]]"}) EXPECT_TRUE(CheckGlob(glob)) << glob;
}

}  // namespace
}  // namespace sitedoor::crawl
