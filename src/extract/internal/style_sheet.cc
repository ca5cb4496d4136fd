#include "extract/internal/style_sheet.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostRules = 100'000;

// The next of '{', '}' and ';' that is in no string or address, from `at` on; the size when there
// is none.
std::size_t NextMark(std::string_view css, std::size_t at) {
  static constexpr auto kMarks = TableOf("{};\"'\\(");
  for (at = FindAny(css, at, kMarks); at < css.size(); at = FindAny(css, at, kMarks)) {
    const char c = css[at];
    if (c == '\\') {
      at += 2;
    } else if (c == '"' || c == '\'') {
      at = EndOfString(css, at);
    } else if (c == '(') {
      at = EndOfBareUrl(css, at);
    } else {
      return at;
    }
  }
  return css.size();
}

// The end of the block that begins with the '{' at `open`: of its '}', or of the text.
std::size_t EndOfBlock(std::string_view css, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < css.size(); at = NextMark(css, at + 1)) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return css.size();
}

// Old pages keep their style sheets in HTML comments, whose marks mean nothing in them.
std::string_view WithoutHtmlMarks(std::string_view prelude) {
  prelude = Trimmed(prelude);
  for (const std::string_view mark : {"<!--", "-->"}) {
    if (prelude.starts_with(mark)) prelude = Trimmed(prelude.substr(mark.size()));
  }
  return prelude;
}

constexpr std::size_t kNoRule = static_cast<std::size_t>(-1);
constexpr std::size_t kMostNesting = 256;

struct OpenBlock {
  std::size_t rule = kNoRule;  // whose declarations stand in it
  bool is_conditional = false;
  bool is_interrupted = false;  // a nested rule was the last in it
  std::uint32_t layer = StyleRule::kNoLayer;
  std::string scope = {};  // the selectors of an @scope
};

// The place of the layer in "@layer reset.base" among all; layers in others go with those.
std::uint32_t LayerOf(std::string_view name, StyleLayers& layers) {
  name = Trimmed(name);
  name = Trimmed(name.substr(0, name.find('.')));
  const auto known = name.empty() ? layers.end() : std::ranges::find(layers, name);
  const auto place = static_cast<std::uint32_t>(known - layers.begin());
  if (known == layers.end() && layers.size() + 1 < StyleRule::kNoLayer) layers.emplace_back(name);
  return std::min(place, StyleRule::kNoLayer - 1);
}

constexpr std::string_view kLayer = "@layer";
constexpr std::string_view kScope = "@scope";

// "@layer a, b;"
void NoteLayers(std::string_view statement, StyleLayers& layers) {
  statement = Trimmed(statement);
  if (!StartsWithIgnoringAsciiCase(statement, kLayer)) return;
  ForEachSelector(statement.substr(kLayer.size()), [&](std::string_view name) {
    if (!Trimmed(name).empty()) LayerOf(name, layers);
  });
}

// ".a" in "@scope (.a)"; nothing when it has an end too.
std::string_view RootOfScope(std::string_view prelude) {
  std::string_view root = Trimmed(prelude.substr(kScope.size()));
  if (root.size() < 2 || !root.starts_with('(') || root.find(')') != root.size() - 1) return {};
  return Trimmed(root.substr(1, root.size() - 2));
}

// Declarations that stand together are one piece of the sheet; those behind a nested rule are a
// rule of their own.
void AddDeclaration(std::vector<StyleRule>& rules, OpenBlock& block, std::string_view text) {
  if (block.is_interrupted) {
    if (Trimmed(text).empty()) return;
    StyleRule again = rules[block.rule];
    again.declarations = {};
    block.rule = rules.size();
    block.is_interrupted = false;
    rules.push_back(std::move(again));
  }
  std::string_view& all = rules[block.rule].declarations;
  if (all.empty()) {
    all = text;
  } else {
    all = {all.data(), static_cast<std::size_t>(text.data() + text.size() - all.data())};
  }
}

void CloseBlock(std::vector<OpenBlock>& blocks, std::string_view last,
                std::vector<StyleRule>& rules) {
  if (blocks.back().rule != kNoRule && !last.empty()) AddDeclaration(rules, blocks.back(), last);
  blocks.pop_back();
}

