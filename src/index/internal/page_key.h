// PageKey: the spelling under which all ways of writing a page's id or URL meet.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::index::internal {

// "https://Example.org/a%20b/index.html#x" and "http://example.org/a b/" give "//example.org/a b";
// "/guide/index.html", "guide/" and "guide" give "guide". A query is kept. Total: any bytes.
std::string PageKey(std::string_view reference);

}  // namespace sitedoor::index::internal
