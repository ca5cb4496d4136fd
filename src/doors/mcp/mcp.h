// The Model Context Protocol door: stateless, tools only, every revision from 2024-11-05 to 2026-07-28 on one URL.
//
// Source: the protocol's specification and docs/concepts/mcp.md (the dispatch table). A transport hands in one message
// and gets one reply: HTTP (HandleHttp) and stdin/stdout (HandleLine) share Dispatch.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doors/http/server.h"
#include "doors/operations/operation.h"

namespace sitedoor::doors::mcp {

struct ServerIdentity {
  std::string name = "sitedoor";
  std::string title;       // the site's name
  std::string version;
};

struct McpOptions {
  ServerIdentity identity;
  // Hosts that a request may name (lower case, without port); loopback names are always allowed when the server listens
  // on loopback only. "*" allows all.
  std::vector<std::string> allowed_hosts;
  // Origins ("https://claude.ai") besides loopback ones and those of known MCP clients; "*" allows all.
  std::vector<std::string> allowed_origins;
};

// Thread-safe.
class McpDoor {
 public:
  McpDoor(McpOptions options, const std::vector<Operation>* operations, ContextFactory make_context);

  // POST /mcp and everything else that reaches that path. Never throws.
  http::Response HandleHttp(const http::Request& request) const;

  // One line of stdin: the line to write to stdout, or nullopt for a notification. Never throws.
  std::optional<std::string> HandleLine(std::string_view line) const;

 private:
  McpOptions options_;
  const std::vector<Operation>* operations_;
  ContextFactory make_context_;
};

}  // namespace sitedoor::doors::mcp
