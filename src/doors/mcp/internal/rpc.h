// JSON-RPC 2.0 as MCP narrows it: ids are strings or integers, an answer is text.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor::doors::mcp::internal {

// Error codes of JSON-RPC, of MCP's transports (-32000) and of MCP 2026-07-28 (-32020 and on).
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
                     kInvalidParams = -32602, kInternalError = -32603, kTransportError = -32000,
                     kHeaderMismatch = -32020, kUnsupportedVersion = -32022;

inline constexpr std::size_t kMostNesting = 64;

// The answer to one message. An empty body: there is nothing to answer.
struct Reply {
  int status = 200;  // of HTTP
  std::string body;
};

// Parses into `storage`. Errors, worded for the client: not JSON in UTF-8, or nested deeper than
// kMostNesting. A byte-order mark is skipped; an escape of half a surrogate pair is U+FFFD.
Result<boost::json::value> ParseMessage(std::string_view text,
                                        const boost::json::storage_ptr& storage);

// The id as JSON text, of the same type as it came: a string, or an integer that a double holds
// exactly.
std::optional<std::string> IdText(const boost::json::value& id);

// {"jsonrpc":"2.0","id":...,"result":...}; both are JSON.
std::string SuccessText(std::string_view id, std::string_view result);

// {"jsonrpc":"2.0","id":...,"error":{...}}; `data` is JSON, or "" for none. `message` may quote
// what the caller sent: it is escaped, and must be UTF-8.
std::string FailureText(std::string_view id, int code, std::string_view message,
                        std::string_view data = "");

// At most 100 bytes of what the caller sent, for a message.
std::string Quoted(std::string_view text);

}  // namespace sitedoor::doors::mcp::internal
