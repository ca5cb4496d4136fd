#include "extract/internal/style_conditions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_selector.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_sheet.h"

namespace sitedoor::extract::internal {
namespace {

Holds Not(Holds value) {
  if (value == Holds::kMaybe) return value;
  return value == Holds::kYes ? Holds::kNo : Holds::kYes;
}

Holds Of(bool holds) { return holds ? Holds::kYes : Holds::kNo; }

// Takes a word off the front.
std::string_view TakeWord(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" (\t\r\n"), text.size());
  const std::string_view word = text.substr(0, end);
  text = Trimmed(text.substr(end));
  return word;
}

using Leaf = Holds (*)(std::string_view);

constexpr int kMostDepth = 4;

// Of "(a: b) and (not (c: d))", whose innermost brackets, and calls such as "selector(a)", `leaf`
// decides. Depth is bounded.
Holds Evaluate(std::string_view condition, Leaf leaf, int depth = 0) {
  constexpr int kMostParts = 16;
  Holds all = Holds::kMaybe;
  std::string_view joint;
  for (int part = 0; part < kMostParts; ++part) {
    std::string_view rest = condition;
    const bool is_negated = EqualsIgnoringAsciiCase(TakeWord(rest), "not");
    if (is_negated) condition = rest;
    const std::size_t open = condition.find('(');
    if (open == std::string_view::npos) return Holds::kMaybe;
    const std::size_t end = EndOfBrackets(condition, open);
    if (condition[end - 1] != ')') return Holds::kMaybe;
    const std::string_view inside = Trimmed(condition.substr(open + 1, end - open - 2));
    std::string_view words = inside;
    const bool is_nested =
        inside.starts_with('(') || EqualsIgnoringAsciiCase(TakeWord(words), "not");
    Holds one = Holds::kMaybe;
    if (open > 0) {
      one = leaf(condition.substr(0, end));
    } else if (!is_nested) {
      one = leaf(inside);
    } else if (depth < kMostDepth) {
      one = Evaluate(inside, leaf, depth + 1);
    }
    if (is_negated) one = Not(one);
    const Holds decisive = EqualsIgnoringAsciiCase(joint, "and") ? Holds::kNo : Holds::kYes;
    if (part == 0 || all == Not(decisive) || one == decisive) all = one;
    condition = Trimmed(condition.substr(end));
    if (condition.empty()) return all;
    joint = TakeWord(condition);
    if (!EqualsIgnoringAsciiCase(joint, "and") && !EqualsIgnoringAsciiCase(joint, "or"))
      return Holds::kMaybe;
  }
  return Holds::kMaybe;
}

// Of what a size is compared with, in pixels.
struct Sides {
  double least, most;
};
constexpr Sides kScreens = {200, 10'000};
constexpr Sides kContainers = {10, 10'000};

// Of a length that does not depend on the window; nothing for others.
std::optional<double> ReadPixels(std::string_view value) {
  constexpr double kLetter = 16;
  const auto length = ReadLength(value);
  if (!length) return std::nullopt;
  if (length->number == 0 || EqualsIgnoringAsciiCase(length->unit, "px")) return length->number;
  if (IsFontRelative(length->unit)) return length->number * kLetter;
  return std::nullopt;
}

bool IsSide(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"width", "height", "device-width", "device-height", "inline-size", "block-size"});
  return IsOneOf(name, kNames);
}

enum class Bound { kLeast, kMost };

// A screen narrower than a few letters is none.
Holds SideHolds(Bound bound, std::string_view value, const Sides& sides) {
  constexpr double kNone = 20;
  const auto pixels = ReadPixels(value);
  if (!pixels) return Holds::kMaybe;
  if (bound == Bound::kLeast) {
    if (*pixels <= sides.least) return Holds::kYes;
    return *pixels >= sides.most ? Holds::kNo : Holds::kMaybe;
  }
  if (*pixels >= sides.most) return Holds::kYes;
  return *pixels <= kNone ? Holds::kNo : Holds::kMaybe;
}

// "width >= 1px", "0 < height": of two parts.
Holds PairHolds(std::string_view left, char sign, std::string_view right, const Sides& sides) {
  if (right.starts_with('=')) right.remove_prefix(1);
  left = Trimmed(left);
  right = Trimmed(right);
  bool is_least = sign == '>';
  if (ReadLength(left)) {
    std::swap(left, right);
    is_least = !is_least;
  }
  if (EqualsIgnoringAsciiCase(left, "resolution") && is_least) {
    const auto least = ReadLength(right);
    return least && least->number <= 0 ? Holds::kYes : Holds::kMaybe;
  }
  if (!IsSide(left)) return Holds::kMaybe;
  return SideHolds(is_least ? Bound::kLeast : Bound::kMost, right, sides);
}

