#include "extract/internal/css_color.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

constexpr double kLeastAlpha = 0.02;  // that anyone sees
constexpr int kMostChannel = 255;

struct NamedColor {
  std::string_view name;
  std::uint32_t channels;  // 0xRRGGBB
};
// Source: CSS Color Level 4, https://www.w3.org/TR/css-color-4/#named-colors; the last two are a
// browser's own in the light.
constexpr auto kNamedColors = std::to_array<NamedColor>({{"aliceblue", 0xf0f8ff},
                                                         {"antiquewhite", 0xfaebd7},
                                                         {"aqua", 0x00ffff},
                                                         {"aquamarine", 0x7fffd4},
                                                         {"azure", 0xf0ffff},
                                                         {"beige", 0xf5f5dc},
                                                         {"bisque", 0xffe4c4},
                                                         {"black", 0x000000},
                                                         {"blanchedalmond", 0xffebcd},
                                                         {"blue", 0x0000ff},
                                                         {"blueviolet", 0x8a2be2},
                                                         {"brown", 0xa52a2a},
                                                         {"burlywood", 0xdeb887},
                                                         {"cadetblue", 0x5f9ea0},
                                                         {"chartreuse", 0x7fff00},
                                                         {"chocolate", 0xd2691e},
                                                         {"coral", 0xff7f50},
                                                         {"cornflowerblue", 0x6495ed},
                                                         {"cornsilk", 0xfff8dc},
                                                         {"crimson", 0xdc143c},
                                                         {"cyan", 0x00ffff},
                                                         {"darkblue", 0x00008b},
                                                         {"darkcyan", 0x008b8b},
                                                         {"darkgoldenrod", 0xb8860b},
                                                         {"darkgray", 0xa9a9a9},
                                                         {"darkgreen", 0x006400},
                                                         {"darkgrey", 0xa9a9a9},
                                                         {"darkkhaki", 0xbdb76b},
                                                         {"darkmagenta", 0x8b008b},
                                                         {"darkolivegreen", 0x556b2f},
                                                         {"darkorange", 0xff8c00},
                                                         {"darkorchid", 0x9932cc},
                                                         {"darkred", 0x8b0000},
                                                         {"darksalmon", 0xe9967a},
                                                         {"darkseagreen", 0x8fbc8f},
                                                         {"darkslateblue", 0x483d8b},
                                                         {"darkslategray", 0x2f4f4f},
                                                         {"darkslategrey", 0x2f4f4f},
                                                         {"darkturquoise", 0x00ced1},
                                                         {"darkviolet", 0x9400d3},
                                                         {"deeppink", 0xff1493},
                                                         {"deepskyblue", 0x00bfff},
                                                         {"dimgray", 0x696969},
                                                         {"dimgrey", 0x696969},
                                                         {"dodgerblue", 0x1e90ff},
                                                         {"firebrick", 0xb22222},
                                                         {"floralwhite", 0xfffaf0},
                                                         {"forestgreen", 0x228b22},
                                                         {"fuchsia", 0xff00ff},
                                                         {"gainsboro", 0xdcdcdc},
                                                         {"ghostwhite", 0xf8f8ff},
                                                         {"gold", 0xffd700},
                                                         {"goldenrod", 0xdaa520},
                                                         {"gray", 0x808080},
                                                         {"green", 0x008000},
                                                         {"greenyellow", 0xadff2f},
                                                         {"grey", 0x808080},
                                                         {"honeydew", 0xf0fff0},
                                                         {"hotpink", 0xff69b4},
                                                         {"indianred", 0xcd5c5c},
                                                         {"indigo", 0x4b0082},
                                                         {"ivory", 0xfffff0},
                                                         {"khaki", 0xf0e68c},
                                                         {"lavender", 0xe6e6fa},
                                                         {"lavenderblush", 0xfff0f5},
                                                         {"lawngreen", 0x7cfc00},
                                                         {"lemonchiffon", 0xfffacd},
                                                         {"lightblue", 0xadd8e6},
                                                         {"lightcoral", 0xf08080},
                                                         {"lightcyan", 0xe0ffff},
                                                         {"lightgoldenrodyellow", 0xfafad2},
                                                         {"lightgray", 0xd3d3d3},
                                                         {"lightgreen", 0x90ee90},
                                                         {"lightgrey", 0xd3d3d3},
                                                         {"lightpink", 0xffb6c1},
                                                         {"lightsalmon", 0xffa07a},
                                                         {"lightseagreen", 0x20b2aa},
                                                         {"lightskyblue", 0x87cefa},
                                                         {"lightslategray", 0x778899},
                                                         {"lightslategrey", 0x778899},
                                                         {"lightsteelblue", 0xb0c4de},
                                                         {"lightyellow", 0xffffe0},
                                                         {"lime", 0x00ff00},
                                                         {"limegreen", 0x32cd32},
                                                         {"linen", 0xfaf0e6},
                                                         {"magenta", 0xff00ff},
                                                         {"maroon", 0x800000},
                                                         {"mediumaquamarine", 0x66cdaa},
                                                         {"mediumblue", 0x0000cd},
                                                         {"mediumorchid", 0xba55d3},
                                                         {"mediumpurple", 0x9370db},
                                                         {"mediumseagreen", 0x3cb371},
                                                         {"mediumslateblue", 0x7b68ee},
                                                         {"mediumspringgreen", 0x00fa9a},
                                                         {"mediumturquoise", 0x48d1cc},
                                                         {"mediumvioletred", 0xc71585},
                                                         {"midnightblue", 0x191970},
                                                         {"mintcream", 0xf5fffa},
                                                         {"mistyrose", 0xffe4e1},
                                                         {"moccasin", 0xffe4b5},
                                                         {"navajowhite", 0xffdead},
                                                         {"navy", 0x000080},
                                                         {"oldlace", 0xfdf5e6},
                                                         {"olive", 0x808000},
                                                         {"olivedrab", 0x6b8e23},
                                                         {"orange", 0xffa500},
                                                         {"orangered", 0xff4500},
                                                         {"orchid", 0xda70d6},
                                                         {"palegoldenrod", 0xeee8aa},
                                                         {"palegreen", 0x98fb98},
                                                         {"paleturquoise", 0xafeeee},
                                                         {"palevioletred", 0xdb7093},
                                                         {"papayawhip", 0xffefd5},
                                                         {"peachpuff", 0xffdab9},
                                                         {"peru", 0xcd853f},
                                                         {"pink", 0xffc0cb},
                                                         {"plum", 0xdda0dd},
                                                         {"powderblue", 0xb0e0e6},
                                                         {"purple", 0x800080},
                                                         {"rebeccapurple", 0x663399},
                                                         {"red", 0xff0000},
                                                         {"rosybrown", 0xbc8f8f},
                                                         {"royalblue", 0x4169e1},
                                                         {"saddlebrown", 0x8b4513},
                                                         {"salmon", 0xfa8072},
                                                         {"sandybrown", 0xf4a460},
                                                         {"seagreen", 0x2e8b57},
                                                         {"seashell", 0xfff5ee},
                                                         {"sienna", 0xa0522d},
                                                         {"silver", 0xc0c0c0},
                                                         {"skyblue", 0x87ceeb},
                                                         {"slateblue", 0x6a5acd},
                                                         {"slategray", 0x708090},
                                                         {"slategrey", 0x708090},
                                                         {"snow", 0xfffafa},
                                                         {"springgreen", 0x00ff7f},
                                                         {"steelblue", 0x4682b4},
                                                         {"tan", 0xd2b48c},
                                                         {"teal", 0x008080},
                                                         {"thistle", 0xd8bfd8},
                                                         {"tomato", 0xff6347},
                                                         {"turquoise", 0x40e0d0},
                                                         {"violet", 0xee82ee},
                                                         {"wheat", 0xf5deb3},
                                                         {"white", 0xffffff},
                                                         {"whitesmoke", 0xf5f5f5},
                                                         {"yellow", 0xffff00},
                                                         {"yellowgreen", 0x9acd32},
                                                         {"canvas", 0xffffff},
                                                         {"canvastext", 0x000000}});
