// The text in an address: "data:text/css,.a%7B%7D".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// Nothing for other addresses, and other types than `type`, such as "text/css". Linear.
std::optional<std::string> TextOfDataUrl(std::string_view url, std::string_view type);

}  // namespace sitedoor::extract::internal
