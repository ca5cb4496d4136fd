#include "base/checksum.h"

#include <gtest/gtest.h>

#include <string>

#include "base/testing/temp_dir.h"

namespace sitedoor {
namespace {

// FIPS 180-2, appendix B.
constexpr std::string_view kAbc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view kNothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Sha256, GivesTheStandardsExamples) {
  EXPECT_EQ(Sha256Hex("abc"), kAbc);
  EXPECT_EQ(Sha256Hex(""), kNothing);
}

TEST(Sha256, TakesBytesInPieces) {
  Sha256 sum;
  sum.Add("a");
  sum.Add("");
  Sha256 moved = std::move(sum);
  moved.Add("bc");
  EXPECT_EQ(moved.Hex(), kAbc);
}

TEST(Sha256, ReadsAFile) {
  const testing::TempDir folder;
  EXPECT_EQ(Sha256HexOfFile(folder.Write("abc", "abc")).value(), kAbc);
  const std::string large(1'000'000, 'x');
  EXPECT_EQ(Sha256HexOfFile(folder.Write("large", large)).value(), Sha256Hex(large));
  EXPECT_EQ(Sha256HexOfFile(folder.PathOf("none")).error().code, ErrorCode::kNotFound);
}

// The values of the xxHash project's own tool.
TEST(Xxh128, GivesTheKnownSums) {
  EXPECT_EQ(Xxh128().Hex(), "99aa06d3014798d86001c324468d497f");
  Xxh128 sum;
  sum.Add("abc");
  EXPECT_EQ(sum.Hex(), "06b05ab6733a618578af5f94892f3950");
}

TEST(Xxh128, TakesBytesInPieces) {
  const std::string bytes(100'000, 'x');
  Xxh128 whole, pieces;
  whole.Add(bytes);
  pieces.Add(std::string_view(bytes).substr(0, 333));
  Xxh128 moved = std::move(pieces);
  moved.Add(std::string_view(bytes).substr(333));
  EXPECT_EQ(moved.Hex(), whole.Hex());
}

}  // namespace
}  // namespace sitedoor