constexpr auto kOtherNames =
    std::to_array<std::string_view>({"currentcolor",     "linktext",      "visitedtext",
                                     "activetext",       "buttonface",    "buttontext",
                                     "buttonborder",     "field",         "fieldtext",
                                     "highlight",        "highlighttext", "selecteditem",
                                     "selecteditemtext", "mark",          "marktext",
                                     "graytext",         "accentcolor",   "accentcolortext",
                                     "windowtext",       "window"});

const NamedColor* FindName(std::string_view name) {
  constexpr std::size_t kLongest = 20;
  if (name.empty() || name.size() > kLongest) return nullptr;
  const auto* const found = std::ranges::find_if(kNamedColors, [&](const NamedColor& known) {
    return known.name.size() == name.size() && EqualsIgnoringAsciiCase(name, known.name);
  });
  return found == kNamedColors.end() ? nullptr : found;
}

Color WithAlpha(std::array<int, 3> channels, double alpha) {
  alpha = std::clamp(alpha, 0.0, 1.0);
  return {.channels = channels, .transparent = alpha < kLeastAlpha, .alpha = alpha};
}

std::optional<Color> ReadHexColor(std::string_view digits) {
  const bool is_short = digits.size() == 3 || digits.size() == 4;
  if (!is_short && digits.size() != 6 && digits.size() != 8) return std::nullopt;
  const std::size_t width = is_short ? 1 : 2;
  std::array<int, 4> values = {0, 0, 0, kMostChannel};
  for (std::size_t i = 0; i * width < digits.size(); ++i) {
    const char* const begin = digits.data() + i * width;
    const auto read = std::from_chars(begin, begin + width, values[i], 16);
    if (read.ec != std::errc() || read.ptr != begin + width) return std::nullopt;
    if (is_short) values[i] *= 17;
  }
  return WithAlpha({values[0], values[1], values[2]}, values[3] / double{kMostChannel});
}

