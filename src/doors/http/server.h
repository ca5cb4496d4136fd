// An HTTP/1.1 server: Boost.Beast behind one .cc, I/O threads that never work and a bounded pool
// that does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace sitedoor::doors::http {

struct Request {
  std::string method;                                        // "GET", as sent
  std::string target;                                        // path and query as sent
  std::string path;                                          // the path, still percent-encoded
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  std::string peer_address;  // of the connection, without port
  std::string request_id;    // in logs and error bodies

  int minor_version = 1;  // of HTTP/1.x

  // Of a header that has one value (Content-Type), by its name in lower case: the first that came;
  // null when absent.
  const std::string* Header(std::string_view name) const;
  // Whether such a header came again with another value, so that nobody knows which one holds.
  bool Contradicts(std::string_view name) const;
  // Of a header that is a list (Accept): all that came, in order, as one list (RFC 9110 section
  // 5.3); nullopt when absent.
  std::optional<std::string> ListHeader(std::string_view name) const;
  // A query parameter, percent-decoded ('+' is a space); nullopt-like null pointer semantics: ""
  // with *found false.
  std::string Parameter(std::string_view name, bool* found = nullptr) const;
  // The query's parameter names as they come, percent-decoded.
  std::vector<std::string> ParameterNames() const;
};

struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;  // content-length is the server's
  std::string content_type;                                  // "" with an empty body
  std::string body;
};

// A long answer in turns: called until it gives the response, and between two calls whoever waits
// gets a turn. It may run on another pool thread each time, outlives the Request, and may be
// dropped before its end when the client has left.
using Turns = std::move_only_function<std::optional<Response>()>;
using Answer = std::variant<Response, Turns>;

// Runs on a pool thread; must not throw.
using Handler = std::function<Answer(const Request&)>;

// Answers on the I/O thread what is no work at all, or nullopt for the handler. It must be quick,
// and must not throw.
using QuickHandler = std::function<std::optional<Response>(const Request&)>;

// Words the answer to a request that is refused before the handler, or whose handler failed.
// `request` holds what had been read of it: all with a 503 or a 500, the head with a 413, of a head
// that could not be read (408, 414, 431, often 400) method and path where they were there. Runs on
// any thread, an I/O thread too, so it must be quick; must not throw.
using RefusalWriter =
    std::function<Response(const Request& request, int status, std::string_view detail)>;

struct ServerOptions {
  std::string listen = "127.0.0.1:8080";  // host:port, [v6]:port; port 0 takes a free one; "[::]:p"
                                          // listens on v4 too
  unsigned io_threads = 1;
  unsigned worker_threads = 0;  // 0: one a core
  // A search's query stands in the request line: 10,000 characters of four bytes, percent-encoded,
  // are 120,000 bytes.
  std::size_t most_line_bytes = 128 << 10;
  std::size_t most_header_bytes = 16 << 10;
  std::size_t most_body_bytes = 256 << 10;
  std::size_t most_connections = 10'000;
  std::size_t most_connections_per_address = 1'000;
  std::size_t most_queued_requests = 1'024;  // beyond: 503 with Retry-After
  std::chrono::milliseconds header_time{
      10'000};  // from the first byte (or accept) to the end of the headers
  std::chrono::milliseconds body_time{20'000};
  std::chrono::milliseconds idle_time{60'000};  // keep-alive, between requests
  std::chrono::milliseconds write_time{20'000};
  std::chrono::milliseconds drain_time{10'000};  // how long Stop waits for requests in flight
  RefusalWriter write_refusal;                   // none: JSON problem bodies (problem.h)
  QuickHandler answer_at_once;                   // none: the handler answers everything
};

// Whether Server::Start would understand `listen`. Errors: kInvalidArgument, naming the text.
Status CheckListenAddress(std::string_view listen);

// Requests that never reach the handler are refused with 400, 408, 413, 414, 417, 431, 501, 503 or
// 505. A request without Host (1.1), with obs-fold, an unknown
// Transfer-Encoding or contradicting lengths is 400; Expect: 100-continue is answered. An offer to
// upgrade (h2c) is ignored.
class Server {
 public:
  // Binds and starts the threads. Errors: kInvalidArgument (address), kUnavailable (port taken,
  // with a hint).
  static Result<std::unique_ptr<Server>> Start(const ServerOptions& options, Handler handler);
  virtual ~Server() = default;  // stops

  virtual std::uint16_t Port() const = 0;
  virtual std::string Address() const = 0;  // "127.0.0.1:8080" as bound
  // Stops accepting, lets requests that have arrived whole finish within drain_time, answers 503 to
  // what has arrived in part, joins the threads. Idempotent.
  virtual void Stop() = 0;
};

}  // namespace sitedoor::doors::http
