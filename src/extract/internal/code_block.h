// CodeBlock: the code of a <pre>, or of a container of lines that is no <pre>, as a reader would
// copy it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct CodeBlock {
  std::string text;      // lines separated by "\n", none at the end; "" when there is no code
  std::string language;  // lower case, "" when the page does not say
};

// <br> and elements that are lines are newlines (never two for one); line numbers, copy buttons,
// tooltips and lines that the style sheet hides are left out. Of all other text every character is
// kept, except bidirectional controls and tags. Linear; takes no account of the elements'
// visibility otherwise.
CodeBlock ReadCodeBlock(html::Node root);

// What the element itself, its <code> child or up to three ancestors say about the language.
std::string CodeLanguage(html::Node root);

// A fence of backticks longer than any run of them in `text`, at least three.
std::string FenceFor(std::string_view text);

// Whether there are only digits and white space below the element, at most `most_bytes` of them:
// line numbers.
bool HoldsOnlyDigits(html::Node element, std::size_t most_bytes);

// Whether text is a permalink's sign or nothing visible: "¶", "#", "§", a zero-width or private-use
// character.
bool IsSignOnly(std::string_view text);

}  // namespace sitedoor::extract::internal
