#include "extract/internal/inline_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "base/ascii.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 1u << 16;

enum Property : std::uint8_t {
  kDisplay,
  kVisibility,
  kContentVisibility,
  kOpacity,
  kPosition,
  kLeft,
  kRight,
  kTop,
  kBottom,
  kInset,
  kMargin,
  kMarginLeft,
  kMarginTop,
  kTextIndent,
  kClip,
  kClipPath,
  kOverflow,
  kOverflowX,
  kOverflowY,
  kWidth,
  kHeight,
  kMaxWidth,
  kMaxHeight,
  kPadding,
  kPaddingTop,
  kPaddingBottom,
  kPaddingLeft,
  kBorderLeft,
  kTransform,
  kTranslate,
  kScale,
  kZoom,
  kFilter,
  kTransition,
  kAnimation,
  kAnimationName,
  kWillChange,
  kFont,
  kFontSize,
  kColor,
  kWebkitTextFillColor,
  kBackground,
  kBackgroundColor,
  kBackgroundImage,
  kBackgroundClip,
  kWebkitBackgroundClip,
  kWebkitClipPath,
  kMask,
  kMaskImage,
  kWebkitMask,
  kWebkitMaskImage,
  kWhiteSpace,
  kLineHeight,
  kLetterSpacing,
  kRotate,
  kContain,
  kMinHeight,
  kWordSpacing,
  kWebkitTextSecurity,
  kProperties,
};
constexpr std::array<std::string_view, kProperties> kNames = {"display",
                                                              "visibility",
                                                              "content-visibility",
                                                              "opacity",
                                                              "position",
                                                              "left",
                                                              "right",
                                                              "top",
                                                              "bottom",
                                                              "inset",
                                                              "margin",
                                                              "margin-left",
                                                              "margin-top",
                                                              "text-indent",
                                                              "clip",
                                                              "clip-path",
                                                              "overflow",
                                                              "overflow-x",
                                                              "overflow-y",
                                                              "width",
                                                              "height",
                                                              "max-width",
                                                              "max-height",
                                                              "padding",
                                                              "padding-top",
                                                              "padding-bottom",
                                                              "padding-left",
                                                              "border-left",
                                                              "transform",
                                                              "translate",
                                                              "scale",
                                                              "zoom",
                                                              "filter",
                                                              "transition",
                                                              "animation",
                                                              "animation-name",
                                                              "will-change",
                                                              "font",
                                                              "font-size",
                                                              "color",
                                                              "-webkit-text-fill-color",
                                                              "background",
                                                              "background-color",
                                                              "background-image",
                                                              "background-clip",
                                                              "-webkit-background-clip",
                                                              "-webkit-clip-path",
                                                              "mask",
                                                              "mask-image",
                                                              "-webkit-mask",
                                                              "-webkit-mask-image",
                                                              "white-space",
                                                              "line-height",
                                                              "letter-spacing",
                                                              "rotate",
                                                              "contain",
                                                              "min-height",
                                                              "word-spacing",
                                                              "-webkit-text-security"};

// Where text runs from left to right.
struct LogicalName {
  std::string_view name;
  Property property;
};
constexpr auto kLogicalNames = std::to_array<LogicalName>({{"margin-inline-start", kMarginLeft},
                                                           {"margin-block-start", kMarginTop},
                                                           {"inset-inline-start", kLeft},
                                                           {"inset-block-start", kTop},
                                                           {"block-size", kHeight},
                                                           {"inline-size", kWidth},
                                                           {"max-block-size", kMaxHeight},
                                                           {"max-inline-size", kMaxWidth},
                                                           {"min-block-size", kMinHeight}});

constexpr std::array<std::string_view, 5> kGlobalWords = {"inherit", "initial", "unset", "revert",
                                                          "revert-layer"};
