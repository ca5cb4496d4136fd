// ShownText: a text as words, to ask whether it says something whatever its punctuation and case.
//
// Words are runs of letters or of digits, in lower case, with one space before, between and behind:
// "Only $1,299.00 (500ml)" is " only $ 1 299 00 500 ml ". Currency signs are words. Bytes of other
// alphabets stay, so that scripts without spaces are asked for parts of their runs. Form feeds
// stand between blocks: words on both sides of one are neighbours that do not belong together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"

namespace sitedoor::extract::internal {

class ShownText {
 public:
  // Of more text than 1 MiB the rest is not looked at. Linear.
  explicit ShownText(std::string_view utf8);

  // Whether it has all words of `text`, one behind the other. False for a text without words.
  bool Says(std::string_view text) const;
  // Where it first does, as a number of bytes in the words, from `from` on; npos where it does not.
  std::size_t Find(std::string_view text, std::size_t from = 0) const;

  // Calls `accept` with the places where `words`, in this form, stands as whole words, until it
  // returns true: then true. At most 200 places.
  struct Place {
    std::size_t begin = 0, end = 0;
  };
  bool Any(std::string_view words, FunctionRef<bool(Place)> accept) const;

  // The word before or behind a place, and the place behind that; "" at the ends.
  std::string_view WordBefore(std::size_t begin) const;
  std::string_view WordBehind(std::size_t end) const;

  // Whether a block ends before, or behind, the place.
  bool BreaksBefore(std::size_t begin) const { return Breaks(begin - 1); }
  bool BreaksBehind(std::size_t end) const { return Breaks(end); }

  const std::string& Words() const { return words_; }

 private:
  bool Breaks(std::size_t space) const;

  std::vector<std::size_t> breaks_;  // the spaces in the words at the ends of blocks, ascending
  std::string words_;
};

}  // namespace sitedoor::extract::internal
