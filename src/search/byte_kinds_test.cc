#include "search/byte_kinds.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sitedoor::search {
namespace {

enum class Kind { kSpace, kSymbol, kDigit, kLower, kUpper, kBeyondAscii };

Kind KindOf(char c) {
  if (static_cast<unsigned char>(c) >= 0x80) return Kind::kBeyondAscii;
  if (c == ' ' || (c >= '\t' && c <= '\r')) return Kind::kSpace;
  if (c >= 'a' && c <= 'z') return Kind::kLower;
  if (c >= 'A' && c <= 'Z') return Kind::kUpper;
  return c >= '0' && c <= '9' ? Kind::kDigit : Kind::kSymbol;
}

WantedStarts Wanted(std::string_view first, std::string_view second) {
  WantedStarts wanted;
  for (const char c : first) wanted.first.Add(c);
  for (const char c : second) wanted.second.Add(c);
  return wanted;
}

WantedStarts All() {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  return Wanted(all, all);
}

// Byte by byte. What follows a start is a space at the text's end.
std::vector<ByteKinds> PlainKinds(const std::string& text, const WantedStarts& wanted) {
  std::vector<ByteKinds> kinds((text.size() + kKindBytes - 1) / kKindBytes);
  Kind before = Kind::kSpace;
  for (std::size_t i = 0; i < kinds.size() * kKindBytes; ++i) {
    const Kind now = i < text.size() ? KindOf(text[i]) : Kind::kSpace;
    const std::uint64_t bit = std::uint64_t{1} << (i % kKindBytes);
    ByteKinds& block = kinds[i / kKindBytes];
    const bool goes_on = now == before && (now == Kind::kLower || now == Kind::kDigit);
    if (now == Kind::kSpace) {
      block.spaces |= bit;
    } else if (now == Kind::kBeyondAscii) {
      block.beyond_ascii |= bit;
    } else if (!goes_on && wanted.first.Has(text[i]) &&
               (i % kKindBytes == kKindBytes - 1 ||
                wanted.second.Has(i + 1 < text.size() ? text[i + 1] : ' '))) {
      block.starts |= bit;
    }
    before = now;
  }
  return kinds;
}

TEST(ReadByteKinds, MarksSpacesAndStartsOfParts) {
  std::vector<ByteKinds> kinds;
  ReadByteKinds("in v14 MyFile, é", All(), kinds);
  ASSERT_EQ(kinds.size(), 1u);
  EXPECT_EQ(kinds[0].starts, 0b0010'0111'1001'1001u);
  EXPECT_EQ(kinds[0].spaces & 0xFFFF, 0b0100'0000'0100'0100u);
  EXPECT_EQ(kinds[0].beyond_ascii, 0b1'1000'0000'0000'0000u);
  ReadByteKinds("in v14 vector IN", Wanted("iIv", "nNe"), kinds);
  EXPECT_EQ(kinds[0].starts, 0b0100'0000'1000'0001u);
}

TEST(ReadByteKinds, SeesWhatAWalkByteByByteSeesWithEveryProcessor) {
  std::mt19937 random(1);
  std::vector<ByteKinds> here, anywhere;
  for (int round = 0; round < 2'000; ++round) {
    std::string text(random() % 300, ' ');
    // Few different bytes make runs, all of them meet every border.
    const std::string few = "ab zZ09_\n\xC3";
    for (char& c : text)
      c = static_cast<char>(round % 2 == 0 ? random() : few[random() % few.size()]);
    const WantedStarts wanted = round % 3 == 0 ? All() : Wanted("aZ9_\x7F~", "b0_ \n");
    const std::vector<ByteKinds> plain = PlainKinds(text, wanted);
    ReadByteKinds(text, wanted, here);
    portable::ReadByteKinds(text, wanted, anywhere);
    ASSERT_EQ(here, plain) << text;
    ASSERT_EQ(anywhere, plain) << text;
  }
}

}  // namespace
}  // namespace sitedoor::search
