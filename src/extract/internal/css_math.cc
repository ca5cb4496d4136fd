#include "extract/internal/css_math.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

enum Kind : std::size_t { kNumber, kPixels, kShares, kLetters, kKinds };

// Of each kind how much.
using Sum = std::array<double, kKinds>;

constexpr Sum Of(double value, Kind kind) {
  Sum sum{};
  sum[kind] = value;
  return sum;
}

// The only kind there is any of; the number for nothing at all.
std::optional<Kind> OnlyKind(const Sum& sum) {
  std::optional<Kind> only;
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (sum[i] == 0) continue;
    if (only) return std::nullopt;
    only = static_cast<Kind>(i);
  }
  return only.value_or(kNumber);
}

bool IsZeroSum(const Sum& sum) {
  return std::ranges::all_of(sum, [](double value) { return value == 0; });
}

// What all of them are of; nothing when they cannot be compared.
std::optional<Kind> CommonKind(const std::vector<Sum>& sums) {
  std::optional<Kind> common;
  for (const Sum& sum : sums) {
    const auto kind = OnlyKind(sum);
    if (!kind) return std::nullopt;
    if (IsZeroSum(sum)) continue;
    if (common && *common != *kind) return std::nullopt;
    common = kind;
  }
  return common.value_or(kNumber);
}

double Rounded(double value, double step, std::string_view way) {
  if (step == 0) return value;
  const double steps = value / step;
  if (way == "up") return std::ceil(steps) * step;
  if (way == "down") return std::floor(steps) * step;
  if (way == "to-zero") return std::trunc(steps) * step;
  return std::floor(steps + 0.5) * step;
}

struct Function {
  std::string_view name;
  double (*of)(double);
};
constexpr auto kFunctions = std::to_array<Function>({
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sign", [](double x) { return x > 0   ? 1.0
                                   : x < 0 ? -1.0
                                           : 0.0; }},
});

