#include "extract/internal/css_tokens.h"

#include "base/ascii.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {

std::size_t EndOfString(std::string_view css, std::size_t open) {
  const char quote = css[open];
  for (std::size_t at = open + 1; at < css.size(); ++at) {
    if (css[at] == quote || css[at] == '\n') return at + 1;
    if (css[at] == '\\') ++at;
  }
  return css.size();
}

std::size_t EndOfBareUrlBehindAnL(std::string_view css, std::size_t open) {
  constexpr std::string_view kName = "url";
  std::size_t at = open + 1;
  if (open < kName.size() ||
      !EqualsIgnoringAsciiCase(css.substr(open - kName.size(), kName.size()), kName))
    return at;
  while (at < css.size() && IsCssSpace(css[at])) ++at;
  if (at < css.size() && (css[at] == '"' || css[at] == '\'')) return at;
  static constexpr auto kMarks = TableOf(")\\");
  for (at = FindAny(css, at, kMarks); at < css.size(); at = FindAny(css, at + 2, kMarks)) {
    if (css[at] == ')') return at + 1;
  }
  return css.size();
}

std::size_t EndOfDeclaration(std::string_view css) {
  static constexpr auto kMarks = TableOf(";\"'()[]{}\\");
  int depth = 0;
  for (std::size_t at = FindAny(css, 0, kMarks); at < css.size(); at = FindAny(css, at, kMarks)) {
    switch (css[at]) {
      case ';':
        if (depth == 0) return at;
        ++at;
        break;
      case '"':
      case '\'':
        at = EndOfString(css, at);
        break;
      case '(': {
        const std::size_t end = EndOfBareUrl(css, at);
        // What closes the address has been passed with it.
        if (end == at + 1 || css[end - 1] != ')') ++depth;
        at = end;
        break;
      }
      case '[':
      case '{':
        ++depth;
        ++at;
        break;
      case '\\':
        at += 2;
        break;
      default:
        depth -= depth > 0 ? 1 : 0;
        ++at;
    }
  }
  return css.size();
}

std::size_t EndOfBrackets(std::string_view css, std::size_t open) {
  static constexpr auto kMarks = TableOf("\"'()\\");
  int depth = 0;
  for (std::size_t at = open; at < css.size(); at = FindAny(css, at, kMarks)) {
    switch (css[at]) {
      case '(':
        ++depth;
        ++at;
        break;
      case ')':
        ++at;
        if (--depth == 0) return at;
        break;
      case '\\':
        at += 2;
        break;
      default:
        at = EndOfString(css, at);
    }
  }
  return css.size();
}

}  // namespace sitedoor::extract::internal
