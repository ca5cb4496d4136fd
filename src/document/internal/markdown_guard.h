// Keeps cmark-gfm linear on hostile Markdown. A handful of inputs make it quadratic (deep
// containers over many lines, thousands of unmatched image or CDATA openers in one paragraph, wide
// tables with short rows, paragraphs that end in thousands of delimiter rows); real pages come
// nowhere near the limits, and pass unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::document {

// Byte offsets of the starts of lines, and the text's size at the end. Lines end as CommonMark
// says: \n, \r\n or \r.
std::vector<std::size_t> LineStarts(std::string_view text);

// Markdown with the same lines, in which container markers past a depth limit, and the punctuation
// of paragraphs past the other limits, are escaped with backslashes: their text stays, their
// meaning as markup does not.
std::string GuardMarkdown(std::string_view markdown);

}  // namespace sitedoor::document
