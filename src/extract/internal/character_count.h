// CharacterCount: how much a reader sees of a text.
#pragma once

#include <cstdint>
#include <string_view>

namespace sitedoor::extract::internal {

// Code points, a run of white space and control characters being one; none where the text before
// ended with white space (`after_space`).
std::uint32_t CountCharacters(std::string_view utf8, bool after_space);

}  // namespace sitedoor::extract::internal