// Of functions of one kind of value.
std::optional<double> Apply(std::string_view name, const std::vector<double>& values,
                            std::string_view way) {
  const std::size_t count = values.size();
  if (name == "min") return *std::ranges::min_element(values);
  if (name == "max") return *std::ranges::max_element(values);
  if (name == "clamp" && count == 3) return std::max(values[0], std::min(values[1], values[2]));
  if (name == "round" && count <= 2) return Rounded(values[0], count > 1 ? values[1] : 1, way);
  if (name == "abs" && count == 1) return std::abs(values[0]);
  if (name == "hypot") {
    double squares = 0;
    for (const double value : values) squares += value * value;
    return std::sqrt(squares);
  }
  if (count == 2 && name == "rem") return std::fmod(values[0], values[1]);
  if (count == 2 && name == "mod") return values[0] - std::floor(values[0] / values[1]) * values[1];
  if (count == 2 && name == "pow") return std::pow(values[0], values[1]);
  if (count == 3 && name == "progress" && values[1] != values[2])
    return (values[0] - values[1]) / (values[2] - values[1]);
  for (const Function& function : kFunctions) {
    if (function.name == name && count == 1) return function.of(values[0]);
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // All of the text.
  std::optional<Sum> Read() {
    const auto sum = ReadValue();
    SkipSpace();
    return at_ == text_.size() ? sum : std::nullopt;
  }

 private:
  static constexpr int kMostDepth = 16;

  void SkipSpace() {
    while (at_ < text_.size() && IsCssSpace(text_[at_])) ++at_;
  }
  bool Take(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<Sum> ReadSum() {
    auto sum = ReadProduct();
    while (sum) {
      SkipSpace();
      const char sign = at_ < text_.size() ? text_[at_] : 0;
      if (sign != '+' && sign != '-') return sum;
      ++at_;
      const auto other = ReadProduct();
      if (!other) return std::nullopt;
      for (std::size_t i = 0; i < kKinds; ++i)
        (*sum)[i] += sign == '-' ? -(*other)[i] : (*other)[i];
    }
    return sum;
  }

  std::optional<Sum> ReadProduct() {
    auto product = ReadValue();
    while (product) {
      const bool divides = !Take('*');
      if (divides && !Take('/')) return product;
      const auto factor = ReadValue();
      if (!factor) return std::nullopt;
      // One of both has to be a plain number.
      const bool is_swapped = !divides && OnlyKind(*factor) != kNumber;
      const Sum& sizes = is_swapped ? *factor : *product;
      const Sum& numbers = is_swapped ? *product : *factor;
      if (OnlyKind(numbers) != kNumber || (divides && numbers[kNumber] == 0)) return std::nullopt;
      const double times = divides ? 1 / numbers[kNumber] : numbers[kNumber];
      Sum result{};
      for (std::size_t i = 0; i < kKinds; ++i) result[i] = sizes[i] == 0 ? 0 : sizes[i] * times;
      product = result;
    }
    return product;
  }

  std::optional<Sum> ReadValue() {
    SkipSpace();
    if (at_ >= text_.size() || depth_ >= kMostDepth) return std::nullopt;
    const char c = text_[at_];
    if (c == '(') {
      ++at_;
      return ReadInBrackets();
    }
    const bool is_sign = c == '-' || c == '+';
    const std::size_t first = at_ + (is_sign ? 1 : 0);
    if (first >= text_.size()) return std::nullopt;
    if (IsAsciiDigit(text_[first]) || text_[first] == '.') return ReadNumber();
    return ReadWord();
  }

  std::optional<Sum> ReadInBrackets() {
    ++depth_;
    auto sum = ReadSum();
    --depth_;
    return Take(')') ? sum : std::nullopt;
  }

  std::optional<Sum> ReadNumber() {
    if (text_[at_] == '+') ++at_;
    double number = 0;
    const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (read.ec != std::errc()) return std::nullopt;
    at_ = static_cast<std::size_t>(read.ptr - text_.data());
    const std::size_t begin = at_;
    while (at_ < text_.size() && (IsAsciiLetter(text_[at_]) || text_[at_] == '%')) ++at_;
    const std::string unit = AsciiLowered(text_.substr(begin, at_ - begin));
    constexpr double kTurn = 2 * std::numbers::pi;
    if (unit.empty()) return Of(number, kNumber);
    if (unit == "deg") return Of(number * kTurn / 360, kNumber);
    if (unit == "turn") return Of(number * kTurn, kNumber);
    if (unit == "grad") return Of(number * kTurn / 400, kNumber);
    if (unit == "rad") return Of(number, kNumber);
    if (unit == "%" || IsOfWindow(unit)) return Of(number, kShares);
    return Of(number, IsFontRelative(unit) ? kLetters : kPixels);
  }

  std::optional<Sum> ReadWord() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (IsAsciiAlnum(text_[at_]) || text_[at_] == '-' || text_[at_] == '_'))
      ++at_;
    const std::string word = AsciiLowered(text_.substr(begin, at_ - begin));
    if (word.empty()) return std::nullopt;
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      ++depth_;
      auto sum = ReadCall(word);
      --depth_;
      return Take(')') ? sum : std::nullopt;
    }
    constexpr double kInfinity = std::numeric_limits<double>::max();
    if (word == "pi") return Of(std::numbers::pi, kNumber);
    if (word == "e") return Of(std::numbers::e, kNumber);
    if (word == "infinity") return Of(kInfinity, kNumber);
    if (word == "-infinity") return Of(-kInfinity, kNumber);
    return std::nullopt;
  }

  std::optional<Sum> ReadCall(const std::string& name) {
    constexpr std::size_t kMostArguments = 16;
    if (name == "calc" || name == "-webkit-calc") return ReadSum();
    const bool is_anchor = name == "anchor" || name == "anchor-size";
    std::string_view way;
    if (is_anchor || (name == "round" && !BeginsNumber())) {
      SkipSpace();
      const std::size_t end = std::min(text_.find_first_of(",)", at_), text_.size());
      way = Trimmed(text_.substr(at_, end - at_));
      at_ = end;
      if (!Take(',')) return std::nullopt;
      if (is_anchor) return ReadSum();
    }
    std::vector<Sum> sums;
    do {
      const auto sum = ReadSum();
      if (!sum || sums.size() == kMostArguments) return std::nullopt;
      sums.push_back(*sum);
    } while (Take(','));
    return OfSums(name, sums, way);
  }

  bool BeginsNumber() {
    SkipSpace();
    constexpr std::string_view kWays = "nudt";  // nearest, up, down, to-zero
    return at_ < text_.size() && kWays.find(AsciiLower(text_[at_])) == std::string_view::npos;
  }

  static std::optional<Sum> OfSums(std::string_view name, const std::vector<Sum>& sums,
                                   std::string_view way) {
    const auto kind = CommonKind(sums);
    if (!kind) {
      // Nothing of it is less, as far as it is known.
      const bool can_be_zero =
          std::ranges::all_of(sums, [](const Sum& sum) { return std::ranges::min(sum) >= 0; });
      if (name == "min" && can_be_zero && std::ranges::any_of(sums, IsZeroSum)) return Sum{};
      return std::nullopt;
    }
    std::vector<double> values;
    values.reserve(sums.size());
    for (const Sum& sum : sums) values.push_back(sum[*kind]);
    const auto value = Apply(name, values, way);
    if (!value || std::isnan(*value)) return std::nullopt;
    constexpr auto kNumbers = std::to_array<std::string_view>({"sign", "progress"});
    const bool is_number = std::ranges::find(kNumbers, name) != kNumbers.end();
    return Of(*value, is_number ? kNumber : *kind);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<Length> ReadMath(std::string_view value) {
  const auto sum = Reader(value).Read();
  if (!sum) return std::nullopt;
  constexpr double kFar = 900;
  const double number = (*sum)[kNumber], pixels = (*sum)[kPixels], shares = (*sum)[kShares],
               letters = (*sum)[kLetters];
  if (number != 0)
    return pixels == 0 && shares == 0 && letters == 0 ? std::optional(Length{number, ""})
                                                      : std::nullopt;
  if (pixels <= -kFar || (shares == 0 && letters == 0)) return Length{pixels, "px"};
  const bool is_mixed = (pixels != 0) + (shares != 0) + (letters != 0) > 1;
  if (is_mixed && shares >= 0) return std::nullopt;  // as large as it is on some screen
  return shares != 0 ? Length{shares, "%"} : Length{letters, "em"};
}

}  // namespace sitedoor::extract::internal
