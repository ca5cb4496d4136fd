// Refresh target: where <meta http-equiv=refresh> leads.
#pragma once

#include <optional>
#include <string_view>

namespace sitedoor::extract::internal {

// "5; url='next.html'" as browsers read it. Nothing when it waits more than ten seconds or names no
// page.
std::optional<std::string_view> RefreshTarget(std::string_view content);

}  // namespace sitedoor::extract::internal
