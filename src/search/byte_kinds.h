// ByteKinds: which bytes of a text are white space, where a part of a token starts with two given
// bytes, and which are not ASCII. Sixty-four bytes at a time, thirty-two at once where the
// processor can (AVX2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sitedoor::search {

inline constexpr std::size_t kKindBytes = 64;

// ASCII bytes.
class ByteSet {
 public:
  // One beyond ASCII is left out.
  void Add(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) table_[byte & 15] |= static_cast<unsigned char>(1u << (byte >> 4));
  }
  bool Has(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && (table_[byte & 15] >> (byte >> 4) & 1) != 0;
  }
  // By the low half of a byte: a bit for each high half.
  const std::array<unsigned char, 16>& table() const { return table_; }

 private:
  std::array<unsigned char, 16> table_{};
};

// Which bytes a start is wanted of.
struct WantedStarts {
  ByteSet first, second;
};

// Of 64 bytes that stand side by side: bit i is of byte i. Behind a text's end all is white space.
struct ByteKinds {
  std::uint64_t spaces = 0;
  // Of ASCII: the first of a run of lower case letters or of digits, and every capital and symbol;
  // those that are wanted. What stands behind the last of the bytes is taken to be wanted.
  std::uint64_t starts = 0;
  std::uint64_t beyond_ascii = 0;
  bool operator==(const ByteKinds&) const = default;
};

// Of the whole text, into `kinds`, whose memory is used again.
void ReadByteKinds(std::string_view text, const WantedStarts& wanted,
                   std::vector<ByteKinds>& kinds);

// The same without AVX2.
namespace portable {
void ReadByteKinds(std::string_view text, const WantedStarts& wanted,
                   std::vector<ByteKinds>& kinds);
}

}  // namespace sitedoor::search
