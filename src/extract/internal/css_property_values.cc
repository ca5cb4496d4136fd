#include "extract/internal/css_property_values.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "extract/internal/css_color.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

using Words = std::span<const std::string_view>;

constexpr auto kGlobalWords =
    std::to_array<std::string_view>({"inherit", "initial", "unset", "revert", "revert-layer"});
// What stands for another value that is not known here.
constexpr auto kSubstitutions =
    std::to_array<std::string_view>({"var(", "env(", "attr(", "if(", "inherit("});

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
                                                            "math",
                                                            "-webkit-box",
                                                            "-webkit-inline-box",
                                                            "-webkit-flex",
                                                            "-webkit-inline-flex"});
// Of "inline flex", "block flow list-item".
constexpr auto kDisplayParts = std::to_array<std::string_view>(
    {"block", "inline", "flow", "flow-root", "table", "flex", "grid", "ruby", "list-item", "math"});
constexpr auto kVisibilities = std::to_array<std::string_view>({"visible", "hidden", "collapse"});
constexpr auto kContentVisibilities =
    std::to_array<std::string_view>({"visible", "hidden", "auto"});
constexpr auto kPositions = std::to_array<std::string_view>(
    {"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"});
constexpr auto kOverflows =
    std::to_array<std::string_view>({"visible", "hidden", "clip", "scroll", "auto", "overlay"});
constexpr auto kUnits = std::to_array<std::string_view>(
    {"px",  "em",  "rem", "ex",  "ch",  "%",   "vw",  "vh",  "vmin", "vmax", "pt",
     "pc",  "in",  "cm",  "mm",  "q",   "lh",  "rlh", "cap", "ic",   "vi",   "vb",
     "svw", "svh", "lvw", "lvh", "dvw", "dvh", "cqw", "cqh", "cqi",  "cqb"});
constexpr auto kMath = std::to_array<std::string_view>(
    {"calc",   "min",         "max",       "clamp",       "round",        "mod",     "rem",
     "sin",    "cos",         "tan",       "asin",        "acos",         "atan",    "atan2",
     "pow",    "sqrt",        "hypot",     "log",         "exp",          "abs",     "sign",
     "anchor", "anchor-size", "calc-size", "fit-content", "-webkit-calc", "progress"});
constexpr auto kAuto = std::to_array<std::string_view>({"auto"});
constexpr auto kNone = std::to_array<std::string_view>({"none"});
constexpr auto kNormal = std::to_array<std::string_view>({"normal"});
constexpr auto kExtents = std::to_array<std::string_view>(
    {"auto", "none", "min-content", "max-content", "fit-content", "stretch",
     "-webkit-fill-available", "-webkit-min-content", "-webkit-max-content", "-webkit-fit-content",
     "min-intrinsic", "intrinsic"});
constexpr auto kFontSizes = std::to_array<std::string_view>(
    {"smaller", "larger", "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large",
     "xxx-large", "math", "-webkit-xxx-large"});
constexpr auto kFontSystems = std::to_array<std::string_view>(
    {"caption", "icon", "menu", "message-box", "small-caption", "status-bar"});
constexpr auto kZooms = std::to_array<std::string_view>({"normal", "reset"});
constexpr auto kIndents = std::to_array<std::string_view>({"hanging", "each-line"});
constexpr auto kTransforms = std::to_array<std::string_view>(
    {"matrix",  "matrix3d",  "perspective", "rotate",     "rotate3d",   "rotatex",    "rotatey",
     "rotatez", "translate", "translate3d", "translatex", "translatey", "translatez", "scale",
     "scale3d", "scalex",    "scaley",      "scalez",     "skew",       "skewx",      "skewy"});
constexpr auto kFilters = std::to_array<std::string_view>(
    {"blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert",
     "opacity", "saturate", "sepia", "url"});
constexpr auto kShapes = std::to_array<std::string_view>(
    {"inset", "circle", "ellipse", "polygon", "path", "rect", "xywh", "shape", "url"});
constexpr auto kBoxes =
    std::to_array<std::string_view>({"none", "margin-box", "border-box", "padding-box",
                                     "content-box", "fill-box", "stroke-box", "view-box"});
constexpr auto kColors = std::to_array<std::string_view>(
    {"rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
     "light-dark", "contrast-color"});
