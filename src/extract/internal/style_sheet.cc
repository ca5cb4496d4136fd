#include "extract/internal/style_sheet.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostRules = 100'000;

constexpr std::array<bool, 256> TableOf(std::string_view marks) {
  std::array<bool, 256> table{};
  for (const char c : marks) table[static_cast<unsigned char>(c)] = true;
  return table;
}

// The first of `marks` from `at` on; the size when there is none. Faster than find_first_of.
std::size_t FindAny(std::string_view css, std::size_t at, const std::array<bool, 256>& marks) {
  while (at < css.size() && !marks[static_cast<unsigned char>(css[at])]) ++at;
  return std::min(at, css.size());
}

// One past the string that begins with the quote at `open`; a line's end ends it too.
std::size_t EndOfString(std::string_view css, std::size_t open) {
  const char quote = css[open];
  for (std::size_t at = open + 1; at < css.size(); ++at) {
    if (css[at] == quote || css[at] == '\n') return at + 1;
    if (css[at] == '\\') ++at;
  }
  return css.size();
}

// The next of '{', '}' and ';' that is in no string, from `at` on; the size when there is none.
std::size_t NextMark(std::string_view css, std::size_t at) {
  static constexpr auto kMarks = TableOf("{};\"'\\");
  for (at = FindAny(css, at, kMarks); at < css.size(); at = FindAny(css, at, kMarks)) {
    const char c = css[at];
    if (c == '\\') {
      at += 2;
    } else if (c == '"' || c == '\'') {
      at = EndOfString(css, at);
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
};

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

enum class AtRule { kRules, kConditionalRules, kOther };

// "@supports (display: grid)": of what every browser has had for years.
bool HoldsInEveryBrowser(std::string_view prelude) {
  if (!StartsWithIgnoringAsciiCase(prelude, "@supports")) return false;
  const std::string_view condition = Trimmed(prelude.substr(std::string_view("@supports").size()));
  if (!condition.starts_with('(') || condition.find('(', 1) != std::string_view::npos) return false;
  const std::string_view property = Trimmed(condition.substr(1, condition.find(':') - 1));
  constexpr auto kOld = std::to_array<std::string_view>(
      {"display", "position", "color",     "opacity",    "visibility", "margin",     "padding",
       "width",   "height",   "transform", "transition", "float",      "background", "font-size",
       "gap",     "top",      "left",      "flex",       "grid-area",  "object-fit", "overflow"});
  return std::ranges::any_of(
      kOld, [&](std::string_view old) { return EqualsIgnoringAsciiCase(property, old); });
}

// "@media screen" holds for everyone; another screen or browser may not be in @media (...).
AtRule KindOf(std::string_view prelude) {
  constexpr auto kConditions = std::to_array<std::string_view>(
      {"@supports", "@container", "@scope", "@document", "@-moz-document", "@starting-style"});
  if (StartsWithIgnoringAsciiCase(prelude, "@layer")) return AtRule::kRules;
  if (HoldsInEveryBrowser(prelude)) return AtRule::kRules;
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

// "(color)", "(min-width: 1px)": of every screen that pages are read from.
bool IsOfEveryScreen(std::string_view feature) {
  constexpr double kLeastSide = 200, kMostSide = 10'000;  // pixels
  const std::size_t colon = std::min(feature.find(':'), feature.size());
  const std::string_view name = Trimmed(feature.substr(0, colon));
  const auto names = [&](std::string_view one, std::string_view other) {
    return EqualsIgnoringAsciiCase(name, one) || EqualsIgnoringAsciiCase(name, other);
  };
  if (colon == feature.size())
    return names("color", "width") || EqualsIgnoringAsciiCase(name, "height");
  const auto length = ReadLength(Trimmed(feature.substr(colon + 1)));
  if (!length) return false;
  const bool is_pixels = length->number == 0 || EqualsIgnoringAsciiCase(length->unit, "px");
  if (names("min-width", "min-height")) return is_pixels && length->number <= kLeastSide;
  return names("max-width", "max-height") && is_pixels && length->number >= kMostSide;
}

// "screen and (color) and (min-width: 0)"
bool QueryHoldsOnScreens(std::string_view query) {
  constexpr int kMostParts = 8;
  query = Trimmed(query);
  if (query.empty()) return true;
  std::string_view word = TakeWord(query);
  const bool is_negated = EqualsIgnoringAsciiCase(word, "not");
  if (is_negated || EqualsIgnoringAsciiCase(word, "only")) word = TakeWord(query);
  if (is_negated) return query.empty() && EqualsIgnoringAsciiCase(word, "print");
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
  static constexpr auto kMarks = TableOf("/\"'\\");
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
    plain += css.substr(at, next - at);
    at = next;
  }
  return plain;
}

std::vector<StyleRule> ReadRules(std::string_view css) {
  std::vector<StyleRule> rules;
  std::vector<OpenBlock> blocks;
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
      if (!blocks.empty()) CloseBlock(blocks, before, rules);
      continue;
    }
    const bool in_rule = !blocks.empty() && blocks.back().rule != kNoRule;
    if (css[mark] == ';') {
      if (in_rule) AddDeclaration(rules, blocks.back(), before);
      continue;
    }
    const std::string_view prelude = WithoutHtmlMarks(before);
    const bool is_conditional = !blocks.empty() && blocks.back().is_conditional;
    const AtRule kind = prelude.starts_with('@') ? KindOf(prelude) : AtRule::kOther;
    if (prelude.starts_with('@') && kind == AtRule::kOther) {
      at = EndOfBlock(css, mark) + 1;
      continue;
    }
    OpenBlock block{.rule = kNoRule,
                    .is_conditional = is_conditional || kind == AtRule::kConditionalRules,
                    .is_interrupted = false};
    const std::string outer = in_rule ? rules[blocks.back().rule].selectors : std::string();
    if (kind == AtRule::kOther || in_rule) {
      const bool is_nested_condition = kind != AtRule::kOther;
      block.rule = rules.size();
      rules.push_back({.selectors = is_nested_condition ? outer : NestedSelectors(outer, prelude),
                       .declarations = {},
                       .is_conditional = block.is_conditional});
    }
    if (in_rule) blocks.back().is_interrupted = true;
    if (blocks.size() >= kMostNesting) {
      at = EndOfBlock(css, mark) + 1;
      continue;
    }
    blocks.push_back(block);
  }
  return rules;
}

}  // namespace sitedoor::extract::internal
