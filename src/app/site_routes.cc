#include "app/site_routes.h"

#include <fmt/format.h>

#include "app/console.h"
#include "base/ascii.h"
#include "base/log.h"
#include "doors/http/html_escape.h"
#include "doors/http/problem.h"
#include "net/url.h"

namespace sitedoor::app {
namespace {

using doors::http::Answer;
using doors::http::HtmlEscaped;
using doors::http::Request;
using doors::http::Response;

constexpr std::string_view kSearchPath = "/api/search", kHealthPath = "/healthz";

bool IsMcpPath(std::string_view path) { return path == "/mcp" || path == "/mcp/"; }

bool IsHostText(std::string_view host) {
  if (host.empty() || host.size() > 255) return false;
  return host.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]_") ==
         std::string_view::npos;
}

// Programs that were given the server's address without "/mcp" try it there: a page for people
// would keep them from seeing that it is wrong.
bool AsksForAPage(const Request& request) {
  return request.ListHeader("accept").value_or("").find("text/html") != std::string::npos;
}

}  // namespace

std::string ServerName(const std::string& site_name) {
  constexpr std::size_t kMostLetters = 32;
  std::string name;
  for (const char c : site_name) {
    if (IsAsciiAlnum(c)) {
      name += AsciiLower(c);
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  if (name.size() > kMostLetters) {
    // At a word's end where there is one.
    const std::size_t dash = name.rfind('-', kMostLetters);
    name.resize(dash == std::string::npos || dash == 0 ? kMostLetters : dash);
  }
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "docs" : name;
}

std::string SiteRoutes::PathOf(const std::string& public_url) {
  const auto url = net::Url::Parse(public_url);
  std::string path(url ? url->Path() : "");
  while (path.ends_with('/')) path.pop_back();
  return path;
}

std::string_view SiteRoutes::OwnPath(const Request& request) const {
  const std::string_view path = request.path;
  if (IsMcpPath(path) || path == kSearchPath || path == kHealthPath) return path;
  if (prefix_.empty() || !path.starts_with(prefix_)) return path;
  const std::string_view rest = path.substr(prefix_.size());
  if (rest.empty()) return "/";
  return rest.starts_with('/') ? rest : path;
}

std::string SiteRoutes::Directions() const {
  return fmt::format("MCP is at {0}/mcp, search at {0}{1}?q=words", prefix_, kSearchPath);
}

Answer SiteRoutes::Handle(const Request& request) const {
  if (!doors::http::HostAllowed(request, address_.hosts)) {
    return Refuse(request, 403, "this server does not answer to that Host");
  }
  return Route(request);
}

doors::http::Allowance SiteRoutes::AllowanceOf(const Request& request) const {
  if (address_.limited == Limited::kThroughProxies) {
    if (doors::http::IsOfThisMachine(request)) return {};
    if (address_.proxies.empty() && !proxy_was_named_.test_and_set()) {
      Log(LogLevel::kWarning, "proxy_not_trusted",
          {{"peer", request.peer_address},
           {"hint",
            "requests come through a proxy, whose clients share one limit of requests: name it "
            "with --trusted-proxy, and the public address with --public-url"}});
    }
  }
  return [this, client = ClientAddress(request, address_.proxies)] {
    return limiter_.Refuses(client);
  };
}

Response SiteRoutes::Refuse(const Request& request, int status, std::string_view detail) const {
  const std::string_view path = OwnPath(request);
  if (IsMcpPath(path)) return mcp_.Refuse(request, status, detail);
  if (path == kSearchPath) return api_.Refuse(request, status, detail);
  return doors::http::Problem(status, detail, request.request_id);
}

// Whoever checks a server's health may not know its name, and learns nothing of the pages.
std::optional<Response> SiteRoutes::AnswerAtOnce(const Request& request) const {
  if (OwnPath(request) != kHealthPath) return std::nullopt;
  return api_.Health(request);
}

Answer SiteRoutes::Route(const Request& request) const {
  const std::string_view path = OwnPath(request);
  if (IsMcpPath(path)) return mcp_.HandleHttp(request, AllowanceOf(request));
  if (path == kSearchPath) return api_.Search(request, AllowanceOf(request));
  if (path == "/") {
    if (request.method == "GET" || request.method == "HEAD") {
      return AsksForAPage(request)
                 ? FrontPage(request)
                 : doors::http::Problem(404, "there is nothing for programs here; " + Directions(),
                                        request.request_id);
    }
    Response response = doors::http::Problem(405, "this page can only be read; " + Directions(),
                                             request.request_id);
    response.headers.emplace_back("allow", "GET, HEAD");
    return response;
  }
  return doors::http::Problem(404, "there is nothing at this path; " + Directions(),
                              request.request_id);
}

Response SiteRoutes::FrontPage(const Request& request) const {
  const std::shared_ptr<const index::Snapshot> snapshot = index_.Current();
  const index::Manifest& manifest = snapshot->manifest();
  std::string url = address_.public_url;
  if (url.empty()) {
    const std::string* const host = request.Header("host");
    url =
        "http://" + (host != nullptr && IsHostText(*host) ? *host : std::string("127.0.0.1:8080"));
  }
  Response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers.emplace_back("content-security-policy",
                                "default-src 'none'; style-src 'unsafe-inline'");
  response.headers.emplace_back("x-content-type-options", "nosniff");
  response.headers.emplace_back("cache-control", "no-cache");
  response.body = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{0}: a door for AI "
      "agents</title>\n"
      "<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 "
      "1rem}}"
      "pre{{overflow:auto;padding:.75rem;border:1px solid #8888}}</style></head><body>\n"
      "<h1>{0}</h1>\n"
      "<p>This server lets AI agents search and read {1}{0}{2}: {3}, as of {4}.</p>\n"
      "<p>Connect a client that speaks the Model Context Protocol to <code>{5}/mcp</code>, for "
      "example:</p>\n"
      "<pre>claude mcp add --transport http {6} {5}/mcp</pre>\n"
      "<p>Programs can search at <code>{5}/api/search?q=words</code>.</p>\n"
      "</body></html>\n",
      HtmlEscaped(manifest.site_name),
      manifest.site_url.empty() ? "" : "<a href=\"" + HtmlEscaped(manifest.site_url) + "\">",
      manifest.site_url.empty() ? "" : "</a>", Counted(manifest.page_count, "page"),
      HtmlEscaped(manifest.built_at), HtmlEscaped(url), ServerName(manifest.site_name));
  return response;
}

}  // namespace sitedoor::app
