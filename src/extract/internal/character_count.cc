#include "extract/internal/character_count.h"

#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

// 1 for a byte that begins a code point, or a run of white space. A continuation byte belongs to
// the code point before.
std::uint8_t CountsAsCharacter(char before, char c) {
  const auto begins = static_cast<std::uint8_t>((static_cast<unsigned char>(c) & 0xC0) != 0x80);
  const auto goes_on = static_cast<std::uint8_t>(IsSpaceOrControl(c) & IsSpaceOrControl(before));
  return static_cast<std::uint8_t>(begins & (goes_on ^ 1));
}

}  // namespace

std::uint32_t CountCharacters(std::string_view utf8, bool after_space) {
  if (utf8.empty()) return 0;
  std::uint32_t count = CountsAsCharacter(after_space ? ' ' : 'x', utf8[0]);
  std::size_t at = 1;
  // Blocks of a fixed size, which compilers turn into vector instructions.
  constexpr std::size_t kBlock = 32;
  for (; at + kBlock <= utf8.size(); at += kBlock) {
    std::uint8_t in_block = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      in_block =
          static_cast<std::uint8_t>(in_block + CountsAsCharacter(utf8[at + i - 1], utf8[at + i]));
    }
    count += in_block;
  }
  for (; at < utf8.size(); ++at) count += CountsAsCharacter(utf8[at - 1], utf8[at]);
  return count;
}

}  // namespace sitedoor::extract::internal
