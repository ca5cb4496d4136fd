#include "doors/mcp/internal/gate.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace sitedoor::doors::mcp::internal {
namespace {

constexpr std::array<std::string_view, 4> kClientOrigins = {
    "https://claude.ai", "https://claude.com", "https://chatgpt.com", "https://vscode.dev"};

}  // namespace

std::optional<std::string> AllowedOrigin(std::string_view origin, const McpOptions& options) {
  static const std::vector<std::string> clients(kClientOrigins.begin(), kClientOrigins.end());
  auto allowed = http::AllowedOrigin(origin, options.allowed_origins, options.hosts.allowed);
  return allowed ? allowed : http::AllowedOrigin(origin, clients, {});
}

bool IsJsonType(std::string_view content_type) {
  std::string type = AsciiLowered(content_type.substr(0, content_type.find(';')));
  while (type.ends_with(' ') || type.ends_with('\t')) type.pop_back();
  return type == "application/json";
}

bool AcceptsJson(std::string_view accept) {
  const std::string lower = AsciiLowered(accept);
  if (lower.find_first_not_of(" \t") == std::string::npos) return true;
  return std::ranges::any_of(
      std::array{"application/json", "application/*", "*/*", "text/event-stream", "text/*"},
      [&](std::string_view type) { return lower.find(type) != std::string::npos; });
}

}  // namespace sitedoor::doors::mcp::internal
