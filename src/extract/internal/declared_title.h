// DeclaredTitle: what <title> says, and which texts of the page say the same.
#pragma once

#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Of the document whose body this is; "" where it has none.
std::string DeclaredTitle(html::Node body);

// Whether `text` is what `title` names the page: all of it, its beginning, or what stands behind
// the last colon ("JSDoc: Class: Book", "Lib: Parser Class Reference"). The site's name stands at
// the end of many titles, but not right behind a colon.
bool NamesPage(std::string_view text, std::string_view title);

}  // namespace sitedoor::extract::internal
