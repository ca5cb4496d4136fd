#include "extract/internal/refresh_target.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostRefreshSeconds = 10;

}  // namespace

std::optional<std::string_view> RefreshTarget(std::string_view content) {
  content = Trimmed(content);
  std::size_t seconds = 0;
  std::size_t at = 0;
  for (; at < content.size() && content[at] >= '0' && content[at] <= '9'; ++at) {
    seconds =
        std::min<std::size_t>(seconds * 10 + static_cast<std::size_t>(content[at] - '0'), 100'000);
  }
  if (at == 0 && !content.starts_with('.')) return std::nullopt;
  while (at < content.size() && (content[at] == '.' || (content[at] >= '0' && content[at] <= '9')))
    ++at;
  if (seconds > kMostRefreshSeconds) return std::nullopt;
  std::string_view rest = Trimmed(content.substr(at));
  if (rest.starts_with(';') || rest.starts_with(',')) rest = Trimmed(rest.substr(1));
  if (AsciiLowered(rest.substr(0, 3)) == "url") {
    const std::string_view behind = Trimmed(rest.substr(3));
    if (behind.starts_with('=')) rest = Trimmed(behind.substr(1));
  }
  if (rest.empty()) return std::nullopt;
  if (rest.front() == '"' || rest.front() == '\'') {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return rest.empty() ? std::nullopt : std::optional(rest);
}

}  // namespace sitedoor::extract::internal
