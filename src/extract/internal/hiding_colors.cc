#include "extract/internal/hiding_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_gradient.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

// What a rule sets, surely or in some state of the page.
enum Painting : std::uint16_t {
  kText = 1u << 0,
  kGround = 1u << 1,
  kMaybeText = 1u << 2,
  kMaybeGround = 1u << 3,
};
constexpr std::size_t kMostRules = 8192;
constexpr std::size_t kMostStyleBytes = 4096;
constexpr Rank kImportant = Rank{1} << 62;

// Of what lies over or behind other parts, or is painted in ways that are not read here.
bool MayOverlay(std::string_view declarations) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"absolute", "fixed", "z-index", "grid-area", "grid-column", "grid-row", "blend", "inset",
       "border-image", "color-scheme", "backdrop", "paint(", "attr(", "sticky", "element("});
  return std::ranges::any_of(kWords,
                             [&](std::string_view word) { return Contains(declarations, word); });
}

bool SetsColors(std::string_view declarations) {
  return Contains(declarations, "color") || Contains(declarations, "background") ||
         Contains(declarations, "shadow") || Contains(declarations, "stroke") ||
         Contains(declarations, "filter") || Contains(declarations, "margin") ||
         Contains(declarations, "transform") || Contains(declarations, "position") ||
         Contains(declarations, "all:");
}

// Moved over what stands beside it.
bool IsMoved(const Declarations& style) {
  const auto is_set = [&](Property property) { return !style[property].empty(); };
  const bool is_pushed =
      std::ranges::any_of(std::array{kLeft, kRight, kTop, kBottom}, is_set) && is_set(kPosition);
  const bool is_pulled = std::ranges::any_of(
      std::array{kMargin, kMarginLeft, kMarginTop},
      [&](Property property) { return style[property].find('-') != std::string_view::npos; });
  return is_pushed || is_pulled || is_set(kTransform) || is_set(kTranslate) || is_set(kScale) ||
         is_set(kRotate);
}

bool IsCutOut(const Declarations& style) {
  return Contains(style[kBackgroundClip], "text") || Contains(style[kWebkitBackgroundClip], "text");
}

bool IsOutlined(const Declarations& style) {
  constexpr auto kNone = std::to_array<std::string_view>({"", "none", "0"});
  constexpr auto kOutlines = std::array{kTextShadow, kWebkitTextStroke, kFilter};
  return !std::ranges::all_of(kOutlines, [&](Property p) { return IsOneOf(style[p], kNone); });
}

bool IsPainted(std::string_view background) {
  return Contains(background, "url(") || Contains(background, "gradient(") ||
         Contains(background, "image(") || Contains(background, "image-set(") ||
         Contains(background, "var(");
}

// Of one colour all over the element.
std::optional<Color> GradientOver(const Declarations& style) {
  for (const Property property : {kBackgroundSize, kBackgroundRepeat, kBackgroundPosition}) {
    if (!style[property].empty()) return std::nullopt;
  }
  const std::string_view image =
      style[kBackgroundImage].empty() ? style[kBackground] : style[kBackgroundImage];
  const auto color = OneColorOfGradient(image);
  return color && !color->transparent ? color : std::nullopt;
}

// "#FFFFFF", "ffffff", "white" of old attributes.
std::optional<Color> ReadOldColor(std::string_view value) {
  value = Trimmed(value);
  if (const auto color = ReadColor(value)) return color;
  constexpr std::size_t kDigits = 6;
  if (value.size() != kDigits || !std::ranges::all_of(value, IsHexDigit)) return std::nullopt;
  return ReadColor("#" + std::string(value));
}

// Of "color:#666", as highlighters write it at every word of code.
std::optional<Color> OnlyColorOf(std::string_view style) {
  constexpr std::string_view kStart = "color:";
  if (!style.starts_with(kStart)) return std::nullopt;
  style = Trimmed(style.substr(kStart.size()));
  if (style.ends_with(';')) style.remove_suffix(1);
  if (!style.starts_with('#') || !std::ranges::all_of(style.substr(1), IsHexDigit))
    return std::nullopt;
  return ReadColor(style);
}

Color Over(const Color& top, const Color& ground) {
  Color mixed = top;
  mixed.alpha = 1;
  mixed.transparent = false;
  for (std::size_t i = 0; i < mixed.channels.size(); ++i) {
    mixed.channels[i] = static_cast<int>(
        std::lround(top.channels[i] * top.alpha + ground.channels[i] * (1 - top.alpha)));
  }
  return mixed;
}

}  // namespace

