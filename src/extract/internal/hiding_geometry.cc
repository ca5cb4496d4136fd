#include "extract/internal/hiding_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {

bool IsOffScreen(std::string_view value) {
  const auto length = ReadLength(value);
  if (!length || length->number >= 0) return false;
  if (EqualsIgnoringAsciiCase(length->unit, "%")) return length->number <= -300;
  if (IsOfWindow(length->unit)) return length->number <= -150;
  return length->number <= (IsFontRelative(length->unit) ? -60 : -900);
}

namespace {

bool AllAtMost(const Numbers& numbers, double most) {
  return numbers.count > 0 &&
         std::all_of(numbers.values.begin(), numbers.values.begin() + numbers.count,
                     [&](double value) { return value <= most && value >= 0; });
}

// What an inset takes from two sides that face each other is all there is.
bool InsetsMeet(const Numbers& sides) {
  if (sides.count == 0) return false;
  constexpr double kFar = 900;       // pixels
  constexpr double kMostShare = 95;  // percent: less than a line is left
  const double all = sides.has_percent ? kMostShare : kFar;
  const double top = sides.values[0];
  const double right = sides.count > 1 ? sides.values[1] : top;
  const double bottom = sides.count > 2 ? sides.values[2] : top;
  const double left = sides.count > 3 ? sides.values[3] : right;
  return top + bottom >= all || left + right >= all;
}

// Of "rect(top right bottom left)", whose sides meet; in one unit, since others cannot be compared.
bool RectIsEmpty(std::string_view value) {
  const Numbers numbers = ReadNumbers(value);
  if (AllAtMost(numbers, 1)) return true;
  if (numbers.count != 4 || numbers.has_percent || Contains(value, "em")) return false;
  return numbers.values[0] >= numbers.values[2] || numbers.values[3] >= numbers.values[1];
}

// Whose points are on one line.
bool PolygonIsEmpty(std::string_view points) {
  const Numbers numbers = ReadNumbers(points);
  const bool is_whole = numbers.count < numbers.values.size() && numbers.count % 2 == 0;
  const bool is_mixed = numbers.has_percent && (Contains(points, "px") || Contains(points, "em") ||
                                                Contains(points, "calc"));
  if (numbers.count == 0 || !is_whole || is_mixed) return false;
  const double x = numbers.values[0], y = numbers.values[1];
  for (std::size_t i = 2; i + 3 < numbers.count; i += 2) {
    const double area = (numbers.values[i] - x) * (numbers.values[i + 3] - y) -
                        (numbers.values[i + 2] - x) * (numbers.values[i + 1] - y);
    if (area != 0) return false;
  }
  return true;
}

// A band that is as wide as the window: what its margin takes to the left its padding gives back.
bool IsWidenedBand(const Declarations& style) {
  constexpr double kFar = 900;
  return std::ranges::any_of(
      std::array{kPadding, kPaddingLeft, kBorderLeft}, [&](Property property) {
        const Numbers numbers = ReadNumbers(style[property]);
        return std::any_of(numbers.values.begin(), numbers.values.begin() + numbers.count,
                           [](double value) { return value >= kFar; });
      });
}

// The value of the top or left side in "10px", "0 auto", "0 0 0 -9999px".
std::string_view SideOf(std::string_view sides, Property side) {
  std::array<std::string_view, 4> values;
  std::size_t count = 0;
  for (; count < values.size() && !sides.empty(); ++count) {
    const std::size_t end = std::min(sides.find(' '), sides.size());
    values[count] = sides.substr(0, end);
    sides = Trimmed(sides.substr(end));
  }
  if (side == kMarginTop || count < 2) return values[0];
  return count == values.size() ? values[3] : values[1];
}

// As wide or high as the window to the left or the top.
bool IsAWindowAway(std::string_view value) {
  const auto length = ReadLength(value);
  return length && IsOfWindow(length->unit) && length->number <= -100;
}

bool HasOffScreenPart(std::string_view lengths) {
  constexpr std::string_view kSeparators = " ,";
  while (!lengths.empty()) {
    // A calculation has spaces of its own.
    const std::size_t from = StartsWithIgnoringAsciiCase(lengths, "calc(")
                                 ? std::min(lengths.find(')'), lengths.size())
                                 : 0;
    const std::size_t end = std::min(lengths.find_first_of(kSeparators, from), lengths.size());
    if (IsOffScreen(lengths.substr(0, end))) return true;
    lengths.remove_prefix(std::min(end + 1, lengths.size()));
  }
  return false;
}

// So far past the window's other end that what does not scroll with the page is never seen.
bool IsPastTheWindow(std::string_view value) {
  constexpr double kMostShare = 150, kMostPixels = 5000;
  const auto length = ReadLength(value);
  if (!length) return false;
  const bool is_share = length->unit.starts_with('%') || IsOfWindow(length->unit);
  return std::abs(length->number) >= (is_share ? kMostShare : kMostPixels);
}

// Pushed past the left end or the top, to where no page scrolls.
bool IsPushedAway(const Declarations& style) {
  constexpr double kFar = 5000;
  const auto bottom = ReadLength(style[kBottom]);
  if (bottom && EqualsIgnoringAsciiCase(bottom->unit, "px") && bottom->number >= kFar) return true;
  std::string_view right = style[kRight];
  if (right.empty() && style[kInset].find(' ') != std::string_view::npos) {
    right = Trimmed(style[kInset].substr(style[kInset].find(' ')));
    right = right.substr(0, right.find(' '));
  }
  const auto length = ReadLength(right);
  return length && EqualsIgnoringAsciiCase(length->unit, "px") && length->number >= kFar;
}

bool IsQuarterTurn(std::string_view angle) {
  const auto read = ReadLength(Trimmed(angle));
  if (!read) return false;
  struct Unit {
    std::string_view name;
    double quarter;
  };
  constexpr auto kUnits = std::to_array<Unit>(
      {{"deg", 90}, {"turn", 0.25}, {"grad", 100}, {"rad", std::numbers::pi / 2}});
  const auto* const unit = std::ranges::find_if(
      kUnits, [&](const Unit& known) { return EqualsIgnoringAsciiCase(read->unit, known.name); });
  if (unit == kUnits.end()) return false;
  constexpr double kNear = 0.01;
  return std::abs(std::abs(std::remainder(read->number / unit->quarter, 2)) - 1) < kNear;
}

// Of "0.5", "1 0", "1, 0%": to nothing in width or height.
bool ScalesAway(std::string_view factors, std::size_t axes) {
  constexpr double kLeastSeen = 0.02;
  const Numbers numbers = ReadNumbers(factors);
  const double whole = numbers.has_percent ? 100 : 1;
  return std::any_of(numbers.values.begin(), numbers.values.begin() + std::min(numbers.count, axes),
                     [&](double factor) { return std::abs(factor) < kLeastSeen * whole; });
}

// Of "90deg", "0, 90deg".
bool SkewsFlat(std::string_view angles) {
  const std::size_t comma = std::min(angles.find(','), angles.size());
  return IsQuarterTurn(angles.substr(0, comma)) ||
         (comma < angles.size() && IsQuarterTurn(angles.substr(comma + 1)));
}

bool MatrixFlattens(std::string_view name, const Numbers& numbers) {
  const auto& m = numbers.values;
  constexpr std::size_t kPlane = 6, kSpace = 16;
  if (EqualsIgnoringAsciiCase(name, "matrix"))
    return numbers.count == kPlane && m[0] * m[3] == m[1] * m[2];
  return EqualsIgnoringAsciiCase(name, "matrix3d") && numbers.count == kSpace &&
         m[0] * m[5] == m[1] * m[4];
}

}  // namespace

