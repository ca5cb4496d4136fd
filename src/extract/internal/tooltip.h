// Tooltip: a word of the text whose explanation a style sheet shows while the pointer rests on it.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// `element` has the class of a tooltip. True where it stands round the word that is explained: the
// explanation is an attribute of it or a child ("tooltiptext", role=tooltip), and the rest of it
// has letters, which the sign of a hint (ⓘ) has not. Looks at a few nodes.
bool IsExplainedWord(html::Node element);

// The explanation inside such a word.
bool IsExplanationOfWord(html::Node element);

}  // namespace sitedoor::extract::internal
