#include "extract/internal/inline_style.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "extract/internal/css_color.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_gradient.h"
#include "extract/internal/css_value.h"
#include "extract/internal/css_variables.h"
#include "extract/internal/hiding_geometry.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 1u << 20;

bool IsAtMostOnePixel(std::string_view value) {
  const auto length = ReadLength(value);
  return length && (length->number == 0 ||
                    (length->number <= 1 && EqualsIgnoringAsciiCase(length->unit, "px")));
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

// A mask of nothing but transparent colours.
bool MasksAway(const Declarations& style) {
  return std::ranges::any_of(std::array{kMask, kMaskImage, kWebkitMask, kWebkitMaskImage},
                             [&](Property property) {
                               const auto color = OneColorOfGradient(style[property]);
                               return color && color->transparent;
                             });
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
  if (IsZero(style[kHeight]) || IsZero(style[kMaxHeight])) return true;
  const bool is_sized_as_empty =
      Contains(style[kContain], "size") || Contains(style[kContain], "strict");
  return is_sized_as_empty && !Contains(style[kContain], "inline-size") && style[kHeight].empty() &&
         style[kMinHeight].empty();
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

// What stands for another property's or element's value, which differs between text and ground.
bool IsKeyword(std::string_view value) {
  constexpr std::array<std::string_view, 5> kKeywords = {"inherit", "initial", "unset", "revert",
                                                         "currentcolor"};
  return std::ranges::any_of(
      kKeywords, [&](std::string_view keyword) { return EqualsIgnoringAsciiCase(value, keyword); });
}

// Letters that are seen whatever their own colour.
bool HasOutline(const Declarations& style) {
  constexpr auto kNone = std::to_array<std::string_view>({"", "none", "0", "inherit", "initial"});
  return !IsOneOf(style[kTextShadow], kNone) || !IsOneOf(style[kWebkitTextStroke], kNone);
}

bool IsOfItsBackgroundsColor(const Declarations& style) {
  const std::string_view text =
      style[kWebkitTextFillColor].empty() ? style[kColor] : style[kWebkitTextFillColor];
  if (text.empty() || HasOutline(style)) return false;
  // Letters that are cut out of a coloured background.
  if (Contains(style[kBackgroundClip], "text") || Contains(style[kWebkitBackgroundClip], "text"))
    return false;
  const std::string_view behind =
      style[kBackgroundColor].empty() ? ColorPartOf(style[kBackground]) : style[kBackgroundColor];
  const auto color = ReadColor(text);
  if (!color) return !IsKeyword(text) && EqualsIgnoringAsciiCase(text, behind);
  if (color->transparent) return true;
  const auto is_alike = [&](const Color& ground) {
    return !ground.transparent && AreAlike(*color, ground);
  };
  for (const Property property : {kBackground, kBackgroundImage}) {
    const auto gradient = OneColorOfGradient(style[property]);
    if (gradient && is_alike(*gradient)) return true;
  }
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

// Displays without a box for text.
constexpr auto kBoxless =
    std::to_array<std::string_view>({"none", "table-column", "table-column-group"});

// A picture takes the place of what is in the element.
bool IsReplaced(const Declarations& style) {
  return StartsWithIgnoringAsciiCase(style[kContent], "url(") ||
         StartsWithIgnoringAsciiCase(style[kContent], "image-set(") ||
         StartsWithIgnoringAsciiCase(style[kContent], "linear-gradient(");
}

bool IsUnreadablyTight(std::string_view spacing) {
  constexpr double kMostLetters = -0.9, kMostPixels = -20;
  const auto length = ReadLength(spacing);
  if (!length) return false;
  if (IsFontRelative(length->unit)) return length->number <= kMostLetters;
  return EqualsIgnoringAsciiCase(length->unit, "px") && length->number <= kMostPixels;
}

// 0 is no magnification at all to browsers, and means 1.
bool IsZoomedAway(std::string_view zoom) { return IsUnseenShare(zoom) && !IsZero(zoom); }

bool IsInvisible(const Declarations& style) {
  return EqualsIgnoringAsciiCase(style[kVisibility], "hidden") ||
         EqualsIgnoringAsciiCase(style[kVisibility], "collapse");
}

StyleHiding HidingButForVisibility(const Declarations& style) {
  constexpr auto kSecrets = std::to_array<std::string_view>({"disc", "circle", "square"});
  if (IsOneOf(style[kDisplay], kBoxless) ||
      EqualsIgnoringAsciiCase(style[kContentVisibility], "hidden")) {
    return StyleHiding::kYes;
  }
  if (StandsOffScreen(style) || ClipsAway(style) || IsTransformedAway(style) ||
      IsZoomedAway(style[kZoom]) || IsReplaced(style) || IsOfItsBackgroundsColor(style) ||
      MasksAway(style) || IsUnreadablyTight(style[kLetterSpacing]) ||
      IsOffScreen(style[kWordSpacing]) || IsOneOf(style[kWebkitTextSecurity], kSecrets)) {
    return StyleHiding::kYes;
  }
  if (IsUnreadablySmall(FontSize(style)) || IsZero(style[kFontSizeAdjust]))
    return StyleHiding::kTiny;
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
  if (IsTransparent(style)) {
    if (!MovesIn(style)) return StyleHiding::kTransparent;
    const bool is_animated = !style[kAnimation].empty() || !style[kAnimationName].empty();
    if (!is_animated) return StyleHiding::kFading;
  }
  return StyleHiding::kNo;
}

StyleHiding HidingOf(const Declarations& style) {
  const StyleHiding hiding = HidingButForVisibility(style);
  if (!IsInvisible(style)) return hiding;
  return hiding == StyleHiding::kNo ? StyleHiding::kInvisible : StyleHiding::kYes;
}

std::uint16_t HidingMeansOf(const Declarations& style, StyleHiding hiding) {
  if (hiding == StyleHiding::kNo) return 0;
  std::uint16_t means = 0;
  const auto add = [&](StyleMeans one, bool hides) {
    if (hides) means |= one;
  };
  add(kByDisplay, IsOneOf(style[kDisplay], kBoxless));
  add(kByVisibility, IsInvisible(style));
  add(kByContentVisibility, EqualsIgnoringAsciiCase(style[kContentVisibility], "hidden"));
  add(kByOpacity, IsTransparent(style));
  add(kByPlace, StandsOffScreen(style));
  add(kByClip, ClipsAway(style) || MasksAway(style));
  add(kByTransform, IsTransformedAway(style));
  add(kByFont, IsUnreadablySmall(FontSize(style)) || IsZero(style[kFontSizeAdjust]));
  add(kByColor, IsOfItsBackgroundsColor(style));
  add(kByBox, HidesBelowNoHeight(style) && (IsDot(style) || HasNoSize(style)));
  add(kByIndent, !style[kTextIndent].empty());
  return means == 0 ? std::uint16_t{kByOther} : means;
}

std::uint16_t ShowingMeansOf(const Declarations& style, std::uint16_t hiding) {
  const auto any = [&](std::initializer_list<Property> properties) {
    return std::ranges::any_of(properties,
                               [&](Property property) { return !style[property].empty(); });
  };
  std::uint16_t means = 0;
  const auto add = [&](StyleMeans one, std::initializer_list<Property> properties) {
    if ((hiding & one) == 0 && any(properties)) means |= one;
  };
  add(kByDisplay, {kDisplay});
  add(kByVisibility, {kVisibility});
  add(kByContentVisibility, {kContentVisibility});
  if (!IsTransparent(style)) add(kByOpacity, {kOpacity, kFilter});
  add(kByPlace, {kPosition, kLeft, kRight, kTop, kBottom, kInset, kMargin, kMarginLeft, kMarginTop,
                 kOffset, kOffsetPath});
  add(kByClip,
      {kClip, kClipPath, kWebkitClipPath, kMask, kMaskImage, kWebkitMask, kWebkitMaskImage});
  add(kByTransform, {kTransform, kTranslate, kScale, kRotate});
  add(kByBox, {kOverflow, kOverflowX, kOverflowY, kWidth, kHeight, kMaxWidth, kMaxHeight,
               kMinHeight, kContain});
  add(kByFont, {kFont, kFontSize});
  add(kByColor, {kColor, kWebkitTextFillColor, kBackground, kBackgroundColor, kBackgroundImage});
  add(kByIndent, {kTextIndent});
  add(kByOther, {kZoom, kLetterSpacing, kWordSpacing, kLineHeight, kWebkitTextSecurity, kContent});
  if (!style[kAll].empty()) means |= static_cast<std::uint16_t>(~hiding);
  return means;
}

bool NeedsCleaning(std::string_view style) {
  return style.find('\\') != std::string_view::npos || style.find("/*") != std::string_view::npos;
}

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
  if (UsesSubstitution(style)) {
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

StyleEffect EffectOfStyle(std::string_view style) {
  if (style.empty()) return {};
  if (IsOnlyAColor(style)) return {.showing_means = kByColor};
  return OfStyle(style, [](const Declarations& read) {
    StyleEffect effect{.hiding = HidingOf(read)};
    effect.hiding_means = HidingMeansOf(read, effect.hiding);
    effect.showing_means = ShowingMeansOf(read, effect.hiding_means);
    return effect;
  });
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

TextLook LookOfStyle(std::string_view style) {
  TextLook look;
  if (!Contains(style.substr(0, kMostBytes), "visib") &&
      !Contains(style.substr(0, kMostBytes), "font"))
    return look;
  OfStyle(style, [&](const Declarations& read) {
    if (IsInvisible(read)) look.visibility = TextLook::kHidden;
    if (EqualsIgnoringAsciiCase(read[kVisibility], "visible")) look.visibility = TextLook::kShown;
    if (IsUnreadablySmall(FontSize(read)) || IsZero(read[kFontSizeAdjust]))
      look.size = TextLook::kHidden;
    return true;
  });
  if (StyleSetsReadableSize(style)) look.size = TextLook::kShown;
  return look;
}

bool StyleMoves(std::string_view style) {
  return OfStyle(style, [](const Declarations& read) { return MovesIn(read); });
}

bool StyleMakesPixel(std::string_view style) {
  return Contains(style.substr(0, kMostBytes), "height") &&
         IsOnePixel(Declarations(style.substr(0, kMostBytes)));
}

bool StyleDisplays(std::string_view style) {
  if (!Contains(style.substr(0, kMostBytes), "display")) return false;
  return OfStyle(style, [](const Declarations& read) {
    constexpr auto kUndecided =
        std::to_array<std::string_view>({"", "none", "inherit", "unset", "revert", "revert-layer"});
    return !IsOneOf(read[kDisplay], kUndecided);
  });
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
