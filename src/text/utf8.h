// UTF-8: decoding that never reads past the end, and repair of text that is not UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sitedoor::text {

inline constexpr char32_t kReplacement = 0xFFFD;

struct CodePoint {
  char32_t value = kReplacement;
  std::uint32_t bytes = 1;  // how many bytes it took: 1 to 4
};

// The code point at `at` (< text.size()). An invalid or cut-off sequence is kReplacement and takes
// the bytes that the Unicode standard calls its maximal subpart (at least 1).
CodePoint DecodeAt(std::string_view text, std::size_t at);

// The same for a byte that is known not to be ASCII.
CodePoint DecodeBeyondAscii(std::string_view text, std::size_t at);

// Length of the run of ASCII bytes that starts at `at` (<= text.size()).
std::size_t AsciiRun(std::string_view text, std::size_t at);

inline CodePoint DecodeAt(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead < 0x80 ? CodePoint{lead, 1} : DecodeBeyondAscii(text, at);
}

void Append(std::string& out, char32_t code_point);

bool IsValid(std::string_view text);

// Every invalid sequence replaced by U+FFFD; valid text is returned as it is.
std::string Repair(std::string_view text);

// The largest prefix of at most `most_bytes` that does not cut a code point.
std::string_view Prefix(std::string_view text, std::size_t most_bytes);

std::size_t CountCodePoints(std::string_view text);

}  // namespace sitedoor::text
