// Batch: several messages in one request, as protocol version 2025-03-26 allows.
#pragma once

#include <boost/json/array.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "doors/mcp/internal/dispatch.h"
#include "doors/mcp/internal/rpc.h"
#include "doors/mcp/mcp.h"

namespace sitedoor::doors::mcp::internal {

// Answers one message at a time, so that others get their turn in between.
class Batch {
 public:
  // `messages` is not empty; `dispatcher` must outlive the batch. `allowance` (or none) is asked
  // before every tool call but the first, which the request itself has paid for.
  Batch(const Dispatcher& dispatcher, boost::json::array messages, Envelope envelope,
        http::Allowance allowance)
      : dispatcher_(dispatcher),
        messages_(std::move(messages)),
        envelope_(std::move(envelope)),
        allowance_(std::move(allowance)) {}

  // Answers the next message. The reply to all of them after the last one.
  std::optional<Reply> Step();

 private:
  Reply Answer(const boost::json::value& message);
  // How long a tool call must wait: nullopt when it may be made.
  std::optional<std::chrono::seconds> Wait();

  const Dispatcher& dispatcher_;
  const boost::json::array messages_;
  const Envelope envelope_;
  const http::Allowance allowance_;
  std::size_t next_ = 0;
  std::size_t calls_ = 0;
  std::optional<std::chrono::seconds> wait_;  // once the allowance is used up
  std::string answers_;
};

}  // namespace sitedoor::doors::mcp::internal
