// What stands for values elsewhere: custom properties, env() and if().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/function_ref.h"

namespace sitedoor::extract::internal {

// Custom properties by name, "--x" to its value.
using Variables = std::unordered_map<std::string, std::string>;

// Those that declarations set. O(length).
Variables VariablesOf(std::string_view declarations);

// Whether declarations have a function that WithVariables replaces.
bool UsesSubstitution(std::string_view declarations);

// The value of "--x"; nothing when it has none.
using VariableLookup = FunctionRef<std::optional<std::string>(const std::string&)>;

// With "var(--x)", "var(--x, otherwise)", "env(a, otherwise)" and "if(media(a): b; else: c)"
// replaced as far as they are known, to a small depth and length; "unset" where they have no value.
std::string WithVariables(std::string_view declarations, VariableLookup lookup);
std::string WithVariables(std::string_view declarations, const Variables& variables);

}  // namespace sitedoor::extract::internal
