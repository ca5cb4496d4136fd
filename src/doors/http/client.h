// Asking a server once, over plain HTTP: what a health check needs.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/url.h"

namespace sitedoor::doors::http {

struct ClientAnswer {
  int status = 0;
  std::string body;
};

// GET, with at most 64 KiB of answer. Blocks for `limit` at most (looking up a name may take
// longer). Errors: kUnsupported (no http:// URL), kUnavailable (nobody answers, or not in HTTP),
// kDeadlineExceeded; each names the URL.
Result<ClientAnswer> Get(const net::Url& url, std::chrono::milliseconds limit);

// Where a server with this ServerOptions::listen is asked from its own machine:
// "http://127.0.0.1:8080" for "[::]:8080". Errors: kInvalidArgument, as CheckListenAddress, and for
// port 0.
Result<std::string> LocalUrl(std::string_view listen);

}  // namespace sitedoor::doors::http
