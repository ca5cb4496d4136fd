// JsonScanner: one JSON text read forward, value by value, without a tree in between.
//
//   if (scanner.Enter('{')) {
//     while (const auto name = scanner.NextName()) { read or Skip() one value }
//   }
// Source: RFC 8259. Members and elements must each be read or skipped. After the first thing that
// is wrong, failed() stays true, loops end and reads give empty values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace sitedoor::index::internal {

struct Escape {
  char32_t value = 0;
  std::size_t bytes = 2;  // that it takes
  std::size_t Utf8Bytes() const {
    return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  }
};
// The escape at the start of `text`, which begins with a backslash; nullopt for none of JSON's.
std::optional<Escape> EscapeAt(std::string_view text);

// Appends what `escaped`, from between the quotes of a JSON string, stands for, until `most_bytes`
// were appended or a code point more than fits. Returns the bytes read, all of them unless there
// was no room; nullopt for what no JSON string holds, but for UTF-8, which is not looked at.
std::optional<std::size_t> AppendUnescaped(std::string_view escaped, std::size_t most_bytes,
                                           std::string& out);

// Not thread-safe.
class JsonScanner {
 public:
  // `text` must outlive the scanner, and names the next call.
  explicit JsonScanner(std::string_view text) : text_(text) {}

  // Into the object ('{') or array ('[') that comes next.
  bool Enter(char bracket);
  // The next member's name, or nullopt behind the object.
  std::optional<std::string_view> NextName();
  // False behind the array.
  bool NextElement();

  // The first byte of the value that comes next, which tells its kind; '\0' when there is none.
  char Peek();
  // A string.
  std::string Text();
  // A string that nobody wants, looked at as Text does.
  void SkipText();
  // A string as it stands between its quotes; its escapes are not looked at.
  std::string_view RawText();
  // All that follows a string's opening quote; nothing may be read after it.
  std::string_view BehindQuote();
  // A whole number that is not negative; nullopt, without a mistake, for any other value.
  std::optional<std::uint64_t> Unsigned();
  // Any value; escapes in strings are not looked at.
  void Skip();
  // The same, four times as fast: between the brackets of an array or object, which may be of
  // either kind, anything may stand.
  void PassOver();

  // That nothing but white space is left.
  bool AtEnd();
  bool failed() const { return failed_; }

 private:
  void SkipSpace() {
    while (at_ < text_.size() && IsJsonSpace(text_[at_])) ++at_;
  }
  static bool IsJsonSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  bool Take(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // Unsigned() of what is not up to nineteen digits.
  std::optional<std::uint64_t> OtherUnsigned();
  void SkipScalar();
  // Digits at the place where the scanner stands.
  std::string_view TakeDigits();
  template <class T>
  T Failure() {
    failed_ = true;
    at_ = text_.size();
    return T();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool first_ = true;  // no value stands before the next one in its object or array
  bool failed_ = false;
  std::string name_;  // the last one, where it has escapes
};

// The short ones, of which a line has most, inline.

inline bool JsonScanner::NextElement() {
  if (failed_) return false;
  if (Take(']')) {
    first_ = false;
    return false;
  }
  if (!first_ && !Take(',')) return Failure<bool>();
  first_ = true;  // a comma has passed: a value must come
  return Peek() != ']' || Failure<bool>();
}

inline char JsonScanner::Peek() {
  SkipSpace();
  return at_ < text_.size() ? text_[at_] : '\0';
}

inline std::optional<std::uint64_t> JsonScanner::Unsigned() {
  constexpr std::size_t kMostDigits = 19;  // any number of so many fits
  SkipSpace();
  std::size_t at = at_;
  std::uint64_t value = 0;
  for (; at < text_.size() && at - at_ < kMostDigits && IsAsciiDigit(text_[at]); ++at) {
    value = value * 10 + static_cast<std::uint64_t>(text_[at] - '0');
  }
  const bool ends = at < text_.size() && (text_[at] == ',' || text_[at] == ']' || text_[at] == '}');
  if (failed_ || at == at_ || !ends || (text_[at_] == '0' && at > at_ + 1)) return OtherUnsigned();
  at_ = at;
  first_ = false;
  return value;
}

}  // namespace sitedoor::index::internal
