#include "extract/internal/data_url.h"

#include <cstdint>

#include "base/ascii.h"
#include "extract/internal/css_value.h"
#include "net/url.h"

namespace sitedoor::extract::internal {
namespace {

// As far as it is base64.
std::string Base64Decoded(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned kDigitBits = 6, kByteBits = 8;
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << kDigitBits | static_cast<std::uint32_t>(digit);
    count += kDigitBits;
    if (count < kByteBits) continue;
    count -= kByteBits;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

}  // namespace

std::optional<std::string> TextOfDataUrl(std::string_view url, std::string_view type) {
  constexpr std::string_view kScheme = "data:", kBase64 = ";base64";
  url = Trimmed(url);
  const std::size_t comma = url.find(',');
  if (!StartsWithIgnoringAsciiCase(url, kScheme) || comma == std::string_view::npos)
    return std::nullopt;
  const std::string_view about = Trimmed(url.substr(kScheme.size(), comma - kScheme.size()));
  if (!EqualsIgnoringAsciiCase(Trimmed(about.substr(0, about.find(';'))), type))
    return std::nullopt;
  std::string text = net::PercentDecode(url.substr(comma + 1));
  const bool is_base64 =
      about.size() >= kBase64.size() &&
      EqualsIgnoringAsciiCase(about.substr(about.size() - kBase64.size()), kBase64);
  return is_base64 ? Base64Decoded(text) : text;
}

}  // namespace sitedoor::extract::internal