// "oklch(0 0 0 / 0)", "rgb(from red r g b / 0%)": what stands behind the slash of a function.
bool HasNoAlpha(std::string_view value) {
  const std::size_t open = value.find('(');
  const std::size_t slash = value.find('/');
  const std::size_t close = value.find(')', slash == std::string_view::npos ? 0 : slash);
  if (open == std::string_view::npos || slash == std::string_view::npos || slash < open ||
      close == std::string_view::npos || value.find(')') < slash) {
    return false;
  }
  const std::string_view alpha = Trimmed(value.substr(slash + 1, close - slash - 1));
  if (EqualsIgnoringAsciiCase(alpha, "none")) return true;
  const auto read = ReadLength(alpha);
  return read && read->number >= 0 &&
         read->number < (read->unit.starts_with('%') ? 100 * kLeastAlpha : kLeastAlpha);
}

// "color-mix(in srgb, red, transparent 100%)"
bool IsMixOfNothing(std::string_view value) {
  if (!StartsWithIgnoringAsciiCase(value, "color-mix(")) return false;
  constexpr std::string_view kNothing = "transparent";
  constexpr double kAll = 98;  // percent
  double nothing = 0;
  int parts = 0;
  std::string_view rest = value.substr(value.find('(') + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view part = Trimmed(rest.substr(0, end));
    if (Contains(part, kNothing)) {
      ++parts;
      const Numbers share = ReadNumbers(part);
      nothing = std::max(nothing, share.count > 0 ? share.values[0] : 50.0);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts > 1 || nothing >= kAll;
}

constexpr double kMostOfScale = 100;

int Channel(double share) {
  return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kMostChannel));
}

