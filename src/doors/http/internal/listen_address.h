// Where a server listens: "host:port" to endpoints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sitedoor::doors::http::internal {

struct ListenAddress {
  // IP addresses, all to be bound to `port`. The first must bind; the others are taken where the
  // machine has them.
  std::vector<std::string> hosts;
  std::uint16_t port = 0;
  std::string shown_host;  // as it goes in front of the port in a URL
};

// "127.0.0.1:8080", "[::1]:8080", "localhost:8080" (both loopback addresses), ":8080" and "*:8080"
// (every address, v6 and v4), "[::]:8080" (the same). Names are not resolved. Errors:
// kInvalidArgument, naming the text.
Result<ListenAddress> ParseListenAddress(std::string_view text);

}  // namespace sitedoor::doors::http::internal
