// EscapedText: a long text as a line of JSON holds it, decoded only as far as it is asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor::index {

// A view: good as long as the line.
class EscapedText {
 public:
  EscapedText() = default;
  // What stands between the quotes of a JSON string.
  explicit EscapedText(std::string_view escaped);

  // Bytes of the text itself.
  std::size_t size() const { return size_; }

  // Reads forward from the beginning.
  class Reader {
   public:
    explicit Reader(const EscapedText& text) : left_(text.escaped_) {}
    // Appends the next `bytes` to `out`, or up to three fewer where a code point would be cut, or
    // what is left. Text that is not UTF-8 is passed on. Errors: kCorruption.
    Status Append(std::size_t bytes, std::string& out);
    bool AtEnd() const { return left_.empty(); }

   private:
    std::string_view left_;
  };

 private:
  std::string_view escaped_;
  std::size_t size_ = 0;
};

}  // namespace sitedoor::index
