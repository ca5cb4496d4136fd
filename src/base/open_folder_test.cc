#include "base/open_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/testing/temp_dir.h"

namespace sitedoor {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::TempDir;

constexpr std::size_t kMost = 1'000;

TEST(OpenFolder, ReadsWhatIsBelowIt) {
  const TempDir dir;
  dir.Write("a/b/file", "bytes");
  const OpenFolder folder = OpenFolder::Open(dir.Path()).value();
  EXPECT_EQ(ReadAll(folder.File("a/b/file").value(), kMost).value(), "bytes");
  EXPECT_EQ(folder.Folder("a/b")->File("file")->bytes, 5u);
}

TEST(OpenFolder, MayBeALinkItself) {
  const TempDir dir;
  dir.Write("real/file", "bytes");
  fs::create_directory_symlink(dir.PathOf("real"), dir.PathOf("link"));
  EXPECT_TRUE(OpenFolder::Open(dir.PathOf("link"))->File("file"));
}

TEST(OpenFolder, FollowsNoLinkBelowIt) {
  const TempDir dir;
  dir.Write("real/file", "bytes");
  fs::create_directory_symlink(dir.PathOf("real"), dir.PathOf("folder"));
  fs::create_symlink(dir.PathOf("real/file"), dir.PathOf("file"));
  const OpenFolder folder = OpenFolder::Open(dir.Path()).value();
  for (const char* name : {"folder/file", "file"}) {
    const auto file = folder.File(name);
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().code, ErrorCode::kUnavailable);
    EXPECT_THAT(file.error().message, HasSubstr("is a symbolic link"));
  }
  EXPECT_FALSE(folder.Folder("folder"));
}

TEST(OpenFolder, KeepsWhatItOpenedWhenTheNameIsGivenToAnother) {
  const TempDir dir;
  dir.Write("old/file", "old");
  const OpenFolder folder = OpenFolder::Open(dir.PathOf("old")).value();
  fs::rename(dir.PathOf("old"), dir.PathOf("moved"));
  dir.Write("old/file", "new");
  EXPECT_EQ(ReadAll(folder.File("file").value(), kMost).value(), "old");
}

TEST(OpenFolder, WaitsForNoPipeAndNamesWhatIsMissing) {
  const TempDir dir;
  ASSERT_EQ(::mkfifo(dir.PathOf("pipe").c_str(), 0600), 0);
  const OpenFolder folder = OpenFolder::Open(dir.Path()).value();
  EXPECT_THAT(folder.File("pipe").error().message, HasSubstr("not a regular file"));
  EXPECT_EQ(folder.File("none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(folder.File("no/file").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(OpenFolder::Open(dir.PathOf("none")).error().code, ErrorCode::kNotFound);
}

TEST(ReadAll, RefusesAFileThatIsTooLong) {
  const TempDir dir;
  dir.Write("file", "four");
  const OpenFolder folder = OpenFolder::Open(dir.Path()).value();
  EXPECT_EQ(ReadAll(folder.File("file").value(), 4).value(), "four");
  EXPECT_THAT(ReadAll(folder.File("file").value(), 3).error().message,
              AllOf(HasSubstr("/file"), HasSubstr("more than 3 bytes")));
}

}  // namespace
}  // namespace sitedoor
