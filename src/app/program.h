// The program: from argv to an exit code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/console.h"

namespace sitedoor::app {

extern const std::string_view kVersion;  // the project's, as CMakeLists.txt has it
inline constexpr std::string_view kSettingsFileName = "sitedoor.toml";

// `words` without the program's name; `environment` as main gets it, null-terminated.
int RunProgram(const std::vector<std::string>& words, const char* const* environment,
               Console& console);

}  // namespace sitedoor::app
