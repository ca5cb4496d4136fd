#include "doors/http/internal/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <ctime>

#include "base/ascii.h"
#include "doors/http/problem.h"

namespace sitedoor::doors::http::internal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using ErrorCodeOfAsio = boost::system::error_code;

constexpr std::size_t kLeastRead = 2 << 10;
constexpr std::size_t kMostRead = 64 << 10;
constexpr std::size_t kMostKeptBuffer = 16 << 10;  // an idle connection holds no more than this
constexpr std::size_t kMostLingerBytes = 4 << 20;
constexpr std::chrono::milliseconds kLingerTime{1'000};

// g++ 12 destroys some temporaries of a co_await expression twice: what is passed to a coroutine by
// value is named.
constexpr auto kToken = asio::as_tuple(asio::use_awaitable_t<Executor>{});

Refusal RefusalOf(const ErrorCodeOfAsio& error, std::string_view head) {
  using HttpError = beast::http::error;
  if (error == HttpError::body_limit) return {413, "the body is too large"};
  if (error == HttpError::header_limit) return {431, "the headers are too large"};
  if (error == HttpError::bad_version) {
    const std::string_view line = head.substr(0, head.find('\r'));
    const std::string_view version = line.substr(std::min(line.rfind(' ') + 1, line.size()));
    // With one of ours the line has another space in it, which Beast takes for the version's.
    const bool is_other = version.size() == 8 && version.starts_with("HTTP/") &&
                          version != "HTTP/1.1" && version != "HTTP/1.0";
    if (is_other) return {505, "only HTTP/1.1 and HTTP/1.0 are spoken here"};
  }
  return {400, "malformed request: " + error.message()};
}

}  // namespace

Response Shared::Refuse(const Request& request, int status, std::string_view detail) const {
  if (options.write_refusal) return options.write_refusal(request, status, detail);
  return Problem(status, detail, request.request_id);
}

void Connection::Enter(Phase phase, std::chrono::milliseconds time) {
  phase_ = phase;
  deadline_ = Clock::now() + time;
}

void Connection::Sweep(Clock::time_point now) {
  if (phase_ == Phase::kHandler) {
    // The request is with the pool: a read of nothing tells whether its client closed the
    // connection.
    char byte = 0;
    if (abandoned() || !input_.empty()) return;
    const ssize_t got = ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) abandoned_ = true;
    return;
  }
  // What is being answered is finished; nobody waits for the rest of a request.
  const bool leaves = shared_.stopping && phase_ != Phase::kWrite;
  if (now < deadline_ && !leaves) return;
  timed_out_ = true;
  deadline_ = Clock::time_point::max();
  ErrorCodeOfAsio ignored;
  if (phase_ == Phase::kHead || phase_ == Phase::kBody) {
    socket_.cancel(ignored);  // the coroutine says why first
  } else {
    socket_.close(ignored);
  }
}

void Connection::Abort() {
  timed_out_ = true;
  abandoned_ = true;
  ErrorCodeOfAsio ignored;
  socket_.close(ignored);
}

Awaitable<bool> Connection::ReadSome() {
  const std::size_t had = input_.size();
  const std::size_t room = std::clamp(had, kLeastRead, kMostRead);
  input_.resize(had + room);
  const auto [error, got] =
      co_await socket_.async_read_some(asio::buffer(input_.data() + had, room), kToken);
  input_.resize(had + got);
  co_return !error && !timed_out_;
}

std::string Connection::NextRequestId() {
  static const std::uint64_t start =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) *
      0x9E3779B97F4A7C15u;
  const std::uint64_t number =
      (start & 0xFFFF'FFFF'0000'0000u) | (shared_.next_request.fetch_add(1) & 0xFFFF'FFFFu);
  std::string id(16, '0');
  for (int i = 0; i < 16; ++i)
    id[static_cast<std::size_t>(i)] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
  return id;
}