constexpr auto kDisplays = std::to_array<std::string_view>({"none",
                                                            "block",
                                                            "inline",
                                                            "inline-block",
                                                            "flex",
                                                            "inline-flex",
                                                            "grid",
                                                            "inline-grid",
                                                            "contents",
                                                            "flow",
                                                            "flow-root",
                                                            "table",
                                                            "inline-table",
                                                            "table-row",
                                                            "table-cell",
                                                            "table-column",
                                                            "table-caption",
                                                            "table-row-group",
                                                            "table-header-group",
                                                            "table-footer-group",
                                                            "table-column-group",
                                                            "list-item",
                                                            "ruby",
                                                            "ruby-text",
                                                            "ruby-base",
                                                            "math",
                                                            "run-in",
                                                            "box",
                                                            "inline-box",
                                                            "flexbox",
                                                            "-webkit-box",
                                                            "-webkit-inline-box",
                                                            "-webkit-flex",
                                                            "-webkit-inline-flex",
                                                            "-ms-flexbox",
                                                            "-ms-inline-flexbox",
                                                            "-ms-grid",
                                                            "-moz-box",
                                                            "-moz-inline-box"});
constexpr auto kVisibilities = std::to_array<std::string_view>({"visible", "hidden", "collapse"});
constexpr auto kContentVisibilities =
    std::to_array<std::string_view>({"visible", "hidden", "auto"});
constexpr auto kPositions = std::to_array<std::string_view>(
    {"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"});
constexpr auto kOverflows =
    std::to_array<std::string_view>({"visible", "hidden", "clip", "scroll", "auto", "overlay"});
constexpr auto kUnits = std::to_array<std::string_view>(
    {"",   "px",  "em",  "rem", "ex",  "ch",  "%",   "vw",  "vh",  "vmin", "vmax",
     "pt", "pc",  "in",  "cm",  "mm",  "q",   "lh",  "rlh", "cap", "ic",   "vi",
     "vb", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "cqw", "cqh", "cqi",  "cqb"});
constexpr auto kSizeWords = std::to_array<std::string_view>(
    {"auto",           "none",        "normal",    "min-content",
     "max-content",    "fit-content", "stretch",   "-webkit-fill-available",
     "-moz-available", "smaller",     "larger",    "xx-small",
     "x-small",        "small",       "medium",    "large",
     "x-large",        "xx-large",    "xxx-large", "math"});

bool IsOneOf(std::string_view value, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return EqualsIgnoringAsciiCase(value, word); });
}

// Of one or two words, such as "inline flex".
bool AreAllOf(std::string_view value, std::span<const std::string_view> words) {
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    if (!IsOneOf(value.substr(0, end), words)) return false;
    value = Trimmed(value.substr(end));
  }
  return true;
}

bool IsSize(std::string_view value) {
  if (value.find('(') != std::string_view::npos || IsOneOf(value, kSizeWords)) return true;
  const auto length = ReadLength(value);
  return length && IsOneOf(length->unit, kUnits);
}

// Browsers leave out a declaration whose value they do not know, and keep the one before it.
bool IsValue(Property property, std::string_view value) {
  if (value.empty()) return false;
  if (IsOneOf(value, kGlobalWords) || value.find("var(") != std::string_view::npos) return true;
  switch (property) {
    case kDisplay:
      return AreAllOf(value, kDisplays);
    case kVisibility:
      return IsOneOf(value, kVisibilities);
    case kContentVisibility:
      return IsOneOf(value, kContentVisibilities);
    case kPosition:
      return IsOneOf(value, kPositions);
    case kOverflow:
    case kOverflowX:
    case kOverflowY:
      return AreAllOf(value, kOverflows);
    case kOpacity:
    case kLeft:
    case kRight:
    case kTop:
    case kBottom:
    case kMarginLeft:
    case kMarginTop:
    case kWidth:
    case kHeight:
    case kMaxWidth:
    case kMaxHeight:
    case kMinHeight:
    case kFontSize:
    case kZoom:
    case kLetterSpacing:
    case kWordSpacing:
    case kLineHeight:
      return IsSize(value);
    case kTransform:
    case kFilter:
    case kClipPath:
    case kWebkitClipPath:
      return EqualsIgnoringAsciiCase(value, "none") || value.find('(') != std::string_view::npos ||
             value.ends_with("-box");
    case kClip:
      return EqualsIgnoringAsciiCase(value, "auto") || value.find('(') != std::string_view::npos;
    case kColor:
    case kWebkitTextFillColor:
    case kBackgroundColor:
      return MayBeColor(value);
    default:
      return true;
  }
}

// The last value of each property counts, but an important one before it counts more.
class Declarations {
 public:
  explicit Declarations(std::string_view css) {
    while (!css.empty()) {
      const std::size_t end = EndOfDeclaration(css);
      Add(css.substr(0, end));
      css.remove_prefix(std::min(end + 1, css.size()));
    }
  }