// ".a, .b" and "&.c, .d" to ".a.c, .b.c, .a .d, .b .d"; the inner ones where nothing is around.
std::string NestedSelectors(std::string_view outer, std::string_view inner) {
  if (outer.empty()) return std::string(inner);
  constexpr std::size_t kMostBytes = 2048;
  std::string all;
  ForEachSelector(inner, [&](std::string_view part) {
    part = Trimmed(part);
    ForEachSelector(outer, [&](std::string_view around) {
      if (all.size() + part.size() + around.size() > kMostBytes) return;
      if (!all.empty()) all += ',';
      if (part.find('&') == std::string_view::npos) {
        all.append(Trimmed(around)).append(" ").append(part);
        return;
      }
      for (const char c : part) {
        if (c == '&') {
          all += Trimmed(around);
        } else {
          all += c;
        }
      }
    });
  });
  return all;
}

// ":scope > p" to ".a > p", "p" to ".a p".
std::string ScopedSelectors(std::string_view root, std::string_view inner) {
  constexpr std::string_view kSelf = ":scope";
  if (root.empty()) return std::string(inner);
  std::string nested;
  while (!inner.empty()) {
    const std::size_t at = std::min(inner.find(kSelf), inner.size());
    nested.append(inner.substr(0, at));
    if (at < inner.size()) nested += '&';
    inner.remove_prefix(std::min(at + kSelf.size(), inner.size()));
  }
  return NestedSelectors(root, nested);
}

enum class AtRule { kRules, kConditionalRules, kOther };

enum class Holds { kNo, kYes, kMaybe };

Holds Not(Holds value) {
  if (value == Holds::kMaybe) return value;
  return value == Holds::kYes ? Holds::kNo : Holds::kYes;
}

// "display: grid": of what every browser has had for years.
Holds IsSupported(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return Holds::kMaybe;
  const std::string_view property = Trimmed(declaration.substr(0, colon));
  constexpr auto kOld = std::to_array<std::string_view>(
      {"display", "position", "color",     "opacity",    "visibility", "margin",     "padding",
       "width",   "height",   "transform", "transition", "float",      "background", "font-size",
       "gap",     "top",      "left",      "flex",       "grid-area",  "object-fit", "overflow"});
  if (!IsOneOf(property, kOld)) return Holds::kMaybe;
  return IsKnownDeclaration(declaration) ? Holds::kYes : Holds::kNo;
}

std::string_view TakeWord(std::string_view& query);

// Of "(a: b) and (not (c: d))", without further brackets in those.
Holds SupportsHold(std::string_view condition) {
  constexpr int kMostParts = 8;
  Holds all = Holds::kMaybe;
  std::string_view joint;
  for (int part = 0; part < kMostParts; ++part) {
    std::string_view rest = condition;
    const bool is_negated = EqualsIgnoringAsciiCase(TakeWord(rest), "not");
    if (is_negated) condition = rest;
    const std::size_t close = condition.find(')');
    if (!condition.starts_with('(') || close == std::string_view::npos) return Holds::kMaybe;
    const std::string_view inside = condition.substr(1, close - 1);
    if (inside.find('(') != std::string_view::npos) return Holds::kMaybe;
    const Holds one = is_negated ? Not(IsSupported(inside)) : IsSupported(inside);
    const bool is_and = EqualsIgnoringAsciiCase(joint, "and");
    const Holds decisive = is_and ? Holds::kNo : Holds::kYes;
    if (part == 0 || all == Not(decisive) || one == decisive) all = one;
    condition = Trimmed(condition.substr(close + 1));
    if (condition.empty()) return all;
    joint = TakeWord(condition);
    if (!EqualsIgnoringAsciiCase(joint, "and") && !EqualsIgnoringAsciiCase(joint, "or"))
      return Holds::kMaybe;
  }
  return Holds::kMaybe;
}

// "@media screen" holds for everyone; another screen or browser may not be in @media (...).
AtRule KindOf(std::string_view prelude) {
  constexpr auto kConditions = std::to_array<std::string_view>(
      {"@container", "@document", "@-moz-document", "@starting-style"});
  constexpr std::string_view kSupports = "@supports";
  if (StartsWithIgnoringAsciiCase(prelude, kLayer)) return AtRule::kRules;
  if (StartsWithIgnoringAsciiCase(prelude, kSupports)) {
    const Holds holds = SupportsHold(Trimmed(prelude.substr(kSupports.size())));
    if (holds == Holds::kMaybe) return AtRule::kConditionalRules;
    return holds == Holds::kYes ? AtRule::kRules : AtRule::kOther;
  }
  if (StartsWithIgnoringAsciiCase(prelude, kScope))
    return RootOfScope(prelude).empty() ? AtRule::kConditionalRules : AtRule::kRules;
  if (StartsWithIgnoringAsciiCase(prelude, "@media")) {
    const std::string_view media = Trimmed(prelude.substr(std::string_view("@media").size()));
    return HoldsOnScreens(media) ? AtRule::kRules : AtRule::kConditionalRules;
  }
  const bool is_condition = std::ranges::any_of(kConditions, [&](std::string_view name) {
    return StartsWithIgnoringAsciiCase(prelude, name);
  });
  return is_condition ? AtRule::kConditionalRules : AtRule::kOther;
}

}  // namespace

