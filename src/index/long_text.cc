#include "index/long_text.h"

#include <algorithm>

#include "index/internal/json_scanner.h"
#include "text/utf8.h"

namespace sitedoor::index {
namespace {

// How far a word's start is looked for.
constexpr std::size_t kMostWordShift = 256;
// Backslashes that are counted to know which of them escapes. A longer run is misread at its end,
// which costs no more than a character.
constexpr std::size_t kMostBackslashes = 4096;
// An escape that stands for a character beyond U+FFFF.
constexpr std::size_t kLongestEscape = 12;

// Whether the byte at `at` is escaped by a backslash in front of it.
bool IsEscaped(std::string_view text, std::size_t at) {
  const std::size_t first = at - std::min(at, kMostBackslashes);
  std::size_t begin = at;
  while (begin > first && text[begin - 1] == '\\') --begin;
  return (at - begin) % 2 == 1;
}

// The end of the escape that `at` stands in, or `at`.
std::size_t BehindEscape(std::string_view text, std::size_t at) {
  for (std::size_t back = 1; back < kLongestEscape && back <= at; ++back) {
    const std::size_t begin = at - back;
    if (text[begin] != '\\' || IsEscaped(text, begin)) continue;
    const auto escape = internal::EscapeAt(text.substr(begin, kLongestEscape));
    // The second half of a pair is none by itself.
    const std::size_t bytes = escape ? escape->bytes : text[begin + 1] == 'u' ? 6 : 2;
    return std::min(std::max(at, begin + bytes), text.size());
  }
  return at;
}

// Without the last code point where it is cut.
std::string_view WithoutCutEnd(std::string_view text) {
  const auto byte = [&](std::size_t back) {
    return static_cast<unsigned char>(text[text.size() - back]);
  };
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    if ((byte(back) & 0xC0) == 0x80) continue;
    const std::size_t needed = byte(back) >= 0xF0   ? 4
                               : byte(back) >= 0xE0 ? 3
                               : byte(back) >= 0xC0 ? 2
                                                    : 1;
    return needed > back ? text.substr(0, text.size() - back) : text;
  }
  return text;
}

}  // namespace

std::string_view LongText::Block(std::size_t at, std::size_t most) const {
  if (at >= line_.size()) return {};
  const std::string_view block = line_.substr(at, most);
  for (std::size_t quote = 0; (quote = block.find('"', quote)) != std::string_view::npos; ++quote) {
    std::size_t escapes = quote;  // backslashes in front of the quote
    while (escapes > 0 && block[escapes - 1] == '\\') --escapes;
    if ((quote - escapes) % 2 == 0) return block.substr(0, quote);
  }
  return block;
}

std::size_t LongText::Aligned(std::size_t at) const {
  if (at == 0) return 0;
  if (at >= line_.size()) return line_.size();
  at = BehindEscape(line_, at);
  const std::string_view ahead = line_.substr(std::min(at, line_.size()), kMostWordShift);
  for (std::size_t i = 0; i < ahead.size() && ahead[i] != '"'; ++i) {
    if (ahead[i] == ' ') return at + i + 1;
    if (ahead.substr(i).starts_with("\\n")) return at + i + 2;
    if (ahead[i] == '\\') ++i;
  }
  while (at < line_.size() && (static_cast<unsigned char>(line_[at]) & 0xC0) == 0x80) ++at;
  return at;
}

LongText::Window LongText::Read(std::size_t at, std::size_t most_bytes) const {
  Window window;
  // No escape is longer than six times what it stands for.
  const std::size_t most_escaped = 6 * most_bytes;
  const std::string_view escaped = Block(at, most_escaped);
  const auto read = internal::AppendUnescaped(escaped, most_bytes, window.text);
  window.is_last = read && *read == escaped.size() && escaped.size() < most_escaped;
  if (!window.is_last) window.text.resize(WithoutCutEnd(window.text).size());
  if (!text::IsValid(window.text)) window.text = text::Repair(window.text);
  return window;
}

}  // namespace sitedoor::index
