#include "extract/internal/css_value.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/ascii.h"
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

// Of "calc(-100% - 20px)": the sum of pixels where that alone is far, or else of shares, or else of
// sizes of letters, or else the pixels. Nothing when brackets are nested or units mixed that add
// up.
std::optional<Length> ReadCalculation(std::string_view terms) {
  constexpr double kFar = 900;
  constexpr int kMostTerms = 16;
  double pixels = 0, shares = 0, letters = 0;
  double sign = 1;
  for (int i = 0; i < kMostTerms; ++i) {
    terms = Trimmed(terms);
    // A term is a product: "2 * 50px", "0px * 3".
    std::size_t end = 0;
    while (end < terms.size() &&
           !(end > 0 && IsCssSpace(terms[end - 1]) && (terms[end] == '+' || terms[end] == '-') &&
             end + 1 < terms.size() && IsCssSpace(terms[end + 1]))) {
      ++end;
    }
    double product = sign;
    std::string_view unit;
    std::string_view factors = terms.substr(0, end);
    while (!factors.empty()) {
      const std::size_t next = std::min(factors.find_first_of("*/"), factors.size());
      const auto factor = ReadPlainLength(Trimmed(factors.substr(0, next)));
      if (!factor) return std::nullopt;
      product *= factor->number;
      if (!factor->unit.empty()) unit = factor->unit;
      if (next < factors.size() && factors[next] == '/') return std::nullopt;
      factors.remove_prefix(std::min(next + 1, factors.size()));
    }
    const bool is_share = unit == "%" || unit.starts_with('v') || unit.starts_with('V');
    const bool is_letters =
        EqualsIgnoringAsciiCase(unit, "em") || EqualsIgnoringAsciiCase(unit, "rem");
    (is_share ? shares : is_letters ? letters : pixels) += product;
    if (end >= terms.size()) break;
    sign = terms[end] == '-' ? -1 : 1;
    terms.remove_prefix(end + 1);
  }
  if (pixels <= -kFar || (shares == 0 && letters == 0)) return Length{pixels, "px"};
  const bool is_mixed = (pixels != 0) + (shares != 0) + (letters != 0) > 1;
  if (is_mixed && shares >= 0) return std::nullopt;  // as large as it is on some screen
  return shares != 0 ? Length{shares, "%"} : Length{letters, "em"};
}

}  // namespace

Variables VariablesOf(std::string_view declarations) {
  constexpr std::size_t kMostVariables = 4096, kMostValueBytes = 200;
  Variables variables;
  while (!declarations.empty() && variables.size() < kMostVariables) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view one = Trimmed(declarations.substr(0, end));
    const std::size_t colon = one.find(':');
    if (one.starts_with("--") && colon != std::string_view::npos) {
      const std::string_view value = Trimmed(one.substr(colon + 1));
      if (value.size() <= kMostValueBytes)
        variables[std::string(Trimmed(one.substr(0, colon)))] = std::string(value);
    }
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
  return variables;
}

std::string WithVariables(std::string_view declarations, const Variables& variables) {
  constexpr std::string_view kCall = "var(";
  constexpr std::string_view kNothing = "unset";  // the declaration is then as if it said that
  constexpr int kMostReplaced = 64;
  constexpr std::size_t kMostBytes = 1u << 14;
  std::string text(declarations);
  std::size_t from = 0;
  for (int i = 0; i < kMostReplaced && text.size() < kMostBytes; ++i) {
    const std::size_t begin = text.find(kCall, from);
    if (begin == std::string::npos) break;
    std::size_t end = begin + kCall.size();
    for (int depth = 1; end < text.size(); ++end) {
      if (text[end] == '(') ++depth;
      if (text[end] == ')' && --depth == 0) break;
    }
    const std::string_view inside =
        std::string_view(text).substr(begin + kCall.size(), end - begin - kCall.size());
    const std::size_t comma = std::min(inside.find(','), inside.size());
    const auto known = variables.find(std::string(Trimmed(inside.substr(0, comma))));
    const std::string value = known != variables.end() ? known->second
                              : comma < inside.size()
                                  ? std::string(Trimmed(inside.substr(comma + 1)))
                                  : std::string(kNothing);
    text.replace(begin, std::min(end + 1, text.size()) - begin, value);
    from = begin;
  }
  return text;
}

namespace {

// Of "min(1px, 0px)", "clamp(0, 1, 2)": lengths of one unit, compared.
std::optional<Length> ReadComparison(std::string_view value) {
  constexpr std::size_t kMostTerms = 8;
  const std::size_t open = value.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  const std::string_view name = value.substr(0, open);
  const bool is_min = EqualsIgnoringAsciiCase(name, "min");
  const bool is_max = EqualsIgnoringAsciiCase(name, "max");
  if (!is_min && !is_max && !EqualsIgnoringAsciiCase(name, "clamp")) return std::nullopt;
  std::string_view rest = value.substr(open + 1, value.find(')') - open - 1);
  std::array<double, kMostTerms> terms{};
  std::size_t count = 0;
  std::string_view unit;
  bool has_zero = false, can_be_zero = true, is_mixed = false;
  while (!rest.empty() && count < kMostTerms) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto length = ReadPlainLength(Trimmed(rest.substr(0, end)));
    if (!length) return std::nullopt;
    if (is_min && length->number < 0) can_be_zero = false;
    has_zero = has_zero || length->number == 0;
    const bool has_unit = !length->unit.empty() && length->number != 0;
    if (has_unit && !unit.empty() && !EqualsIgnoringAsciiCase(unit, length->unit)) is_mixed = true;
    if (has_unit) unit = length->unit;
    terms[count++] = length->number;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (count == 0 || !rest.empty()) return std::nullopt;
  if (is_min && has_zero && can_be_zero) return Length{0, "px"};
  if (is_mixed) return std::nullopt;
  const auto end = terms.begin() + static_cast<std::ptrdiff_t>(count);
  if (is_min) return Length{*std::min_element(terms.begin(), end), unit};
  if (is_max) return Length{*std::max_element(terms.begin(), end), unit};
  if (count != 3) return std::nullopt;
  return Length{std::max(terms[0], std::min(terms[1], terms[2])), unit};
}

}  // namespace

std::optional<Length> ReadLength(std::string_view value) {
  if (!value.empty() && IsAsciiAlnum(value.front())) {
    if (const auto compared = ReadComparison(value)) return compared;
  }
  constexpr std::string_view kCalculation = "calc(";
  if (!StartsWithIgnoringAsciiCase(value, kCalculation)) return ReadPlainLength(value);
  const std::string_view terms = value.substr(kCalculation.size());
  const std::size_t end = terms.find(')');
  if (end == std::string_view::npos || terms.substr(0, end).find('(') != std::string_view::npos)
    return std::nullopt;
  return ReadCalculation(terms.substr(0, end));
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