namespace {

// Takes a word off the front of a media query.
std::string_view TakeWord(std::string_view& query) {
  const std::size_t end = std::min(query.find_first_of(" (\t\r\n"), query.size());
  const std::string_view word = query.substr(0, end);
  query = Trimmed(query.substr(end));
  return word;
}

// Of a length that does not depend on the window; nothing for others.
std::optional<double> ReadPixels(std::string_view value) {
  constexpr double kLetter = 16;
  const auto length = ReadLength(value);
  if (!length) return std::nullopt;
  if (length->number == 0 || EqualsIgnoringAsciiCase(length->unit, "px")) return length->number;
  if (IsFontRelative(length->unit)) return length->number * kLetter;
  return std::nullopt;
}

constexpr double kLeastSide = 200, kMostSide = 10'000;  // of a screen, in pixels

// "width >= 1px", "0 < height", of two parts.
bool IsRangeOfEveryScreen(std::string_view feature) {
  const std::size_t sign = feature.find_first_of("<>");
  if (sign == std::string_view::npos) return false;
  std::string_view left = Trimmed(feature.substr(0, sign));
  std::string_view right = feature.substr(sign + 1);
  if (right.starts_with('=')) right.remove_prefix(1);
  right = Trimmed(right);
  bool is_least = feature[sign] == '>';
  if (ReadLength(left)) {
    std::swap(left, right);
    is_least = !is_least;
  }
  if (!EqualsIgnoringAsciiCase(left, "width") && !EqualsIgnoringAsciiCase(left, "height"))
    return false;
  const auto length = ReadPixels(right);
  return length && (is_least ? *length <= kLeastSide : *length >= kMostSide);
}

// "(color)", "(min-width: 1px)": of every screen that pages are read from.
bool IsOfEveryScreen(std::string_view feature) {
  const std::size_t colon = std::min(feature.find(':'), feature.size());
  const std::string_view name = Trimmed(feature.substr(0, colon));
  const auto names = [&](std::string_view one, std::string_view other) {
    return EqualsIgnoringAsciiCase(name, one) || EqualsIgnoringAsciiCase(name, other);
  };
  if (colon == feature.size())
    return names("color", "width") || EqualsIgnoringAsciiCase(name, "height") ||
           IsRangeOfEveryScreen(feature);
  const std::string_view value = Trimmed(feature.substr(colon + 1));
  const auto number = ReadLength(value);
  if (names("min-color", "min-resolution"))
    return number && number->number <= 1 && !EqualsIgnoringAsciiCase(number->unit, "dppx");
  if (EqualsIgnoringAsciiCase(name, "monochrome")) return value == "0";
  const auto length = ReadPixels(value);
  if (!length) return false;
  if (names("min-width", "min-height")) return *length <= kLeastSide;
  return names("max-width", "max-height") && *length >= kMostSide;
}

// "screen and (color) and (min-width: 0)"
bool QueryHoldsOnScreens(std::string_view query) {
  constexpr int kMostParts = 8;
  query = Trimmed(query);
  if (query.empty()) return true;
  std::string_view word = TakeWord(query);
  const bool is_negated = EqualsIgnoringAsciiCase(word, "not");
  if (is_negated || EqualsIgnoringAsciiCase(word, "only")) word = TakeWord(query);
  constexpr auto kOtherMedia = std::to_array<std::string_view>(
      {"print", "speech", "tty", "tv", "projection", "handheld", "braille", "embossed", "aural"});
  if (is_negated) return query.empty() && IsOneOf(word, kOtherMedia);
  if (!word.empty() && !EqualsIgnoringAsciiCase(word, "all") &&
      !EqualsIgnoringAsciiCase(word, "screen"))
    return false;
  for (int part = 0; part < kMostParts && !query.empty(); ++part) {
    if (!word.empty() && part == 0 && !EqualsIgnoringAsciiCase(TakeWord(query), "and"))
      return false;
    const std::size_t close = query.find(')');
    if (!query.starts_with('(') || close == std::string_view::npos ||
        !IsOfEveryScreen(query.substr(1, close - 1)))
      return false;
    query = Trimmed(query.substr(close + 1));
    if (query.empty()) return true;
    if (!EqualsIgnoringAsciiCase(TakeWord(query), "and")) return false;
    word = {};
  }
  return query.empty();
}

}  // namespace