bool Paint::HidesText() const {
  if (!text || !ground) return false;
  return text->transparent || AreAlike(Over(*text, *ground), *ground);
}

HidingColors::HidingColors(const std::vector<StyleRule>& rules, const Variables& variables)
    : variables_(variables) {
  for (const StyleRule& rule : rules) {
    if (MayOverlay(rule.declarations)) is_known_ = false;
    if (!is_known_) return;
    if (rule.declarations.find("--") == std::string_view::npos) continue;
    for (const auto& [name, value] : VariablesOf(rule.declarations)) {
      const auto known = variables_.find(name);
      if (known == variables_.end() || known->second != value) local_variables_.insert(name);
    }
  }
  for (std::size_t i = 0; i < rules.size() && is_known_; ++i) Add(rules[i], i);
  rules_.Index();
}

bool HidingColors::UsesUnknownVariable(std::string_view value) const {
  constexpr std::string_view kCall = "var(";
  constexpr int kMostCalls = 16;
  for (int i = 0; i < kMostCalls; ++i) {
    const std::size_t begin = value.find(kCall);
    if (begin == std::string_view::npos) return false;
    value.remove_prefix(begin + kCall.size());
    const std::size_t end = std::min(value.find_first_of(",)"), value.size());
    const std::string name(Trimmed(value.substr(0, end)));
    const bool has_other = end < value.size() && value[end] == ',';
    if (local_variables_.contains(name) || (!has_other && !variables_.contains(name))) return true;
  }
  return true;
}

// What is cut out to letters that have no colour of their own is theirs, and no ground.
void HidingColors::ShowGroundInLetters(Parts& parts) {
  const bool is_clear = parts.text.kind == Part::kKnown && parts.text.color.transparent;
  if (is_clear && parts.ground.kind == Part::kKnown) {
    parts.text = parts.ground;
  } else {
    parts.text.kind = Part::kUnknown;
  }
  parts.ground.kind = Part::kUnset;
}

HidingColors::Parts HidingColors::PartsOf(std::string_view declarations) const {
  declarations = declarations.substr(0, kMostStyleBytes);
  Parts parts;
  if (!SetsColors(declarations)) return parts;
  std::string resolved;
  bool is_unknown = false;
  if (declarations.find("var(") != std::string_view::npos) {
    is_unknown = UsesUnknownVariable(declarations);
    resolved = WithVariables(declarations, variables_);
    declarations = resolved;
  }
  const Declarations style(declarations);
  constexpr auto kAround = std::to_array<std::string_view>({"inherit", "unset", "currentcolor"});
  const std::string_view text =
      style[kWebkitTextFillColor].empty() ? style[kColor] : style[kWebkitTextFillColor];
  if (IsOneOf(text, kAround)) {
    parts.text.kind = Part::kInherited;
  } else if (!text.empty()) {
    const auto color = ReadColor(text);
    parts.text = {color ? Part::kKnown : Part::kUnknown, color.value_or(Color{})};
  }
  if (IsOutlined(style) || !style[kAll].empty() || is_unknown) parts.text.kind = Part::kUnknown;

  constexpr auto kNothing = std::to_array<std::string_view>({"none", "0", "transparent", "unset"});
  const std::string_view background = style[kBackground];
  const std::string_view ground =
      style[kBackgroundColor].empty() ? ColorPartOf(background) : style[kBackgroundColor];
  if (const auto gradient = GradientOver(style)) {
    parts.ground = {Part::kKnown, *gradient};
  } else if (IsPainted(background) || IsPainted(style[kBackgroundImage])) {
    parts.ground.kind = Part::kUnknown;
  } else if (EqualsIgnoringAsciiCase(ground, "currentcolor")) {
    parts.ground.kind = Part::kOfText;
  } else if (IsOneOf(ground, kNothing)) {
    parts.ground.kind = Part::kInherited;
  } else if (!ground.empty()) {
    const auto color = ReadColor(ground);
    parts.ground = {color ? Part::kKnown : Part::kUnknown, color.value_or(Color{})};
  } else if (IsMoved(style)) {
    parts.ground.kind = Part::kUnknown;
  }
  if (is_unknown || !style[kAll].empty()) parts.ground.kind = Part::kUnknown;
  if (IsCutOut(style)) ShowGroundInLetters(parts);
  return parts;
}

