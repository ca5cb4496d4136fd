#include "base/directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/testing/faulty_directory.h"
#include "base/testing/temp_dir.h"

namespace sitedoor {
namespace {

using ::testing::ElementsAre;
using testing::FaultyDirectory;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::PowerSupply;
using testing::TempDir;

class DirectoryTest : public ::testing::Test {
 protected:
  Status Write(std::string_view name, std::string_view bytes) {
    ASSIGN_OR_RETURN(const auto file, directory_->Create(name));
    RETURN_IF_ERROR(file->Append(bytes));
    return file->Close();
  }

  TempDir folder_;
  std::unique_ptr<Directory> directory_ = OpenDirectory(folder_.PathOf("made/for/it/")).value();
};

TEST_F(DirectoryTest, MakesItsFolderAndNamesItWithoutASlash) {
  EXPECT_EQ(directory_->Root(), folder_.PathOf("made/for/it"));
  EXPECT_EQ(directory_->PathOf("a/b"), folder_.PathOf("made/for/it/a/b"));
  EXPECT_TRUE(std::filesystem::is_directory(directory_->Root()));
}

TEST_F(DirectoryTest, ReadsWhatWasWritten) {
  const std::string bytes(700'000, 'x');
  ASSERT_TRUE(Write("file", bytes + '\0' + "end"));
  EXPECT_EQ(directory_->Read("file").value(), bytes + '\0' + "end");
  EXPECT_EQ(directory_->SizeOf("file").value(), 700'004u);
  ASSERT_TRUE(Write("file", "short"));
  EXPECT_EQ(directory_->Read("file").value(), "short");
}

TEST_F(DirectoryTest, TellsWhatIsNotThere) {
  EXPECT_FALSE(directory_->Exists("none"));
  EXPECT_EQ(directory_->Read("none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(directory_->SizeOf("none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(directory_->List("none").error().code, ErrorCode::kNotFound);
  EXPECT_THAT(directory_->Read("none").error().message, HasSubstr(directory_->PathOf("none")));
}

TEST_F(DirectoryTest, ListsNamesInOrder) {
  ASSERT_TRUE(directory_->MakeFolders("sub/deep"));
  ASSERT_TRUE(directory_->MakeFolders("sub/deep"));
  ASSERT_TRUE(Write("sub/b", ""));
  ASSERT_TRUE(Write("sub/a", ""));
  EXPECT_THAT(directory_->List("sub").value(), ElementsAre("a", "b", "deep"));
  EXPECT_THAT(directory_->List("sub/deep").value(), IsEmpty());
}

TEST_F(DirectoryTest, RenamesOverWhatIsThere) {
  ASSERT_TRUE(Write("old", "old"));
  ASSERT_TRUE(Write("new", "new"));
  ASSERT_TRUE(directory_->Rename("new", "old"));
  EXPECT_EQ(directory_->Read("old").value(), "new");
  EXPECT_FALSE(directory_->Exists("new"));
  EXPECT_FALSE(directory_->Rename("new", "old"));
}

TEST_F(DirectoryTest, RemovesFilesAndFoldersAndWhatIsGone) {
  ASSERT_TRUE(directory_->MakeFolders("sub/deep"));
  ASSERT_TRUE(Write("sub/deep/file", "x"));
  EXPECT_TRUE(directory_->Remove("sub"));
  EXPECT_FALSE(directory_->Exists("sub"));
  EXPECT_TRUE(directory_->Remove("sub"));
}

TEST_F(DirectoryTest, SyncsFolders) {
  EXPECT_TRUE(directory_->Sync(""));
  EXPECT_FALSE(directory_->Sync("none"));
}

TEST_F(DirectoryTest, RefusesAFileAsAFolder) {
  ASSERT_TRUE(Write("file", "x"));
  const auto directory = OpenDirectory(directory_->PathOf("file"));
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, ErrorCode::kUnavailable);
}

TEST_F(DirectoryTest, LetsOneProcessLockItAtATime) {
  {
    const auto lock = FolderLock::Take(*directory_, "lock");
    ASSERT_TRUE(lock);
    const auto second = FolderLock::Take(*directory_, "lock");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
    EXPECT_NE(second.error().hint, "");
  }
  EXPECT_TRUE(FolderLock::Take(*directory_, "lock"));
}

TEST_F(DirectoryTest, KeepsTheLockWhenItIsMoved) {
  FolderLock lock = FolderLock::Take(*directory_, "lock").value();
  const FolderLock moved = std::move(lock);
  EXPECT_FALSE(FolderLock::Take(*directory_, "lock"));
}

TEST_F(DirectoryTest, WritesAtomicallyWhereverItIsCutOff) {
  bool done = false;
  for (std::uint64_t cut = 0; !done; ++cut) {
    ASSERT_TRUE(Write("file", "old"));
    const auto power = std::make_shared<PowerSupply>(PowerSupply{.operations_left = cut});
    FaultyDirectory faulty(OpenDirectory(directory_->Root()).value(), power);
    done = WriteAtomically(faulty, "file", "new bytes").has_value();
    const std::string bytes = directory_->Read("file").value();
    EXPECT_TRUE(bytes == "new bytes" || (bytes == "old" && !done)) << bytes;
    ASSERT_LT(cut, 100u);
  }
}

TEST(FaultyDirectory, ChangesNothingAfterTheCut) {
  const TempDir folder;
  const auto power = std::make_shared<PowerSupply>(PowerSupply{.operations_left = 2});
  FaultyDirectory faulty(OpenDirectory(folder.Path()).value(), power);
  {
    const auto file = faulty.Create("torn").value();
    EXPECT_TRUE(file->Append("12345678"));
    EXPECT_FALSE(file->Close());
  }
  EXPECT_FALSE(faulty.MakeFolders("sub"));
  EXPECT_FALSE(faulty.Rename("torn", "whole"));
  EXPECT_FALSE(faulty.Remove("torn"));
  EXPECT_FALSE(faulty.Create("other"));
  EXPECT_EQ(faulty.Read("torn").value(), "1234");
  EXPECT_THAT(faulty.List("").value(), ElementsAre("torn"));
  EXPECT_EQ(power->operations, 7u);
}

TEST_F(DirectoryTest, WritesThroughNoSymbolicLink) {
  const std::string outside = folder_.Write("outside", "precious");
  std::filesystem::create_symlink(outside, directory_->PathOf("name"));
  std::filesystem::create_symlink("loop.new", directory_->PathOf("loop.new"));
  std::filesystem::create_symlink(outside, directory_->PathOf("lock"));
  ASSERT_TRUE(Write("name", "x"));
  EXPECT_EQ(directory_->Read("name").value(), "x");
  ASSERT_TRUE(WriteAtomically(*directory_, "loop", "y"));
  EXPECT_EQ(directory_->Read("loop").value(), "y");
  const auto lock = FolderLock::Take(*directory_, "lock");
  ASSERT_FALSE(lock);
  EXPECT_THAT(lock.error().message, HasSubstr("lock is a symbolic link"));
  EXPECT_NE(lock.error().hint, "");
  EXPECT_EQ(std::filesystem::file_size(outside), 8u);
}

TEST_F(DirectoryTest, LeavesNothingAsideWhenWritingFails) {
  std::filesystem::create_directory(directory_->PathOf("file"));  // cannot be renamed over
  EXPECT_FALSE(WriteAtomically(*directory_, "file", "x"));
  EXPECT_THAT(directory_->List("").value(), ElementsAre("file"));
}

TEST_F(DirectoryTest, ReadsAndMakesFoldersThroughNoSymbolicLink) {
  const std::string outside = folder_.PathOf("outside");
  std::filesystem::create_directory(outside);
  folder_.Write("outside/file", "bytes");
  std::filesystem::create_symlink(outside, directory_->PathOf("folder"));
  std::filesystem::create_symlink(outside + "/file", directory_->PathOf("link"));
  for (const char* name : {"link", "folder/file"}) {
    EXPECT_EQ(directory_->Read(name).error().code, ErrorCode::kUnavailable);
    EXPECT_FALSE(directory_->SizeOf(name));
  }
  EXPECT_FALSE(directory_->MakeFolders("folder/deep"));
  EXPECT_FALSE(std::filesystem::exists(outside + "/deep"));
}

}  // namespace
}  // namespace sitedoor
