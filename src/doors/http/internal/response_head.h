// The response as bytes, but for the body.
#pragma once

#include <ctime>
#include <string>

#include "doors/http/server.h"

namespace sitedoor::doors::http::internal {

enum class Persistence { kKeepAlive, kClose };

// The status line, Date, Content-Type, Content-Length (but for 1xx, 204 and 304), the response's
// own headers, and Connection where the version's default differs. A header value with a line break
// or NUL is left out, so that no value can forge a second header. `now` is in seconds since 1970.
std::string ResponseHead(const Response& response, int minor_version, Persistence persistence,
                         std::time_t now);

}  // namespace sitedoor::doors::http::internal