bool ClipsAway(const Declarations& style) {
  if (StartsWithIgnoringAsciiCase(style[kClip], "rect(") && RectIsEmpty(style[kClip])) return true;
  const std::string_view path =
      style[kClipPath].empty() ? style[kWebkitClipPath] : style[kClipPath];
  const Numbers numbers = ReadNumbers(path);
  if (StartsWithIgnoringAsciiCase(path, "inset("))
    return InsetsMeet(ReadNumbers(path.substr(0, path.find("round"))));
  if (StartsWithIgnoringAsciiCase(path, "rect(")) return RectIsEmpty(path);
  if (StartsWithIgnoringAsciiCase(path, "xywh("))
    return numbers.count > 3 && (numbers.values[2] == 0 || numbers.values[3] == 0);
  if (StartsWithIgnoringAsciiCase(path, "circle(") || StartsWithIgnoringAsciiCase(path, "ellipse("))
    return numbers.count > 0 && numbers.values[0] == 0;
  constexpr std::size_t kLeastCoordinates = 5;  // of two points and a third's only one
  if (StartsWithIgnoringAsciiCase(path, "path(")) return numbers.count < kLeastCoordinates;
  return StartsWithIgnoringAsciiCase(path, "polygon(") && PolygonIsEmpty(path);
}

