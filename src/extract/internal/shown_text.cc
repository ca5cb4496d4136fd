#include "extract/internal/shown_text.h"

#include <string.h>  // memmem

#include <algorithm>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 1u << 20;
constexpr std::size_t kMostPlaces = 200;

enum class Kind { kNone, kLetters, kDigits, kSign };

// What the character at `at` is, and how many bytes it has.
struct Character {
  Kind kind = Kind::kNone;
  std::size_t bytes = 1;
};

bool StartsWith(std::string_view text, std::size_t at, std::string_view what) {
  return text.substr(at, what.size()) == what;
}

Character CharacterAt(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (IsAsciiDigit(c)) return {Kind::kDigits, 1};
  if (IsAsciiLetter(c)) return {Kind::kLetters, 1};
  if (c == '$') return {Kind::kSign, 1};
  if (static_cast<unsigned char>(c) < 0x80) return {};
  if (StartsWith(text, at, "\xC2\xA3") || StartsWith(text, at, "\xC2\xA5")) return {Kind::kSign, 2};
  if (c == '\xC2' || StartsWith(text, at, "\xC3\x97")) return {Kind::kNone, 2};  // U+0080 to U+00BF
  if (StartsWith(text, at, "\xE2\x80") || StartsWith(text, at, "\xE2\x81"))
    return {Kind::kNone, 3};  // general punctuation
  if (StartsWith(text, at, "\xE2\x82")) return {Kind::kSign, 3};
  if (StartsWith(text, at, "\xE3\x80")) return {Kind::kNone, 3};  // punctuation of East Asia
  return {Kind::kLetters, 1};
}

bool IsWhole(std::string_view words, std::size_t begin, std::size_t end) {
  // Scripts without spaces have no whole words.
  const auto is_open = [&](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const bool begins = is_open(words[begin]) || words[begin - 1] == ' ';
  return begins && (is_open(words[end - 1]) || words[end] == ' ');
}

// As std::string::find, but in linear time: a page may repeat the beginning of what is looked for.
std::size_t FindFrom(std::string_view text, std::string_view what, std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* const found =
      ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

constexpr char kBlockEnd = '\f';

std::string WordsOf(std::string_view text, std::vector<std::size_t>* breaks = nullptr) {
  std::string words = " ";
  words.reserve(text.size() + 2);
  Kind last = Kind::kNone;
  for (std::size_t at = 0; at < text.size();) {
    const auto [kind, wanted] = CharacterAt(text, at);
    const std::size_t bytes = std::min(wanted, text.size() - at);
    if ((kind != last || kind == Kind::kSign) && words.back() != ' ') words += ' ';
    if (breaks != nullptr && text[at] == kBlockEnd &&
        (breaks->empty() || breaks->back() + 1 != words.size()))
      breaks->push_back(words.size() - 1);
    if (kind != Kind::kNone) {
      for (std::size_t i = 0; i < bytes; ++i) words += AsciiLower(text[at + i]);
    }
    last = kind;
    at += bytes;
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

}  // namespace

ShownText::ShownText(std::string_view utf8)
    : words_(WordsOf(utf8.substr(0, kMostBytes), &breaks_)) {}

bool ShownText::Says(std::string_view text) const { return Find(text) != std::string::npos; }

std::size_t ShownText::Find(std::string_view text, std::size_t from) const {
  const std::string words = WordsOf(text);
  if (words.size() < 3) return std::string::npos;
  const std::string_view inner = std::string_view(words).substr(1, words.size() - 2);
  std::size_t found = std::string::npos;
  Any(inner, [&](Place place) {
    if (place.begin < from) return false;
    found = place.begin;
    return true;
  });
  return found;
}

bool ShownText::Any(std::string_view words, FunctionRef<bool(Place)> accept) const {
  if (words.empty()) return false;
  std::size_t at = FindFrom(words_, words, 1);
  for (std::size_t i = 0; at != std::string::npos && i < kMostPlaces; ++i) {
    const std::size_t end = at + words.size();
    if (end < words_.size() && IsWhole(words_, at, end) && accept({at, end})) return true;
    at = FindFrom(words_, words, at + 1);
  }
  return false;
}

std::string_view ShownText::WordBefore(std::size_t begin) const {
  if (begin < 2 || words_[begin - 1] != ' ') return "";
  const std::size_t space = words_.rfind(' ', begin - 2);
  return std::string_view(words_).substr(space + 1, begin - 2 - space);
}

std::string_view ShownText::WordBehind(std::size_t end) const {
  if (end + 1 >= words_.size() || words_[end] != ' ') return "";
  return std::string_view(words_).substr(end + 1, words_.find(' ', end + 1) - end - 1);
}

bool ShownText::Breaks(std::size_t space) const {
  return std::ranges::binary_search(breaks_, space);
}

}  // namespace sitedoor::extract::internal
