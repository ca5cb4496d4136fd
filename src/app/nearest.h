// Nearest: what somebody who mistyped a name may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sitedoor::app {

// The name with the fewest single-letter changes (a swap of two neighbours is one); "" when none is
// near enough to be meant: at most a third of the letters, and at least one change allowed.
std::string_view Nearest(std::string_view mistyped, std::span<const std::string_view> names);

}  // namespace sitedoor::app
