// Links that stand in or beside a heading or signature and are no part of it: permalinks, and links
// to the source of what is declared.
//
// Generators write permalinks in two ways: as a sign beside the text ("¶", "#", a picture), which
// is nothing to read, and as a link round the text itself (VuePress, mandoc), which is the heading.
// Class names are the same for both, so what the link holds decides.
#pragma once

#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether a link is a permalink that holds nothing of what it points at: its text is a sign, or
// says that it is one. Looks at a bounded part of what is in it and round it.
bool IsPermalink(html::Node link);

// Whether an element in a heading that is no link is a permalink's sign, and called so.
bool IsAnchorSign(html::Node element);

// Whether a link beside a declaration leads to where it is written: "Source", "[src]".
bool IsSourceLink(html::Node link);

// Whether a link leads to the element it stands in: only its text says something.
bool LeadsToItself(html::Node link);

// Whether text is a permalink's sign or nothing visible: "¶", "#", "§", a zero-width or private-use
// character.
bool IsSignOnly(std::string_view text);

}  // namespace sitedoor::extract::internal