namespace {

// Of the top, right, bottom and left side.
std::array<std::string_view, 4> SidesOf(const Declarations& style) {
  std::array<std::string_view, 4> sides;
  std::string_view inset = style[kInset];
  std::size_t count = 0;
  for (; count < sides.size() && !inset.empty(); ++count) {
    const std::size_t open = inset.find('(');
    const bool is_call = open < inset.find(' ');
    const std::size_t end =
        is_call ? EndOfBrackets(inset, open) : std::min(inset.find(' '), inset.size());
    sides[count] = inset.substr(0, end);
    inset = Trimmed(inset.substr(end));
  }
  if (count == 1) sides[1] = sides[0];
  if (count < 3) sides[2] = sides[0];
  if (count < 4) sides[3] = sides[1];
  constexpr std::array kNames = {kTop, kRight, kBottom, kLeft};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (!style[kNames[i]].empty()) sides[i] = style[kNames[i]];
  }
  return sides;
}

// As far as the window is wide or high, in whatever direction: what is fixed there is never seen.
bool IsAWindowOff(std::string_view side) {
  constexpr double kWhole = 100;
  const auto length = ReadLength(side);
  return length && (length->unit == "%" || IsOfWindow(length->unit)) &&
         std::abs(length->number) >= kWhole;
}

// Text is pushed out of its box, and past what anyone scrolls to.
bool IsPaddedAway(const Declarations& style) {
  constexpr double kFar = 3000;  // pixels
  if (style[kPaddingLeft].empty() && style[kPadding].empty()) return false;
  const std::string_view padding =
      style[kPaddingLeft].empty() ? SideOf(style[kPadding], kPaddingLeft) : style[kPaddingLeft];
  const auto length = ReadLength(padding);
  if (!length || length->number < kFar || !EqualsIgnoringAsciiCase(length->unit, "px"))
    return false;
  // A band as wide as the window.
  return style[kMargin].find('-') == std::string_view::npos &&
         style[kMarginLeft].find('-') == std::string_view::npos;
}

// "path('M -9999 0')": of points that are all off the screen.
bool IsOnAPathOffScreen(const Declarations& style) {
  constexpr double kFar = -900;
  const std::string_view path = style[kOffsetPath].empty() ? style[kOffset] : style[kOffsetPath];
  if (path.empty()) return false;
  const std::size_t begin = path.find("path(");
  if (begin == std::string_view::npos) return false;
  const Numbers points = ReadNumbers(path.substr(begin, path.find(')', begin) - begin));
  if (points.count == 0 || points.count % 2 != 0) return false;
  for (std::size_t i = 0; i < points.count; i += 2) {
    if (points.values[i] > kFar && points.values[i + 1] > kFar) return false;
  }
  return true;
}

}  // namespace

