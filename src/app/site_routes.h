// SiteRoutes: which door answers which path.
//
//   /mcp /mcp/    Model Context Protocol        /api/search   JSON search        /healthz   what is
//   loaded /             a page for people             anything else 404 as JSON, so that a client
//   that probes for OAuth or
//                                               another transport learns at once that there is none
#pragma once

#include <string>

#include "app/rate_limit.h"
#include "app/served_index.h"
#include "doors/api/api.h"
#include "doors/http/server.h"
#include "doors/mcp/mcp.h"

namespace sitedoor::app {

// "Python 3.11 docs" as a name for `claude mcp add`: "python-3-11-docs"; "docs" when nothing is
// left.
std::string ServerName(const std::string& site_name);

// Thread-safe. What it refers to must outlive it. `public_url` is the server's own address without
// a slash at the end;
// "" takes what the client asked for.
class SiteRoutes {
 public:
  SiteRoutes(const doors::mcp::McpDoor& mcp, const doors::api::ApiDoor& api,
             const ServedIndex& index, RateLimiter& limiter, std::string public_url)
      : mcp_(mcp),
        api_(api),
        index_(index),
        limiter_(limiter),
        public_url_(std::move(public_url)) {}

  doors::http::Response Handle(const doors::http::Request& request) const;

 private:
  doors::http::Response Route(const doors::http::Request& request) const;
  doors::http::Response FrontPage(const doors::http::Request& request) const;

  const doors::mcp::McpDoor& mcp_;
  const doors::api::ApiDoor& api_;
  const ServedIndex& index_;
  RateLimiter& limiter_;
  std::string public_url_;
};

}  // namespace sitedoor::app
