// The Model Context Protocol door: stateless, tools only, every revision from 2024-11-05 to
// 2026-07-28 on one URL.
//
// Source: the protocol's specification and docs/concepts/mcp.md (the dispatch table). A transport
// hands in one message and gets one reply: HTTP (HandleHttp) and stdin/stdout (HandleLine) share
// Dispatch.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doors/http/allowance.h"
#include "doors/http/host_policy.h"
#include "doors/http/server.h"
#include "doors/operations/operation.h"

namespace sitedoor::doors::mcp {

struct ServerIdentity {
  std::string name = "sitedoor";
  std::string title;  // the site's name
  std::string version;
};

struct McpOptions {
  ServerIdentity identity;
  http::HostPolicy hosts;  // pages that these hosts serve may ask, too
  // Origins ("https://claude.ai") besides loopback ones and those of known MCP clients; "*" allows
  // all.
  std::vector<std::string> allowed_origins;
};

// What clients are told about the site (initialize, server/discover) comes from the index's
// manifest and is cut below this many bytes.
inline constexpr std::size_t kMostInstructionBytes = 2'000;

namespace internal {
class Dispatcher;
}

// Thread-safe.
class McpDoor {
 public:
  // `operations` must outlive the door; each becomes a tool.
  McpDoor(McpOptions options, const std::vector<Operation>* operations,
          ContextFactory make_context);
  ~McpDoor();

  // POST /mcp and everything else that reaches that path (and "/mcp/"). Errors are JSON-RPC errors.
  // A POST whose headers are in order takes from `allowance`, or is refused with 429; nothing else
  // does. A batch is answered in turns, one a message, and takes once more for each of its tool
  // calls but the first: those past it get an error with the seconds to wait. The door must outlive
  // the turns. Never throws.
  http::Answer HandleHttp(const http::Request& request, http::Allowance allowance = {}) const;

  // The answer to a request that something before the door refuses (too large, too many, overload),
  // as the door's clients read one: a JSON-RPC error, which pages of an allowed Origin can read.
  http::Response Refuse(const http::Request& request, int status, std::string_view message) const;

  // One line of stdin: the line to write to stdout (without line feed), or nullopt for a
  // notification. There are no headers there, so a message's `_meta` alone decides which era it
  // belongs to. Never throws.
  std::optional<std::string> HandleLine(std::string_view line) const;

 private:
  McpOptions options_;
  std::unique_ptr<const internal::Dispatcher> dispatcher_;
};

}  // namespace sitedoor::doors::mcp
