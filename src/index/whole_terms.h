// Whole terms: one term that stands for a whole title or heading, so that the page that is called
// what the reader asks for is found by one look-up.
//
//   title    "\x03" the folded words with one space between them
//   heading  "\x04" the same
// A title that names more than the page ("os.path — Common pathname manipulations", "4.2. Users |
// Handbook") gives a term for each of its segments too.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"

namespace sitedoor::index {

inline constexpr char kTitleMark = '\x03', kHeadingMark = '\x04';
inline constexpr std::size_t kMostWholeWords = 12;  // longer ones give no term

// "" for no words or too many. `words` are exact terms.
std::string WholeTerm(char mark, std::span<const std::string> words);

// Of a title or a heading: the whole and its segments, no two alike.
std::vector<std::string> WholeTerms(const text::Analyzer& analyzer, char mark,
                                    std::string_view text);

}  // namespace sitedoor::index
