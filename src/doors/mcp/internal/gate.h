// What a request must be before its body is looked at: the checks of the HTTP transport.
#pragma once

#include <string_view>

#include "doors/mcp/mcp.h"

namespace sitedoor::doors::mcp::internal {

// Whether pages of this Origin may ask. Scheme, host and port are compared as a browser would:
// case, default ports and a path behind them do not matter. Loopback origins of any port are
// allowed, so are known MCP clients and the server's own hosts. "null" and what is no URL is not.
bool OriginAllowed(std::string_view origin, const McpOptions& options);

// "application/json", with or without parameters.
bool IsJsonType(std::string_view content_type);

// Whether the client takes JSON or, failing that, at least speaks the transport (an event stream).
bool AcceptsJson(std::string_view accept);

}  // namespace sitedoor::doors::mcp::internal