  std::string_view operator[](Property property) const { return values_[property]; }

 private:
  // Of the ';' that ends it, none inside brackets or quotes.
  static std::size_t EndOfDeclaration(std::string_view css) {
    int depth = 0;
    char quote = 0;
    for (std::size_t i = 0; i < css.size(); ++i) {
      const char c = css[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        depth -= depth > 0 ? 1 : 0;
      } else if (c == ';' && depth == 0) {
        return i;
      }
    }
    return css.size();
  }

  void Add(std::string_view declaration) {
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = Trimmed(declaration.substr(0, colon));
    if (name.starts_with("--")) return;
    const auto* const found = std::ranges::find_if(kNames, [&](std::string_view known) {
      return known.size() == name.size() && EqualsIgnoringAsciiCase(name, known);
    });
    auto property = static_cast<Property>(found - kNames.begin());
    if (found == kNames.end()) {
      const auto* const logical = std::ranges::find_if(
          kLogicalNames,
          [&](const LogicalName& known) { return EqualsIgnoringAsciiCase(name, known.name); });
      if (logical == kLogicalNames.end()) return;
      property = logical->property;
    }
    const std::string_view value = declaration.substr(colon + 1);
    const std::size_t mark = value.find('!');
    const bool is_important = mark != std::string_view::npos;
    if (important_[property] && !is_important) return;
    const std::string_view plain = Trimmed(value.substr(0, mark));
    if (!IsValue(property, plain)) return;
    important_[property] = is_important;
    values_[property] = plain;
  }

  std::array<std::string_view, kProperties> values_;
  std::array<bool, kProperties> important_{};
};

bool IsFontRelative(std::string_view unit) {
  return EqualsIgnoringAsciiCase(unit, "em") || EqualsIgnoringAsciiCase(unit, "rem") ||
         EqualsIgnoringAsciiCase(unit, "ex") || EqualsIgnoringAsciiCase(unit, "ch");
}

bool IsZero(std::string_view value) {
  const auto length = ReadLength(value);
  return length && length->number == 0;
}

bool IsAtMostOnePixel(std::string_view value) {
  const auto length = ReadLength(value);
  return length && (length->number == 0 ||
                    (length->number <= 1 && EqualsIgnoringAsciiCase(length->unit, "px")));
}

bool IsOfWindow(std::string_view unit) {
  return unit.size() > 1 && AsciiLower(unit.front()) == 'v';
}

// So far to the left or above that no screen shows it. A share of the width is a slide or a drawer.
bool IsOffScreen(std::string_view value) {
  const auto length = ReadLength(value);
  if (!length || length->number >= 0) return false;
  if (EqualsIgnoringAsciiCase(length->unit, "%")) return length->number <= -300;
  if (IsOfWindow(length->unit)) return length->number <= -150;
  return length->number <= (IsFontRelative(length->unit) ? -60 : -900);
}

bool IsUnreadablySmall(std::string_view value) {
  const auto length = ReadLength(value);
  if (!length || length->number < 0) return false;
  if (length->number == 0) return true;
  if (EqualsIgnoringAsciiCase(length->unit, "%")) return length->number <= 10;
  if (IsFontRelative(length->unit) || IsOfWindow(length->unit)) return length->number <= 0.1;
  struct Unit {
    std::string_view name;
    double pixels;
  };
  constexpr auto kAbsolute = std::to_array<Unit>({{"px", 1},
                                                  {"pt", 96.0 / 72},
                                                  {"pc", 16},
                                                  {"in", 96},
                                                  {"cm", 96 / 2.54},
                                                  {"mm", 96 / 25.4},
                                                  {"q", 96 / 101.6}});
  constexpr double kMostPixels = 2;
  return std::ranges::any_of(kAbsolute, [&](const Unit& unit) {
    return EqualsIgnoringAsciiCase(length->unit, unit.name) &&
           length->number * unit.pixels <= kMostPixels;
  });
}

bool AllAtMost(const Numbers& numbers, double most) {
  return numbers.count > 0 &&
         std::all_of(numbers.values.begin(), numbers.values.begin() + numbers.count,
                     [&](double value) { return value <= most && value >= 0; });
}

