// ReadCode: the code of a <pre>, or of a container of lines that is no <pre>, as a reader would
// copy it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/function_ref.h"
#include "extract/internal/unseen_text.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

struct Code {
  std::string text;
  UnseenText unseen;
};

// Lines separated by "\n"; the last one's own is left out. "" when there is nothing to see.
//
// <br> and elements that are lines are newlines (never two for one); line numbers, copy buttons,
// tooltips, lines that the style sheet hides and elements that `is_hidden` takes are left out. Of
// all other text every character is kept, except those that show nothing. Linear.
Code ReadCode(html::Node root, FunctionRef<bool(html::Node)> is_hidden);

// Whether a <pre> says that it is the numbers of another one's lines, and holds nothing else.
bool IsLineNumbers(html::Node pre);

// A fence of backticks longer than any run of them in `text`, at least three.
std::string FenceFor(std::string_view text);

// Whether there are only digits and white space below the element, at most `most_bytes` of them:
// line numbers.
bool HoldsOnlyDigits(html::Node element, std::size_t most_bytes);

}  // namespace sitedoor::extract::internal