// Of hue in degrees, and shares.
std::array<int, 3> OfHsl(double hue, double saturation, double light) {
  constexpr double kTurn = 360, kSixth = 60;
  hue = std::fmod(std::fmod(hue, kTurn) + kTurn, kTurn);
  const double chroma = (1 - std::abs(2 * light - 1)) * saturation;
  const double second = chroma * (1 - std::abs(std::fmod(hue / kSixth, 2) - 1));
  const double least = light - chroma / 2;
  const std::array<double, 3> parts = {chroma, second, 0};
  constexpr std::array<std::size_t, 6> kRed = {0, 1, 2, 2, 1, 0};
  constexpr std::array<std::size_t, 6> kGreen = {1, 0, 0, 1, 2, 2};
  constexpr std::array<std::size_t, 6> kBlue = {2, 2, 1, 0, 0, 1};
  const auto sixth = std::min<std::size_t>(static_cast<std::size_t>(hue / kSixth), 5);
  return {Channel(parts[kRed[sixth]] + least), Channel(parts[kGreen[sixth]] + least),
          Channel(parts[kBlue[sixth]] + least)};
}

// Of "oklch(1 0 0)", "lab(0% 0 0)": black and white alone, at the ends of the scale.
std::optional<std::array<int, 3>> OfLightness(std::string_view name, const Numbers& numbers,
                                              std::string_view inside) {
  const bool is_share = Trimmed(inside).substr(0, Trimmed(inside).find(' ')).ends_with('%');
  const double scale = name.starts_with("ok") && !is_share ? 1 : kMostOfScale;
  constexpr double kNear = 0.01;
  const double light = numbers.values[0] / scale;
  if (light >= 1 - kNear) return std::array{kMostChannel, kMostChannel, kMostChannel};
  if (light <= kNear) return std::array{0, 0, 0};
  return std::nullopt;
}

// Of "color-mix(in srgb, red 40%, red)": of colours that are alike, or all of one.
std::optional<Color> ReadMix(std::string_view inside) {
  const std::size_t comma = inside.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view rest = inside.substr(comma + 1);
  const std::size_t middle = rest.find(',');
  if (middle == std::string_view::npos || rest.find('(') != std::string_view::npos)
    return std::nullopt;
  const std::string_view one = Trimmed(rest.substr(0, middle));
  const std::string_view other = Trimmed(rest.substr(middle + 1));
  const auto a = ReadColor(one), b = ReadColor(other);
  if (one.ends_with(" 100%")) return a;
  if (other.ends_with(" 100%")) return b;
  if (a && b && AreAlike(*a, *b) && a->alpha >= 1 && b->alpha >= 1) return a;
  return std::nullopt;
}

// "rgb(from white r g b)"
std::optional<Color> ReadRelative(std::string_view inside) {
  constexpr std::string_view kFrom = "from ";
  const std::string_view rest = Trimmed(inside.substr(kFrom.size()));
  const std::size_t space = std::min(rest.find(' '), rest.size());
  if (!EqualsIgnoringAsciiCase(Trimmed(rest.substr(space)), "r g b")) return std::nullopt;
  return ReadColor(rest.substr(0, space));
}

// The number behind the slash, or the fourth.
double AlphaOf(const Numbers& numbers, std::string_view inside) {
  constexpr std::size_t kBeforeAlpha = 3;
  if (numbers.count <= kBeforeAlpha) return 1;
  const std::size_t last = std::min(inside.find_last_of(",/"), inside.size());
  const bool is_share = inside.substr(last).find('%') != std::string_view::npos;
  return numbers.values[kBeforeAlpha] / (is_share ? kMostOfScale : 1);
}

