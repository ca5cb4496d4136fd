// Title parts: what the separators of a title part from each other, and when two texts of titles
// are the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::extract::internal {

// Letters and digits alone, ASCII in lower case: "5. Data Structures" and "5. data structures" are
// the same. "" where there is none.
std::string TitleKey(std::string_view text);

struct TitlePart {
  std::size_t begin, end;
};

// The parts between separators (" | ", " — ", ": "), in order; one part when there are none. A
// separator stands between spaces, but for a colon and what is as wide as a letter of Chinese; none
// stands in brackets.
std::vector<TitlePart> TitleParts(std::string_view title);

// Where the space in front of brackets at the title's end is, "Plots (GNU Octave (version 7))";
// npos where it does not end in any.
std::size_t EndingBrackets(std::string_view title);

}  // namespace sitedoor::extract::internal
