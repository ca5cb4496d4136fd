#include "extract/internal/inline_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
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
                                                              "rotate"};

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
    if (found == kNames.end()) return;
    const auto property = static_cast<std::size_t>(found - kNames.begin());
    const std::string_view value = declaration.substr(colon + 1);
    const std::size_t mark = value.find('!');
    const bool is_important = mark != std::string_view::npos;
    if (important_[property] && !is_important) return;
    important_[property] = is_important;
    values_[property] = Trimmed(value.substr(0, mark));
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

// So far to the left or above that no screen shows it. A share of the width is a slide or a drawer.
bool IsOffScreen(std::string_view value) {
  const auto length = ReadLength(value);
  if (!length || length->number >= 0) return false;
  if (EqualsIgnoringAsciiCase(length->unit, "%") || EqualsIgnoringAsciiCase(length->unit, "vw") ||
      EqualsIgnoringAsciiCase(length->unit, "vh"))
    return length->number <= -300;
  return length->number <= (IsFontRelative(length->unit) ? -60 : -900);
}

bool IsUnreadablySmall(std::string_view value) {
  const auto length = ReadLength(value);
  if (!length || length->number < 0) return false;
  if (length->number == 0) return true;
  if (EqualsIgnoringAsciiCase(length->unit, "%")) return length->number <= 10;
  if (IsFontRelative(length->unit)) return length->number <= 0.1;
  return length->number <= 1 && (EqualsIgnoringAsciiCase(length->unit, "px") ||
                                 EqualsIgnoringAsciiCase(length->unit, "pt"));
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

// A mask of nothing but transparent colours.
bool MasksAway(const Declarations& style) {
  constexpr std::string_view kGradient = "gradient(";
  constexpr int kMostColors = 16;
  for (const Property property : {kMask, kMaskImage, kWebkitMask, kWebkitMaskImage}) {
    std::string_view rest = style[property];
    const std::size_t begin = rest.find(kGradient);
    if (begin == std::string_view::npos) continue;
    rest = rest.substr(begin + kGradient.size());
    int transparent = 0, seen = 0;
    while (!rest.empty() && rest.front() != ')' && seen < kMostColors) {
      std::size_t end = 0;
      int depth = 0;
      for (; end < rest.size() && (depth > 0 || (rest[end] != ',' && rest[end] != ')')); ++end)
        depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
      const std::string_view part = Trimmed(rest.substr(0, end));
      const bool is_direction =
          seen == 0 && (StartsWithIgnoringAsciiCase(part, "to ") || part.ends_with("deg"));
      const auto color = ReadColor(part);
      if (!is_direction) ++seen;
      if (color && color->transparent) ++transparent;
      if (end >= rest.size() || rest[end] == ')') break;
      rest.remove_prefix(end + 1);
    }
    if (seen > 0 && transparent == seen) return true;
  }
  return false;
}

bool ClipsAway(const Declarations& style) {
  if (StartsWithIgnoringAsciiCase(style[kClip], "rect(") && AllAtMost(ReadNumbers(style[kClip]), 1))
    return true;
  const std::string_view path =
      style[kClipPath].empty() ? style[kWebkitClipPath] : style[kClipPath];
  const Numbers numbers = ReadNumbers(path);
  if (StartsWithIgnoringAsciiCase(path, "inset(")) return InsetsMeet(numbers);
  if (StartsWithIgnoringAsciiCase(path, "rect(")) return AllAtMost(numbers, 1);
  if (StartsWithIgnoringAsciiCase(path, "xywh("))
    return numbers.count > 3 && (numbers.values[2] == 0 || numbers.values[3] == 0);
  if (StartsWithIgnoringAsciiCase(path, "circle(") || StartsWithIgnoringAsciiCase(path, "ellipse("))
    return numbers.count > 0 && numbers.values[0] == 0;
  return StartsWithIgnoringAsciiCase(path, "polygon(") && AllAtMost(numbers, 0);
}

bool HidesOverflow(const Declarations& style) {
  return std::ranges::any_of(std::array{kOverflow, kOverflowX, kOverflowY}, [&](Property property) {
    return StartsWithIgnoringAsciiCase(style[property], "hidden") ||
           StartsWithIgnoringAsciiCase(style[property], "clip");
  });
}

// Frames for videos have no height either, but a padding.
bool HasNoSize(const Declarations& style) {
  for (const Property padding : {kPadding, kPaddingTop, kPaddingBottom}) {
    if (!style[padding].empty() && !IsZero(style[padding])) return false;
  }
  return std::ranges::any_of(std::array{kWidth, kHeight, kMaxWidth, kMaxHeight},
                             [&](Property property) { return IsZero(style[property]); });
}

bool IsOnePixel(const Declarations& style) {
  return IsAtMostOnePixel(style[kWidth]) && IsAtMostOnePixel(style[kHeight]);
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

bool StandsOffScreen(const Declarations& style) {
  for (const Property side : {kMarginLeft, kMarginTop}) {
    const std::string_view margin =
        style[side].empty() ? SideOf(style[kMargin], side) : style[side];
    if (IsOffScreen(margin) && !IsWidenedBand(style)) return true;
  }
  if (style[kPosition].empty() || EqualsIgnoringAsciiCase(style[kPosition], "static")) return false;
  if (HasOffScreenPart(style[kInset])) return true;
  return std::ranges::any_of(std::array{kLeft, kRight, kTop, kBottom},
                             [&](Property property) { return IsOffScreen(style[property]); });
}

bool IsQuarterTurn(std::string_view angle) {
  const auto length = ReadLength(Trimmed(angle));
  return length && EqualsIgnoringAsciiCase(length->unit, "deg") &&
         (length->number == 90 || length->number == -90 || length->number == 270);
}

// "translate(-9999px, 0)", "rotate(3deg) scale(0)".
bool IsTransformedAway(const Declarations& style) {
  if (IsZero(style[kScale]) || HasOffScreenPart(style[kTranslate])) return true;
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
    if (StartsWithIgnoringAsciiCase(name, "matrix") && AllAtMost(numbers, 0)) return true;
    const bool is_edge_on = StartsWithIgnoringAsciiCase(name, "rotatex") ||
                            StartsWithIgnoringAsciiCase(name, "rotatey");
    if (is_edge_on && IsQuarterTurn(arguments)) return true;
    if (StartsWithIgnoringAsciiCase(name, "scale") && numbers.count > 0 && numbers.values[0] == 0)
      return true;
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
  constexpr double kLeastSeen = 0.01;
  const auto share = ReadLength(value);
  if (!share || share->number < 0) return false;
  return share->number < (share->unit.starts_with('%') ? 100 * kLeastSeen : kLeastSeen);
}

bool IsTransparent(const Declarations& style) {
  if (IsUnseenShare(style[kOpacity])) return true;
  constexpr std::string_view kFunction = "opacity(";
  const std::string_view filter = style[kFilter];
  const auto found = std::ranges::search(filter, kFunction, {}, AsciiLower);
  if (found.empty()) return false;
  return IsUnseenShare(
      Trimmed(filter.substr(static_cast<std::size_t>(found.end() - filter.begin()))));
}

bool AreAlike(const Color& a, const Color& b) {
  constexpr int kLeastSeen = 8;  // of 255, in one channel
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

bool IsOfItsBackgroundsColor(const Declarations& style) {
  const std::string_view text =
      style[kWebkitTextFillColor].empty() ? style[kColor] : style[kWebkitTextFillColor];
  if (text.empty()) return false;
  // Letters that are cut out of a coloured background.
  if (Contains(style[kBackgroundClip], "text") || Contains(style[kWebkitBackgroundClip], "text"))
    return false;
  const std::string_view behind =
      style[kBackgroundColor].empty() ? style[kBackground] : style[kBackgroundColor];
  const auto color = ReadColor(text);
  if (!color) return !IsKeyword(text) && EqualsIgnoringAsciiCase(text, behind);
  if (color->transparent) return true;
  const auto background = ReadColor(behind);
  return background && !background->transparent && AreAlike(*color, *background);
}

// Pushed out of its box to the right, on one line.
bool IsIndentedPastItsEnd(const Declarations& style) {
  const auto indent = ReadLength(style[kTextIndent]);
  return indent && EqualsIgnoringAsciiCase(indent->unit, "%") && indent->number >= 100 &&
         StartsWithIgnoringAsciiCase(style[kWhiteSpace], "nowrap");
}

bool MovesIn(const Declarations& style) {
  return std::ranges::any_of(
      std::array{kTransform, kTransition, kAnimation, kAnimationName, kWillChange},
      [&](Property property) { return !style[property].empty(); });
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
  if (EqualsIgnoringAsciiCase(style[kDisplay], "none") ||
      EqualsIgnoringAsciiCase(style[kVisibility], "hidden") ||
      EqualsIgnoringAsciiCase(style[kVisibility], "collapse") ||
      EqualsIgnoringAsciiCase(style[kContentVisibility], "hidden")) {
    return StyleHiding::kYes;
  }
  if (StandsOffScreen(style) || ClipsAway(style) || IsTransformedAway(style) ||
      IsUnseenShare(style[kZoom]) || IsOfItsBackgroundsColor(style) || MasksAway(style) ||
      IsOffScreen(style[kLetterSpacing])) {
    return StyleHiding::kYes;
  }
  if (IsUnreadablySmall(FontSize(style))) return StyleHiding::kTiny;
  if (HidesOverflow(style)) {
    if (IsOnePixel(style)) return StyleHiding::kYes;
    if (HasNoSize(style) || IsZero(style[kLineHeight])) return StyleHiding::kFolded;
  }
  if (IsOffScreen(style[kTextIndent]) || (HidesOverflow(style) && IsIndentedPastItsEnd(style))) {
    const bool has_size = !style[kWidth].empty() && !style[kHeight].empty();
    const bool has_picture = has_size || !style[kBackground].empty() ||
                             !style[kBackgroundColor].empty() || !style[kBackgroundImage].empty();
    return has_picture ? StyleHiding::kReplaced : StyleHiding::kYes;
  }
  if (IsTransparent(style) && !MovesIn(style)) return StyleHiding::kTransparent;
  return StyleHiding::kNo;
}

bool NeedsCleaning(std::string_view style) {
  return style.find('\\') != std::string_view::npos || style.find("/*") != std::string_view::npos;
}

}  // namespace

StyleHiding HidingOfStyle(std::string_view style) {
  constexpr std::size_t kShortest = 6;  // "zoom:0"
  if (style.size() < kShortest || IsOnlyAColor(style)) return StyleHiding::kNo;
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
  return HidingOf(Declarations(style));
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
