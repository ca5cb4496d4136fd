// Cutting a long document into parts for fetch.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::doors::internal {

// Follows the fences of a Markdown text line by line, from its beginning.
class Fences {
 public:
  // The next line, without its line feed.
  void Read(std::string_view line);

  bool inside() const { return length_ > 0; }
  // A line that opens the fence again, and one that closes it; "" outside.
  std::string Opening() const { return inside() ? prefix_ + opened_by_ + "\n" : std::string(); }
  std::string Closing() const {
    return inside() ? prefix_ + std::string(length_, mark_) + "\n" : std::string();
  }

 private:
  char mark_ = '`';
  std::size_t length_ = 0;  // of the open fence; 0 outside
  std::string opened_by_;   // from its first mark on
  std::string prefix_;
};

// One part of a document's Markdown: `opening`, the bytes from its beginning to `end`, `closing`.
struct Part {
  std::string opening;  // re-opens the fence that the part begins in, with its info string
  std::size_t end = 0;  // in the text; beyond the beginning unless that is the end
  std::string closing;  // closes the fence that the part ends in
};

// The part that begins at `begin` and has, all in all, at most `most_bytes` (at least 8). It ends
// at the last place of these that there is: between two blocks, outside fences and not behind a
// heading; between two lines; between two words; between two code points; the first two only where
// a sixteenth of the part is full. What it ends behind is never headings alone. Fence lines that
// would fill half of a part are not repeated. `lines` begins with a line, in front of which
// `before` has read all others; it ends with the document, or more than `most_bytes` behind
// `begin`. Linear in `lines`.
Part PartAt(const Fences& before, std::string_view lines, std::size_t begin,
            std::size_t most_bytes);

}  // namespace sitedoor::doors::internal
