#include "doors/mcp/internal/gate.h"

#include <arpa/inet.h>

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

// "Localhost:80" -> "localhost", "[::1]:80" -> "[::1]".
std::string WithoutPort(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return "";
  std::string name = Lower(host.substr(0, host.find(':', bracket)));
  if (name.ends_with('.')) name.pop_back();
  return name;
}

bool IsAddress(const std::string& host) {
  in6_addr parsed{};  // room for either family
  if (!host.starts_with('[')) return ::inet_pton(AF_INET, host.c_str(), &parsed) == 1;
  return host.ends_with(']') &&
         ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &parsed) == 1;
}

bool IsLoopback(const std::string& host) {
  if (host == "localhost" || host.ends_with(".localhost") || host == "[::1]") return true;
  return host.starts_with("127.") && IsAddress(host);
}

bool Holds(const std::vector<std::string>& list, std::string_view value) {
  return std::ranges::find(list, value) != list.end();
}

}  // namespace

bool HostAllowed(std::string_view host, const McpOptions& options) {
  if (Holds(options.allowed_hosts, "*")) return true;
  const std::string name = WithoutPort(host);
  if (name.empty()) return false;
  if (IsLoopback(name) || Holds(options.allowed_hosts, name)) return true;
  return options.reach == McpOptions::Reach::kAnywhere && IsAddress(name);
}

bool OriginAllowed(std::string_view origin, const McpOptions& options) {
  // It is sent back in a header, and a URL parser would overlook line breaks.
  if (!std::ranges::all_of(origin, [](char c) { return c > ' ' && c < '\x7f'; })) return false;
  if (Holds(options.allowed_origins, "*") || Holds(options.allowed_origins, origin)) return true;
  const auto url = net::Url::Parse(origin);
  if (!url || !url->IsHttp()) return false;
  const std::string parsed = url->Origin();
  if (std::ranges::find(kClientOrigins, parsed) != kClientOrigins.end()) return true;
  const std::string host(url->Host());
  return Holds(options.allowed_origins, parsed) || IsLoopback(host) ||
         Holds(options.allowed_hosts, host);
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
