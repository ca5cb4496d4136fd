#include "index/internal/json_writer.h"

#include <array>

#include "text/utf8.h"

namespace sitedoor::index::internal {
namespace {

// What stands behind the backslash: 0 for a byte that is written as it is, 'u' for \u00xx.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t c = 0; c < 0x20; ++c) escapes[c] = 'u';
  escapes[0x7f] = 'u';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  return escapes;
}();

void AppendEscaped(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::size_t plain = 0;  // text[plain, i) is still to be copied as it is
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const char escape = kEscapes[byte];
    if (escape == 0) continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    out += '\\';
    out += escape;
    if (escape == 'u') {
      out += "00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  out.append(text, plain);
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  if (text::IsValid(text)) {
    AppendEscaped(out, text);
  } else {
    AppendEscaped(out, text::Repair(text));
  }
  out += '"';
}

}  // namespace sitedoor::index::internal
