// HostPolicy: the names under which a server answers.
//
// A page in a browser can rebind its own name to 127.0.0.1 and then read a server on its visitor's
// machine as if it were its own. It cannot change the Host that the browser sends, so a server that
// answers to names it knows is safe from that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doors/http/server.h"

namespace sitedoor::doors::http {

struct HostPolicy {
  // Who can reach the server. Loopback names and addresses may always be named; kAnywhere takes any
  // IP address besides (an address cannot be rebound to another machine).
  enum class Reach { kLoopback, kAnywhere };
  Reach reach = Reach::kLoopback;
  // Lower case, without port. "*" allows all.
  std::vector<std::string> allowed;
};

// `host` with or without port.
bool HostAllowed(std::string_view host, const HostPolicy& policy);

// The same for a request, whose refusal is logged (at most one line in ten seconds).
bool HostAllowed(const Request& request, const HostPolicy& policy);

// Whether a page of that origin may ask: one of `origins` ("*" allows all), a loopback one, which
// is its visitor's own, or one on a host of `hosts`.
bool OriginAllowed(std::string_view origin, const std::vector<std::string>& origins,
                   const std::vector<std::string>& hosts);

// "localhost", a name below it, 127.0.0.0/8, "[::1]". `host` in lower case, without port.
bool IsLoopbackHost(std::string_view host);

}  // namespace sitedoor::doors::http
