// White space at the ends of attributes and texts.
#pragma once

#include <cstddef>
#include <string_view>

namespace sitedoor::extract::internal {

// Control characters too: no value begins or ends with one.
constexpr bool IsSpaceOrControl(char c) { return static_cast<unsigned char>(c) <= ' '; }

constexpr std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsSpaceOrControl(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpaceOrControl(text.back())) text.remove_suffix(1);
  return text;
}

// Without the HTML standard's ASCII white space alone.
constexpr std::string_view TrimmedHtmlSpace(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

}  // namespace sitedoor::extract::internal
