#include "extract/internal/css_value.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/ascii.h"
#include "extract/internal/css_math.h"
#include "extract/internal/css_tokens.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

// The value of the hexadecimal escape that begins at `at`, which is moved past it.
char32_t TakeHexEscape(std::string_view css, std::size_t& at) {
  constexpr std::size_t kMostDigits = 6;
  const std::size_t most = std::min(css.size() - at, kMostDigits);
  std::uint32_t value = 0;
  const auto read = std::from_chars(css.data() + at, css.data() + at + most, value, 16);
  at = static_cast<std::size_t>(read.ptr - css.data());
  if (at < css.size() && IsCssSpace(css[at])) ++at;
  return value;
}

}  // namespace

bool IsHexDigit(char c) { return AsciiHexValue(c) >= 0; }

std::string PlainCss(std::string_view css) {
  std::string plain;
  for (std::size_t at = 0; at < css.size();) {
    if (css.substr(at, 2) == "/*") {
      const std::size_t end = css.find("*/", at + 2);
      if (end == std::string_view::npos) break;
      at = end + 2;
      plain += ' ';
    } else if (css[at] == '\\' && at + 1 < css.size()) {
      ++at;
      if (IsHexDigit(css[at])) {
        const char32_t c = TakeHexEscape(css, at);
        // A space that is escaped belongs to the word: "none\9" is no value.
        constexpr char32_t kNoWord = 0xFFFD;
        if (c != 0 && c < 0x110000) text::Append(plain, c <= ' ' ? kNoWord : c);
      } else {
        plain += css[at++];
      }
    } else if (css[at] == '(') {
      const std::size_t end = EndOfBareUrl(css, at);
      plain += css.substr(at, end - at);
      at = end;
    } else {
      plain += css[at++];
    }
  }
  return plain;
}

bool Contains(std::string_view text, std::string_view lower_case) {
  return !std::ranges::search(text, lower_case, {}, AsciiLower).empty();
}

namespace {

std::optional<Length> ReadPlainLength(std::string_view value) {
  if (value.starts_with('+')) value.remove_prefix(1);
  Length length;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), length.number);
  if (read.ec != std::errc()) return std::nullopt;
  length.unit = value.substr(static_cast<std::size_t>(read.ptr - value.data()));
  return length;
}

}  // namespace

std::optional<Length> ReadLength(std::string_view value) {
  const bool may_be_call = !value.empty() && (IsAsciiLetter(value.front()) ||
                                              StartsWithIgnoringAsciiCase(value, "-webkit-"));
  if (!may_be_call) return ReadPlainLength(value);
  if (value.find('(') == std::string_view::npos) return std::nullopt;
  const std::size_t end = EndOfBrackets(value, value.find('('));
  return ReadMath(value.substr(0, end));
}

Numbers ReadNumbers(std::string_view text) {
  Numbers numbers;
  numbers.has_percent = text.find('%') != std::string_view::npos;
  for (std::size_t at = 0; at < text.size() && numbers.count < numbers.values.size();) {
    const auto read =
        std::from_chars(text.data() + at, text.data() + text.size(), numbers.values[numbers.count]);
    if (read.ec == std::errc()) {
      ++numbers.count;
      at = static_cast<std::size_t>(read.ptr - text.data());
    } else {
      ++at;
    }
  }
  return numbers;
}

bool IsFontRelative(std::string_view unit) {
  return EqualsIgnoringAsciiCase(unit, "em") || EqualsIgnoringAsciiCase(unit, "rem") ||
         EqualsIgnoringAsciiCase(unit, "ex") || EqualsIgnoringAsciiCase(unit, "ch");
}

bool IsOfWindow(std::string_view unit) {
  return unit.size() > 1 && AsciiLower(unit.front()) == 'v';
}

bool IsZero(std::string_view value) {
  const auto length = ReadLength(value);
  return length && length->number == 0;
}

}  // namespace sitedoor::extract::internal