constexpr auto kSecrets = std::to_array<std::string_view>({"none", "disc", "circle", "square"});
constexpr auto kContents = std::to_array<std::string_view>(
    {"none", "normal", "open-quote", "close-quote", "no-open-quote", "no-close-quote"});
constexpr auto kImages = std::to_array<std::string_view>(
    {"url", "image-set", "-webkit-image-set", "linear-gradient", "radial-gradient",
     "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
     "repeating-conic-gradient", "cross-fade", "-webkit-cross-fade", "counter", "counters", "attr",
     "paint", "-webkit-linear-gradient", "-webkit-radial-gradient", "-webkit-gradient", "image"});
constexpr auto kBackgrounds = std::to_array<std::string_view>(
    {"none",        "repeat", "repeat-x", "repeat-y", "no-repeat",  "space",
     "round",       "scroll", "fixed",    "local",    "top",        "bottom",
     "left",        "right",  "center",   "text",     "border-box", "padding-box",
     "content-box", "auto",   "cover",    "contain"});

// Calls `is_known` with each word outside of brackets, a function with its opening bracket, until
// one is not.
template <class Known>
bool AreAll(std::string_view value, Known is_known) {
  constexpr int kMostParts = 64;
  for (int part = 0; !value.empty() && part < kMostParts; ++part) {
    const std::size_t end = std::min(value.find_first_of(" \t\r\n\f("), value.size());
    const bool is_function = end < value.size() && value[end] == '(';
    if (!is_known(value.substr(0, end), is_function)) return false;
    std::size_t next = end;
    for (int depth = 0; next < value.size(); ++next) {
      if (value[next] == '(') ++depth;
      if (value[next] == ')' && --depth == 0) {
        ++next;
        break;
      }
      if (!is_function) break;
    }
    value = Trimmed(value.substr(next));
  }
  return true;
}

// "flex", "inline flex".
bool IsDisplay(std::string_view value) {
  if (value.find(' ') == std::string_view::npos) return IsOneOf(value, kDisplays);
  return AreAll(value, [](std::string_view word, bool is_function) {
    return !is_function && IsOneOf(word, kDisplayParts);
  });
}

bool AreAllOf(std::string_view value, Words words) {
  return AreAll(value, [&](std::string_view word, bool is_function) {
    return !is_function && IsOneOf(word, words);
  });
}

enum class Unitless { kZero, kAny };
enum class Sign { kAny, kPositive };

bool IsLength(std::string_view value, Words words, Unitless unitless, Sign sign = Sign::kAny) {
  if (const std::size_t open = value.find('('); open != std::string_view::npos)
    return IsOneOf(value.substr(0, open), kMath);
  const auto length = ReadLength(value);
  if (!length) return IsOneOf(value, words);
  if (sign == Sign::kPositive && length->number < 0) return false;
  if (length->unit.empty()) return unitless == Unitless::kAny || length->number == 0;
  return IsOneOf(length->unit, kUnits);
}

// Of "0 auto", "1px 2em calc(1px + 2px)".
bool AreLengths(std::string_view value, Words words) {
  return AreAll(value, [&](std::string_view word, bool is_function) {
    return is_function ? IsOneOf(word, kMath) : IsLength(word, words, Unitless::kZero);
  });
}

// A number or a share: of opacity, zoom and scale.
bool AreNumbers(std::string_view value, Words words) {
  return AreAll(value, [&](std::string_view word, bool is_function) {
    if (is_function) return IsOneOf(word, kMath);
    const auto number = ReadLength(word);
    return number ? number->unit.empty() || number->unit == "%" : IsOneOf(word, words);
  });
}

bool AreFunctions(std::string_view value, Words functions, Words words) {
  return AreAll(value, [&](std::string_view word, bool is_function) {
    return IsOneOf(word, is_function ? functions : words);
  });
}

// The angles of rotate() and skew() have units.
bool IsTransform(std::string_view value) {
  if (!AreFunctions(value, kTransforms, kNone)) return false;
  for (const std::string_view name : {"rotate(", "skew("}) {
    const std::size_t at = value.find(name);
    if (at == std::string_view::npos) continue;
    const auto angle = ReadLength(Trimmed(value.substr(at + name.size())));
    if (angle && angle->number != 0 && angle->unit.starts_with(')')) return false;
  }
  return true;
}

