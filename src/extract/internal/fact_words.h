// FactWords: small questions about the words of a text, for the forms of facts.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include "base/ascii.h"

namespace sitedoor::extract::internal {

inline bool IsOneOf(std::string_view word, std::span<const std::string_view> words) {
  return !word.empty() && std::ranges::find(words, word) != words.end();
}

inline bool IsNumber(std::string_view word) { return !word.empty() && IsAsciiDigit(word.front()); }

// In a list of words with one space between.
inline bool IsListed(std::string_view word, std::string_view list) {
  if (word.empty()) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

// The whole of it, not negative.
inline std::optional<int> ToInt(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace sitedoor::extract::internal
