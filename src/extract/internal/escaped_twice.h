// Escaped twice: texts of a page's head in which a template escaped what was escaped already:
// "Tips &amp; tools" as a reader would see it.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// `text`, which was read from HTML, without the escapes of ampersands, quotation marks, spaces and
// characters by their number that it still holds. Angle brackets are left as they are: who writes
// of tags escapes them on purpose. Linear.
std::string WithoutSecondEscape(std::string_view text);

}  // namespace sitedoor::extract::internal
