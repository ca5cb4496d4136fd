#include "doors/mcp/internal/gate.h"

#include <algorithm>
#include <array>
#include <string>

#include "net/url.h"

namespace sitedoor::doors::mcp::internal {
namespace {

constexpr std::array<std::string_view, 4> kClientOrigins = {
    "https://claude.ai", "https://claude.com", "https://chatgpt.com", "https://vscode.dev"};

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

bool Holds(const std::vector<std::string>& list, std::string_view value) {
  return std::ranges::find(list, value) != list.end();
}

}  // namespace

bool OriginAllowed(std::string_view origin, const McpOptions& options) {
  // It is sent back in a header, and a URL parser would overlook line breaks.
  if (!std::ranges::all_of(origin, [](char c) { return c > ' ' && c < '\x7f'; })) return false;
  if (Holds(options.allowed_origins, "*") || Holds(options.allowed_origins, origin)) return true;
  const auto url = net::Url::Parse(origin);
  if (!url || !url->IsHttp()) return false;
  const std::string parsed = url->Origin();
  if (std::ranges::find(kClientOrigins, parsed) != kClientOrigins.end()) return true;
  const std::string host(url->Host());
  return Holds(options.allowed_origins, parsed) || http::IsLoopbackHost(host) ||
         Holds(options.hosts.allowed, host);
}

bool IsJsonType(std::string_view content_type) {
  std::string type = Lower(content_type.substr(0, content_type.find(';')));
  while (type.ends_with(' ') || type.ends_with('\t')) type.pop_back();
  return type == "application/json";
}

bool AcceptsJson(std::string_view accept) {
  const std::string lower = Lower(accept);
  if (lower.find_first_not_of(" \t") == std::string::npos) return true;
  return std::ranges::any_of(
      std::array{"application/json", "application/*", "*/*", "text/event-stream"},
      [&](std::string_view type) { return lower.find(type) != std::string::npos; });
}

}  // namespace sitedoor::doors::mcp::internal