std::optional<Color> ReadFunction(std::string_view value) {
  const std::size_t open = value.find('('), close = value.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return std::nullopt;
  const std::string name = AsciiLowered(value.substr(0, open));
  const std::string_view inside = Trimmed(value.substr(open + 1, close - open - 1));
  if (name == "color-mix") return ReadMix(inside);
  if (name == "light-dark") return ReadColor(Trimmed(inside.substr(0, inside.find(','))));
  if (StartsWithIgnoringAsciiCase(inside, "from ")) return ReadRelative(inside);
  Numbers numbers = ReadNumbers(
      name == "color" ? inside.substr(std::min(inside.find(' '), inside.size())) : inside);
  if (numbers.count < 3) return std::nullopt;
  const double alpha = AlphaOf(numbers, inside);
  const auto& v = numbers.values;
  if (name == "rgb" || name == "rgba") {
    const std::string_view channels = inside.substr(0, inside.find('/'));
    const bool is_share = channels.find("% ") != std::string_view::npos ||
                          channels.find("%,") != std::string_view::npos;
    const double scale = is_share ? kMostOfScale : kMostChannel;
    return WithAlpha({Channel(v[0] / scale), Channel(v[1] / scale), Channel(v[2] / scale)}, alpha);
  }
  if (name == "hsl" || name == "hsla") {
    const double saturation = std::clamp(v[1] / kMostOfScale, 0.0, 1.0);
    return WithAlpha(OfHsl(v[0], saturation, std::clamp(v[2] / kMostOfScale, 0.0, 1.0)), alpha);
  }
  if (name == "hwb" && v[1] + v[2] >= kMostOfScale) {
    const int grey = Channel(v[1] / (v[1] + v[2]));
    return WithAlpha({grey, grey, grey}, alpha);
  }
  if (name == "color" && (StartsWithIgnoringAsciiCase(inside, "srgb ") ||
                          StartsWithIgnoringAsciiCase(inside, "display-p3 "))) {
    const double scale = numbers.has_percent ? kMostOfScale : 1;
    return WithAlpha({Channel(v[0] / scale), Channel(v[1] / scale), Channel(v[2] / scale)}, alpha);
  }
  if (name != "lab" && name != "lch" && name != "oklab" && name != "oklch") return std::nullopt;
  const auto channels = OfLightness(name, numbers, inside);
  if (!channels) return std::nullopt;
  return WithAlpha(*channels, alpha);
}

}  // namespace

bool AreAlike(const Color& a, const Color& b) {
  constexpr int kLeastSeen = 18;  // of 255, in one channel
  for (std::size_t i = 0; i < a.channels.size(); ++i) {
    if (std::abs(a.channels[i] - b.channels[i]) >= kLeastSeen) return false;
  }
  return true;
}

bool MayBeColor(std::string_view value) {
  if (value.find('(') != std::string_view::npos || ReadColor(value)) return true;
  if (StartsWithIgnoringAsciiCase(value, "-webkit-")) return true;  // a browser's own
  return IsOneOf(value, kOtherNames);
}

std::optional<Color> ReadColor(std::string_view value) {
  if (value.starts_with('#')) {
    value.remove_prefix(1);
    return ReadHexColor(value.substr(0, value.find_first_of(" ,)")));
  }
  const std::string_view name = value.substr(0, value.find_first_of(" ,)"));
  if (EqualsIgnoringAsciiCase(name, "transparent")) return WithAlpha({}, 0);
  if (const NamedColor* const known = FindName(name)) {
    const std::uint32_t all = known->channels;
    return WithAlpha({static_cast<int>(all >> 16), static_cast<int>(all >> 8 & 0xFF),
                      static_cast<int>(all & 0xFF)},
                     1);
  }
  if (value.find('(') == std::string_view::npos) return std::nullopt;
  constexpr std::string_view kLightDark = "light-dark(";
  const bool is_choice = StartsWithIgnoringAsciiCase(value, kLightDark);
  if (!is_choice && (HasNoAlpha(value) || IsMixOfNothing(value))) return WithAlpha({}, 0);
  return ReadFunction(value);
}

std::string_view ColorPartOf(std::string_view background) {
  constexpr int kMostParts = 16;
  if (background.find(' ') == std::string_view::npos || ReadColor(background)) return background;
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

}  // namespace sitedoor::extract::internal
