// The destination of a Markdown link or image, written so that a parser finds the end where it is.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// Appends `url` with white space, angle brackets, pipes, back-slashes and characters that show
// nothing percent-encoded, and with unbalanced parentheses and what reads as an entity escaped.
void AppendLinkDestination(std::string& out, std::string_view url);

}  // namespace sitedoor::extract::internal
