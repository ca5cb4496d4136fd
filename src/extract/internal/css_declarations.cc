#include "extract/internal/css_declarations.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/css_color.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

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
                                                              "-webkit-text-security",
                                                              "text-shadow",
                                                              "-webkit-text-stroke",
                                                              "content",
                                                              "all"};

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
                                                           {"min-block-size", kMinHeight},
                                                           {"margin-inline", kMarginLeft},
                                                           {"margin-block", kMarginTop},
                                                           {"inset-inline", kLeft},
                                                           {"inset-block", kTop}});
// Of which the first value is the start's.
constexpr std::array<std::string_view, 4> kOfTwoSides = {"margin-inline", "margin-block",
                                                         "inset-inline", "inset-block"};

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

}  // namespace

bool IsOneOf(std::string_view value, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return EqualsIgnoringAsciiCase(value, word); });
}

namespace {

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
    case kAll:
      return false;  // other words are none for it
    default:
      return true;
  }
}

Property PropertyNamed(std::string_view name) {
  const auto* const found = std::ranges::find_if(kNames, [&](std::string_view known) {
    return known.size() == name.size() && EqualsIgnoringAsciiCase(name, known);
  });
  return static_cast<Property>(found - kNames.begin());
}

// Of the ';' that ends it, none inside brackets or quotes.
std::size_t EndOfDeclaration(std::string_view css) {
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

}  // namespace

Declarations::Declarations(std::string_view css) {
  while (!css.empty()) {
    const std::size_t end = EndOfDeclaration(css);
    Add(css.substr(0, end));
    css.remove_prefix(std::min(end + 1, css.size()));
  }
}

// "all: unset" is all of them.
void Declarations::ForgetUnimportant() {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!important_[i]) values_[i] = {};
  }
}

void Declarations::Add(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = Trimmed(declaration.substr(0, colon));
  if (name.starts_with("--")) return;
  auto property = PropertyNamed(name);
  if (property == kProperties) {
    const auto* const logical = std::ranges::find_if(kLogicalNames, [&](const LogicalName& known) {
      return EqualsIgnoringAsciiCase(name, known.name);
    });
    if (logical == kLogicalNames.end()) return;
    property = logical->property;
  }
  const std::string_view value = declaration.substr(colon + 1);
  const std::size_t mark = value.find('!');
  const bool is_important = mark != std::string_view::npos;
  if (important_[property] && !is_important) return;
  std::string_view plain = Trimmed(value.substr(0, mark));
  if (IsOneOf(name, kOfTwoSides) && !plain.ends_with(')')) plain = plain.substr(0, plain.find(' '));
  if (!IsValue(property, plain)) return;
  if (property == kAll) ForgetUnimportant();
  important_[property] = is_important;
  values_[property] = plain;
}

bool IsKnownDeclaration(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return false;
  const Property property = PropertyNamed(Trimmed(declaration.substr(0, colon)));
  const std::string_view value = Trimmed(declaration.substr(colon + 1));
  return property == kProperties ? !value.empty() : IsValue(property, value);
}

}  // namespace sitedoor::extract::internal