// What an inset takes from two sides that face each other is all there is.
bool InsetsMeet(const Numbers& sides) {
  if (sides.count == 0) return false;
  constexpr double kFar = 900;  // pixels
  const double all = sides.has_percent ? 100 : kFar;
  const double top = sides.values[0];
  const double right = sides.count > 1 ? sides.values[1] : top;
  const double bottom = sides.count > 2 ? sides.values[2] : top;
  const double left = sides.count > 3 ? sides.values[3] : right;
  return top + bottom >= all || left + right >= all;
}

// Whether `value` has a gradient whose colours are all `wanted`.
template <class Wanted>
bool IsGradientOf(std::string_view value, Wanted wanted) {
  constexpr std::string_view kGradient = "gradient(";
  constexpr int kMostColors = 16;
  const std::size_t begin = value.find(kGradient);
  if (begin == std::string_view::npos) return false;
  std::string_view rest = value.substr(begin + kGradient.size());
  int seen = 0;
  for (; !rest.empty() && seen < kMostColors; ++seen) {
    std::size_t end = 0;
    int depth = 0;
    for (; end < rest.size() && (depth > 0 || (rest[end] != ',' && rest[end] != ')')); ++end)
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    const std::string_view part = Trimmed(rest.substr(0, end));
    const bool is_direction =
        seen == 0 && (StartsWithIgnoringAsciiCase(part, "to ") || part.ends_with("deg"));
    const auto color = ReadColor(part);
    if (!is_direction && !(color && wanted(*color))) return false;
    if (end >= rest.size() || rest[end] == ')') return !is_direction;
    rest.remove_prefix(end + 1);
  }
  return false;
}

