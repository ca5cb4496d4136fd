// Cutting a long document into parts for fetch.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::doors::internal {

// One part of a document's Markdown: `opening`, the bytes from its beginning to `end`, `closing`.
struct Part {
  std::string opening;  // re-opens the fence that the part begins in, with its info string
  std::size_t end = 0;  // in the Markdown; beyond the beginning unless that is the end
  std::string closing;  // closes the fence that the part ends in
};

// The part that begins at `begin` and has, all in all, at most `most_bytes` (at least 8). It ends
// at the last place of these that there is: between two blocks, outside fences and not behind a
// heading; between two lines; between two words; between two code points. What it ends behind is
// never headings alone. Fence lines that would fill half of a part are not repeated. Linear in
// `markdown`.
Part PartAt(std::string_view markdown, std::size_t begin, std::size_t most_bytes);

}  // namespace sitedoor::doors::internal
