// Where the tokens of CSS end that hold what would end a declaration or a rule elsewhere: strings
// and url(a;b}).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sitedoor::extract::internal {

constexpr std::array<bool, 256> TableOf(std::string_view marks) {
  std::array<bool, 256> table{};
  for (const char c : marks) table[static_cast<unsigned char>(c)] = true;
  return table;
}

// The first of `marks` from `at` on; the size when there is none. Faster than find_first_of.
inline std::size_t FindAny(std::string_view css, std::size_t at,
                           const std::array<bool, 256>& marks) {
  while (at < css.size() && !marks[static_cast<unsigned char>(css[at])]) ++at;
  return std::min(at, css.size());
}

// One past the string that begins with the quote at `open`; a line's end ends it too.
std::size_t EndOfString(std::string_view css, std::size_t open);

std::size_t EndOfBareUrlBehindAnL(std::string_view css, std::size_t open);

// One past the url(...) without quotes whose bracket is at `open`; one past the bracket where it is
// another function's.
inline std::size_t EndOfBareUrl(std::string_view css, std::size_t open) {
  const bool may_be_url = open > 0 && (css[open - 1] == 'l' || css[open - 1] == 'L');
  return may_be_url ? EndOfBareUrlBehindAnL(css, open) : open + 1;
}

// Of the ';' that ends the declaration at the beginning, none inside brackets, strings or
// addresses.
std::size_t EndOfDeclaration(std::string_view css);

// One past the bracket that closes the one at `open`; the size when none does.
std::size_t EndOfBrackets(std::string_view css, std::size_t open);

}  // namespace sitedoor::extract::internal
