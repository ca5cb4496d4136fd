// Styles that clip, move, turn or scale an element out of sight.
#pragma once

#include <string_view>

#include "extract/internal/css_declarations.h"

namespace sitedoor::extract::internal {

// So far to the left or above that no screen shows it. A share of the width is a slide or a drawer.
bool IsOffScreen(std::string_view length);

bool ClipsAway(const Declarations& style);
bool StandsOffScreen(const Declarations& style);
bool IsTransformedAway(const Declarations& style);

}  // namespace sitedoor::extract::internal
