#include "extract/internal/title_parts.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::array<std::string_view, 15> kSeparators = {" - ",  " | ", " – ", " — ", " · ",
                                                          " • ",  " » ", " « ", " › ", " ‹ ",
                                                          " :: ", " / ", ": ",  "｜",  "："};

}  // namespace

std::string TitleKey(std::string_view text) {
  std::string key;
  for (const char c : text) {
    if (IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80) key += AsciiLower(c);
  }
  return key;
}

std::vector<TitlePart> TitleParts(std::string_view title) {
  std::vector<TitlePart> parts;
  const bool has_brackets = std::ranges::count(title, '(') == std::ranges::count(title, ')');
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < title.size();) {
    if (has_brackets) depth += (title[at] == '(' ? 1 : 0) - (title[at] == ')' ? 1 : 0);
    if (depth > 0) {
      ++at;
      continue;
    }
    const auto* separator = std::ranges::find_if(kSeparators, [&](std::string_view candidate) {
      return title.substr(at).starts_with(candidate);
    });
    if (separator == kSeparators.end()) {
      ++at;
      continue;
    }
    parts.push_back({begin, at});
    at += separator->size();
    begin = at;
  }
  parts.push_back({begin, title.size()});
  return parts;
}

std::size_t EndingBrackets(std::string_view title) {
  if (!title.ends_with(')')) return std::string_view::npos;
  int depth = 0;
  for (std::size_t at = title.size(); at-- > 1;) {
    if (title[at] == ')') ++depth;
    if (title[at] != '(' || --depth > 0) continue;
    return title[at - 1] == ' ' ? at - 1 : std::string_view::npos;
  }
  return std::string_view::npos;
}

}  // namespace sitedoor::extract::internal
