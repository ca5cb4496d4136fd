#include "index/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "base/checksum.h"
#include "base/map_guard.h"
#include "base/testing/temp_dir.h"
#include "index/testing/small_generation.h"

namespace sitedoor::index {
namespace {

namespace fs = std::filesystem;
using sitedoor::testing::TempDir;
using testing::ChunksOf;
using testing::DocumentOf;
using ::testing::HasSubstr;
using testing::TextPage;
using testing::Write;

const std::vector<TextPage> kPages = {{"a%20b.html", {"Installing the disk", "Second"}},
                                      {"empty.html", {}},
                                      {"guide/index.html", {"Guide text"}},
                                      {"index.html", {"Home"}},
                                      {"list.php?page=2", {"Third"}}};

// An index folder with one live generation, whose files a test may spoil.
class LiveIndex {
 public:
  LiveIndex() : manifest_(Write(folder_.Path(), kPages).value()) {}

  Result<std::shared_ptr<const Snapshot>> Open(
      Verification verification = Verification::kStructure) const {
    return Snapshot::Open(folder_.Path(), verification);
  }
  std::string NameOf(std::string_view file) const {
    return "generations/" + manifest_.generation + "/" + std::string(file);
  }
  std::string Read(std::string_view file) const {
    std::ifstream in(folder_.PathOf(NameOf(file)), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void Replace(std::string_view file, std::string_view bytes) const {
    folder_.Write(NameOf(file), bytes);
  }
  void Remove(std::string_view file) const { fs::remove(folder_.PathOf(NameOf(file))); }
  // The manifest with the size and sum that the file has now.
  void Relist(std::string_view name) {
    for (ManifestFile& file : manifest_.files) {
      if (file.name != name) continue;
      file.bytes = Read(name).size();
      file.sha256 = Sha256Hex(Read(name));
      file.xxh128.clear();
    }
    folder_.Write("manifest.json", EncodeManifest(manifest_));
  }
  const std::string& Generation() const { return manifest_.generation; }
  const TempDir& folder() const { return folder_; }
  Manifest& manifest() { return manifest_; }

 private:
  TempDir folder_;
  Manifest manifest_;
};

ErrorCode CodeOf(const Result<std::shared_ptr<const Snapshot>>& snapshot) {
  return snapshot ? ErrorCode::kInternal : snapshot.error().code;
}

TEST(Snapshot, RefusesAGenerationWithoutAFileThatTheManifestLists) {
  const LiveIndex index;
  index.Remove("report.json");
  EXPECT_EQ(index.Open().error().code, ErrorCode::kCorruption);
}

TEST(Snapshot, ReadsWhatWasWritten) {
  const LiveIndex index;
  const auto snapshot = index.Open(Verification::kEverything).value();
  ASSERT_EQ(snapshot->page_count(), 5u);
  ChunkId chunk = 0;
  for (PageId page = 0; page < kPages.size(); ++page) {
    EXPECT_EQ(snapshot->ReadPage(page).value(), DocumentOf(kPages[page]));
    EXPECT_EQ(snapshot->lexical().Page(page).id, kPages[page].id);
    EXPECT_EQ(snapshot->lexical().Page(page).first_chunk, chunk);
    for (const document::Chunk& written : ChunksOf(kPages[page])) {
      EXPECT_EQ(snapshot->lexical().PageOf(chunk), page);
      EXPECT_EQ(snapshot->ReadChunk(chunk++).value(), written);
    }
  }
  EXPECT_EQ(snapshot->ReadReport().value(), "{\"pages\":[]}\n");
  EXPECT_EQ(snapshot->ReadPage(5).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(snapshot->ReadChunk(chunk).error().code, ErrorCode::kNotFound);
}

TEST(Snapshot, FindsAPageByWhatMayMeanIt) {
  const auto snapshot = LiveIndex().Open().value();
  for (const std::string_view reference :
       {"a%20b.html", "a b.html", "/a%20b.html", "a%20b.html#top", "a%20b.html?from=search",
        "https://example.org/docs/a%20b.html", "http://example.org/docs/a b.html?x#y",
        "/docs/a%20b.html"}) {
    EXPECT_EQ(snapshot->FindPage(reference), PageId{0}) << reference;
  }
  for (const std::string_view reference :
       {"a b", "x/../a%20b.html", "https://example.org/docs/a%20b",
        "https://www.example.org/docs/x/../a%20b.html", "http://WWW.example.org/docs/./a b?x#y"}) {
    EXPECT_EQ(snapshot->FindPage(reference), PageId{0}) << reference;
  }
  for (const std::string_view reference :
       {"guide/", "guide/index.html", "https://example.org/docs/guide/", "/docs/guide"}) {
    EXPECT_EQ(snapshot->FindPage(reference), PageId{2}) << reference;
  }
  for (const std::string_view reference :
       {"/", "index.html", "https://example.org/docs/", "https://example.org/docs", "/docs/"}) {
    EXPECT_EQ(snapshot->FindPage(reference), PageId{3}) << reference;
  }
  EXPECT_EQ(snapshot->FindPage("list.php?page=2"), PageId{4});
  for (const std::string_view reference :
       {"", " ", "#top", "?x", "list.php", "list.php?page=3", "https://other.org/docs/index.html",
        "https://example.org/docsindex.html", "docs/a%20b.htm",
        "https://example.org/docs/a%20b.html%23x", "a%20b.html%23x", "/docs/a%20b.html%23x",
        "https://example.org/docs/../a%20b.html", "https://ww.example.org/docs/a%20b.html"}) {
    EXPECT_EQ(snapshot->FindPage(reference), std::nullopt) << reference;
  }
}

TEST(Snapshot, TellsThatThereIsNoIndex) {
  const TempDir folder;
  const auto snapshot = Snapshot::Open(folder.PathOf("none"), Verification::kStructure);
  EXPECT_EQ(CodeOf(snapshot), ErrorCode::kNotFound);
  EXPECT_THAT(snapshot.error().message, HasSubstr(folder.PathOf("none")));
  EXPECT_FALSE(fs::exists(folder.PathOf("none")));
}

TEST(Snapshot, RefusesAFileOfAnotherSize) {
  for (const std::string_view file :
       {"pages.jsonl", "pages.offsets", "chunks.jsonl", "chunks.offsets", "lexical.bin"}) {
    const LiveIndex index;
    index.Replace(file, index.Read(file) + " ");
    const auto snapshot = index.Open();
    EXPECT_EQ(CodeOf(snapshot), ErrorCode::kCorruption) << file;
    EXPECT_THAT(snapshot.error().message, HasSubstr(std::string(file)));
    EXPECT_NE(snapshot.error().hint, "");
  }
}

TEST(Snapshot, RefusesAMissingFileOtherThanTheDerivedOne) {
  for (const std::string_view file :
       {"pages.jsonl", "pages.offsets", "chunks.jsonl", "chunks.offsets"}) {
    const LiveIndex index;
    index.Remove(file);
    EXPECT_EQ(CodeOf(index.Open()), ErrorCode::kCorruption) << file;
  }
}

TEST(Snapshot, ComparesSumsWhenItVerifiesEverything) {
  for (const std::string_view file :
       {"pages.jsonl", "chunks.jsonl", "lexical.bin", "report.json"}) {
    const LiveIndex index;
    std::string bytes = index.Read(file);
    bytes[bytes.size() / 2] ^= 1;
    index.Replace(file, bytes);
    EXPECT_EQ(CodeOf(index.Open(Verification::kEverything)), ErrorCode::kCorruption) << file;
  }
}

TEST(Snapshot, RefusesATornManifest) {
  const LiveIndex index;
  index.folder().Write("manifest.json", "{\"format_version\": 1, \"sequ");
  EXPECT_EQ(CodeOf(index.Open()), ErrorCode::kCorruption);
}

TEST(Snapshot, RefusesAnIndexOfALaterFormat) {
  LiveIndex index;
  index.manifest().format_version = kIndexFormatVersion + 1;
  index.folder().Write("manifest.json", EncodeManifest(index.manifest()));
  EXPECT_EQ(CodeOf(index.Open()), ErrorCode::kUnsupported);
}

void ExpectWorks(const Snapshot& snapshot) {
  EXPECT_EQ(snapshot.lexical().chunk_count(), 5u);
  EXPECT_TRUE(snapshot.lexical().Find("installing"));
  EXPECT_EQ(snapshot.FindPage("guide/"), PageId{2});
}

TEST(Snapshot, RebuildsALexicalFileThatIsMissing) {
  const LiveIndex index;
  index.Remove("lexical.bin");
  ExpectWorks(**index.Open(Verification::kEverything));
}

TEST(Snapshot, RebuildsALexicalFileThatTheManifestDoesNotName) {
  LiveIndex index;
  std::erase_if(index.manifest().files,
                [](const ManifestFile& file) { return file.name == "lexical.bin"; });
  index.folder().Write("manifest.json", EncodeManifest(index.manifest()));
  ExpectWorks(**index.Open());
}

TEST(Snapshot, RebuildsALexicalFileOfAnotherVersionOrAnalyzer) {
  LiveIndex index;
  const std::string bytes = index.Read("lexical.bin");
  std::string other_version = bytes;
  other_version[4] = 0;
  index.Replace("lexical.bin", other_version);
  index.Relist("lexical.bin");
  ExpectWorks(**index.Open(Verification::kEverything));
  const auto fingerprint = LexicalIndex::Open(bytes).value().analyzer_fingerprint();
  std::string other_analyzer = bytes;
  ++other_analyzer[static_cast<std::size_t>(fingerprint.data() - bytes.data())];
  index.Replace("lexical.bin", other_analyzer);
  index.Relist("lexical.bin");
  ExpectWorks(**index.Open(Verification::kEverything));
}

TEST(Snapshot, RebuildsTheVeryBytes) {
  const LiveIndex index;
  const auto written = index.Open().value();
  index.Remove("lexical.bin");
  const auto rebuilt = index.Open().value();
  const auto find = [](const Snapshot& snapshot) {
    return snapshot.lexical().Find("second").value();
  };
  EXPECT_EQ(find(*written).postings_offset, find(*rebuilt).postings_offset);
  EXPECT_EQ(written->lexical().term_count(), rebuilt->lexical().term_count());
}

TEST(Snapshot, RefusesALineThatIsNotWhereTheOffsetsSay) {
  LiveIndex index;
  std::string offsets = index.Read("pages.offsets");
  offsets[24] ^= 1;  // where page 1 begins
  index.Replace("pages.offsets", offsets);
  index.Relist("pages.offsets");
  EXPECT_EQ(CodeOf(index.Open(Verification::kEverything)), ErrorCode::kCorruption);
  const auto snapshot = index.Open(Verification::kStructure).value();
  EXPECT_EQ(snapshot->ReadPage(0).error().code, ErrorCode::kCorruption);
  EXPECT_TRUE(snapshot->ReadPage(4));
}

TEST(Snapshot, ComparesTheSlowSumWhereTheManifestHasNoOther) {
  LiveIndex index;
  for (ManifestFile& file : index.manifest().files) file.xxh128.clear();
  index.folder().Write("manifest.json", EncodeManifest(index.manifest()));
  ExpectWorks(**index.Open(Verification::kEverything));
  index.manifest().files.back().sha256[0] ^= 1;
  index.folder().Write("manifest.json", EncodeManifest(index.manifest()));
  EXPECT_EQ(CodeOf(index.Open(Verification::kEverything)), ErrorCode::kCorruption);
}

TEST(Snapshot, FollowsNoLinkInTheIndexButMayBeOneItself) {
  for (const char* name : {"pages.jsonl", "lexical.bin", ""}) {
    const LiveIndex index;
    const std::string path =
        index.folder().PathOf("generations/" + index.Generation() + (*name ? "/" : "") + name);
    fs::rename(path, index.folder().PathOf("elsewhere"));
    fs::create_symlink(index.folder().PathOf("elsewhere"), path);
    const auto snapshot = index.Open();
    ASSERT_FALSE(snapshot) << name;
    EXPECT_THAT(snapshot.error().message, HasSubstr("is a symbolic link")) << name;
  }
  const LiveIndex index;
  const TempDir folder;
  fs::create_directory_symlink(index.folder().Path(), folder.PathOf("index"));
  EXPECT_TRUE(Snapshot::Open(folder.PathOf("index"), Verification::kEverything));
}

TEST(Snapshot, TellsThatAFileWasChangedInPlace) {
  for (const std::string_view file :
       {"pages.jsonl", "pages.offsets", "chunks.jsonl", "chunks.offsets", "lexical.bin"}) {
    const LiveIndex index;
    const auto snapshot = index.Open().value();
    EXPECT_TRUE(snapshot->CheckWhole());
    fs::resize_file(index.folder().PathOf(index.NameOf(file)), index.Read(file).size() / 2);
    const Status whole = snapshot->CheckWhole();
    ASSERT_FALSE(whole) << file;
    EXPECT_EQ(whole.error().code, ErrorCode::kUnavailable);
    EXPECT_THAT(whole.error().message, HasSubstr(std::string(file)));
    EXPECT_THAT(whole.error().hint, HasSubstr("never change a generation in place"));
  }
}

TEST(Snapshot, TellsThatALineIsNotWhatWasWritten) {
  for (const std::string_view file : {"pages.jsonl", "chunks.jsonl"}) {
    const LiveIndex index;
    const auto snapshot = index.Open().value();
    const std::size_t bytes = index.Read(file).size();
    std::ofstream(index.folder().PathOf(index.NameOf(file)), std::ios::in | std::ios::binary)
        << std::string(bytes - 1, 'x') << "\n";
    EXPECT_TRUE(snapshot->CheckWhole()) << "its size is what it was";
    EXPECT_FALSE(snapshot->ReadPage(0).has_value() && snapshot->ReadChunk(0).has_value()) << file;
    EXPECT_EQ(snapshot->CheckWhole().error().code, ErrorCode::kUnavailable) << file;
  }
}

TEST(Snapshot, ReadsZerosWhereTheFilesAreGone) {
  InstallMapGuard();
  const LiveIndex index;
  const auto snapshot = index.Open().value();
  for (const std::string_view file :
       {"pages.jsonl", "pages.offsets", "chunks.jsonl", "chunks.offsets", "lexical.bin"}) {
    fs::resize_file(index.folder().PathOf(index.NameOf(file)), 0);
  }
  EXPECT_EQ(snapshot->ReadPage(0).error().code, ErrorCode::kCorruption);
  EXPECT_EQ(snapshot->ReadChunk(0).error().code, ErrorCode::kCorruption);
  EXPECT_FALSE(snapshot->lexical().Find("installing"));
  EXPECT_EQ(snapshot->lexical().Page(1).id, "");
  EXPECT_EQ(snapshot->FindPage("index.html"), std::nullopt);
}

TEST(Snapshot, OpensAnOlderGenerationWhenTheLiveOneIsDamaged) {
  const LiveIndex index;
  ASSERT_TRUE(Write(index.folder().Path(), {{"new.html", {"new"}}}));
  EXPECT_TRUE(Snapshot::OpenNewestWhole(index.folder().Path()).value()->FindPage("new.html"));
  const auto live = PeekManifest(index.folder().Path());
  fs::resize_file(index.folder().PathOf("generations/" + live->generation + "/pages.jsonl"), 0);
  ExpectWorks(**Snapshot::OpenNewestWhole(index.folder().Path()));
  fs::resize_file(index.folder().PathOf(index.NameOf("pages.jsonl")), 0);
  EXPECT_EQ(CodeOf(Snapshot::OpenNewestWhole(index.folder().Path())), ErrorCode::kCorruption);
  EXPECT_EQ(CodeOf(Snapshot::OpenNewestWhole(index.folder().PathOf("none"))), ErrorCode::kNotFound);
}

TEST(Snapshot, StaysReadableWhileItsGenerationIsReplacedAndRemoved) {
  const LiveIndex index;
  const auto old = index.Open().value();
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(Write(index.folder().Path(), {{"new.html", {"new"}}}, testing::DraftOf(),
                      {.threads = 1, .keep_generations = 1}));
  }
  EXPECT_FALSE(fs::exists(index.folder().PathOf(index.NameOf("pages.jsonl"))));
  EXPECT_EQ(old->ReadPage(0).value(), DocumentOf(kPages[0]));
  EXPECT_TRUE(index.Open().value()->FindPage("new.html"));
}

TEST(Snapshot, OpensWholeWhileBuildsGoOn) {
  const LiveIndex index;
  std::jthread builder([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      EXPECT_TRUE(Write(index.folder().Path(), kPages, testing::DraftOf(),
                        {.threads = 1, .keep_generations = 2}));
    }
  });
  std::uint64_t sequence = 0;
  for (int i = 0; i < 30; ++i) {
    const auto snapshot = index.Open(Verification::kEverything);
    ASSERT_TRUE(snapshot) << snapshot.error().Text();
    EXPECT_GE((*snapshot)->manifest().sequence, sequence);
    sequence = (*snapshot)->manifest().sequence;
    ExpectWorks(**snapshot);
  }
}

}  // namespace
}  // namespace sitedoor::index
