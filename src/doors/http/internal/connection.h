// Connection: one client, from accept to close, as a coroutine on one I/O thread.
//
// A request's life:  idle -> head -> body -> handler (on a pool thread) -> write -> idle ...
// Every phase has one deadline, whatever the number of reads in it; the loop's sweep enforces them,
// so that a request costs no timer of its own.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/bounded_queue.h"
#include "doors/http/internal/admission.h"
#include "doors/http/internal/request_head.h"
#include "doors/http/internal/response_head.h"
#include "doors/http/server.h"

namespace sitedoor::doors::http::internal {

using Executor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
template <class T>
using Awaitable = boost::asio::awaitable<T, Executor>;
using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

class Connection;

struct Job {
  std::shared_ptr<Connection> connection;
  Request request;
  Turns turns;  // what is left to do, once the handler has begun
};

// What the connections of one server share. Thread-safe.
struct Shared {
  explicit Shared(const ServerOptions& server_options)
      : options(server_options),
        queue(server_options.most_queued_requests),
        admission(server_options.most_connections, server_options.most_connections_per_address) {}

  // What a refused request is answered with.
  Response Refuse(const Request& request, int status, std::string_view detail) const;

  const ServerOptions options;
  BoundedQueue<Job> queue;
  Admission admission;
  std::atomic<bool> stopping{false};
  std::atomic<std::uint64_t> next_request{0};
};

// All members run on the connection's I/O thread, but for Complete and abandoned().
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  Connection(Socket socket, std::string peer_address, Shared& shared)
      : socket_(std::move(socket)), peer_address_(std::move(peer_address)), shared_(shared) {}

  // Answers requests until either side closes.
  Awaitable<void> Serve();

  // Called from the loop a few times a second: ends the phase whose deadline has passed, and in a
  // stopping server every phase in which nothing is being answered; notices a client that left
  // while its request waits.
  void Sweep(Clock::time_point now);
  // Ends everything at once.
  void Abort();

  // Any thread: hands the handler's answer back, once a job.
  void Complete(Response response);
  // Any thread: the client is gone, so nobody needs the answer.
  bool abandoned() const { return abandoned_.load(std::memory_order_relaxed); }

 private:
  enum class Phase { kIdle, kHead, kBody, kHandler, kWrite, kLinger };
  struct Incoming {  // a request that has been read whole
    Request request;
    int minor_version = 1;
    Persistence persistence = Persistence::kKeepAlive;
  };

  void Enter(Phase phase, std::chrono::milliseconds time);
  Awaitable<bool> ReadSome();
  Awaitable<std::optional<Incoming>> ReadRequest();
  Awaitable<bool> ReadBody(Parser& parser, const Request& request);
  std::optional<Refusal> ParseHead(Parser& parser, Incoming& incoming, Framing& framing);
  Awaitable<Response> RunHandler(Request request);
  Awaitable<bool> Write(const Response& response, int minor_version, Persistence persistence,
                        std::string_view method);
  // Why the sweep ended the reading of a request; `detail` is said where its time was over.
  Refusal TooLate(std::string_view detail) const;
  // `request` is what has been read of it.
  Awaitable<void> RefuseAndClose(Refusal refusal, const Request& request);
  // The same for a head that `input_` begins with and that could not be read whole or taken.
  Awaitable<void> RefuseHead(Refusal refusal, Request& request);
  // Into `request`, as Beast read them.
  void TakeHead(const Parser& parser, Request& request);
  std::string NextRequestId();

  Socket socket_;
  const std::string peer_address_;
  Shared& shared_;
  std::string input_;  // bytes read but not used yet
  Clock::time_point deadline_ = Clock::time_point::max();
  Phase phase_ = Phase::kIdle;
  bool timed_out_ = false;  // the sweep ended the phase
  bool first_request_ = true;
  std::string method_;  // of the request in hand, for HEAD
  std::atomic<bool> abandoned_{false};
  std::move_only_function<void(Response)> resume_;
};

}  // namespace sitedoor::doors::http::internal
