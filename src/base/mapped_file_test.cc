#include "base/mapped_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/testing/temp_dir.h"

namespace sitedoor {
namespace {

using testing::TempDir;

TEST(MappedFile, ShowsTheBytesOfAFile) {
  const TempDir folder;
  const MappedFile file = MappedFile::Open(folder.Write("file", "bytes")).value();
  EXPECT_EQ(file.Bytes(), "bytes");
}

TEST(MappedFile, MapsAnEmptyFile) {
  const TempDir folder;
  EXPECT_EQ(MappedFile::Open(folder.Write("empty", "")).value().Bytes(), "");
  EXPECT_EQ(MappedFile().Bytes(), "");
}

TEST(MappedFile, StaysReadableAfterTheFileIsRemoved) {
  const TempDir folder;
  const MappedFile file = MappedFile::Open(folder.Write("file", "bytes")).value();
  std::filesystem::remove(folder.PathOf("file"));
  EXPECT_EQ(file.Bytes(), "bytes");
}

TEST(MappedFile, MovesItsMapping) {
  const TempDir folder;
  MappedFile first = MappedFile::Open(folder.Write("first", "first")).value();
  MappedFile second = MappedFile::Open(folder.Write("second", "second")).value();
  second = std::move(first);
  EXPECT_EQ(second.Bytes(), "first");
}

TEST(MappedFile, TellsWhenItsFileHasAnotherSize) {
  const TempDir folder;
  const std::string path = folder.Write("file", "bytes");
  const MappedFile file = MappedFile::Open(path).value();
  EXPECT_TRUE(file.CheckWhole());
  std::filesystem::resize_file(path, 2);
  ASSERT_FALSE(file.CheckWhole());
  EXPECT_EQ(file.CheckWhole().error().message, "had 5 bytes and has 2 now");
  EXPECT_TRUE(MappedFile().CheckWhole());
}

TEST(MappedFile, StaysWholeWhenItsFileIsRemovedOrReplaced) {
  const TempDir folder;
  const std::string path = folder.Write("file", "bytes");
  const MappedFile file = MappedFile::Open(path).value();
  std::filesystem::rename(folder.Write("other", "x"), path);
  EXPECT_TRUE(file.CheckWhole());
}

TEST(MappedFile, TellsMissingFromUnreadable) {
  const TempDir folder;
  EXPECT_EQ(MappedFile::Open(folder.PathOf("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(MappedFile::Open(folder.Path()).error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace sitedoor