std::optional<Refusal> Connection::ParseHead(Parser& parser, Incoming& incoming, Framing& framing) {
  ErrorCodeOfAsio error;
  const std::size_t used = parser.put(asio::buffer(input_), error);
  if (error == beast::http::error::need_more) error = {};
  // The body's beginning may be wrong already, and a length over the limit is; the head, which is
  // whole then, is judged first.
  if (!parser.is_header_done() && error != beast::http::error::body_limit) {
    if (!error) error = beast::http::error::bad_line_ending;
    return RefusalOf(error, input_);
  }
  TakeHead(parser, incoming.request);
  incoming.minor_version = parser.get().version() % 10 == 0 ? 0 : 1;
  incoming.request.minor_version = incoming.minor_version;
  if (auto refusal = CheckHead(incoming.request, incoming.minor_version, framing)) return refusal;
  if (error) return RefusalOf(error, input_);
  input_.erase(0, used);
  if (!parser.keep_alive()) incoming.persistence = Persistence::kClose;
  return std::nullopt;
}

void Connection::TakeHead(const Parser& parser, Request& request) {
  const auto& message = parser.get();
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  for (const auto& field : message) {
    request.headers.emplace_back(AsciiLowered(field.name_string()), std::string(field.value()));
  }
  request.peer_address = peer_address_;
  method_ = request.method;
}

Refusal Connection::TooLate(std::string_view detail) const {
  if (shared_.stopping) return {503, "the server is stopping"};
  return {408, std::string(detail)};
}

Awaitable<bool> Connection::ReadBody(Parser& parser, const Request& request) {
  for (;;) {
    if (!input_.empty()) {
      ErrorCodeOfAsio error;
      const std::size_t used = parser.put(asio::buffer(input_), error);
      input_.erase(0, used);
      if (error && error != beast::http::error::need_more) {
        Refusal refusal = RefusalOf(error, "");
        co_await RefuseAndClose(std::move(refusal), request);
        co_return false;
      }
      if (parser.is_done()) co_return true;
      // What the parser leaves is a chunk's header or a trailer without its end.
      if (HasBareLineFeed(input_)) {
        Refusal refusal{400, "a line of the chunked body ends without a carriage return"};
        co_await RefuseAndClose(std::move(refusal), request);
        co_return false;
      }
      if (input_.size() > shared_.options.most_header_bytes) {
        Refusal refusal{400, "a chunk's header is too long"};
        co_await RefuseAndClose(std::move(refusal), request);
        co_return false;
      }
    }
    if (co_await ReadSome()) continue;
    if (timed_out_) {
      Refusal refusal = TooLate("the body did not arrive in time");
      co_await RefuseAndClose(std::move(refusal), request);
    }
    co_return false;
  }
}

Awaitable<std::optional<Connection::Incoming>> Connection::ReadRequest() {
  const ServerOptions& options = shared_.options;
  method_.clear();
  if (input_.empty()) {
    if (input_.capacity() > kMostKeptBuffer) input_.shrink_to_fit();
    Enter(Phase::kIdle, first_request_ ? options.header_time : options.idle_time);
    if (!co_await ReadSome()) co_return std::nullopt;
  }
  if (first_request_) {
    phase_ = Phase::kHead;  // the first head's time runs from accept
  } else {
    Enter(Phase::kHead, options.header_time);
  }
  first_request_ = false;
  Incoming incoming;
  incoming.request.request_id = NextRequestId();
  const HeadLimits limits{options.most_line_bytes, options.most_header_bytes};
  HeadScanner scanner;
  for (;;) {
    const HeadScanner::State state = scanner.Scan(input_, limits);
    if (state == HeadScanner::State::kComplete) break;
    if (state == HeadScanner::State::kRefused) {
      Refusal refusal = scanner.refusal();
      co_await RefuseHead(std::move(refusal), incoming.request);
      co_return std::nullopt;
    }
    if (co_await ReadSome()) continue;
    if (timed_out_) {
      Refusal refusal = TooLate("the headers did not arrive in time");
      co_await RefuseHead(std::move(refusal), incoming.request);
    }
    co_return std::nullopt;
  }
  input_.erase(0, scanner.leading_bytes());

  Framing framing;
  Parser parser;
  parser.eager(true);
  parser.header_limit(static_cast<std::uint32_t>(limits.line_bytes + limits.headers_bytes + 1));
  parser.body_limit(options.most_body_bytes);
  if (auto refusal = ParseHead(parser, incoming, framing)) {
    co_await RefuseHead(std::move(*refusal), incoming.request);
    co_return std::nullopt;
  }
  if (!parser.is_done()) {
    Enter(Phase::kBody, options.body_time);
    if (framing.expects_continue && input_.empty()) {
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      const auto [error, sent] = co_await asio::async_write(
          socket_, asio::buffer(kContinue.data(), kContinue.size()), kToken);
      if (error) co_return std::nullopt;
    }
    if (!co_await ReadBody(parser, incoming.request)) co_return std::nullopt;
  }
  incoming.request.body = std::move(parser.get().body());
  co_return incoming;
}

