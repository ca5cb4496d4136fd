#include "doors/operations/json_text.h"

#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>

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
  std::size_t plain = 0;  // begin of the run not yet copied
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char escape = EscapeOf(text[i]);
    if (escape == 0) continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    out += '\\';
    out += escape;
    if (escape != 'u') continue;
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(text[i]);
    out.append("00").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
  }
  out.append(text, plain, text.size() - plain);
}

std::size_t EscapedBytes(std::string_view text) {
  std::size_t bytes = text.size();
  for (const char c : text) {
    const char escape = EscapeOf(c);
    if (escape != 0) bytes += escape == 'u' ? 5 : 1;
  }
  return bytes;
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
