#include "doors/http/server.h"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/wait_traits.hpp>
#include <exception>
#include <optional>
#include <thread>
#include <unordered_set>

#include "base/log.h"
#include "doors/http/internal/connection.h"
#include "doors/http/internal/listen_address.h"
#include "doors/http/problem.h"

namespace sitedoor::doors::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using internal::Awaitable;
using internal::Connection;
using internal::Executor;
using internal::Job;
using internal::Shared;
using internal::Socket;
using ErrorCodeOfAsio = boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;

constexpr auto kToken = asio::as_tuple(asio::use_awaitable_t<Executor>{});
constexpr int kBacklog = 4'096;

// One I/O thread with the connections that live on it.
class Loop {
 public:
  Loop(Shared& shared, std::chrono::milliseconds sweep_interval)
      : shared_(shared),
        sweep_interval_(sweep_interval),
        guard_(context_.get_executor()),
        timer_(context_) {}

  asio::io_context& context() { return context_; }

  void Start() {
    asio::co_spawn(context_, SweepUntilStopped(), asio::detached);
    thread_ = std::jthread([this] { Run(); });
  }

  // On the thread that accepts: the connection's own thread takes over. `admitted` is its key in
  // Admission.
  void Adopt(std::shared_ptr<Connection> connection, std::string admitted) {
    asio::co_spawn(context_, Serve(std::move(connection), std::move(admitted)), asio::detached);
  }

