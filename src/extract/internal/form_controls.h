// FormControls: the elements of a form that a reader acts on.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// A button, a field, a choice; not a group of them.
bool IsSingleControl(html::Tag tag);

// <option> is its <select>'s, a button only does something, and the boxes of a list of tasks that
// Markdown made are disabled.
bool IsFilledIn(html::Node control);

// A field for an e-mail address.
bool IsForAddress(html::Node control);

}  // namespace sitedoor::extract::internal