// A mask of nothing but transparent colours.
bool MasksAway(const Declarations& style) {
  return std::ranges::any_of(
      std::array{kMask, kMaskImage, kWebkitMask, kWebkitMaskImage}, [&](Property property) {
        return IsGradientOf(style[property], [](const Color& color) { return color.transparent; });
      });
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

bool HidesOverflow(const Declarations& style) {
  return std::ranges::any_of(std::array{kOverflow, kOverflowX, kOverflowY}, [&](Property property) {
    return StartsWithIgnoringAsciiCase(style[property], "hidden") ||
           StartsWithIgnoringAsciiCase(style[property], "clip");
  });
}

// Where what stands out of a box cannot be scrolled to, for want of any height.
bool HidesBelowNoHeight(const Declarations& style) {
  if (HidesOverflow(style) || Contains(style[kContain], "paint") ||
      Contains(style[kContain], "strict") || Contains(style[kContain], "content") ||
      StartsWithIgnoringAsciiCase(style[kClipPath], "inset(")) {
    return true;
  }
  return std::ranges::any_of(std::array{kOverflow, kOverflowX, kOverflowY}, [&](Property property) {
    return StartsWithIgnoringAsciiCase(style[property], "auto") ||
           StartsWithIgnoringAsciiCase(style[property], "scroll");
  });
}

// Enough of it to show text in.
bool IsSomeHeight(std::string_view value) {
  constexpr double kLeastPixels = 4;
  if (value.empty()) return false;
  const auto length = ReadLength(value.substr(0, value.find(' ')));
  if (!length) return true;
  return length->number >= (EqualsIgnoringAsciiCase(length->unit, "px") ? kLeastPixels : 0.01);
}

// Frames for videos have no height either, but a padding.
bool HasPaddedHeight(const Declarations& style) {
  if (IsSomeHeight(style[kMinHeight]) && ReadLength(style[kMinHeight])) return true;
  const std::string_view sides = style[kPadding];
  constexpr int kBottomSide = 2;
  std::string_view bottom = sides;
  for (int i = 0; i < kBottomSide; ++i)
    bottom = Trimmed(bottom.substr(std::min(bottom.find(' '), bottom.size())));
  return IsSomeHeight(sides) || IsSomeHeight(bottom) || IsSomeHeight(style[kPaddingTop]) ||
         IsSomeHeight(style[kPaddingBottom]);
}

bool HasNoHeight(const Declarations& style) {
  return IsZero(style[kHeight]) || IsZero(style[kMaxHeight]);
}

bool HasNoSize(const Declarations& style) {
  return HasNoHeight(style) || IsAtMostOnePixel(style[kHeight]) ||
         IsAtMostOnePixel(style[kMaxHeight]) || IsZero(style[kWidth]) || IsZero(style[kMaxWidth]);
}

bool IsOnePixel(const Declarations& style) {
  return IsAtMostOnePixel(style[kWidth]) && IsAtMostOnePixel(style[kHeight]);
}

// Too small for a letter.
bool IsDot(const Declarations& style) {
  const auto is_small = [&](Property size, Property most) {
    constexpr double kMostPixels = 3;
    return std::ranges::any_of(std::array{size, most}, [&](Property property) {
      const auto length = ReadLength(style[property]);
      return length && length->number >= 0 && length->number <= kMostPixels &&
             (length->number == 0 || EqualsIgnoringAsciiCase(length->unit, "px"));
    });
  };
  return is_small(kWidth, kMaxWidth) && is_small(kHeight, kMaxHeight);
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

// Pushed past the left end, to where no page scrolls.
bool IsPushedLeft(const Declarations& style) {
  constexpr double kFar = 5000;
  std::string_view right = style[kRight];
  if (right.empty() && style[kInset].find(' ') != std::string_view::npos) {
    right = Trimmed(style[kInset].substr(style[kInset].find(' ')));
    right = right.substr(0, right.find(' '));
  }
  const auto length = ReadLength(right);
  return length && EqualsIgnoringAsciiCase(length->unit, "px") && length->number >= kFar;
}

bool StandsOffScreen(const Declarations& style) {
  for (const Property side : {kMarginLeft, kMarginTop}) {
    const std::string_view margin =
        style[side].empty() ? SideOf(style[kMargin], side) : style[side];
    if (IsOffScreen(margin) && !IsWidenedBand(style)) return true;
  }
  if (style[kPosition].empty() || EqualsIgnoringAsciiCase(style[kPosition], "static")) return false;
  const auto is_past = [&](Property property) { return IsPastTheWindow(style[property]); };
  const std::array sides{kLeft, kRight, kTop, kBottom};
  if (EqualsIgnoringAsciiCase(style[kPosition], "fixed") && std::ranges::any_of(sides, is_past))
    return true;
  if (HasOffScreenPart(style[kInset]) || IsPushedLeft(style)) return true;
  return std::ranges::any_of(sides,
                             [&](Property property) { return IsOffScreen(style[property]); });
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

bool MatrixFlattens(std::string_view name, const Numbers& numbers) {
  const auto& m = numbers.values;
  constexpr std::size_t kPlane = 6, kSpace = 16;
  if (EqualsIgnoringAsciiCase(name, "matrix"))
    return numbers.count == kPlane && m[0] * m[3] == m[1] * m[2];
  return EqualsIgnoringAsciiCase(name, "matrix3d") && numbers.count == kSpace &&
         m[0] * m[5] == m[1] * m[4];
}

// "translate(-9999px, 0)", "rotate(3deg) scale(0)".
bool IsTransformedAway(const Declarations& style) {
  if (ScalesAway(style[kScale], 2) || HasOffScreenPart(style[kTranslate])) return true;
  const std::string_view turn = style[kRotate];
  const bool is_edge_on =
      StartsWithIgnoringAsciiCase(turn, "x ") || StartsWithIgnoringAsciiCase(turn, "y ");
  if (is_edge_on && IsQuarterTurn(turn.substr(2))) return true;
  std::string_view functions = style[kTransform];
  while (!functions.empty()) {
    const std::size_t open = std::min(functions.find('('), functions.size());
    const std::size_t close = std::min(functions.find(')', open), functions.size());
    const std::string_view name = Trimmed(functions.substr(0, open));
    const std::string_view arguments =
        open == functions.size() ? "" : functions.substr(open + 1, close - open - 1);
    const Numbers numbers = ReadNumbers(arguments);
    if (MatrixFlattens(name, numbers)) return true;
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

// The size in "italic 700 12px/1.5 serif": before the slash, or else the last number.
std::string_view FontSize(const Declarations& style) {
  if (!style[kFontSize].empty()) return style[kFontSize];
  std::string_view font = style[kFont];
  std::string_view size;
  while (!font.empty()) {
    const std::size_t end = std::min(font.find(' '), font.size());
    const std::string_view part = font.substr(0, end);
    const bool is_number = part.front() == '.' || (part.front() >= '0' && part.front() <= '9');
    if (is_number) size = part.substr(0, part.find('/'));
    if (is_number && size.size() < part.size()) break;
    font = Trimmed(font.substr(end));
  }
  return size;
}

bool IsUnseenShare(std::string_view value) {
  constexpr double kLeastSeen = 0.03;
  const auto share = ReadLength(value);
  if (!share) return false;
  return share->number < (share->unit.starts_with('%') ? 100 * kLeastSeen : kLeastSeen);
}

bool IsTransparent(const Declarations& style) {
  if (IsUnseenShare(style[kOpacity])) return true;
  const auto argument = [&](std::string_view function) -> std::string_view {
    const std::string_view filter = style[kFilter];
    const auto found = std::ranges::search(filter, function, {}, AsciiLower);
    if (found.empty()) return {};
    return Trimmed(filter.substr(static_cast<std::size_t>(found.end() - filter.begin())));
  };
  constexpr double kMostBlur = 20;  // pixels; of what is uncovered on a click it is less
  const auto blur = ReadLength(argument("blur("));
  if (blur && blur->number >= kMostBlur && StartsWithIgnoringAsciiCase(blur->unit, "px"))
    return true;
  return IsUnseenShare(argument("opacity("));
}

bool AreAlike(const Color& a, const Color& b) {
  constexpr int kLeastSeen = 16;  // of 255, in one channel
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(a.channels[i] - b.channels[i]) >= kLeastSeen) return false;
  }
  return true;
}

// What stands for another property's or element's value, which differs between text and ground.
bool IsKeyword(std::string_view value) {
  constexpr std::array<std::string_view, 5> kKeywords = {"inherit", "initial", "unset", "revert",
                                                         "currentcolor"};
  return std::ranges::any_of(
      kKeywords, [&](std::string_view keyword) { return EqualsIgnoringAsciiCase(value, keyword); });
}

// The colour in "url(x.png) no-repeat #fff"; the value itself when it begins with one.
std::string_view ColorPart(std::string_view background) {
  constexpr int kMostParts = 16;
  if (ReadColor(background)) return background;
  std::string_view rest = background;
  for (int i = 0; i < kMostParts && !rest.empty(); ++i) {
    std::size_t end = 0;
    for (int depth = 0; end < rest.size() && (depth > 0 || rest[end] != ' '); ++end)
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    if (ReadColor(rest.substr(0, end))) return rest.substr(0, end);
    rest = Trimmed(rest.substr(end));
  }
  return background;
}

bool IsOfItsBackgroundsColor(const Declarations& style) {
  const std::string_view text =
      style[kWebkitTextFillColor].empty() ? style[kColor] : style[kWebkitTextFillColor];
  if (text.empty()) return false;
  // Letters that are cut out of a coloured background.
  if (Contains(style[kBackgroundClip], "text") || Contains(style[kWebkitBackgroundClip], "text"))
    return false;
  const std::string_view behind =
      style[kBackgroundColor].empty() ? ColorPart(style[kBackground]) : style[kBackgroundColor];
  const auto color = ReadColor(text);
  if (!color) return !IsKeyword(text) && EqualsIgnoringAsciiCase(text, behind);
  if (color->transparent) return true;
  const auto is_alike = [&](const Color& ground) {
    return !ground.transparent && AreAlike(*color, ground);
  };
  if (IsGradientOf(style[kBackground], is_alike) || IsGradientOf(style[kBackgroundImage], is_alike))
    return true;
  const auto background = ReadColor(behind);
  return background && !background->transparent && AreAlike(*color, *background);
}

// Pushed out of its box to the right, on one line.
bool IsIndentedPastItsEnd(const Declarations& style) {
  const auto indent = ReadLength(style[kTextIndent]);
  constexpr double kFar = 900;  // pixels
  return indent && indent->number >= (EqualsIgnoringAsciiCase(indent->unit, "%") ? 100 : kFar) &&
         StartsWithIgnoringAsciiCase(style[kWhiteSpace], "nowrap");
}

bool MovesIn(const Declarations& style) {
  return std::ranges::any_of(
      std::array{kTransform, kTransition, kAnimation, kAnimationName, kWillChange},
      [&](Property property) {
        constexpr auto kStill = std::to_array<std::string_view>(
            {"", "none", "auto", "0s", "all 0s", "none 0s", "all", "inherit", "initial", "unset",
             "revert", "revert-layer"});
        return !IsOneOf(style[property], kStill);
      });
}

// Highlighters give every word of code its colour and nothing else.
bool IsOnlyAColor(std::string_view style) {
  constexpr std::string_view kStart = "color:#";
  if (!style.starts_with(kStart)) return false;
  style.remove_prefix(kStart.size());
  if (style.ends_with(';')) style.remove_suffix(1);
  return (style.size() == 6 || style.size() == 3) && std::ranges::all_of(style, IsHexDigit);
}

StyleHiding HidingOf(const Declarations& style) {
  constexpr auto kSecrets = std::to_array<std::string_view>({"disc", "circle", "square"});
  if (EqualsIgnoringAsciiCase(style[kDisplay], "none") ||
      EqualsIgnoringAsciiCase(style[kVisibility], "hidden") ||
      EqualsIgnoringAsciiCase(style[kVisibility], "collapse") ||
      EqualsIgnoringAsciiCase(style[kContentVisibility], "hidden")) {
    return StyleHiding::kYes;
  }
  if (StandsOffScreen(style) || ClipsAway(style) || IsTransformedAway(style) ||
      IsUnseenShare(style[kZoom]) || IsOfItsBackgroundsColor(style) || MasksAway(style) ||
      IsOffScreen(style[kLetterSpacing]) || IsOffScreen(style[kWordSpacing]) ||
      IsOneOf(style[kWebkitTextSecurity], kSecrets)) {
    return StyleHiding::kYes;
  }
  if (IsUnreadablySmall(FontSize(style))) return StyleHiding::kTiny;
  if (HidesOverflow(style)) {
    if (IsDot(style)) return StyleHiding::kYes;
    if (IsZero(style[kLineHeight]) || (HasNoSize(style) && !HasPaddedHeight(style)))
      return StyleHiding::kFolded;
  }
  if (HidesBelowNoHeight(style) && HasNoHeight(style) && !HasPaddedHeight(style))
    return StyleHiding::kFolded;
  if (IsOffScreen(style[kTextIndent]) || (HidesOverflow(style) && IsIndentedPastItsEnd(style))) {
    const bool has_size = !style[kWidth].empty() && !style[kHeight].empty();
    const bool has_picture = has_size || !style[kBackground].empty() ||
                             !style[kBackgroundColor].empty() || !style[kBackgroundImage].empty();
    return has_picture ? StyleHiding::kReplaced : StyleHiding::kYes;
  }
  if (IsTransparent(style) && !MovesIn(style)) return StyleHiding::kTransparent;
  return StyleHiding::kNo;
}

std::uint16_t HidingMeansOf(const Declarations& style) {
  if (HidingOf(style) == StyleHiding::kNo) return 0;
  std::uint16_t means = 0;
  const auto add = [&](StyleMeans one, bool hides) {
    if (hides) means |= one;
  };
  add(kByDisplay, EqualsIgnoringAsciiCase(style[kDisplay], "none"));
  add(kByVisibility, EqualsIgnoringAsciiCase(style[kVisibility], "hidden") ||
                         EqualsIgnoringAsciiCase(style[kVisibility], "collapse"));
  add(kByContentVisibility, EqualsIgnoringAsciiCase(style[kContentVisibility], "hidden"));
  add(kByOpacity, IsTransparent(style));
  add(kByPlace, StandsOffScreen(style));
  add(kByClip, ClipsAway(style) || MasksAway(style));
  add(kByTransform, IsTransformedAway(style));
  add(kByFont, IsUnreadablySmall(FontSize(style)));
  add(kByColor, IsOfItsBackgroundsColor(style));
  add(kByBox, HidesBelowNoHeight(style) && (IsDot(style) || HasNoSize(style)));
  add(kByIndent, !style[kTextIndent].empty());
  return means == 0 ? std::uint16_t{kByOther} : means;
}

std::uint16_t ShowingMeansOf(const Declarations& style) {
  const auto any = [&](std::initializer_list<Property> properties) {
    return std::ranges::any_of(properties,
                               [&](Property property) { return !style[property].empty(); });
  };
  const std::uint16_t hiding = HidingMeansOf(style);
  std::uint16_t means = 0;
  const auto add = [&](StyleMeans one, std::initializer_list<Property> properties) {
    if ((hiding & one) == 0 && any(properties)) means |= one;
  };
  add(kByDisplay, {kDisplay});
  add(kByVisibility, {kVisibility});
  add(kByContentVisibility, {kContentVisibility});
  if (!IsTransparent(style)) add(kByOpacity, {kOpacity, kFilter});
  add(kByPlace,
      {kPosition, kLeft, kRight, kTop, kBottom, kInset, kMargin, kMarginLeft, kMarginTop});
  add(kByClip,
      {kClip, kClipPath, kWebkitClipPath, kMask, kMaskImage, kWebkitMask, kWebkitMaskImage});
  add(kByTransform, {kTransform, kTranslate, kScale, kRotate});
  add(kByBox, {kOverflow, kOverflowX, kOverflowY, kWidth, kHeight, kMaxWidth, kMaxHeight,
               kMinHeight, kContain});
  add(kByFont, {kFont, kFontSize});
  add(kByColor, {kColor, kWebkitTextFillColor, kBackground, kBackgroundColor, kBackgroundImage});
  add(kByIndent, {kTextIndent});
  add(kByOther, {kZoom, kLetterSpacing, kWordSpacing, kLineHeight, kWebkitTextSecurity});
  return means;
}

bool NeedsCleaning(std::string_view style) {
  return style.find('\\') != std::string_view::npos || style.find("/*") != std::string_view::npos;
}

}  // namespace

namespace {

// What `read` says of a style's declarations, without comments and with its variables' values.
template <class Read>
auto OfStyle(std::string_view style, Read read) {
  style = style.substr(0, kMostBytes);
  std::string plain;
  if (NeedsCleaning(style)) {
    plain = PlainCss(style);
    style = plain;
  }
  std::string resolved;
  if (Contains(style, "var(")) {
    resolved = WithVariables(style, VariablesOf(style));
    style = resolved;
  }
  return read(Declarations(style));
}

}  // namespace

StyleHiding HidingOfStyle(std::string_view style) {
  constexpr std::size_t kShortest = 6;  // "zoom:0"
  if (style.size() < kShortest || IsOnlyAColor(style)) return StyleHiding::kNo;
  return OfStyle(style, [](const Declarations& read) { return HidingOf(read); });
}

std::uint16_t HidingMeansOf(std::string_view style) {
  return OfStyle(style, [](const Declarations& read) { return HidingMeansOf(read); });
}

std::uint16_t ShowingMeansOf(std::string_view style) {
  return OfStyle(style, [](const Declarations& read) { return ShowingMeansOf(read); });
}

bool StyleSetsReadableSize(std::string_view style) {
  if (!Contains(style.substr(0, kMostBytes), "font")) return false;
  const std::string_view size = FontSize(Declarations(style.substr(0, kMostBytes)));
  if (size.empty() || IsUnreadablySmall(size)) return false;
  const auto length = ReadLength(size);
  if (!length) {
    constexpr auto kWords = std::to_array<std::string_view>(
        {"small", "x-small", "xx-small", "medium", "large", "x-large", "xx-large"});
    return std::ranges::any_of(
        kWords, [&](std::string_view word) { return EqualsIgnoringAsciiCase(size, word); });
  }
  const bool is_relative =
      EqualsIgnoringAsciiCase(length->unit, "em") || EqualsIgnoringAsciiCase(length->unit, "ex") ||
      EqualsIgnoringAsciiCase(length->unit, "ch") || length->unit.starts_with('%');
  return !is_relative;
}

bool StyleMakesPixel(std::string_view style) {
  return Contains(style.substr(0, kMostBytes), "height") &&
         IsOnePixel(Declarations(style.substr(0, kMostBytes)));
}

bool StyleMakesBlock(std::string_view style) {
  if (!Contains(style.substr(0, kMostBytes), "display")) return false;
  const Declarations declarations(style.substr(0, kMostBytes));
  constexpr std::array<std::string_view, 6> kBlocks = {"block",     "flex",  "grid",
                                                       "list-item", "table", "table-row"};
  return std::ranges::any_of(kBlocks, [&](std::string_view block) {
    return EqualsIgnoringAsciiCase(declarations[kDisplay], block);
  });
}

}  // namespace sitedoor::extract::internal