Awaitable<Response> Connection::RunHandler(Request request) {
  phase_ = Phase::kHandler;
  deadline_ = Clock::time_point::max();
  if (const QuickHandler& answer_at_once = shared_.options.answer_at_once) {
    if (std::optional<Response> response = answer_at_once(request)) co_return std::move(*response);
  }
  constexpr asio::use_awaitable_t<Executor> kToken;
  auto start = [this, &request](auto handler) {
    resume_ = [handler = std::move(handler)](Response response) mutable {
      std::move(handler)(std::move(response));
    };
    Job job{shared_from_this(), std::move(request), {}};
    if (shared_.queue.TryPush(job)) return;
    Response refusal =
        shared_.Refuse(job.request, 503, "the server has more requests than it can answer");
    refusal.headers.emplace_back("retry-after", "1");
    Complete(std::move(refusal));
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void(Response)>(
      std::move(start), kToken);
}

void Connection::Complete(Response response) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), response = std::move(response)]() mutable {
               auto resume = std::move(self->resume_);
               resume(std::move(response));
             });
}

Awaitable<bool> Connection::Write(const Response& response, int minor_version,
                                  Persistence persistence, std::string_view method) {
  Enter(Phase::kWrite, shared_.options.write_time);
  const std::string head = ResponseHead(response, minor_version, persistence, std::time(nullptr));
  const bool bodiless = method == "HEAD" || response.status == 204 || response.status == 304;
  const std::array<asio::const_buffer, 2> buffers{
      asio::buffer(head), bodiless ? asio::const_buffer() : asio::buffer(response.body)};
  const auto [error, sent] = co_await asio::async_write(socket_, buffers, kToken);
  co_return !error && !timed_out_;
}

// After an early answer the client may still be sending. Closing at once would reset the connection
// and could take the answer from it, so the rest is read and dropped for a moment (RFC 9112
// section 9.6).
Awaitable<void> Connection::RefuseAndClose(Refusal refusal, const Request& request) {
  timed_out_ = false;
  Response response = shared_.Refuse(request, refusal.status, refusal.detail);
  if (refusal.status == 503) response.headers.emplace_back("retry-after", "1");
  if (!co_await Write(response, 1, Persistence::kClose, method_)) co_return;
  ErrorCodeOfAsio error;
  socket_.shutdown(Socket::shutdown_send, error);
  if (error) co_return;
  Enter(Phase::kLinger, kLingerTime);
  std::size_t dropped = 0;
  input_.clear();
  while (dropped < kMostLingerBytes && co_await ReadSome()) {
    dropped += input_.size();
    input_.clear();
  }
}

Awaitable<void> Connection::RefuseHead(Refusal refusal, Request& request) {
  LineStart start = ReadLineStart(input_);
  if (request.path.empty()) request.path = std::move(start.path);
  if (request.method.empty()) method_ = request.method = std::move(start.method);
  co_await RefuseAndClose(std::move(refusal), request);
}

Awaitable<void> Connection::Serve() {
  for (;;) {
    std::optional<Incoming> incoming = co_await ReadRequest();
    if (!incoming) break;
    Response response = co_await RunHandler(std::move(incoming->request));
    if (abandoned()) break;
    if (shared_.stopping) incoming->persistence = Persistence::kClose;
    const bool sent =
        co_await Write(response, incoming->minor_version, incoming->persistence, method_);
    if (!sent || incoming->persistence == Persistence::kClose) break;
  }
  ErrorCodeOfAsio ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
}

}  // namespace sitedoor::doors::http::internal
