#include "doors/api/api.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>

#include "base/json_text.h"
#include "doors/http/host_policy.h"
#include "doors/http/html_escape.h"
#include "doors/http/problem.h"
#include "text/utf8.h"

namespace sitedoor::doors::api {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostLimit = 100;
constexpr std::array<std::string_view, 4> kParameters{"q", "limit", "language", "mode"};
constexpr std::string_view kMethods = "GET, HEAD, OPTIONS";

http::Response JsonResponse(int status, const json::object& body) {
  http::Response response;
  response.status = status;
  response.content_type = "application/json";
  response.body = ToJson(body);
  return response;
}

bool IsRead(const http::Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

http::Response Options() {
  return {
      .status = 204, .headers = {{"allow", std::string(kMethods)}}, .content_type = "", .body = ""};
}

http::Response MethodNotAllowed(const http::Request& request) {
  http::Response response =
      http::Problem(405, request.method + " is not possible here", request.request_id);
  response.headers.emplace_back("allow", kMethods);
  return response;
}

Result<std::size_t> Limit(const http::Request& request) {
  bool given = false;
  const std::string text = request.Parameter("limit", &given);
  if (!given || text.empty()) return std::size_t{10};
  std::size_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc{} || end != text.data() + text.size() || limit < 1 || limit > kMostLimit) {
    return Fail(ErrorCode::kInvalidArgument, "limit must be an integer from 1 to 100");
  }
  return limit;
}

Result<search::SearchRequest> ParseRequest(const http::Request& request) {
  search::SearchRequest search;
  bool given = false;
  search.text = request.Parameter("q", &given);
  if (!given)
    return Fail(ErrorCode::kInvalidArgument, "the parameter q is missing",
                "ask /api/search?q=words");
  ASSIGN_OR_RETURN(search.limit, Limit(request));
  const std::string mode = request.Parameter("mode", &given);
  if (given && mode != search::ModeName(search::Mode::kKeyword)) {
    return Fail(ErrorCode::kInvalidArgument, "mode must be keyword");
  }
  search.filter.language = request.Parameter("language");
  search.passages_per_page = 1;  // HitJson shows the best
  return search;
}

// Parameters that mean nothing here, such as one that a client mistyped or takes for granted: said,
// so that nobody believes in a filter that is none.
std::vector<std::string> IgnoredParameters(const http::Request& request) {
  constexpr std::size_t kMostNamed = 10, kMostNameBytes = 60;
  std::vector<std::string> ignored;
  for (const std::string& name : request.ParameterNames()) {
    if (name.empty() || std::ranges::find(kParameters, name) != kParameters.end()) continue;
    std::string shown(text::Prefix(text::Repair(name), kMostNameBytes));
    if (std::ranges::find(ignored, shown) != ignored.end()) continue;
    ignored.push_back(std::move(shown));
    if (ignored.size() == kMostNamed) break;
  }
  return ignored;
}

// FNV-1a, 64 bits. It tells answers apart for caches; nothing rests on it being hard to collide.
std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

// Weak: the same hits, though the time that they took differs.
std::string EntityTag(const index::Snapshot& snapshot, const search::SearchRequest& request,
                      const std::vector<std::string>& ignored) {
  std::string key = std::to_string(request.limit) + '\n' + request.filter.language + '\n';
  for (const std::string& name : ignored) key += name + '\n';
  key += request.text;
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, Hash(key), 16).ptr;
  return "W/\"" + snapshot.manifest().generation + "-" +
         std::to_string(snapshot.manifest().sequence) + "-" + std::string(digits, end) + "\"";
}

// If-None-Match is "*" or a list of tags; weak and strong ones are compared alike (RFC 9110
// section 13.1.2).
bool Matches(std::string_view if_none_match, std::string_view tag) {
  const std::string_view opaque = tag.substr(2);
  return if_none_match == "*" || if_none_match.find(opaque) != std::string_view::npos;
}

// The seconds since an ISO 8601 time in UTC; negative when it cannot be read.
std::int64_t AgeSeconds(const std::string& built_at) {
  std::tm parts{};
  const char* end = ::strptime(built_at.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return -1;
  return std::max<std::int64_t>(0, std::time(nullptr) - ::timegm(&parts));
}

json::object HitJson(const search::Hit& hit) {
  json::object object{{"id", hit.id},
                      {"title", hit.title},
                      {"url", hit.url_with_anchor.empty() ? hit.url : hit.url_with_anchor}};
  json::array heading_path;
  std::string snippet;
  if (!hit.passages.empty()) {
    const search::Passage& best = hit.passages.front();
    for (const std::string& heading : best.heading_path) heading_path.emplace_back(heading);
    snippet = MarkedHtml(best);
  }
  object["heading_path"] = std::move(heading_path);
  object["snippet"] = snippet;
  object["score"] = hit.score;
  if (!hit.language.empty()) object["language"] = hit.language;
  if (!hit.explanation.empty()) {
    json::array terms;
    for (const search::TermScore& term : hit.explanation) {
      terms.push_back({{"term", term.term}, {"role", term.role}, {"score", term.score}});
    }
    object["explanation"] = std::move(terms);
  }
  return object;
}

}  // namespace

std::string MarkedHtml(const search::Passage& passage) {
  const std::string_view text = passage.snippet;
  std::string html = passage.cut_before ? "… " : "";
  std::size_t done = 0;
  for (const document::ByteRange& mark : passage.marks) {
    const std::size_t begin = std::clamp(mark.begin, done, text.size());
    const std::size_t end = std::clamp(mark.end, begin, text.size());
    if (begin == end) continue;
    http::AppendHtmlEscaped(html, text.substr(done, begin - done));
    html += "<mark>";
    http::AppendHtmlEscaped(html, text.substr(begin, end - begin));
    html += "</mark>";
    done = end;
  }
  http::AppendHtmlEscaped(html, text.substr(done));
  if (passage.cut_after) html += " …";
  return html;
}