void HidingColors::Add(const StyleRule& rule, Rank order) {
  const Parts parts = PartsOf(rule.declarations);
  const bool sets_text = parts.text.kind != Part::kUnset;
  const bool sets_ground = parts.ground.kind != Part::kUnset;
  if (!sets_text && !sets_ground) return;
  const Importance importance = rule.declarations.find('!') != std::string_view::npos
                                    ? Importance::kImportant
                                    : Importance::kNormal;
  for (CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
    if (rules_.rules.size() >= kMostRules) {
      is_known_ = false;
      return;
    }
    const bool is_sure = selector.IsWhole() && !selector.IsUnlessTouched() && !rule.is_conditional;
    const auto means =
        static_cast<std::uint16_t>((sets_text ? (is_sure ? kText : kMaybeText) : 0) |
                                   (sets_ground ? (is_sure ? kGround : kMaybeGround) : 0));
    const Rank rank = RankOf(rule, selector, order, importance);
    parts_.insert_or_assign(rank, parts);
    rules_.rules.push_back({std::move(selector), rank, means, false});
  }
}

void HidingColors::ReadSheets(Node element, std::size_t& steps, Parts& parts,
                              bool& is_important) const {
  if (rules_.rules.empty()) return;
  const auto look = [&](Painting surely, Painting maybe, Part Parts::* part) {
    const Rank rank = rules_.GreatestRankFor(element, 0, surely, steps);
    if (rank != 0) parts.*part = parts_.at(rank).*part;
    is_important = is_important || rank >= kImportant;
    if (rules_.GreatestRankFor(element, 0, maybe, steps) != 0) (parts.*part).kind = Part::kUnknown;
  };
  look(kText, kMaybeText, &Parts::text);
  look(kGround, kMaybeGround, &Parts::ground);
}

std::optional<Paint> HidingColors::Of(Node element, const Paint& around, std::size_t& steps) {
  if (!is_known_) return std::nullopt;
  Parts parts;
  const auto set = [](Part& part, std::optional<Color> color) {
    part = {color ? Part::kKnown : Part::kUnknown, color.value_or(Color{})};
  };
  // What browsers do of themselves, and old attributes.
  switch (element.ElementTag()) {
    case LXB_TAG_A:
      if (element.HasAttribute(LXB_DOM_ATTR_HREF)) set(parts.text, Color{{0, 0, 238}, false});
      break;
    case LXB_TAG_MARK:
      set(parts.text, Color{});
      set(parts.ground, Color{{255, 255, 0}, false});
      break;
    case LXB_TAG_FONT:
      if (element.HasAttribute("color")) set(parts.text, ReadOldColor(element.Attribute("color")));
      break;
    case LXB_TAG_BODY:
      if (element.HasAttribute("text")) set(parts.text, ReadOldColor(element.Attribute("text")));
      break;
    case LXB_TAG_BUTTON:
    case LXB_TAG_SELECT:
    case LXB_TAG_TEXTAREA:
    case LXB_TAG_DIALOG:
      parts.ground.kind = parts.text.kind = Part::kUnknown;
      break;
    default:
      break;
  }
  const bool may_be_old = element.HasUncommonAttributes();
  if (may_be_old && element.HasAttribute("bgcolor"))
    set(parts.ground, ReadOldColor(element.Attribute("bgcolor")));
  if (may_be_old && element.HasAttribute("background")) parts.ground.kind = Part::kUnknown;
  bool is_important = false;
  ReadSheets(element, steps, parts, is_important);
  const std::string_view style =
      may_be_old ? element.Attribute(LXB_DOM_ATTR_STYLE) : std::string_view();
  if (const auto color = OnlyColorOf(style)) {
    if (!is_important) set(parts.text, color);
  } else if (!style.empty()) {
    if (MayOverlay(style)) is_known_ = false;
    const Parts own = PartsOf(style);
    if (own.text.kind != Part::kUnset && !is_important) parts.text = own.text;
    if (own.ground.kind != Part::kUnset && !is_important) parts.ground = own.ground;
  }
  if (parts.text.kind == Part::kUnset && parts.ground.kind == Part::kUnset) return std::nullopt;
  Paint paint = around;
  if (parts.text.kind == Part::kKnown) paint.text = parts.text.color;
  if (parts.text.kind == Part::kUnknown) paint.text.reset();
  if (parts.ground.kind == Part::kUnknown) paint.ground.reset();
  if (parts.ground.kind == Part::kOfText) paint.ground = paint.text;
  if (parts.ground.kind == Part::kKnown) {
    const Color& own = parts.ground.color;
    if (own.alpha >= 1) {
      paint.ground = own;
    } else if (paint.ground) {
      paint.ground = Over(own, *paint.ground);
    }
  }
  return paint;
}

}  // namespace sitedoor::extract::internal
