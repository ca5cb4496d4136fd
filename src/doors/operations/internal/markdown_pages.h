// Cutting a long document into pages for fetch.
#pragma once

#include <cstddef>
#include <string_view>

namespace sitedoor::doors::internal {

// Where the page that begins at `begin` ends: at most `most_bytes` (at least 4) further on, and
// beyond `begin` unless that is the end. The last place of these that there is: between two blocks,
// outside fences and not behind a heading; between two lines; between two code points. Linear in
// `markdown`.
std::size_t PageEnd(std::string_view markdown, std::size_t begin, std::size_t most_bytes);

}  // namespace sitedoor::doors::internal
