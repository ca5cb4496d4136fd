#include "index/internal/json_scanner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/ascii.h"
#include "base/json_escape.h"
#include "text/utf8.h"

namespace sitedoor::index::internal {
namespace {

constexpr std::size_t kMostDepth = 32;

// What the escapes of one letter stand for; 0 for none.
constexpr std::array<char, 256> kSimpleEscapes = [] {
  std::array<char, 256> values{};
  constexpr std::string_view kLetters = "\"\\/bfnrt", kValues = "\"\\/\b\f\n\r\t";
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    values[static_cast<unsigned char>(kLetters[i])] = kValues[i];
  }
  return values;
}();

// Four hexadecimal digits at the start of `text`.
std::optional<char32_t> HexUnit(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 4, value, 16);
  if (error != std::errc{} || end != text.data() + 4) return std::nullopt;
  return value;
}

// Sixteen bytes at once.
using Bytes [[gnu::vector_size(16)]] = unsigned char;
constexpr std::size_t kBytes = sizeof(Bytes);

// How many bytes stand in front of the first that is not 0, each 0 or 255.
template <class Marks>
std::size_t BytesBeforeMark(const Marks& marks) {
  static_assert(sizeof marks == kBytes && std::endian::native == std::endian::little);
  std::uint64_t halves[2];
  std::memcpy(halves, &marks, sizeof halves);
  const int low = std::countr_zero(halves[0]);
  return static_cast<std::size_t>(low < 64 ? low : 64 + std::countr_zero(halves[1])) / 8;
}

struct Unescaped {
  std::size_t bytes = 0;
  bool is_json = true, is_ascii = true;
};

// Writes what `raw`, from between the quotes of a JSON string, stands for to `out`, which has room
// for as many bytes: no escape is shorter than its value. UTF-8 is not looked at.
Unescaped UnescapeAll(std::string_view raw, char* const out) {
  Unescaped unescaped;
  if (raw.empty()) return unescaped;  // it may have no address
  Bytes seen{};
  const char* from = raw.data();
  const char* const end = from + raw.size();
  char* to = out;
  for (;;) {
    std::size_t plain = kBytes;
    while (plain == kBytes && static_cast<std::size_t>(end - from) >= kBytes) {
      Bytes bytes;
      std::memcpy(&bytes, from, kBytes);
      std::memcpy(to, &bytes, kBytes);  // what is too much is written over
      seen |= bytes;
      plain = BytesBeforeMark((bytes < 0x20) | (bytes == '"') | (bytes == '\\'));
      from += plain;
      to += plain;
    }
    if (plain == kBytes) {  // fewer are left
      const std::string_view rest(from, end);
      const std::size_t last = JsonPlainBytes(rest);
      unescaped.is_ascii &= text::AsciiRun(rest, 0) == rest.size();
      std::memcpy(to, from, last);
      from += last;
      to += last;
    }
    if (from == end) break;
    const auto escape =
        *from == '\\' ? EscapeAt(std::string_view(from, end)) : std::optional<Escape>();
    if (!escape) {
      unescaped.is_json = false;
      break;
    }
    from += escape->bytes;
    if (escape->value < 0x80) {
      *to++ = static_cast<char>(escape->value);
      continue;
    }
    std::string value;
    text::Append(value, escape->value);
    to = std::ranges::copy(value, to).out;
    unescaped.is_ascii = false;
  }
  unescaped.is_ascii &= BytesBeforeMark(seen >= 0x80) == kBytes;
  unescaped.bytes = static_cast<std::size_t>(to - out);
  return unescaped;
}

}  // namespace

std::optional<Escape> EscapeAt(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  if (const char simple = kSimpleEscapes[static_cast<unsigned char>(text[1])]; simple != 0) {
    return Escape{static_cast<char32_t>(simple), 2};
  }
  if (text[1] != 'u') return std::nullopt;
  const auto unit = HexUnit(text.substr(2));
  if (!unit || (*unit >= 0xDC00 && *unit < 0xE000)) return std::nullopt;
  if (*unit < 0xD800 || *unit >= 0xE000) return Escape{*unit, 6};
  if (!text.substr(6).starts_with("\\u")) return std::nullopt;
  const auto low = HexUnit(text.substr(8));
  if (!low || *low < 0xDC00 || *low >= 0xE000) return std::nullopt;
  return Escape{0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), 12};
}