bool StandsOffScreen(const Declarations& style) {
  if (IsPaddedAway(style) || IsOnAPathOffScreen(style)) return true;
  for (const Property side : {kMarginLeft, kMarginTop}) {
    if (style[side].empty() && style[kMargin].empty()) continue;
    const std::string_view margin =
        style[side].empty() ? SideOf(style[kMargin], side) : style[side];
    if ((IsOffScreen(margin) || IsAWindowAway(margin)) && !IsWidenedBand(style)) return true;
  }
  constexpr auto kInPlace = std::to_array<std::string_view>(
      {"", "static", "sticky", "-webkit-sticky"});  // what is sticky stays in its box
  if (IsOneOf(style[kPosition], kInPlace)) return false;
  const std::array sides = SidesOf(style);
  if (EqualsIgnoringAsciiCase(style[kPosition], "fixed")) {
    constexpr double kManyLines = -400;  // pixels
    constexpr std::size_t kBottomSide = 2;
    const auto bottom = ReadLength(sides[kBottomSide]);
    const bool is_below =
        bottom && EqualsIgnoringAsciiCase(bottom->unit, "px") && bottom->number <= kManyLines;
    if (is_below || std::ranges::any_of(sides, IsPastTheWindow) ||
        std::ranges::any_of(sides, IsAWindowOff))
      return true;
  }
  return IsPushedAway(style) || std::ranges::any_of(sides, IsOffScreen);
}

// "translate(-9999px, 0)", "rotate(3deg) scale(0)".
bool IsTransformedAway(const Declarations& style) {
  if (ScalesAway(style[kScale], 2) || HasOffScreenPart(style[kTranslate])) return true;
  const std::string_view turn = style[kRotate];
  const bool is_edge_on =
      StartsWithIgnoringAsciiCase(turn, "x ") || StartsWithIgnoringAsciiCase(turn, "y ");
  if (is_edge_on && IsQuarterTurn(turn.substr(2))) return true;
  double viewer = 0, nearness = 0;  // in pixels
  std::string_view functions = style[kTransform];
  while (!functions.empty()) {
    const std::size_t open = std::min(functions.find('('), functions.size());
    const std::size_t close = std::min(functions.find(')', open), functions.size());
    const std::string_view name = Trimmed(functions.substr(0, open));
    const std::string_view arguments =
        open == functions.size() ? "" : functions.substr(open + 1, close - open - 1);
    const Numbers numbers = ReadNumbers(arguments);
    if (MatrixFlattens(name, numbers)) return true;
    if (StartsWithIgnoringAsciiCase(name, "skew") && SkewsFlat(arguments)) return true;
    if (EqualsIgnoringAsciiCase(name, "perspective")) viewer = numbers.values[0];
    if (EqualsIgnoringAsciiCase(name, "translatez")) nearness += numbers.values[0];
    if (EqualsIgnoringAsciiCase(name, "translate3d")) nearness += numbers.values[2];
    if (viewer > 0 && nearness >= viewer) return true;  // behind who looks at it
    const bool is_edge_on = StartsWithIgnoringAsciiCase(name, "rotatex") ||
                            StartsWithIgnoringAsciiCase(name, "rotatey");
    if (is_edge_on && IsQuarterTurn(arguments)) return true;
    const bool scales =
        StartsWithIgnoringAsciiCase(name, "scale") && !EqualsIgnoringAsciiCase(name, "scalez");
    if (scales && ScalesAway(arguments, 2)) return true;
    if (StartsWithIgnoringAsciiCase(name, "translate") && HasOffScreenPart(arguments)) return true;
    functions.remove_prefix(std::min(close + 1, functions.size()));
  }
  return false;
}

}  // namespace sitedoor::extract::internal
