// ByteKinds: which bytes of a text are white space, which start a part of a token, and which are
// not ASCII. Sixty-four bytes at a time, thirty-two at once where the processor can (AVX2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sitedoor::search {

inline constexpr std::size_t kKindBytes = 64;

// Of 64 bytes that stand side by side: bit i is of byte i. Behind a text's end all is white space.
struct ByteKinds {
  std::uint64_t spaces = 0;
  // Of ASCII: the first of a run of lower case letters or of digits, and every capital and symbol.
  std::uint64_t starts = 0;
  std::uint64_t beyond_ascii = 0;
  bool operator==(const ByteKinds&) const = default;
};

// Of the whole text, into `kinds`, whose memory is used again.
void ReadByteKinds(std::string_view text, std::vector<ByteKinds>& kinds);

// The same without AVX2.
namespace portable {
void ReadByteKinds(std::string_view text, std::vector<ByteKinds>& kinds);
}

}  // namespace sitedoor::search
