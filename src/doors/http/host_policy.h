// HostPolicy: the names under which a server answers.
//
// A page in a browser can rebind its own name to 127.0.0.1 and then read a server on its visitor's
// machine as if it were its own. It cannot change the Host that the browser sends, so a server that
// answers to names it knows is safe from that.
#pragma once

#include <optional>
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

// The value of an Origin header as browsers write it ("https://example.com:8443": lower case, no
// default port, nothing behind it). A path, which some clients that are no browsers send, is
// dropped. nullopt for "null" and for all else that is no http or https origin.
std::optional<std::string> CanonicalOrigin(std::string_view origin);

// What to answer in Access-Control-Allow-Origin to a page of that origin: nullopt when it may not
// ask. Allowed are those of `origins`, loopback ones, which are their visitor's own, and those on a
// host of `hosts`; a "*" among `origins` allows all, "null" too. Never what the header said as it
// stood there.
std::optional<std::string> AllowedOrigin(std::string_view origin,
                                         const std::vector<std::string>& origins,
                                         const std::vector<std::string>& hosts);

// "localhost", a name below it, 127.0.0.0/8, "[::1]". `host` in lower case, without port.
bool IsLoopbackHost(std::string_view host);

}  // namespace sitedoor::doors::http
