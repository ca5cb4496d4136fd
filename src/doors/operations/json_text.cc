#include "doors/operations/json_text.h"

#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace sitedoor::doors {
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

// How many bytes at the start of `text` stand for themselves. Eight at a time: in prose most are
// plain.
std::size_t PlainBytes(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = kOnes << 7;
  const auto holds_zero = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighs; };
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    const std::uint64_t below_space = (word - kOnes * 0x20) & ~word & kHighs;
    if (below_space | holds_zero(word ^ (kOnes * '"')) | holds_zero(word ^ (kOnes * '\\'))) break;
  }
  while (i < text.size() && EscapeOf(text[i]) == 0) ++i;
  return i;
}

void AppendString(std::string& out, std::string_view text) {
  out += '"';
  AppendEscaped(out, text);
  out += '"';
}

template <class Integer>
void AppendInteger(std::string& out, Integer value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace

void AppendEscaped(std::string& out, std::string_view text) {
  for (;;) {
    const std::size_t plain = PlainBytes(text);
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

std::size_t EscapedBytes(std::string_view text) {
  std::size_t bytes = text.size();
  for (;;) {
    const std::size_t plain = PlainBytes(text);
    if (plain == text.size()) return bytes;
    bytes += EscapeOf(text[plain]) == 'u' ? 5 : 1;
    text.remove_prefix(plain + 1);
  }
}

void AppendJson(std::string& out, const boost::json::value& value) {
  using boost::json::kind;
  switch (value.kind()) {
    case kind::string:
      return AppendString(out, value.get_string());
    case kind::int64:
      return AppendInteger(out, value.get_int64());
    case kind::uint64:
      return AppendInteger(out, value.get_uint64());
    case kind::object: {
      char separator = '{';
      for (const auto& [name, member] : value.get_object()) {
        out += separator;
        AppendString(out, name);
        out += ':';
        AppendJson(out, member);
        separator = ',';
      }
      out += value.get_object().empty() ? "{}" : "}";
      return;
    }
    case kind::array: {
      char separator = '[';
      for (const boost::json::value& element : value.get_array()) {
        out += separator;
        AppendJson(out, element);
        separator = ',';
      }
      out += value.get_array().empty() ? "[]" : "]";
      return;
    }
    default:
      out += boost::json::serialize(value);  // null, booleans, doubles
  }
}

std::string ToJson(const boost::json::value& value) {
  std::string out;
  AppendJson(out, value);
  return out;
}

}  // namespace sitedoor::doors
