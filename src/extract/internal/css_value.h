// CssValue: the words, lengths, numbers and colours of style declarations.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {

bool IsHexDigit(char c);
constexpr bool IsCssSpace(char c) { return IsSpaceOrControl(c); }

// In any case; what is compared with is in small letters.
bool Contains(std::string_view text, std::string_view lower_case);

// Without comments and escapes, as a browser reads it. O(length).
std::string PlainCss(std::string_view css);

// "-9999px": the number at the beginning, and all behind it as the unit.
struct Length {
  double number = 0;
  std::string_view unit;
};

// Of "10px", and of calc() and its like what css_math.h says.
std::optional<Length> ReadLength(std::string_view value);

// "em", "rem", "ex", "ch".
bool IsFontRelative(std::string_view unit);
// "vw", "vh", "vmin" and the like.
bool IsOfWindow(std::string_view unit);
// Of a length that is 0 in whatever unit.
bool IsZero(std::string_view value);

// The first numbers of a text, whatever stands between them.
struct Numbers {
  std::array<double, 16> values{};
  std::size_t count = 0;
  bool has_percent = false;
};

Numbers ReadNumbers(std::string_view text);

}  // namespace sitedoor::extract::internal