bool HoldsOnScreens(std::string_view media) {
  bool holds = media.empty();
  ForEachSelector(media,
                  [&](std::string_view query) { holds = holds || QueryHoldsOnScreens(query); });
  return holds;
}

std::string WithoutComments(std::string_view css) {
  static constexpr auto kMarks = TableOf("/\"'\\(");
  std::string plain;
  plain.reserve(css.size());
  for (std::size_t at = 0; at < css.size();) {
    std::size_t next = FindAny(css, at, kMarks);
    plain += css.substr(at, next - at);
    at = next;
    if (at == css.size()) break;
    if (css.substr(at, 2) == "/*") {
      const std::size_t end = css.find("*/", at + 2);
      at = end == std::string_view::npos ? css.size() : end + 2;
      continue;
    }
    next = at + (css[at] == '\\' ? 2 : 1);
    if (css[at] == '"' || css[at] == '\'') next = EndOfString(css, at);
    if (css[at] == '(') next = EndOfBareUrl(css, at);
    plain += css.substr(at, next - at);
    at = next;
  }
  return plain;
}

std::vector<StyleRule> ReadRules(std::string_view css, StyleLayers& layers) {
  std::vector<StyleRule> rules;
  std::vector<OpenBlock> blocks;
  bool is_misread = false;  // a '}' too many makes the next rule none
  for (std::size_t at = 0; at < css.size() && rules.size() < kMostRules;) {
    const std::size_t mark = NextMark(css, at);
    if (mark >= css.size()) {
      // A rule whose end is missing ends with the sheet.
      while (!blocks.empty()) CloseBlock(blocks, css.substr(at), rules);
      break;
    }
    const std::string_view before = css.substr(at, mark - at);
    at = mark + 1;
    if (css[mark] == '}') {
      is_misread = is_misread || blocks.empty();
      if (!blocks.empty()) CloseBlock(blocks, before, rules);
      continue;
    }
    const bool in_rule = !blocks.empty() && blocks.back().rule != kNoRule;
    if (css[mark] == ';') {
      if (in_rule) AddDeclaration(rules, blocks.back(), before);
      if (!in_rule) NoteLayers(before, layers);
      continue;
    }
    const std::string_view prelude = WithoutHtmlMarks(before);
    const AtRule kind = prelude.starts_with('@') ? KindOf(prelude) : AtRule::kOther;
    const bool is_nothing = is_misread || (prelude.starts_with('@') && kind == AtRule::kOther);
    if (is_nothing || blocks.size() >= kMostNesting) {
      at = EndOfBlock(css, mark) + 1;
      is_misread = false;
      continue;
    }
    OpenBlock block;
    if (!blocks.empty())
      block = {.is_conditional = blocks.back().is_conditional,
               .layer = blocks.back().layer,
               .scope = blocks.back().scope};
    block.is_conditional = block.is_conditional || kind == AtRule::kConditionalRules;
    if (block.layer == StyleRule::kNoLayer && StartsWithIgnoringAsciiCase(prelude, kLayer))
      block.layer = LayerOf(prelude.substr(kLayer.size()), layers);
    if (StartsWithIgnoringAsciiCase(prelude, kScope))
      block.scope = NestedSelectors(block.scope, RootOfScope(prelude));
    const std::string outer = in_rule ? rules[blocks.back().rule].selectors : std::string();
    if (kind == AtRule::kOther || in_rule) {
      const bool is_nested_condition = kind != AtRule::kOther;
      block.rule = rules.size();
      rules.push_back({.selectors = is_nested_condition ? outer
                                    : in_rule           ? NestedSelectors(outer, prelude)
                                                        : ScopedSelectors(block.scope, prelude),
                       .declarations = {},
                       .is_conditional = block.is_conditional,
                       .layer = block.layer});
    }
    if (in_rule) blocks.back().is_interrupted = true;
    blocks.push_back(std::move(block));
  }
  return rules;
}

}  // namespace sitedoor::extract::internal
