// The JSON search API: GET /api/search, GET /healthz.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "doors/http/allowance.h"
#include "doors/http/server.h"
#include "doors/operations/operation.h"

namespace sitedoor::doors::api {

struct ApiOptions {
  // Whose pages may read answers (CORS), besides loopback ones; "*" allows all.
  std::vector<std::string> allowed_origins;
};

// Thread-safe.
class ApiDoor {
 public:
  ApiDoor(ApiOptions options, ContextFactory make_context);

  // q, limit (1 to 100), language, mode=keyword. Hits carry id, title, url, heading_path, snippet
  // (HTML-escaped, only <mark> added), score; also generation, unmatched_words, elapsed_ms, and
  // ignored_parameters where the question had some that are none of these. Errors are problem
  // details (RFC 9457). What asks for a search takes from `allowance`, or is refused with 429;
  // other methods do not.
  http::Response Search(const http::Request& request, const http::Allowance& allowance = {}) const;
  // The answer to a search that something before the door refuses: problem details, which pages of
  // an allowed origin can read.
  http::Response Refuse(const http::Request& request, int status, std::string_view detail) const;
  // The loaded generation, counts, age in seconds.
  http::Response Health(const http::Request& request) const;

 private:
  http::Response AnswerSearch(const http::Request& request, const http::Allowance& allowance) const;
  void AllowOrigin(const http::Request& request, http::Response& response) const;

  ApiOptions options_;
  ContextFactory make_context_;
};

// {"hits": [...]} as /api/search returns it: also what `sitedoor search --json` prints. The query
// may be any bytes; the object holds UTF-8.
boost::json::object SearchResponseJson(const search::SearchResponse& response,
                                       std::string_view query);

// `snippet` escaped for HTML with <mark> round the marks.
std::string MarkedHtml(const search::Passage& passage);

}  // namespace sitedoor::doors::api
