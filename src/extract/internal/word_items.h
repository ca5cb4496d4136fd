// Lists of Word, and of what is pasted from it: paragraphs that say of which level they are.
#pragma once

#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// 1 to 9, as "mso-list:l0 level2 lfo1" in a paragraph's style says; 0 for what is no item.
int WordItemLevel(html::Node paragraph);

// Whether the element holds only the number or bullet of an item, which Word writes as text.
bool IsWordMarker(html::Node element);

// The beginning of it: "3.", "·", "o". "" when the item has none.
std::string WordItemMarker(html::Node item);

// "3.", "b)", "iv.", and no bullet.
bool IsWordNumber(std::string_view marker);

}  // namespace sitedoor::extract::internal
