// The mathematical functions of CSS: calc(), min(), clamp(), round(), sin() and theirs.
#pragma once

#include <optional>
#include <string_view>

#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {

// Of "calc(-100% - 20px)": the sum of pixels where that alone is far, or else of shares, or else of
// sizes of letters, or else the pixels or the number; `unit` views none of `value`. anchor() is
// what it says where there is no anchor. Nothing for other functions, and where units are mixed
// that are not compared so.
std::optional<Length> ReadMath(std::string_view value);

}  // namespace sitedoor::extract::internal