// "1px < width < 9999px" too.
Holds RangeHolds(std::string_view feature, const Sides& sides) {
  const std::size_t first = feature.find_first_of("<>");
  const std::size_t second = feature.find_first_of("<>", first + 1);
  if (second == std::string_view::npos)
    return PairHolds(feature.substr(0, first), feature[first], feature.substr(first + 1), sides);
  const std::string_view middle = feature.substr(first + 1, second - first - 1);
  const Holds one = PairHolds(feature.substr(0, first), feature[first], middle, sides);
  const std::string_view name = middle.starts_with('=') ? middle.substr(1) : middle;
  const Holds other = PairHolds(name, feature[second], feature.substr(second + 1), sides);
  if (one == Holds::kNo || other == Holds::kNo) return Holds::kNo;
  return one == Holds::kYes ? other : one;
}

// What the browser of a computer says where nobody has set it otherwise. Asked for without a value
// they hold, but for "none" and what stands for it.
struct Usual {
  std::string_view name, value;
};
constexpr auto kUsual = std::to_array<Usual>({{"hover", "hover"},
                                              {"any-hover", "hover"},
                                              {"pointer", "fine"},
                                              {"any-pointer", "fine"},
                                              {"prefers-color-scheme", "light"},
                                              {"prefers-reduced-motion", "no-preference"},
                                              {"prefers-reduced-transparency", "no-preference"},
                                              {"prefers-reduced-data", "no-preference"},
                                              {"prefers-contrast", "no-preference"},
                                              {"inverted-colors", "none"},
                                              {"forced-colors", "none"},
                                              {"update", "fast"},
                                              {"scripting", "enabled"},
                                              {"display-mode", "browser"},
                                              {"overflow-block", "scroll"},
                                              {"overflow-inline", "scroll"},
                                              {"color-gamut", "srgb"},
                                              {"dynamic-range", "standard"},
                                              {"grid", "0"}});

Holds UsualHolds(std::string_view name, std::optional<std::string_view> value) {
  const auto* const usual = std::ranges::find_if(
      kUsual, [&](const Usual& one) { return EqualsIgnoringAsciiCase(name, one.name); });
  if (usual == kUsual.end()) return Holds::kMaybe;
  constexpr auto kNone = std::to_array<std::string_view>({"none", "no-preference", "0"});
  if (!value) return IsOneOf(usual->value, kNone) ? Holds::kMaybe : Holds::kYes;
  // Others may have it so.
  return EqualsIgnoringAsciiCase(*value, usual->value) ? Holds::kYes : Holds::kMaybe;
}

// "color", "min-width: 1px": of every screen that pages are read from.
Holds FeatureHolds(std::string_view feature, const Sides& sides) {
  if (feature.find_first_of("<>") != std::string_view::npos) return RangeHolds(feature, sides);
  const std::size_t colon = std::min(feature.find(':'), feature.size());
  const std::string_view name = Trimmed(feature.substr(0, colon));
  const auto is = [&](std::string_view known) { return EqualsIgnoringAsciiCase(name, known); };
  if (colon == feature.size()) {
    if (is("monochrome")) return Holds::kMaybe;
    constexpr auto kAlways = std::to_array<std::string_view>(
        {"color", "aspect-ratio", "resolution", "-webkit-transform-3d",
         "-webkit-device-pixel-ratio", "orientation"});
    return IsSide(name) || IsOneOf(name, kAlways) ? Holds::kYes : UsualHolds(name, std::nullopt);
  }
  const std::string_view value = Trimmed(feature.substr(colon + 1));
  constexpr std::string_view kMin = "min-", kMax = "max-";
  if (StartsWithIgnoringAsciiCase(name, kMin) && IsSide(name.substr(kMin.size())))
    return SideHolds(Bound::kLeast, value, sides);
  if (StartsWithIgnoringAsciiCase(name, kMax) && IsSide(name.substr(kMax.size())))
    return SideHolds(Bound::kMost, value, sides);
  const auto number = ReadLength(value);
  if (is("min-color") || is("-webkit-min-device-pixel-ratio"))
    return number && number->number <= 1 ? Holds::kYes : Holds::kMaybe;
  if (is("min-resolution")) {
    const double most = number && EqualsIgnoringAsciiCase(number->unit, "dpi") ? 96 : 1;
    return number && number->number <= most ? Holds::kYes : Holds::kMaybe;
  }
  if (is("min-aspect-ratio")) {
    const Numbers ratio = ReadNumbers(value);
    constexpr double kLeastRatio = 0.1;
    const bool is_small = ratio.count == 2 && ratio.values[0] <= kLeastRatio * ratio.values[1];
    return is_small ? Holds::kYes : Holds::kMaybe;
  }
  if (is("monochrome")) return value == "0" ? Holds::kYes : Holds::kMaybe;
  return UsualHolds(name, value);
}

Holds ScreenHolds(std::string_view feature) { return FeatureHolds(feature, kScreens); }

