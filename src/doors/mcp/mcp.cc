#include "doors/mcp/mcp.h"

#include <array>
#include <utility>

#include "doors/mcp/internal/batch.h"
#include "doors/mcp/internal/dispatch.h"
#include "doors/mcp/internal/gate.h"

namespace sitedoor::doors::mcp {
namespace {

using internal::Envelope;
using internal::Reply;

constexpr std::size_t kMostLineBytes = 256 << 10;
constexpr std::string_view kMethods = "POST, OPTIONS";

http::Response JsonReply(Reply reply) {
  http::Response response;
  response.status = reply.status;
  if (!reply.body.empty()) response.content_type = "application/json";
  response.body = std::move(reply.body);
  return response;
}

http::Response TransportFailure(int status, std::string_view message) {
  return JsonReply({status, internal::FailureText("null", internal::kTransportError, message)});
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMirrors{
    {{"mcp-protocol-version", "MCP-Protocol-Version"},
     {"mcp-method", "Mcp-Method"},
     {"mcp-name", "Mcp-Name"}}};

std::optional<std::string> TrimmedHeader(const http::Request& request, std::string_view name) {
  const std::string* header = request.Header(name);
  if (header == nullptr) return std::nullopt;
  const std::size_t begin = header->find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return header->substr(begin, header->find_last_not_of(" \t") - begin + 1);
}

Envelope EnvelopeOf(const http::Request& request) {
  Envelope envelope{Envelope::Transport::kHttp,
                    TrimmedHeader(request, "mcp-protocol-version"),
                    TrimmedHeader(request, "mcp-method"),
                    TrimmedHeader(request, "mcp-name"),
                    "",
                    request.request_id};
  for (const auto& [name, shown] : kMirrors) {
    if (request.Contradicts(name)) envelope.contradictory = shown;
  }
  return envelope;
}

http::Response TooMany(std::chrono::seconds wait) {
  http::Response response = TransportFailure(429, http::TooManyRequests(wait));
  response.headers.emplace_back("retry-after", std::to_string(wait.count()));
  return response;
}

// For pages in browsers, and for nobody without an origin; the headers are those that clients of
// either era send and read.
http::Response WithOrigin(http::Response response, const std::optional<std::string>& origin) {
  if (!origin) return response;
  response.headers.insert(response.headers.end(),
                          {{"access-control-allow-origin", *origin},
                           {"vary", "Origin"},
                           {"access-control-allow-methods", std::string(kMethods)},
                           {"access-control-max-age", "86400"},
                           {"access-control-allow-headers",
                            "content-type, accept, authorization, mcp-protocol-version, "
                            "mcp-session-id, mcp-method, mcp-name, "
                            "last-event-id"},
                           {"access-control-expose-headers",
                            "www-authenticate, mcp-session-id, mcp-protocol-version, "
                            "retry-after"}});
  return response;
}

// Everything but the message: nullopt when the message may be looked at.
std::optional<http::Response> RefuseOrPreflight(const http::Request& request) {
  if (request.method == "OPTIONS") {
    return http::Response{.status = 204,
                          .headers = {{"allow", std::string(kMethods)}},
                          .content_type = "",
                          .body = ""};
  }
  if (request.method != "POST") {
    http::Response response = TransportFailure(405, "this endpoint takes POST only");
    response.headers.emplace_back("allow", kMethods);
    return response;
  }
  const std::string* type = request.Header("content-type");
  if (type == nullptr)
    return TransportFailure(415, "the Content-Type header is missing: it must be application/json");
  if (request.Contradicts("content-type"))
    return TransportFailure(415, "Content-Type is there twice, with different values");
  if (!internal::IsJsonType(*type))
    return TransportFailure(415, "Content-Type must be application/json");
  if (const auto accept = request.ListHeader("accept"); accept && !internal::AcceptsJson(*accept)) {
    return TransportFailure(406, "the answer is application/json, which Accept does not list");
  }
  return std::nullopt;
}

}  // namespace

McpDoor::McpDoor(McpOptions options, const std::vector<Operation>* operations,
                 ContextFactory make_context)
    : options_(std::move(options)),
      dispatcher_(std::make_unique<internal::Dispatcher>(options_.identity, operations,
                                                         std::move(make_context))) {}

McpDoor::~McpDoor() = default;

http::Answer McpDoor::HandleHttp(const http::Request& request, http::Allowance allowance) const {
  if (!http::HostAllowed(request, options_.hosts)) {
    return TransportFailure(403, "this server does not answer to that Host");
  }
  std::optional<std::string> origin;
  if (const std::string* sent = request.Header("origin"); sent != nullptr) {
    origin = internal::AllowedOrigin(*sent, options_);
    if (!origin) return TransportFailure(403, "pages of that Origin may not ask this server");
  }
  if (auto early = RefuseOrPreflight(request)) return WithOrigin(*std::move(early), origin);
  if (const auto wait = allowance ? allowance() : std::nullopt) {
    return WithOrigin(TooMany(*wait), origin);
  }
  Envelope envelope = EnvelopeOf(request);
  auto answer = dispatcher_->Dispatch(request.body, envelope);
  if (auto* reply = std::get_if<Reply>(&answer)) {
    return WithOrigin(JsonReply(std::move(*reply)), origin);
  }
  return [batch = std::make_unique<internal::Batch>(*dispatcher_,
                                                    std::get<boost::json::array>(std::move(answer)),
                                                    std::move(envelope), std::move(allowance)),
          origin = std::move(origin)]() -> std::optional<http::Response> {
    std::optional<Reply> reply = batch->Step();
    if (!reply) return std::nullopt;
    return WithOrigin(JsonReply(*std::move(reply)), origin);
  };
}

http::Response McpDoor::Refuse(const http::Request& request, int status,
                               std::string_view message) const {
  const std::string* origin = request.Header("origin");
  return WithOrigin(TransportFailure(status, message),
                    origin == nullptr ? std::nullopt : internal::AllowedOrigin(*origin, options_));
}

std::optional<std::string> McpDoor::HandleLine(std::string_view line) const {
  if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::nullopt;
  if (line.size() > kMostLineBytes) {
    return internal::FailureText("null", internal::kInvalidRequest,
                                 "the message is longer than 256 KiB");
  }
  Envelope envelope;
  envelope.transport = Envelope::Transport::kLines;
  envelope.request_id = "stdio";
  auto answer = dispatcher_->Dispatch(line, envelope);
  std::optional<Reply> reply;
  if (auto* single = std::get_if<Reply>(&answer)) {
    reply = std::move(*single);
  } else {
    internal::Batch batch(*dispatcher_, std::get<boost::json::array>(std::move(answer)), envelope,
                          {});
    while (!reply) reply = batch.Step();
  }
  if (reply->body.empty()) return std::nullopt;
  return std::move(reply->body);
}

}  // namespace sitedoor::doors::mcp