std::optional<std::size_t> AppendUnescaped(std::string_view escaped, std::size_t most_bytes,
                                           std::string& out) {
  std::size_t at = 0;
  const std::size_t start = out.size();
  for (;;) {
    const std::size_t room = most_bytes - (out.size() - start);
    const std::size_t plain = JsonPlainBytes(escaped.substr(at, room));
    out.append(escaped, at, plain);
    at += plain;
    if (at == escaped.size() || plain == room) return at;
    if (escaped[at] != '\\') return std::nullopt;
    const auto escape = EscapeAt(escaped.substr(at));
    if (!escape) return std::nullopt;
    if (escape->Utf8Bytes() > room - plain) return at;
    if (escape->value < 0x80) {
      out += static_cast<char>(escape->value);
    } else {
      text::Append(out, escape->value);
    }
    at += escape->bytes;
  }
}

bool JsonScanner::Enter(char bracket) {
  if (failed_ || !Take(bracket)) return Failure<bool>();
  first_ = true;
  return true;
}

std::optional<std::string_view> JsonScanner::NextName() {
  if (failed_) return std::nullopt;
  if (Take('}')) {
    first_ = false;
    return std::nullopt;
  }
  if (!first_ && !Take(',')) return Failure<std::optional<std::string_view>>();
  std::string_view name = RawText();
  if (name.find('\\') != std::string_view::npos) {
    name_.clear();
    if (!AppendUnescaped(name, name.size(), name_)) {
      return Failure<std::optional<std::string_view>>();
    }
    name = name_;
  }
  if (failed_ || !Take(':')) return Failure<std::optional<std::string_view>>();
  return name;
}

std::string JsonScanner::Text() {
  const std::string_view raw = RawText();
  std::string text;
  Unescaped unescaped;
  text.resize_and_overwrite(raw.size(), [&](char* out, std::size_t) {
    unescaped = UnescapeAll(raw, out);
    return unescaped.bytes;
  });
  if (!unescaped.is_json || !(unescaped.is_ascii || text::IsValid(text))) {
    return Failure<std::string>();
  }
  return text;
}

void JsonScanner::SkipText() {
  const std::size_t begin = at_;
  const std::string_view raw = RawText();
  if (JsonPlainBytes(raw) == raw.size() && text::AsciiRun(raw, 0) == raw.size()) return;
  at_ = begin;
  Text();
}

std::string_view JsonScanner::RawText() {
  if (failed_ || !Take('"')) return Failure<std::string_view>();
  const std::size_t begin = at_;
  for (;;) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) return Failure<std::string_view>();
    std::size_t escapes = quote;  // backslashes in front of the quote
    while (escapes > at_ && text_[escapes - 1] == '\\') --escapes;
    at_ = quote + 1;
    if ((quote - escapes) % 2 == 0) break;
  }
  first_ = false;
  return text_.substr(begin, at_ - 1 - begin);
}

std::string_view JsonScanner::BehindQuote() {
  if (failed_ || !Take('"')) return Failure<std::string_view>();
  return text_.substr(at_);
}

std::string_view JsonScanner::TakeDigits() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && IsAsciiDigit(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::uint64_t> JsonScanner::OtherUnsigned() {
  const std::size_t begin = at_;
  Skip();
  if (failed_) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
  if (error != std::errc{} || end != text_.data() + at_) return std::nullopt;
  return value;
}

// A number or a word.
void JsonScanner::SkipScalar() {
  for (const std::string_view word : {"true", "false", "null"}) {
    if (!text_.substr(at_).starts_with(word)) continue;
    at_ += word.size();
    return;
  }
  Take('-');
  const std::string_view whole = TakeDigits();
  if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return Failure<void>();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    if (TakeDigits().empty()) return Failure<void>();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (TakeDigits().empty()) return Failure<void>();
  }
}

void JsonScanner::Skip() {
  std::string open;  // brackets
  do {
    const char next = Peek();
    if (next == '{' || next == '[') {
      if (open.size() == kMostDepth) return Failure<void>();
      open += next;
      Enter(next);
    } else if (next == '"') {
      RawText();
    } else {
      SkipScalar();
      first_ = false;
    }
    while (!failed_ && !open.empty()) {
      if (open.back() == '{' ? NextName().has_value() : NextElement()) break;
      open.pop_back();
    }
  } while (!failed_ && !open.empty());
}

void JsonScanner::PassOver() {
  if (const char next = Peek(); next != '{' && next != '[') return Skip();
  std::size_t open = 0;
  while (!failed_) {
    if (at_ == text_.size()) return Failure<void>();
    const char c = text_[at_];
    if (c == '"') {
      RawText();
      continue;
    }
    ++at_;
    if (c == '{' || c == '[') {
      ++open;
    } else if ((c == '}' || c == ']') && --open == 0) {
      break;
    }
  }
  first_ = false;
}

bool JsonScanner::AtEnd() {
  SkipSpace();
  return !failed_ && at_ == text_.size();
}

}  // namespace sitedoor::index::internal