  void SweepSoon() {
    asio::post(context_, [this] { SweepAll(); });
  }
  void AbortAll() {
    asio::post(context_, [this] {
      for (Connection* connection : connections_) connection->Abort();
    });
  }
  // Returns when every connection has ended.
  void Join() {
    asio::post(context_, [this] {
      stopped_ = true;
      timer_.cancel();
    });
    guard_.reset();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void Run() {
    for (;;) {
      try {
        context_.run();
        return;
      } catch (const std::exception& error) {
        Log(LogLevel::kError, "connection_failed", {{"error", error.what()}});
      }
    }
  }

  void SweepAll() {
    const auto now = Connection::Clock::now();
    for (Connection* connection : connections_) connection->Sweep(now);
  }

  Awaitable<void> SweepUntilStopped() {
    while (!stopped_) {
      timer_.expires_after(sweep_interval_);
      co_await timer_.async_wait(kToken);
      SweepAll();
    }
  }

  Awaitable<void> Serve(std::shared_ptr<Connection> connection, std::string admitted) {
    struct Membership {  // ends with the coroutine, however that ends
      Loop& loop;
      Connection* connection;
      std::string admitted;
      ~Membership() {
        loop.connections_.erase(connection);
        loop.shared_.admission.Leave(admitted);
      }
    };
    connections_.insert(connection.get());
    const Membership membership{*this, connection.get(), std::move(admitted)};
    co_await connection->Serve();
  }

  Shared& shared_;
  const std::chrono::milliseconds sweep_interval_;
  asio::io_context context_{1};
  asio::executor_work_guard<Executor> guard_;
  Timer timer_;
  bool stopped_ = false;
  std::unordered_set<Connection*> connections_;
  std::jthread thread_;
};

// Sockets count against the process's limit of open files, which is often 1,024 where 10,000
// connections are wanted.
void RaiseFileLimit(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, wanted);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// An answer takes and frees buffers of tens of kilobytes. glibc would give such memory back to the
// system after each one, and take it again for the next: page faults, and interrupts of every other
// core. A few megabytes a thread are kept instead.
void KeepFreedMemory() {
#ifdef M_TRIM_THRESHOLD
  ::mallopt(M_TRIM_THRESHOLD, 4 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

std::chrono::milliseconds SweepInterval(const ServerOptions& options) {
  const auto shortest = std::min({options.header_time, options.body_time, options.idle_time,
                                  options.write_time, std::chrono::milliseconds(1'000)});
  return std::max(shortest / 4, std::chrono::milliseconds(5));
}

Error ListenError(const ErrorCodeOfAsio& error, const std::string& listen, std::uint16_t port) {
  Error failure{ErrorCode::kUnavailable, "cannot listen on " + listen + ": " + error.message(), ""};
  if (error == asio::error::address_in_use) {
    failure.hint = "another program uses port " + std::to_string(port) +
                   ": stop it, or listen on another port (0 takes a free one)";
  } else if (error == asio::error::access_denied) {
    failure.hint = "ports below 1024 need privileges: listen on 8080, say, behind a proxy";
  } else if (error == boost::system::errc::address_not_available) {
    failure.code = ErrorCode::kInvalidArgument;
    failure.hint = "no interface of this machine has that address; [::] listens on all of them";
  }
  return failure;
}

class AsioServer final : public Server {
 public:
  AsioServer(const ServerOptions& options, Handler handler)
      : shared_(options), handler_(std::move(handler)) {
    const unsigned loops = std::max(1u, options.io_threads);
    for (unsigned i = 0; i < loops; ++i) {
      loops_.push_back(std::make_unique<Loop>(shared_, SweepInterval(options)));
    }
  }
  ~AsioServer() override { Stop(); }

  Status Bind();
  void Run();

  std::uint16_t Port() const override { return port_; }
  std::string Address() const override { return shown_host_ + ":" + std::to_string(port_); }
  void Stop() override;

 private:
  ErrorCodeOfAsio BindOne(const std::string& host, std::uint16_t port);
  Awaitable<void> Accept(Acceptor& acceptor);
  void Welcome(Socket socket, Loop& loop);
  void Work();
  std::optional<Response> TakeTurn(Job& job) noexcept;

  Shared shared_;
  const Handler handler_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::vector<std::unique_ptr<Acceptor>> acceptors_;  // used on the first loop's thread
  std::vector<std::jthread> workers_;
  std::string shown_host_;
  std::uint16_t port_ = 0;
  std::size_t next_loop_ = 0;
  bool running_ = false;
};

ErrorCodeOfAsio AsioServer::BindOne(const std::string& host, std::uint16_t port) {
  ErrorCodeOfAsio error;
  const tcp::endpoint endpoint(asio::ip::make_address(host, error), port);
  if (error) return error;
  auto acceptor = std::make_unique<Acceptor>(loops_.front()->context());
  acceptor->open(endpoint.protocol(), error);
  if (error) return error;
  acceptor->set_option(asio::socket_base::reuse_address(true), error);
  if (endpoint.protocol() == tcp::v6())
    acceptor->set_option(asio::ip::v6_only(host != "::"), error);
  acceptor->bind(endpoint, error);
  if (error) return error;
  acceptor->listen(kBacklog, error);
  if (error) return error;
  port_ = acceptor->local_endpoint(error).port();
  if (!error) acceptors_.push_back(std::move(acceptor));
  return error;
}

Status AsioServer::Bind() {
  const ServerOptions& options = shared_.options;
  ASSIGN_OR_RETURN(const internal::ListenAddress address,
                   internal::ParseListenAddress(options.listen));
  shown_host_ = address.shown_host;
  ErrorCodeOfAsio error = BindOne(address.hosts.front(), address.port);
  if (error == asio::error::address_family_not_supported && address.hosts.front() == "::") {
    shown_host_ = "0.0.0.0";  // a machine without IPv6
    error = BindOne("0.0.0.0", address.port);
  }
  if (error) return std::unexpected(ListenError(error, options.listen, address.port));
  for (std::size_t i = 1; i < address.hosts.size(); ++i) {
    const std::uint16_t bound = port_;
    if (BindOne(address.hosts[i], bound)) port_ = bound;
  }
  return {};
}

void AsioServer::Run() {
  RaiseFileLimit(shared_.options.most_connections + 64);
  KeepFreedMemory();
  running_ = true;
  for (const auto& acceptor : acceptors_) {
    asio::co_spawn(loops_.front()->context(), Accept(*acceptor), asio::detached);
  }
  for (const auto& loop : loops_) loop->Start();
  unsigned workers = shared_.options.worker_threads;
  if (workers == 0) workers = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < workers; ++i) workers_.emplace_back([this] { Work(); });
}

void AsioServer::Welcome(Socket socket, Loop& loop) {
  ErrorCodeOfAsio error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return;  // gone already
  socket.set_option(tcp::no_delay(true), error);
  asio::ip::address address = peer.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  std::string text = address.to_string();
  std::string key = internal::AddressKey(text);
  if (!shared_.admission.Enter(key)) {
    static constexpr std::string_view kRefusal =
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: "
        "close\r\n\r\n";
    socket.non_blocking(true, error);
    socket.write_some(asio::buffer(kRefusal.data(), kRefusal.size()), error);
    return;
  }
  loop.Adopt(std::make_shared<Connection>(std::move(socket), std::move(text), shared_),
             std::move(key));
}

Awaitable<void> AsioServer::Accept(Acceptor& acceptor) {
  Timer pause(loops_.front()->context());
  while (!shared_.stopping) {
    Loop& loop = *loops_[next_loop_++ % loops_.size()];
    auto [error, socket] = co_await acceptor.async_accept(loop.context(), kToken);
    if (shared_.stopping || error == asio::error::operation_aborted) co_return;
    if (error) {  // no more files, say: it passes when connections end, and until then there is
                  // nothing to do
      Log(LogLevel::kWarning, "accept_failed", {{"error", error.message()}});
      pause.expires_after(std::chrono::milliseconds(100));
      co_await pause.async_wait(kToken);
      continue;
    }
    Welcome(std::move(socket), loop);
  }
}

// The response when the turn was the last one.
std::optional<Response> AsioServer::TakeTurn(Job& job) noexcept {
  const std::string& request_id = job.request.request_id;
  try {
    if (!job.turns) {
      Answer answer = handler_(job.request);
      if (auto* response = std::get_if<Response>(&answer)) return std::move(*response);
      job.turns = std::get<Turns>(std::move(answer));
    }
    return job.turns();
  } catch (const std::exception& error) {
    Log(LogLevel::kError, "handler_failed", {{"error", error.what()}, {"request_id", request_id}});
  } catch (...) {
    Log(LogLevel::kError, "handler_failed", {{"request_id", request_id}});
  }
  return shared_.Refuse(job.request, 500, "the server failed; its log has the request id");
}

void AsioServer::Work() {
  while (std::optional<Job> job = shared_.queue.Pop()) {
    std::optional<Response> response;
    if (!job->connection->abandoned()) {
      response = TakeTurn(*job);
      if (!response && shared_.queue.Return(*job)) continue;
    }
    // Without a response nobody waits for it, or the server has stopped.
    job->connection->Complete(std::move(response).value_or(Response{}));
  }
}

void AsioServer::Stop() {
  if (!std::exchange(running_, false)) return;
  shared_.stopping = true;
  asio::post(loops_.front()->context(), [this] {
    ErrorCodeOfAsio ignored;
    for (const auto& acceptor : acceptors_) acceptor->close(ignored);
  });
  for (const auto& loop : loops_) loop->SweepSoon();
  if (!shared_.admission.WaitUntilEmpty(shared_.options.drain_time)) {
    for (const auto& loop : loops_) loop->AbortAll();
  }
  shared_.queue.Close();
  workers_.clear();  // joins
  for (const auto& loop : loops_) loop->Join();
}

}  // namespace

Status CheckListenAddress(std::string_view listen) {
  if (auto address = internal::ParseListenAddress(listen); !address) {
    return std::unexpected(std::move(address).error());
  }
  return {};
}

Result<std::unique_ptr<Server>> Server::Start(const ServerOptions& options, Handler handler) {
  auto server = std::make_unique<AsioServer>(options, std::move(handler));
  RETURN_IF_ERROR(server->Bind());
  server->Run();
  return server;
}

}  // namespace sitedoor::doors::http
