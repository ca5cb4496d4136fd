// LineStart: the characters that mean a block only at the beginning of a line ("- ", "1.", "#",
// ">", "---").
#pragma once

#include <cstddef>
#include <string_view>

namespace sitedoor::extract::internal {

inline constexpr std::size_t kNoEscape = static_cast<std::size_t>(-1);

// Where a backslash must go for the first line of `rest` to stay paragraph text; kNoEscape where it
// does already. `rest` is finished inline Markdown, from that line to the end of the paragraph.
std::size_t LineStartEscape(std::string_view rest);

// The same for the closing "#"s that an ATX heading would lose.
std::size_t HeadingEndEscape(std::string_view heading);

}  // namespace sitedoor::extract::internal
