#include "extract/internal/link_destination.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "net/url.h"

namespace sitedoor::extract::internal {
namespace {

enum class Care : std::uint8_t { kNone, kParenthesis, kEncode };

constexpr std::array<Care, 256> kCares = [] {
  std::array<Care, 256> cares{};
  std::fill_n(cares.begin(), ' ' + 1, Care::kEncode);
  for (const unsigned char c : {'\x7F', '<', '>', '|', '\\'}) cares[c] = Care::kEncode;
  for (const unsigned char c : {'(', ')'}) cares[c] = Care::kParenthesis;
  return cares;
}();

Care CareOf(char c) { return kCares[static_cast<unsigned char>(c)]; }

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
  for (const char c : std::string_view(first, url.end())) {
    const Care care = CareOf(c);
    if (care == Care::kEncode) {
      net::AppendTriplet(out, c);
    } else {
      if (care == Care::kParenthesis && !balanced) out += '\\';
      out += c;
    }
  }
}

}  // namespace sitedoor::extract::internal
