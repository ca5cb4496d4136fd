// Gradients, as far as it matters whether a text is seen before them.
#pragma once

#include <optional>
#include <string_view>

#include "extract/internal/css_color.h"

namespace sitedoor::extract::internal {

// Of "linear-gradient(90deg, #000 10%, black)": its colours are all alike. Nothing for other
// values, several layers, and what is not said to cover the whole element.
std::optional<Color> OneColorOfGradient(std::string_view background);

}  // namespace sitedoor::extract::internal
