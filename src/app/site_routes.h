// SiteRoutes: which door answers which path.
//
//   /mcp /mcp/     Model Context Protocol
//   /api/search    JSON search
//   /healthz       what is loaded
//   /              a page for people
//   anything else  404 as JSON, so that a client that probes for OAuth or another transport learns
//   at
//                  once that there is none
//
// Each also below the path of the public URL, for a proxy that hands it on as it came.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/rate_limit.h"
#include "app/served_index.h"
#include "doors/api/api.h"
#include "doors/http/client_address.h"
#include "doors/http/host_policy.h"
#include "doors/http/server.h"
#include "doors/mcp/mcp.h"

namespace sitedoor::app {

// "Python 3.11 docs" as a name for `claude mcp add`: "python-3-11-docs"; "docs" when nothing is
// left.
std::string ServerName(const std::string& site_name);

// Whose requests the limit counts.
enum class Limited {
  kEverybody,
  kThroughProxies,  // not those of programs on this machine (doors::http::IsOfThisMachine)
};

struct SiteAddress {
  std::string public_url;         // without a slash at the end; "" takes what the client asked for
  doors::http::HostPolicy hosts;  // whom all but /healthz answers to
  std::vector<doors::http::AddressRange> proxies;  // trusted to name the client
  Limited limited = Limited::kEverybody;
};

// Thread-safe. What it refers to must outlive it.
class SiteRoutes {
 public:
  SiteRoutes(const doors::mcp::McpDoor& mcp, const doors::api::ApiDoor& api,
             const ServedIndex& index, RateLimiter& limiter, SiteAddress address)
      : mcp_(mcp),
        api_(api),
        index_(index),
        limiter_(limiter),
        address_(std::move(address)),
        prefix_(PathOf(address_.public_url)) {}

  doors::http::Answer Handle(const doors::http::Request& request) const;

  // /healthz, which answers while every thread of the pool is busy (doors::http::QuickHandler).
  std::optional<doors::http::Response> AnswerAtOnce(const doors::http::Request& request) const;

  // A refusal (doors::http::RefusalWriter) as the path's door words its own.
  doors::http::Response Refuse(const doors::http::Request& request, int status,
                               std::string_view detail) const;

 private:
  // "/docs" of "https://www.example.com/docs"; "" of an address without a path.
  static std::string PathOf(const std::string& public_url);
  // The request's path without the prefix, unless it means something with it.
  std::string_view OwnPath(const doors::http::Request& request) const;
  doors::http::Answer Route(const doors::http::Request& request) const;
  // What the client that asks has left of the limit.
  doors::http::Allowance AllowanceOf(const doors::http::Request& request) const;
  doors::http::Response FrontPage(const doors::http::Request& request) const;
  // Where programs find something, as clients see it.
  std::string Directions() const;

  const doors::mcp::McpDoor& mcp_;
  const doors::api::ApiDoor& api_;
  const ServedIndex& index_;
  RateLimiter& limiter_;
  const SiteAddress address_;
  const std::string prefix_;                  // of the paths that a proxy may hand on
  mutable std::atomic_flag proxy_was_named_;  // in the log
};

}  // namespace sitedoor::app
