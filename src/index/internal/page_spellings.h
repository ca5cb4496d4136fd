// Other ways in which somebody may write what names a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::index::internal {

// For a reference (an id, a path or a URL, without fragment) that names no page as it is: with "."
// and ".." segments resolved, letters with accents composed or decomposed, "www." taken from the
// host or put in front of it, and ".html" behind the path, in these and their combinations, the
// least changed first. Without the reference itself. At most 23.
std::vector<std::string> OtherSpellings(std::string_view reference);

}  // namespace sitedoor::index::internal
