// Which values browsers know for a property: what they do not know they leave out, and keep the
// declaration before it.
#pragma once

#include <string_view>

#include "extract/internal/css_declarations.h"

namespace sitedoor::extract::internal {

// As far as it is known here; in doubt true. `value` is trimmed and without "!important".
bool IsValueOf(Property property, std::string_view value);

}  // namespace sitedoor::extract::internal
