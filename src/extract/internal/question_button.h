// The button that is a question's, or a section's, only heading: "Is it free? +" in front of its
// answer, "Supported platforms" over the panel that it opens and closes.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// It ends with a question mark, or it or one of the two elements round it is named as a part of an
// accordion; an element with text follows it, or its parent that holds nothing else; and no other
// control stands beside it. Where both is so, the answer may be short, or missing: a script brings
// it. Or it is alone in its row, and the block with text behind that is what it opens: by its own
// word (aria-expanded, aria-controls, data-bs-target), by its name, or as one of several such rows
// with labels of their own. Menus and lists of the page's parts are none. Looks at a bounded number
// of nodes.
bool IsQuestionButton(html::Node button);

// "Copy", "Show more", "Next": it says what it does, and names nothing that the page is about.
bool GivesCommand(html::Node button);

}  // namespace sitedoor::extract::internal