json::object SearchResponseJson(const search::SearchResponse& response, std::string_view query) {
  json::array hits, unmatched, corrected;
  for (const search::Hit& hit : response.hits) hits.push_back(HitJson(hit));
  for (const std::string& word : response.unmatched_words)
    unmatched.emplace_back(text::Repair(word));
  for (const search::CorrectedWord& word : response.corrected_words) {
    corrected.push_back(json::object{{"typed", text::Repair(word.typed)},
                                     {"searched_for", text::Repair(word.searched_for)}});
  }
  json::object object{{"query", text::Repair(query)},
                      {"hits", std::move(hits)},
                      {"unmatched_words", std::move(unmatched)},
                      {"corrected_words", std::move(corrected)},
                      {"generation", response.generation},
                      {"elapsed_ms", std::round(response.elapsed_ms * 1'000) / 1'000}};
  if (!response.degraded.empty()) object["degraded"] = text::Repair(response.degraded);
  return object;
}

ApiDoor::ApiDoor(ApiOptions options, ContextFactory make_context)
    : options_(std::move(options)), make_context_(std::move(make_context)) {}

void ApiDoor::AllowOrigin(const http::Request& request, http::Response& response) const {
  response.headers.emplace_back("vary", "Origin");
  const std::string* origin = request.Header("origin");
  if (origin == nullptr) return;
  auto allowed = http::AllowedOrigin(*origin, options_.allowed_origins, {});
  if (!allowed) return;
  response.headers.emplace_back("access-control-allow-origin", *std::move(allowed));
  response.headers.emplace_back("access-control-expose-headers", "etag, retry-after");
  if (request.method == "OPTIONS") {
    response.headers.emplace_back("access-control-allow-methods", kMethods);
    response.headers.emplace_back("access-control-allow-headers",
                                  "accept, content-type, if-none-match");
    response.headers.emplace_back("access-control-max-age", "86400");
  }
}

http::Response ApiDoor::AnswerSearch(const http::Request& request,
                                     const http::Allowance& allowance) const {
  if (request.method == "OPTIONS") return Options();
  if (!IsRead(request)) return MethodNotAllowed(request);
  if (const auto wait = allowance ? allowance() : std::nullopt) {
    http::Response response = http::Problem(429, http::TooManyRequests(*wait), request.request_id);
    response.headers.emplace_back("retry-after", std::to_string(wait->count()));
    return response;
  }
  auto parsed = ParseRequest(request);
  if (!parsed) return http::ProblemOf(parsed.error(), request.request_id);
  const RequestContext context = make_context_(request.request_id);
  if (context.snapshot == nullptr || context.searcher == nullptr) {
    return http::ProblemOf({ErrorCode::kUnavailable, "no index is loaded yet", ""},
                           request.request_id);
  }
  parsed->deadline = context.deadline;
  const std::vector<std::string> ignored = IgnoredParameters(request);
  const std::string tag = EntityTag(*context.snapshot, *parsed, ignored);
  const std::vector<std::pair<std::string, std::string>> caching = {
      {"etag", tag}, {"cache-control", "public, max-age=60"}};
  const auto if_none_match = request.ListHeader("if-none-match");
  if (if_none_match && Matches(*if_none_match, tag)) {
    return {.status = 304, .headers = caching, .content_type = "", .body = ""};
  }
  const auto found = context.searcher->Search(*context.snapshot, *parsed);
  if (!found) return http::ProblemOf(found.error(), request.request_id);
  json::object body = SearchResponseJson(*found, parsed->text);
  if (!ignored.empty()) body["ignored_parameters"] = json::array(ignored.begin(), ignored.end());
  http::Response response = JsonResponse(200, body);
  response.headers = caching;
  return response;
}

http::Response ApiDoor::Search(const http::Request& request,
                               const http::Allowance& allowance) const {
  http::Response response = AnswerSearch(request, allowance);
  AllowOrigin(request, response);
  return response;
}

http::Response ApiDoor::Refuse(const http::Request& request, int status,
                               std::string_view detail) const {
  http::Response response = http::Problem(status, detail, request.request_id);
  AllowOrigin(request, response);
  return response;
}

http::Response ApiDoor::Health(const http::Request& request) const {
  if (request.method == "OPTIONS") return Options();
  if (!IsRead(request)) return MethodNotAllowed(request);
  const RequestContext context = make_context_(request.request_id);
  http::Response response;
  if (context.snapshot == nullptr) {
    response = JsonResponse(503, {{"status", "no index"}});
  } else if (const Status whole = context.snapshot->CheckWhole(); !whole) {
    response = JsonResponse(503, {{"status", "damaged"}, {"detail", whole.error().Text()}});
  } else {
    const index::Manifest& manifest = context.snapshot->manifest();
    json::object body{{"status", "ok"},
                      {"generation", manifest.generation},
                      {"sequence", manifest.sequence},
                      {"built_at", manifest.built_at},
                      {"pages", manifest.page_count},
                      {"chunks", manifest.chunk_count}};
    if (const std::int64_t age = AgeSeconds(manifest.built_at); age >= 0) body["age_seconds"] = age;
    response = JsonResponse(200, body);
  }
  response.headers.emplace_back("cache-control", "no-store");
  return response;
}

}  // namespace sitedoor::doors::api
