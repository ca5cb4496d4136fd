// Animations of a style sheet, as far as they keep an element from its readers.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace sitedoor::extract::internal {

// By name, whether all steps hide, of which the first and the last are said.
using Animations = std::unordered_map<std::string, bool>;

// Adds those of the sheet, without comments, to `known`; of two of one name the later counts.
// O(length).
void AddAnimations(std::string_view css, Animations& known);

// Whether declarations run one that hides, without an end or until its last step stays.
bool HidesByAnimation(std::string_view declarations, const Animations& known);

}  // namespace sitedoor::extract::internal
