// The destination of a Markdown link or image, written so that a parser finds the end where it is.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// Appends `url` with white space, angle brackets, pipes and back-slashes percent-encoded and
// unbalanced parentheses escaped.
void AppendLinkDestination(std::string& out, std::string_view url);

}  // namespace sitedoor::extract::internal
