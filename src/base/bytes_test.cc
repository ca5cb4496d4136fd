#include "base/bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace sitedoor {
namespace {

TEST(Bytes, GivesIntegersBack) {
  std::string bytes;
  AppendFixed(bytes, std::uint8_t{7});
  AppendFixed(bytes, std::uint32_t{0x01020304});
  AppendFixed(bytes, 0.5);
  EXPECT_EQ(bytes.substr(1, 4), std::string("\x04\x03\x02\x01"));
  ByteReader reader(bytes);
  EXPECT_EQ(reader.Fixed<std::uint8_t>(), 7);
  EXPECT_EQ(reader.Fixed<std::uint32_t>(), 0x01020304u);
  EXPECT_EQ(reader.Fixed<double>(), 0.5);
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_FALSE(reader.failed());
}

TEST(Bytes, GivesVarintsBack) {
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{16'384},
        std::uint64_t{1} << 35, std::numeric_limits<std::uint64_t>::max()}) {
    std::string bytes;
    AppendVarint(bytes, value);
    ByteReader reader(bytes);
    EXPECT_EQ(reader.Varint(), value);
    EXPECT_EQ(reader.left(), 0u);
  }
  std::string bytes;
  AppendVarint(bytes, 300);
  EXPECT_EQ(bytes, "\xac\x02");
}

TEST(ByteReader, TakesBytes) {
  ByteReader reader("abcd");
  EXPECT_EQ(reader.Take(3), "abc");
  EXPECT_EQ(reader.Take(2), "");
  EXPECT_TRUE(reader.failed());
}

TEST(ByteReader, FailsForGoodPastTheEnd) {
  ByteReader reader("abc");
  EXPECT_EQ(reader.Fixed<std::uint32_t>(), 0u);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.Fixed<std::uint8_t>(), 0);
  EXPECT_EQ(reader.Varint(), 0u);
  EXPECT_EQ(reader.left(), 0u);
}

TEST(ByteReader, RefusesAVarintThatIsCutOffOrTooLong) {
  for (const std::string& bytes : {std::string("\x80"), std::string(11, '\xff')}) {
    ByteReader reader(bytes);
    EXPECT_EQ(reader.Varint(), 0u);
    EXPECT_TRUE(reader.failed());
  }
}

}  // namespace
}  // namespace sitedoor
