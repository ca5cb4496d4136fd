#include "base/map_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/mapped_file.h"
#include "base/testing/temp_dir.h"

namespace sitedoor {
namespace {

using testing::TempDir;

constexpr std::size_t kPage = 4096;

bool IsAll(std::string_view bytes, char c) {
  return std::ranges::all_of(bytes, [c](char byte) { return byte == c; });
}

TEST(MapGuard, GivesZerosWhereTheFileIsGone) {
  InstallMapGuard();
  const TempDir folder;
  const std::string path = folder.Write("file", std::string(8 * kPage, 'x'));
  const MappedFile file = MappedFile::Open(path).value();
  ASSERT_TRUE(IsAll(file.Bytes(), 'x'));
  std::filesystem::resize_file(path, 2 * kPage);
  EXPECT_TRUE(IsAll(file.Bytes().substr(5 * kPage), '\0'));
  EXPECT_TRUE(IsAll(file.Bytes().substr(2 * kPage), '\0'));
  EXPECT_TRUE(IsAll(file.Bytes().substr(0, 2 * kPage), 'x'));
  EXPECT_FALSE(file.CheckWhole());
}

TEST(MapGuard, RemembersTheDamageWhenTheFileHasItsSizeAgain) {
  InstallMapGuard();
  const TempDir folder;
  const std::string path = folder.Write("file", std::string(2 * kPage, 'x'));
  const MappedFile file = MappedFile::Open(path).value();
  const MappedFile other = MappedFile::Open(folder.Write("other", "whole")).value();
  std::filesystem::resize_file(path, 0);
  EXPECT_TRUE(IsAll(file.Bytes(), '\0'));
  std::filesystem::resize_file(path, 2 * kPage);
  EXPECT_THAT(file.CheckWhole().error().message, ::testing::HasSubstr("lost bytes while in use"));
  EXPECT_TRUE(other.CheckWhole());
}

TEST(MapGuard, ServesManyThreadsAtOnce) {
  InstallMapGuard();
  const TempDir folder;
  const std::string path = folder.Write("file", std::string(64 * kPage, 'x'));
  for (int round = 0; round < 20; ++round) {
    folder.Write("file", std::string(64 * kPage, 'x'));
    const MappedFile file = MappedFile::Open(path).value();
    std::filesystem::resize_file(path, 0);
    std::vector<std::jthread> readers;
    for (std::size_t reader = 0; reader < 4; ++reader) {
      readers.emplace_back([&file, reader] {
        for (std::size_t page = 0; page < 64; ++page) {
          const std::size_t at = (page * 37 + reader * 16) % 64 * kPage;
          EXPECT_EQ(file.Bytes()[at], '\0');
          // Ranges come and go meanwhile.
          const auto range = GuardedRange::Register(&file, 1);
          EXPECT_TRUE(range);
        }
      });
    }
    readers.clear();
    EXPECT_FALSE(file.CheckWhole());
  }
}

TEST(MapGuard, RefusesMoreRangesThanItHas) {
  std::vector<GuardedRange> ranges;
  const char byte = 0;
  for (;;) {
    auto range = GuardedRange::Register(&byte, 1);
    if (!range) break;
    ranges.push_back(*std::move(range));
    ASSERT_LE(ranges.size(), GuardedRange::kMostRanges);
  }
  ranges.pop_back();
  EXPECT_TRUE(GuardedRange::Register(&byte, 1));
}

TEST(MapGuardDeathTest, LeavesOtherBusErrorsAlone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        InstallMapGuard();
        ::raise(SIGBUS);
      },
      "");
}

}  // namespace
}  // namespace sitedoor