bool IsColor(std::string_view value) {
  const std::size_t open = value.find('(');
  if (open == std::string_view::npos) return MayBeColor(value);
  if (!IsOneOf(value.substr(0, open), kColors)) return false;
  constexpr std::string_view kRgb = "rgb";
  const bool is_plain = StartsWithIgnoringAsciiCase(value, kRgb) &&
                        value.find("from") == std::string_view::npos &&
                        value.find("none") == std::string_view::npos &&
                        value.find('(', open + 1) == std::string_view::npos;
  return !is_plain || ReadColor(value).has_value();
}

// "menu", "italic 12px/1.5 serif".
bool IsFont(std::string_view value) {
  return IsOneOf(value, kFontSystems) || value.find(' ') != std::string_view::npos;
}

// A word alone is a colour or one of its own.
bool IsBackground(std::string_view value) {
  if (value.find_first_of(" (,") != std::string_view::npos) return true;
  return IsOneOf(value, kBackgrounds) || MayBeColor(value) || AreLengths(value, {});
}

bool IsContent(std::string_view value) {
  if (value.front() == '"' || value.front() == '\'') return true;
  const std::size_t end = value.find_first_of(" (");
  const std::string_view word = value.substr(0, end);
  return IsOneOf(word, end < value.size() && value[end] == '(' ? Words(kImages) : Words(kContents));
}

}  // namespace

bool IsValueOf(Property property, std::string_view value) {
  if (value.empty()) return false;
  if (IsOneOf(value, kGlobalWords)) return true;
  if (value.find('(') != std::string_view::npos &&
      std::ranges::any_of(kSubstitutions,
                          [&](std::string_view start) { return Contains(value, start); }))
    return true;
  switch (property) {
    case kDisplay:
      return IsDisplay(value);
    case kVisibility:
      return IsOneOf(value, kVisibilities);
    case kContentVisibility:
      return IsOneOf(value, kContentVisibilities);
    case kPosition:
      return IsOneOf(value, kPositions);
    case kOverflow:
      return AreAllOf(value, kOverflows);
    case kOverflowX:
    case kOverflowY:
      return IsOneOf(value, kOverflows);
    case kOpacity:
      return AreNumbers(value, {}) && (value.ends_with(')') || value.find(' ') == value.npos);
    case kZoom:
      return AreNumbers(value, kZooms);
    case kScale:
      return AreNumbers(value, kNone);
    case kLeft:
    case kRight:
    case kTop:
    case kBottom:
    case kMarginLeft:
    case kMarginTop:
      return IsLength(value, kAuto, Unitless::kZero);
    case kInset:
    case kMargin:
      return AreLengths(value, kAuto);
    case kTextIndent:
      return AreLengths(value, kIndents);
    case kTranslate:
      return AreLengths(value, kNone);
    case kWidth:
    case kHeight:
    case kMaxWidth:
    case kMaxHeight:
    case kMinHeight:
      return IsLength(value, kExtents, Unitless::kZero, Sign::kPositive);
    case kFontSize:
      return IsLength(value, kFontSizes, Unitless::kZero, Sign::kPositive);
    case kLetterSpacing:
    case kWordSpacing:
      return IsLength(value, kNormal, Unitless::kZero);
    case kLineHeight:
      return IsLength(value, kNormal, Unitless::kAny, Sign::kPositive);
    case kTransform:
      return IsTransform(value);
    case kFilter:
      return AreFunctions(value, kFilters, kNone);
    case kClipPath:
    case kWebkitClipPath:
      return AreFunctions(value, kShapes, kBoxes);
    case kClip:
      return EqualsIgnoringAsciiCase(value, "auto") || StartsWithIgnoringAsciiCase(value, "rect(");
    case kColor:
    case kWebkitTextFillColor:
    case kBackgroundColor:
      return IsColor(value);
    case kBackground:
      return IsBackground(value);
    case kFont:
      return IsFont(value);
    case kContent:
      return IsContent(value);
    case kWebkitTextSecurity:
      return IsOneOf(value, kSecrets);
    case kRotate:
      return value.find_first_of("0123456789(") != std::string_view::npos || IsOneOf(value, kNone);
    case kAll:
      return false;  // other words are none for it
    default:
      return true;
  }
}

}  // namespace sitedoor::extract::internal
