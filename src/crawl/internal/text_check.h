// Whether a file is text at all: an image or an archive under a page's name gives words to nobody.
#pragma once

#include <string_view>

namespace sitedoor::crawl::internal {

// Judged by its first 4 KiB: a known file signature, or more control characters than a damaged page
// has. UTF-16 is text, with a byte-order mark or without.
bool IsText(std::string_view bytes);

}  // namespace sitedoor::crawl::internal
