#include "crawl/internal/text_check.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace sitedoor::crawl::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSampleBytes = 4096;
// Random bytes have 11 % of them; a page that was cut or pasted together has a few.
constexpr std::size_t kMostPercent = 4;
constexpr std::size_t kLeastControls = 2;

// Of what is found under a page's name when a download or a build went wrong.
constexpr std::array kSignatures = {"\x89PNG\r\n\x1A\n"sv,
                                    "\xFF\xD8\xFF"sv,
                                    "GIF87a"sv,
                                    "GIF89a"sv,
                                    "%PDF-"sv,
                                    "PK\x03\x04"sv,
                                    "\x1F\x8B\x08"sv,
                                    "\x7F"
                                    "ELF"sv,
                                    "wOF2"sv,
                                    "wOFF"sv,
                                    "BZh9"sv,
                                    "\xFD"
                                    "7zXZ\0"sv,
                                    "\x28\xB5\x2F\xFD"sv};

// The standard's "binary data bytes": no text has them. ESC is none, ISO-2022-JP begins with it.
// Source: https://mimesniff.spec.whatwg.org/#binary-data-byte
bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x08 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
         (byte >= 0x1C && byte <= 0x1F);
}

// Every other byte is zero, as in Latin text of two bytes a character.
bool IsUtf16(std::string_view sample) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t at = 0; at < sample.size(); ++at) zeros[at % 2] += sample[at] == '\0' ? 1 : 0;
  const auto [few, many] = std::minmax(zeros[0], zeros[1]);
  return many * 4 > sample.size() && few * 20 < many;
}

}  // namespace

bool IsText(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const auto begins = [&](std::string_view signature) { return bytes.starts_with(signature); };
  if (std::ranges::any_of(kSignatures, begins)) return false;
  const std::string_view sample = bytes.substr(0, kSampleBytes);
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(sample, IsControl));
  if (controls < kLeastControls || controls * 100 <= sample.size() * kMostPercent) return true;
  return IsUtf16(sample);
}

}  // namespace sitedoor::crawl::internal
