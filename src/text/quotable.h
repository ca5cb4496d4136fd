// Quotable: what somebody else wrote, as a line of the server's own may quote it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::text {

// One line of at most `most_bytes` (>= 8) bytes of valid UTF-8; what is cut ends in "…". White
// space and control characters are one space, and what nobody sees (bidirectional and other format
// characters), quotation marks and the brackets [] are left out: it can end neither the line
// nor the quotation that it stands in.
std::string Quotable(std::string_view outside, std::size_t most_bytes);

}  // namespace sitedoor::text
