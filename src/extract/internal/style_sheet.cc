#include "extract/internal/style_sheet.h"

#include <algorithm>
#include <array>

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

enum class AtRule { kRules, kConditionalRules, kOther };

// "@media screen" holds for everyone; another screen or browser may not be in @media (...).
AtRule KindOf(std::string_view prelude) {
  constexpr auto kConditions = std::to_array<std::string_view>(
      {"@supports", "@container", "@scope", "@document", "@-moz-document", "@starting-style"});
  if (StartsWithIgnoringAsciiCase(prelude, "@layer")) return AtRule::kRules;
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

bool HoldsOnScreens(std::string_view media) {
  constexpr auto kAlways =
      std::to_array<std::string_view>({"", "all", "screen", "only screen", "only all"});
  bool holds = media.empty();
  ForEachSelector(media, [&](std::string_view query) {
    holds = holds || std::ranges::any_of(kAlways, [&](std::string_view known) {
              return EqualsIgnoringAsciiCase(Trimmed(query), known);
            });
  });
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
  std::vector<bool> blocks;  // the open ones, each whether it is conditional
  for (std::size_t at = 0; at < css.size() && rules.size() < kMostRules;) {
    const std::size_t mark = NextMark(css, at);
    if (mark >= css.size()) break;
    const std::string_view prelude = WithoutHtmlMarks(css.substr(at, mark - at));
    at = mark + 1;
    if (css[mark] == '}' && !blocks.empty()) blocks.pop_back();
    if (css[mark] != '{') continue;
    const bool is_conditional = !blocks.empty() && blocks.back();
    const AtRule kind = prelude.starts_with('@') ? KindOf(prelude) : AtRule::kOther;
    if (kind != AtRule::kOther) {
      blocks.push_back(is_conditional || kind == AtRule::kConditionalRules);
      continue;
    }
    const std::size_t end = EndOfBlock(css, mark);
    if (!prelude.starts_with('@'))
      rules.push_back({prelude, css.substr(mark + 1, end - mark - 1), is_conditional});
    at = end + 1;
  }
  return rules;
}

}  // namespace sitedoor::extract::internal
