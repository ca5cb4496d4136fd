// LongText: a text as a line of JSON holds it, of which only windows are read. Nothing here takes
// time or memory of the text's length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::index {

// A view: good as long as the line.
class LongText {
 public:
  LongText() = default;
  // What follows the opening quote of a JSON string, to the end of the line or beyond the string:
  // its closing quote is met when it is read.
  explicit LongText(std::string_view after_quote) : line_(after_quote) {}

  // The escaped bytes from `at`, which must not stand within an escape (see Aligned), up to `most`
  // of them or the text's end; empty there. A block may end within an escape or a code point.
  std::string_view Block(std::size_t at, std::size_t most) const;

  // The first place at or shortly behind `at` where neither an escape nor a code point is cut: the
  // start of a word, if one starts within the next bytes.
  std::size_t Aligned(std::size_t at) const;

  struct Window {
    std::string text;      // decoded, valid UTF-8
    bool is_last = false;  // the text ends with it
  };
  // What stands from `at`, an aligned place, at most `most_bytes` when decoded. An escape that JSON
  // does not have ends it.
  Window Read(std::size_t at, std::size_t most_bytes) const;

 private:
  std::string_view line_;
};

}  // namespace sitedoor::index