// "screen and (color) and (min-width: 0)"
Holds QueryHolds(std::string_view query) {
  constexpr auto kOtherMedia = std::to_array<std::string_view>(
      {"print", "speech", "tty", "tv", "projection", "handheld", "braille", "embossed", "aural"});
  constexpr auto kScreen = std::to_array<std::string_view>({"all", "screen"});
  query = Trimmed(query);
  if (query.empty()) return Holds::kYes;
  std::string_view rest = query;
  std::string_view word = TakeWord(rest);
  if (word.empty() || (EqualsIgnoringAsciiCase(word, "not") && rest.starts_with('(')))
    return Evaluate(query, ScreenHolds);
  const bool is_negated = EqualsIgnoringAsciiCase(word, "not");
  if (is_negated || EqualsIgnoringAsciiCase(word, "only")) word = TakeWord(rest);
  Holds holds = IsOneOf(word, kScreen) ? Holds::kYes
                                       : (IsOneOf(word, kOtherMedia) ? Holds::kNo : Holds::kMaybe);
  if (!rest.empty()) {
    if (!EqualsIgnoringAsciiCase(TakeWord(rest), "and")) return Holds::kMaybe;
    const Holds features = Evaluate(rest, ScreenHolds);
    if (holds == Holds::kYes || features == Holds::kNo) holds = features;
  }
  return is_negated ? Not(holds) : holds;
}

// Of "display: grid". `property` is known to every browser, with what values ever.
Holds DeclarationHolds(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return Holds::kMaybe;
  const std::string_view property = Trimmed(declaration.substr(0, colon));
  if (property.starts_with("--")) return Holds::kYes;
  if (property.starts_with("-moz-") || property.starts_with("-ms-")) return Holds::kMaybe;
  constexpr auto kKnown = std::to_array<std::string_view>({"display",
                                                           "position",
                                                           "color",
                                                           "opacity",
                                                           "visibility",
                                                           "margin",
                                                           "padding",
                                                           "width",
                                                           "height",
                                                           "transform",
                                                           "transition",
                                                           "float",
                                                           "background",
                                                           "font-size",
                                                           "gap",
                                                           "top",
                                                           "left",
                                                           "flex",
                                                           "grid-area",
                                                           "object-fit",
                                                           "overflow",
                                                           "inset",
                                                           "aspect-ratio",
                                                           "backdrop-filter",
                                                           "clip-path",
                                                           "filter",
                                                           "mix-blend-mode",
                                                           "grid-template-columns",
                                                           "right",
                                                           "bottom",
                                                           "animation",
                                                           "border-radius",
                                                           "content",
                                                           "font-family",
                                                           "grid",
                                                           "grid-gap",
                                                           "line-height",
                                                           "max-height",
                                                           "max-width",
                                                           "min-height",
                                                           "min-width",
                                                           "order",
                                                           "overflow-x",
                                                           "overflow-y",
                                                           "pointer-events",
                                                           "scale",
                                                           "rotate",
                                                           "translate",
                                                           "scroll-behavior",
                                                           "text-align",
                                                           "text-decoration",
                                                           "user-select",
                                                           "will-change",
                                                           "z-index",
                                                           "background-color",
                                                           "appearance",
                                                           "-webkit-appearance",
                                                           "contain",
                                                           "accent-color",
                                                           "column-gap",
                                                           "row-gap",
                                                           "isolation",
                                                           "clip",
                                                           "cursor"});
  if (!IsOneOf(property, kKnown)) return Holds::kMaybe;
  return Of(IsKnownDeclaration(declaration));
}

Holds SupportHolds(std::string_view part) {
  constexpr std::string_view kSelector = "selector(";
  if (!StartsWithIgnoringAsciiCase(part, kSelector)) return DeclarationHolds(part);
  const std::string_view selector = part.substr(kSelector.size());
  const auto reading = CssSelector::Read(selector.substr(0, selector.size() - 1));
  if (reading.is_invalid) return Holds::kNo;
  return reading.selector ? Holds::kYes : Holds::kMaybe;
}

}  // namespace

Holds MediaHold(std::string_view queries) {
  Holds any = queries.empty() ? Holds::kYes : Holds::kNo;
  ForEachSelector(queries, [&](std::string_view query) {
    const Holds one = QueryHolds(query);
    if (one == Holds::kYes || any == Holds::kNo) any = one;
  });
  return any;
}

Holds SupportsHold(std::string_view condition) {
  return Evaluate(Trimmed(condition), SupportHolds);
}

Holds ContainerHolds(std::string_view condition) {
  condition = Trimmed(condition);
  std::string_view rest = condition;
  const std::string_view name = TakeWord(rest);
  const bool is_named = !name.empty() && !EqualsIgnoringAsciiCase(name, "not") &&
                        rest.starts_with('(') && condition.size() > name.size() &&
                        IsCssSpace(condition[name.size()]);
  return Evaluate(is_named ? rest : condition,
                  [](std::string_view feature) { return FeatureHolds(feature, kContainers); });
}

}  // namespace sitedoor::extract::internal
