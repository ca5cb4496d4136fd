#include "extract/internal/link_destination.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "extract/internal/unicode_classes.h"
#include "net/url.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

enum class Care : std::uint8_t { kNone, kParenthesis, kAmpersand, kDecode, kEncode };

constexpr std::array<Care, 256> kCares = [] {
  std::array<Care, 256> cares{};
  std::fill_n(cares.begin(), ' ' + 1, Care::kEncode);
  for (const unsigned char c : {'\x7F', '<', '>', '|', '\\'}) cares[c] = Care::kEncode;
  for (const unsigned char c : {'(', ')'}) cares[c] = Care::kParenthesis;
  cares['&'] = Care::kAmpersand;
  std::fill(cares.begin() + 0x80, cares.end(), Care::kDecode);
  return cares;
}();

Care CareOf(char c) { return kCares[static_cast<unsigned char>(c)]; }

// Browsers write them so themselves.
bool ShowsNothing(char32_t c) {
  constexpr char32_t kBrailleBlank = 0x2800;
  return IsInvisible(c) || IsMarkdownSpace(c) || IsVariationSelector(c) ||
         (c >= 0x80 && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || c == kBrailleBlank ||
         (c & 0xFFFE) == 0xFFFE;
}

// "&period;" would be read as what it stands for.
bool IsEntity(std::string_view url) {
  constexpr std::size_t kLongest = 34;
  std::size_t at = 1;
  if (at < url.size() && url[at] == '#') ++at;
  const std::size_t name = at;
  while (at < url.size() && at < kLongest && IsAsciiAlnum(url[at])) ++at;
  return at > name && at < url.size() && url[at] == ';';
}

bool AreParenthesesBalanced(std::string_view url) {
  int depth = 0;
  for (const char c : url) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return false;
  }
  return depth == 0;
}

}  // namespace

void AppendLinkDestination(std::string& out, std::string_view url) {
  const auto needs_care = [](char c) { return CareOf(c) != Care::kNone; };
  const auto first = std::ranges::find_if(url, needs_care);
  out.append(url.begin(), first);
  if (first == url.end()) return;
  const bool balanced = AreParenthesesBalanced(url);
  for (std::size_t at = static_cast<std::size_t>(first - url.begin()); at < url.size();) {
    const Care care = CareOf(url[at]);
    const text::CodePoint point = text::DecodeAt(url, at);
    const std::size_t bytes = care == Care::kDecode ? point.bytes : 1;
    const std::string_view character = url.substr(at, bytes);
    if (care == Care::kEncode || (care == Care::kDecode && ShowsNothing(point.value))) {
      for (const char c : character) net::AppendTriplet(out, c);
    } else {
      const bool escapes = (care == Care::kParenthesis && !balanced) ||
                           (care == Care::kAmpersand && IsEntity(url.substr(at)));
      if (escapes) out += '\\';
      out += character;
    }
    at += bytes;
  }
}

}  // namespace sitedoor::extract::internal
