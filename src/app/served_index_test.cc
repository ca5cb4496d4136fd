#include "app/served_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "base/directory.h"
#include "base/testing/temp_dir.h"
#include "index/generation_writer.h"

namespace sitedoor::app {
namespace {

namespace fs = std::filesystem;

void WriteGeneration(const std::string& path, const std::string& title) {
  auto writer = index::GenerationWriter::Begin(OpenDirectory(path).value(), {.threads = 1});
  ASSERT_TRUE(writer) << writer.error().message;
  document::Document page;
  page.id = page.url = "a.html";
  page.title = title;
  page.markdown = "some text\n";
  document::Chunk chunk;
  chunk.document_id = page.id;
  chunk.text = "some text";
  ASSERT_TRUE((*writer)->AddPage(page, std::vector{chunk}));
  const auto manifest = (*writer)->Commit({"Site", "", "2026-11-30T01:02:03Z", "", {}}, "{}\n");
  ASSERT_TRUE(manifest) << manifest.error().message;
}

std::string TitleIn(const ServedIndex& index) { return index.Current()->ReadPage(0)->title; }

class ServedIndexTest : public ::testing::Test {
 protected:
  ServedIndexTest() { WriteGeneration(path_, "first"); }
  ServedIndex Open() {
    return ServedIndex(path_,
                       index::Snapshot::Open(path_, index::Verification::kStructure).value());
  }

  const testing::TempDir dir_;
  const std::string path_ = dir_.PathOf("index");
};

TEST_F(ServedIndexTest, SwapsToANewGenerationOnce) {
  ServedIndex index = Open();
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kUnchanged);
  const auto old = index.Current();
  WriteGeneration(path_, "second");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "second");
  EXPECT_EQ(old->ReadPage(0)->title, "first");  // a request in flight
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kUnchanged);
}

// What a build in a fresh checkout does, or one that publishes into a folder wiped before.
TEST_F(ServedIndexTest, TakesAnIndexThatWasBuiltIntoTheEmptiedFolder) {
  WriteGeneration(path_, "second");
  ServedIndex index = Open();
  fs::remove_all(path_);
  WriteGeneration(path_, "third");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "third");
}

TEST_F(ServedIndexTest, KeepsServingTheOldIndexWhenTheNewOneIsDamaged) {
  ServedIndex index = Open();
  WriteGeneration(path_, "second");
  const auto manifest = index::PeekManifest(path_);
  const std::string pages = path_ + "/generations/" + manifest->generation + "/pages.jsonl";
  std::string bytes;
  {
    std::ostringstream read;
    read << std::ifstream(pages, std::ios::binary).rdbuf();
    bytes = std::move(read).str();
  }
  std::string damaged = bytes;
  damaged[damaged.find("second")] = 'X';
  std::ofstream(pages, std::ios::binary) << damaged;
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kRefused);
  EXPECT_EQ(TitleIn(index), "first");
  std::ofstream(pages, std::ios::binary) << bytes;
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "second");
}

TEST_F(ServedIndexTest, KeepsServingWhenTheFolderIsGone) {
  ServedIndex index = Open();
  fs::remove_all(path_);
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kRefused);
  EXPECT_EQ(TitleIn(index), "first");
}

TEST_F(ServedIndexTest, NeverGoesBackToALowerSequence) {
  fs::copy_file(path_ + "/manifest.json", path_ + "/first.json");
  WriteGeneration(path_, "second");
  ServedIndex index = Open();
  fs::rename(path_ + "/first.json", path_ + "/manifest.json");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kRefused);
  EXPECT_EQ(TitleIn(index), "second");
}

class DamagedIndexTest : public ServedIndexTest {
 protected:
  void Damage(const index::Manifest& manifest) const {
    fs::resize_file(path_ + "/generations/" + manifest.generation + "/lexical.bin", 0);
  }
};

TEST_F(DamagedIndexTest, GoesBackToAnOlderGenerationUntilANewOneIsBuilt) {
  WriteGeneration(path_, "second");
  ServedIndex index = Open();
  Damage(index.Current()->manifest());
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "first");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kRefused);  // the live one is still damaged
  EXPECT_EQ(TitleIn(index), "first");
  WriteGeneration(path_, "third");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "third");
}

TEST_F(DamagedIndexTest, KeepsWhatItHasWhenThereIsNoOther) {
  ServedIndex index = Open();
  Damage(index.Current()->manifest());
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kRefused);
  EXPECT_FALSE(index.Current()->CheckWhole());
  WriteGeneration(path_, "second");
  EXPECT_EQ(index.Poll(), ServedIndex::Outcome::kSwapped);
  EXPECT_EQ(TitleIn(index), "second");
}

TEST_F(DamagedIndexTest, PollsAtOnceWhenARequestMeetsTheDamage) {
  WriteGeneration(path_, "second");
  ServedIndex index = Open();
  const auto damaged = index.Current();
  Damage(damaged->manifest());
  index.Watch(std::chrono::hours(1));
  index.PollSoon(damaged);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (index.Current() == damaged && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  EXPECT_EQ(TitleIn(index), "first");
}

}  // namespace
}  // namespace sitedoor::app
