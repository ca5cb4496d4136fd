// The letters, digits and case of ASCII, whatever the locale. No byte of a longer UTF-8 character
// is any of them, so UTF-8 may be asked byte by byte.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sitedoor {

constexpr bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsAsciiUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsAsciiLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsAsciiLetter(char c) { return IsAsciiUpper(c) || IsAsciiLower(c); }
constexpr bool IsAsciiAlnum(char c) { return IsAsciiLetter(c) || IsAsciiDigit(c); }

constexpr char AsciiLower(char c) {
  return IsAsciiUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char AsciiUpper(char c) {
  return IsAsciiLower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

// 0 to 15; -1 for what is no hexadecimal digit.
constexpr int AsciiHexValue(char c) {
  if (IsAsciiDigit(c)) return c - '0';
  const char lower = AsciiLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline std::string AsciiLowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), AsciiLower);
  return lower;
}

constexpr bool EqualsIgnoringAsciiCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, AsciiLower, AsciiLower);
}

constexpr bool StartsWithIgnoringAsciiCase(std::string_view text, std::string_view start) {
  return EqualsIgnoringAsciiCase(text.substr(0, start.size()), start);
}

}  // namespace sitedoor
