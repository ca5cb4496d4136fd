// Dispatcher: JSON-RPC messages to their answers, for both eras of the protocol.
//
// Legacy (2024-11-05 to 2025-11-25): clients open with `initialize`. Modern (2026-07-28): every
// request carries its protocol version and capabilities in params._meta, mirrored in HTTP headers.
// The table is docs/concepts/mcp.md.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "doors/mcp/internal/rpc.h"
#include "doors/mcp/mcp.h"

namespace sitedoor::doors::mcp::internal {

// What came along with a message.
struct Envelope {
  enum class Transport { kHttp, kLines } transport = Transport::kHttp;
  // Headers, without white space around them; nullopt where there was none. kLines has none.
  std::optional<std::string> protocol_version, method, name;
  std::string_view contradictory;  // the name of one that came with two values; "" when none did
  std::string request_id;          // of the log
};

// Thread-safe.
class Dispatcher {
 public:
  Dispatcher(ServerIdentity identity, const std::vector<Operation>* operations,
             ContextFactory make_context);

  // `text` is a message, which is answered, or, in 2025-03-26, a batch of them, which is left to
  // the caller (batch.h).
  std::variant<Reply, boost::json::array> Dispatch(std::string_view text,
                                                   const Envelope& envelope) const;
  Reply Answer(const boost::json::value& message, const Envelope& envelope) const;

 private:
  struct Outcome {  // of a method: a result or an error
    int status = 200;
    std::string result = {};  // JSON; "" for an error
    int code = 0;
    std::string message = {};
    std::string data = {};
  };

  Reply Request(const boost::json::object& message, const std::string& id,
                const Envelope& envelope) const;
  Outcome Legacy(std::string_view method, const boost::json::object& params,
                 const Envelope& envelope) const;
  Outcome Modern(std::string_view method, const boost::json::object& params,
                 const Envelope& envelope) const;
  Outcome Initialize(const boost::json::object& params, const Envelope& envelope) const;
  Outcome Discover(const Envelope& envelope) const;
  enum class Era { kLegacy, kModern };
  Outcome CallTool(const boost::json::object& params, const Envelope& envelope, Era era) const;

  std::string ServerInfo(const index::Snapshot* snapshot) const;
  static std::string Instructions(const index::Snapshot* snapshot);
  std::string ModernTail(const index::Snapshot* snapshot) const;

  const ServerIdentity identity_;
  const std::vector<Operation>& operations_;
  const ContextFactory make_context_;
  const std::string tools_;  // "tools":[...]
};

}  // namespace sitedoor::doors::mcp::internal
