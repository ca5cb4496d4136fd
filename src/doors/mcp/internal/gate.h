// What a request must be before its body is looked at: the checks of the HTTP transport.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doors/mcp/mcp.h"

namespace sitedoor::doors::mcp::internal {

// http::AllowedOrigin for this door: allowed besides loopback origins of any port are known MCP
// clients, the server's own hosts and what `options` lists.
std::optional<std::string> AllowedOrigin(std::string_view origin, const McpOptions& options);

// "application/json", with or without parameters.
bool IsJsonType(std::string_view content_type);

// Whether the client takes JSON or, failing that, at least speaks the transport (an event stream).
// `accept` is the whole list.
bool AcceptsJson(std::string_view accept);

}  // namespace sitedoor::doors::mcp::internal
