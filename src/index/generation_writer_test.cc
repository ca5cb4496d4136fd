#include "index/generation_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/testing/faulty_directory.h"
#include "base/testing/temp_dir.h"
#include "index/internal/generation_files.h"
#include "index/snapshot.h"
#include "index/testing/small_generation.h"

namespace sitedoor::index {
namespace {

namespace fs = std::filesystem;
using sitedoor::testing::FaultyDirectory;
using sitedoor::testing::PowerSupply;
using sitedoor::testing::TempDir;
using testing::ChunksOf;
using testing::DocumentOf;
using testing::DraftOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::TextPage;
using testing::Write;

const std::vector<TextPage> kPages = {{"a.html", {"one", "two"}}, {"b.html", {"three"}}};

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::unique_ptr<Directory> Opened(const TempDir& folder) {
  return OpenDirectory(folder.Path()).value();
}

std::vector<std::string> NamesIn(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::string LiveName(const TempDir& folder) {
  return PeekManifest(folder.Path()).value().generation;
}

TEST(GenerationWriter, WritesTheFilesThatItsManifestNames) {
  const TempDir folder;
  const Manifest manifest = Write(folder.Path(), kPages).value();
  EXPECT_EQ(manifest.page_count, 2u);
  EXPECT_EQ(manifest.chunk_count, 3u);
  EXPECT_EQ(manifest.embedding_model, "none");
  EXPECT_THAT(manifest.generation, StartsWith("20261130t041500-"));
  EXPECT_THAT(manifest.files, SizeIs(6));
  for (const ManifestFile& file : manifest.files) {
    const std::string bytes =
        ReadFile(folder.PathOf("generations/" + manifest.generation + "/" + file.name));
    EXPECT_EQ(bytes.size(), file.bytes) << file.name;
    EXPECT_EQ(Sha256Hex(bytes), file.sha256) << file.name;
    Xxh128 sum;
    sum.Add(bytes);
    EXPECT_EQ(sum.Hex(), file.xxh128) << file.name;
  }
  EXPECT_EQ(PeekManifest(folder.Path()).value(), manifest);
  EXPECT_THAT(NamesIn(folder.Path()), ElementsAre("generations", "lock", "manifest.json"));
}

TEST(GenerationWriter, GivesTheSameBytesForTheSamePages) {
  const TempDir first, second;
  const Manifest one = Write(first.Path(), kPages).value();
  const Manifest other =
      Write(second.Path(), kPages, DraftOf("2027-01-01T00:00:00Z"), {.threads = 3}).value();
  EXPECT_EQ(one.files, other.files);
}

TEST(GenerationWriter, GivesEveryGenerationItsOwnNameAndAHigherSequence) {
  const TempDir folder;
  const Manifest first = Write(folder.Path(), kPages).value();
  const Manifest second = Write(folder.Path(), kPages).value();
  EXPECT_LT(first.generation, second.generation);
  EXPECT_GT(second.sequence, first.sequence);
}

// A server that took the index before must take the one after, though the folder forgot it all.
TEST(GenerationWriter, GivesAnEmptiedFolderAHigherSequenceThanItHadBefore) {
  const TempDir folder;
  ASSERT_TRUE(Write(folder.Path(), kPages));
  const Manifest before = Write(folder.Path(), kPages).value();
  for (const auto& entry : fs::directory_iterator(folder.Path())) fs::remove_all(entry.path());
  EXPECT_GT(Write(folder.Path(), kPages).value().sequence, before.sequence);
}

TEST(GenerationWriter, CountsOnFromASequenceThatIsAheadOfTheClock) {
  const TempDir folder;
  Manifest ahead = Write(folder.Path(), kPages).value();
  ahead.sequence += 1'000'000'000'000;
  folder.Write("manifest.json", EncodeManifest(ahead));
  EXPECT_EQ(Write(folder.Path(), kPages).value().sequence, ahead.sequence + 1);
}

TEST(GenerationWriter, RefusesPagesOutOfOrderAndForeignChunks) {
  const TempDir folder;
  const auto writer = GenerationWriter::Begin(Opened(folder)).value();
  EXPECT_TRUE(writer->AddPage(DocumentOf(kPages[1]), ChunksOf(kPages[1])));
  for (const std::size_t page : {0, 1}) {
    const Status added = writer->AddPage(DocumentOf(kPages[page]), ChunksOf(kPages[page]));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(writer->AddPage(DocumentOf({"c.html", {}}), ChunksOf(kPages[0])));
}

TEST(GenerationWriter, LeavesNothingBehindWithoutACommit) {
  const TempDir folder;
  const Manifest live = Write(folder.Path(), kPages).value();
  {
    const auto writer = GenerationWriter::Begin(Opened(folder)).value();
    EXPECT_TRUE(writer->AddPage(DocumentOf(kPages[0]), ChunksOf(kPages[0])));
    EXPECT_THAT(NamesIn(folder.PathOf("generations")), SizeIs(2));
  }
  EXPECT_THAT(NamesIn(folder.PathOf("generations")), ElementsAre(live.generation));
  EXPECT_EQ(LiveName(folder), live.generation);
}

TEST(GenerationWriter, WritesAnIndexWithoutPages) {
  const TempDir folder;
  ASSERT_TRUE(Write(folder.Path(), {}));
  EXPECT_TRUE(Snapshot::Open(folder.Path(), Verification::kEverything));
}

TEST(GenerationWriter, KeepsTheLastThreeGenerations) {
  const TempDir folder;
  std::vector<std::string> names;
  for (int i = 1; i <= 5; ++i) {
    names.push_back(
        Write(folder.Path(), kPages, DraftOf("2026-11-30T04:15:0" + std::to_string(i) + "Z"))
            .value()
            .generation);
  }
  EXPECT_THAT(NamesIn(folder.PathOf("generations")), ElementsAre(names[2], names[3], names[4]));
}

TEST(GenerationWriter, RemovesWhatACrashLeftBehind) {
  const TempDir folder;
  folder.Write("generations/next.building/pages.jsonl", "{");
  folder.Write("generations/20260101t000000-abcdef.building/pages.jsonl", "{");
  const Manifest live = Write(folder.Path(), kPages).value();
  EXPECT_THAT(NamesIn(folder.PathOf("generations")), ElementsAre(live.generation));
}

TEST(GenerationWriter, RefusesASecondWriterWithAHint) {
  const TempDir folder;
  const auto writer = GenerationWriter::Begin(Opened(folder)).value();
  const auto second = GenerationWriter::Begin(Opened(folder));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr(folder.Path()));
  EXPECT_NE(second.error().hint, "");
  const auto rolled = RollBack(*Opened(folder), std::nullopt);
  ASSERT_FALSE(rolled);
  EXPECT_EQ(rolled.error().code, ErrorCode::kUnavailable);
}

TEST(GenerationWriter, NamesTheFolderAndTheUserWhereItMayNotWrite) {
  const TempDir folder;
  fs::permissions(folder.Path(), fs::perms(0555));
  const uid_t before = ::geteuid();
  constexpr uid_t kNobody = 65534;
  if (before == 0 && ::seteuid(kNobody) != 0) GTEST_SKIP() << "cannot become another user";
  const std::string user = std::to_string(::geteuid());
  const auto writer = GenerationWriter::Begin(Opened(folder));
  if (before == 0) {
    ASSERT_EQ(::seteuid(before), 0);
  }
  fs::permissions(folder.Path(), fs::perms(0755));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(writer.error().message, HasSubstr(folder.Path()));
  EXPECT_THAT(writer.error().message, HasSubstr("user id " + user));
}

// B175 to B177: at whatever operation the power goes off, the old generation or the new one is
// there whole, and the next build goes through.
TEST(GenerationWriter, LeavesTheOldOrTheNewGenerationWhereverItIsCutOff) {
  const std::vector<TextPage> new_pages = {{"a.html", {"one"}}, {"c.html", {"four"}}};
  const TempDir origin;
  const std::string old_name = Write(origin.Path(), kPages).value().generation;
  const auto power = std::make_shared<PowerSupply>();
  bool saw_old = false, saw_new = false;
  for (std::uint64_t cut = 0; !saw_new || power->cut; ++cut) {
    const TempDir folder;
    fs::copy(origin.Path(), folder.Path(), fs::copy_options::recursive);
    *power = {.operations_left = cut, .operations = 0, .cut = false};
    const auto written = Write(std::make_unique<FaultyDirectory>(Opened(folder), power), new_pages,
                               DraftOf("2026-12-01T00:00:00Z"));
    const auto snapshot = Snapshot::Open(folder.Path(), Verification::kEverything);
    ASSERT_TRUE(snapshot) << "cut after " << cut << ": " << snapshot.error().Text();
    const bool is_new = (*snapshot)->manifest().generation != old_name;
    EXPECT_TRUE(is_new || !written) << "a commit that is not there, cut after " << cut;
    EXPECT_EQ((*snapshot)->FindPage("c.html").has_value(), is_new);
    EXPECT_EQ((*snapshot)->FindPage("b.html").has_value(), !is_new);
    EXPECT_FALSE(saw_new && !is_new) << "the old one again, cut after " << cut;
    (is_new ? saw_new : saw_old) = true;
    const std::uint64_t sequence = (*snapshot)->manifest().sequence;
    const auto next = Write(folder.Path(), kPages, DraftOf("2026-12-02T00:00:00Z"));
    ASSERT_TRUE(next) << next.error().Text();
    EXPECT_GT(next->sequence, sequence);
    for (const std::string& name : NamesIn(folder.PathOf("generations"))) {
      EXPECT_FALSE(name.ends_with(".building")) << name;
    }
    ASSERT_LT(cut, 500u);
  }
  EXPECT_TRUE(saw_old);
}

TEST(GenerationWriter, LeavesNoIndexOrAWholeOneWhereTheFirstBuildIsCutOff) {
  const auto power = std::make_shared<PowerSupply>();
  bool done = false;
  for (std::uint64_t cut = 0; !done; ++cut) {
    const TempDir folder;
    *power = {.operations_left = cut, .operations = 0, .cut = false};
    done = Write(std::make_unique<FaultyDirectory>(Opened(folder), power), kPages).has_value();
    const auto snapshot = Snapshot::Open(folder.Path(), Verification::kEverything);
    if (snapshot) continue;
    EXPECT_FALSE(done);
    EXPECT_EQ(snapshot.error().code, ErrorCode::kNotFound) << cut;
  }
}

TEST(ReadLiveManifest, TellsNoneFromTornOnes) {
  const TempDir folder;
  EXPECT_EQ(ReadLiveManifest(*Opened(folder)).value(), std::nullopt);
  const std::string whole = EncodeManifest(Write(folder.Path(), kPages).value());
  for (const std::string& torn : {std::string(), std::string("garbage"), whole.substr(0, 200)}) {
    folder.Write("manifest.json", torn);
    const auto manifest = ReadLiveManifest(*Opened(folder));
    ASSERT_FALSE(manifest);
    EXPECT_EQ(manifest.error().code, ErrorCode::kCorruption);
    EXPECT_THAT(manifest.error().message, HasSubstr(folder.PathOf("manifest.json")));
    EXPECT_THAT(manifest.error().hint, HasSubstr("rollback"));
  }
}

TEST(ListGenerations, LeavesOutWhatIsNotComplete) {
  const TempDir folder;
  const std::string good = Write(folder.Path(), kPages).value().generation;
  const std::string cut = Write(folder.Path(), kPages).value().generation;
  const std::string newest = Write(folder.Path(), kPages).value().generation;
  folder.Write("generations/" + cut + "/pages.jsonl", "{");
  folder.Write("generations/other/manifest.json", "{}");
  std::vector<std::string> names;
  const auto generations = ListGenerations(*Opened(folder));
  for (const Manifest& manifest : generations.value()) {
    names.push_back(manifest.generation);
  }
  EXPECT_THAT(names, ElementsAre(newest, good));
}

class RollingBack : public ::testing::Test {
 protected:
  RollingBack() {
    for (int i = 1; i <= 3; ++i) {
      const Manifest built = Write(folder_.Path(), {{"p" + std::to_string(i), {"text"}}},
                                   DraftOf("2026-11-0" + std::to_string(i) + "T00:00:00Z"))
                                 .value();
      names_.push_back(built.generation);
      last_sequence_ = built.sequence;
    }
  }
  Result<Manifest> Back(std::optional<std::string> generation = std::nullopt) {
    return RollBack(*Opened(folder_), std::move(generation));
  }

  TempDir folder_;
  std::vector<std::string> names_;
  std::uint64_t last_sequence_ = 0;
};

TEST_F(RollingBack, MakesTheOneBeforeLiveUnderAHigherSequence) {
  const Manifest manifest = Back().value();
  EXPECT_EQ(manifest.generation, names_[1]);
  EXPECT_GT(manifest.sequence, last_sequence_);
  const auto snapshot = Snapshot::Open(folder_.Path(), Verification::kEverything).value();
  EXPECT_TRUE(snapshot->FindPage("p2"));
  EXPECT_EQ(Back().value().generation, names_[0]);
  const auto none = Back();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
}

TEST_F(RollingBack, GoesToANamedOneForwardAsWell) {
  const std::uint64_t back = Back(names_[0]).value().sequence;
  EXPECT_GT(back, last_sequence_);
  EXPECT_GT(Back(names_[2]).value().sequence, back);
  EXPECT_EQ(LiveName(folder_), names_[2]);
  const auto unknown = Back("nothing");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
}

TEST_F(RollingBack, NeverRemovesTheLiveGeneration) {
  const std::uint64_t back = Back(names_[0]).value().sequence;
  const Manifest fourth = Write(folder_.Path(), kPages, DraftOf("2026-11-04T00:00:00Z")).value();
  EXPECT_GT(fourth.sequence, back);
  EXPECT_THAT(NamesIn(folder_.PathOf("generations")),
              ElementsAre(names_[1], names_[2], fourth.generation));
}

TEST_F(RollingBack, RefusesADamagedGeneration) {
  const std::string path = folder_.PathOf("generations/" + names_[1] + "/pages.jsonl");
  std::string bytes = ReadFile(path);
  bytes[5] ^= 1;
  folder_.Write("generations/" + names_[1] + "/pages.jsonl", bytes);
  const auto rolled = Back();
  ASSERT_FALSE(rolled);
  EXPECT_EQ(rolled.error().code, ErrorCode::kCorruption);
  EXPECT_EQ(LiveName(folder_), names_[2]);
}

TEST_F(RollingBack, RepairsATornManifest) {
  folder_.Write("manifest.json", "{\"format_ver");
  const Manifest manifest = Back().value();
  EXPECT_EQ(manifest.generation, names_[2]);
  EXPECT_GT(manifest.sequence, last_sequence_);
}

TEST(NextSequence, IsAnErrorWhereNoneIsLeft) {
  const std::vector<Manifest> generations = {{.sequence = MostSequence() + 3'600'000}};
  const auto next = internal::NextSequence(generations, std::optional<Manifest>());
  ASSERT_FALSE(next);
  EXPECT_THAT(next.error().message, HasSubstr("sequence"));
  EXPECT_NE(next.error().hint, "");
}

}  // namespace
}  // namespace sitedoor::index
