#include "base/json_escape.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace sitedoor {
namespace {

// What follows the backslash; 'u' for \u00XX, 0 for a byte that stands for itself.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t c = 0; c < 0x20; ++c) escapes[c] = 'u';
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

char EscapeOf(char c) { return kEscapes[static_cast<unsigned char>(c)]; }

}  // namespace

// Sixteen and eight at a time: in prose most are plain.
std::size_t JsonPlainBytes(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = kOnes << 7;
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");
  const auto holds_zero = [](std::uint64_t word) { return (word - kOnes) & ~word; };
  std::size_t i = 0;
  using Bytes [[gnu::vector_size(16)]] = unsigned char;
  for (Bytes bytes; i + sizeof bytes <= text.size(); i += sizeof bytes) {
    std::memcpy(&bytes, text.data() + i, sizeof bytes);
    const auto marked = (bytes < 0x20) | (bytes == '"') | (bytes == '\\');
    std::uint64_t halves[2];
    std::memcpy(halves, &marked, sizeof halves);
    if (halves[0] != 0) return i + static_cast<std::size_t>(std::countr_zero(halves[0])) / 8;
    if (halves[1] != 0) return i + 8 + static_cast<std::size_t>(std::countr_zero(halves[1])) / 8;
  }
  for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    // A borrow may mark bytes above the first that is to be escaped, never below it.
    const std::uint64_t marked =
        (((word - kOnes * 0x20) & ~word) | holds_zero(word ^ (kOnes * '"')) |
         holds_zero(word ^ (kOnes * '\\'))) &
        kHighs;
    if (marked != 0) return i + static_cast<std::size_t>(std::countr_zero(marked)) / 8;
  }
  while (i < text.size() && EscapeOf(text[i]) == 0) ++i;
  return i;
}

void AppendJsonEscaped(std::string& out, std::string_view text) {
  for (;;) {
    const std::size_t plain = JsonPlainBytes(text);
    out.append(text, 0, plain);
    if (plain == text.size()) return;
    const auto byte = static_cast<unsigned char>(text[plain]);
    const char escape = EscapeOf(text[plain]);
    out += '\\';
    out += escape;
    if (escape == 'u') {
      constexpr std::string_view kHex = "0123456789abcdef";
      out.append("00").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
    }
    text.remove_prefix(plain + 1);
  }
}

std::size_t JsonEscapedBytes(std::string_view text) {
  std::size_t bytes = text.size();
  for (;;) {
    const std::size_t plain = JsonPlainBytes(text);
    if (plain == text.size()) return bytes;
    bytes += EscapeOf(text[plain]) == 'u' ? 5 : 1;
    text.remove_prefix(plain + 1);
  }
}

}  // namespace sitedoor
