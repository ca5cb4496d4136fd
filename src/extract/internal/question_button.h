// The button that is a question's, or a section's, only heading: "Is it free? +" in front of its
// answer, where no attribute says what it opens.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// It ends with a question mark, or it or one of the two elements round it is named as a part of an
// accordion; an element with text follows it, or its parent that holds nothing else; and no other
// control stands beside it. Where both is so, the answer may be short, or missing: a script brings
// it. Looks at a bounded number of nodes.
bool IsQuestionButton(html::Node button);

}  // namespace sitedoor::extract::internal
