#include <errno.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <system_error>

#include "app/command.h"
#include "app/open_index.h"
#include "app/program.h"
#include "app/served_index.h"
#include "app/site_routes.h"
#include "base/log.h"
#include "doors/api/api.h"
#include "doors/mcp/mcp.h"
#include "doors/operations/operation.h"
#include "net/url.h"
#include "search/search.h"

namespace sitedoor::app {
namespace {

constexpr std::chrono::milliseconds kMostRequestTime{10'000};
constexpr std::size_t kMostLineBytes = 4 << 20;

// What ends the server: SIGTERM, SIGINT, and SIGHUP unless it was started to outlive its terminal.
sigset_t StopSet() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGINT);
  struct sigaction hangup{};
  const bool has_action = ::sigaction(SIGHUP, nullptr, &hangup) == 0;
  if (has_action && hangup.sa_handler != SIG_IGN) ::sigaddset(&signals, SIGHUP);
  return signals;
}

// These signals as a descriptor to wait for. Made before any thread, so that all of them leave the
// signals to it.
class StopSignals {
 public:
  static Result<StopSignals> Block() {
    const sigset_t signals = StopSet();
    if (const int error = ::pthread_sigmask(SIG_BLOCK, &signals, nullptr); error != 0) {
      return Fail(ErrorCode::kInternal,
                  "cannot wait for signals: " + std::generic_category().message(error));
    }
    const int descriptor = ::signalfd(-1, &signals, SFD_CLOEXEC);
    if (descriptor < 0) {
      return Fail(ErrorCode::kInternal,
                  "cannot wait for signals: " + std::generic_category().message(errno));
    }
    return StopSignals(descriptor);
  }
  StopSignals(StopSignals&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  StopSignals& operator=(StopSignals&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~StopSignals() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  void Wait() const {
    pollfd waited{descriptor_, POLLIN, 0};
    while (::poll(&waited, 1, -1) < 0 && errno == EINTR) {
    }
    Take();
  }
  // From here on a second signal ends the process at once.
  void Take() const {
    signalfd_siginfo taken{};
    [[maybe_unused]] const ssize_t got = ::read(descriptor_, &taken, sizeof taken);
    const sigset_t signals = StopSet();
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }

 private:
  explicit StopSignals(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// "127.0.0.1:8080", "[::1]:8080", "localhost:8080": nobody but this machine can ask.
bool IsLoopback(std::string_view listen) {
  const std::string_view host = listen.substr(0, listen.rfind(':'));
  return host.starts_with("127.") || host == "localhost" || host == "[::1]" || host == "::1";
}

std::string WithoutSlash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

doors::mcp::McpOptions McpOptionsFrom(const Settings& settings, const std::string& site_name) {
  doors::mcp::McpOptions options;
  options.identity.title = site_name;
  options.identity.version = kVersion;
  doors::http::HostPolicy& hosts = options.hosts;
  hosts.reach = IsLoopback(settings.Text(Key::kListen)) ? doors::http::HostPolicy::Reach::kLoopback
                                                        : doors::http::HostPolicy::Reach::kAnywhere;
  hosts.allowed = settings.List(Key::kAllowedHosts);
  options.allowed_origins = settings.List(Key::kAllowedOrigins);
  if (const auto url = net::Url::Parse(settings.Text(Key::kPublicUrl)); url) {
    hosts.allowed.emplace_back(url->Host());
    options.allowed_origins.push_back(url->Origin());
  }
  return options;
}

// A default left alone is for those who can reach the server from elsewhere
// (docs/decisions/0006-request-limit.md).
Limited WhoIsLimited(const Settings& settings) {
  const bool is_default = settings.OriginOf(Key::kRequestsPerMinute).kind == OriginKind::kDefault;
  const bool is_private =
      IsLoopback(settings.Text(Key::kListen)) && settings.Text(Key::kPublicUrl).empty();
  return is_default && is_private ? Limited::kThroughProxies : Limited::kEverybody;
}

void PrintAddress(const ServedIndex& index, const std::string& url, const Settings& settings,
                  Console& console) {
  const std::shared_ptr<const index::Snapshot> snapshot = index.Current();
  const index::Manifest& manifest = snapshot->manifest();
  console.Print(ForTerminal(fmt::format("serving {} ({}) at {}\n", manifest.site_name,
                                        Counted(manifest.page_count, "page"), url)));
  console.Print(fmt::format("  claude mcp add --transport http {} {}/mcp\n",
                            ServerName(manifest.site_name), url));
  console.Print(fmt::format("  curl '{}/api/search?q=words'\n", url));
  if (!IsLoopback(settings.Text(Key::kListen)) && settings.Text(Key::kPublicUrl).empty() &&
      settings.List(Key::kAllowedHosts).empty()) {
    console.PrintNote(
        "note: clients may name this server by IP address only; for a host name, set --public-url "
        "or --allow-host");
  }
  if (IsLoopback(settings.Text(Key::kListen)) && settings.Integer(Key::kRequestsPerMinute) > 0 &&
      !settings.Text(Key::kPublicUrl).empty() && settings.List(Key::kTrustedProxies).empty()) {
    console.PrintNote(
        "note: clients behind one proxy share its limit of requests; name the proxy with "
        "--trusted-proxy");
  }
}

doors::http::ServerOptions ServerOptionsFrom(const Settings& settings) {
  const auto count = [&](Key key) { return static_cast<std::size_t>(settings.Integer(key)); };
  doors::http::ServerOptions options;
  options.listen = settings.Text(Key::kListen);
  options.worker_threads = static_cast<unsigned>(settings.Integer(Key::kServerThreads));
  options.most_connections = count(Key::kMostConnections);
  options.most_connections_per_address = count(Key::kMostConnectionsPerAddress);
  options.most_line_bytes = count(Key::kMostLineBytes);
  options.most_header_bytes = count(Key::kMostHeaderBytes);
  options.most_body_bytes = count(Key::kMostBodyBytes);
  options.header_time = settings.Duration(Key::kHeaderTime);
  options.body_time = settings.Duration(Key::kBodyTime);
  options.idle_time = settings.Duration(Key::kIdleTime);
  options.write_time = settings.Duration(Key::kWriteTime);
  options.drain_time = settings.Duration(Key::kStopTime);
  return options;
}

Result<std::vector<doors::http::AddressRange>> TrustedProxies(const Settings& settings) {
  std::vector<doors::http::AddressRange> proxies;
  for (const std::string& text : settings.List(Key::kTrustedProxies)) {
    auto range = doors::http::AddressRange::Parse(text);
    if (!range) return WithPrefix("server.trusted_proxies", std::move(range).error());
    proxies.push_back(*range);
  }
  return proxies;
}

Result<int> ServeHttp(ServedIndex& index, const doors::mcp::McpDoor& mcp,
                      const doors::api::ApiDoor& api, const doors::http::HostPolicy& hosts,
                      const Settings& settings, const StopSignals& signals, Console& console) {
  const std::int64_t per_minute = settings.Integer(Key::kRequestsPerMinute);
  const Limited limited = WhoIsLimited(settings);
  RateLimiter limiter(per_minute);
  const std::string public_url = WithoutSlash(settings.Text(Key::kPublicUrl));
  ASSIGN_OR_RETURN(const std::vector<doors::http::AddressRange> proxies, TrustedProxies(settings));
  const SiteRoutes routes(mcp, api, index, limiter, {public_url, hosts, proxies, limited});
  doors::http::ServerOptions options = ServerOptionsFrom(settings);
  options.write_refusal = [&](const doors::http::Request& request, int status,
                              std::string_view detail) {
    return routes.Refuse(request, status, detail);
  };
  options.answer_at_once = [&](const doors::http::Request& request) {
    return routes.AnswerAtOnce(request);
  };
  ASSIGN_OR_RETURN(const auto server,
                   doors::http::Server::Start(options, [&](const doors::http::Request& request) {
                     return routes.Handle(request);
                   }));
  std::string url = public_url;
  if (url.empty()) {
    url = "http://" + server->Address();
    for (const std::string_view any : {"http://0.0.0.0:", "http://[::]:"}) {
      if (url.starts_with(any)) url = "http://127.0.0.1:" + url.substr(any.size());
    }
  }
  PrintAddress(index, url, settings, console);
  RETURN_IF_ERROR(console.Flush());
  Log(LogLevel::kInfo, "server_started",
      {{"address", server->Address()},
       {"index", settings.Text(Key::kIndexPath)},
       {"generation", index.Current()->manifest().generation},
       {"requests_per_minute", per_minute},
       {"limited", limited == Limited::kEverybody ? "everybody" : "through proxies"}});
  index.Watch(settings.Duration(Key::kPoll));
  signals.Wait();
  Log(LogLevel::kInfo, "server_stopping");
  server->Stop();
  Log(LogLevel::kInfo, "server_stopped");
  return kFine;
}

// One line after the other: a client over stdin and stdout is one client.
class LineServer {
 public:
  LineServer(const doors::mcp::McpDoor& mcp, Console& console) : mcp_(mcp), console_(console) {}

  Result<int> Run(const StopSignals& signals) {
    std::array<char, 64 << 10> bytes;
    while (true) {
      std::array<pollfd, 2> waited{pollfd{STDIN_FILENO, POLLIN, 0},
                                   pollfd{signals.descriptor(), POLLIN, 0}};
      if (::poll(waited.data(), waited.size(), -1) < 0) {
        if (errno == EINTR) continue;
        return Fail(ErrorCode::kInternal,
                    "cannot wait for stdin: " + std::generic_category().message(errno));
      }
      if (waited[1].revents != 0) return kFine;
      if (waited[0].revents == 0) continue;
      const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got < 0)
        return Fail(ErrorCode::kUnavailable,
                    "cannot read stdin: " + std::generic_category().message(errno));
      RETURN_IF_ERROR(Take({bytes.data(), static_cast<std::size_t>(got)}));
      if (got == 0) RETURN_IF_ERROR(Answer());
      if (got == 0 || console_.ReaderIsGone()) return kFine;
    }
  }

 private:
  Status Take(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      // What is past the limit is dropped; the line that is left is no JSON and is answered so.
      line_ += bytes.substr(0, std::min(end, kMostLineBytes - line_.size()));
      if (end == bytes.size()) return {};
      RETURN_IF_ERROR(Answer());
      bytes.remove_prefix(end + 1);
    }
    return {};
  }

  Status Answer() {
    while (line_.ends_with('\r')) line_.pop_back();
    if (!line_.empty()) {
      if (const auto reply = mcp_.HandleLine(line_)) console_.Print(*reply + "\n");
    }
    line_.clear();
    return console_.Flush();
  }

  const doors::mcp::McpDoor& mcp_;
  Console& console_;
  std::string line_;
};

}  // namespace

Result<int> RunServe(const Invocation& invocation, Console& console) {
  const Settings& settings = invocation.settings;
  ASSIGN_OR_RETURN(const StopSignals signals, StopSignals::Block());
  ASSIGN_OR_RETURN(auto snapshot, OpenIndex(settings, index::Verification::kStructure));
  const std::string site_name = snapshot->manifest().site_name;
  ServedIndex index(settings.Text(Key::kIndexPath), std::move(snapshot));
  const search::Searcher searcher;
  const doors::ContextFactory make_context = [&](const std::string& request_id) {
    auto snapshot_now = index.Current();
    if (!snapshot_now->CheckWhole()) index.PollSoon(snapshot_now);
    return doors::RequestContext{std::move(snapshot_now), &searcher,
                                 Deadline::After(kMostRequestTime), request_id};
  };
  doors::OperationOptions operation_options;
  operation_options.public_url = WithoutSlash(settings.Text(Key::kPublicUrl));
  const std::vector<doors::Operation> operations = doors::SiteOperations(operation_options);
  const doors::mcp::McpOptions mcp_options = McpOptionsFrom(settings, site_name);
  const doors::mcp::McpDoor mcp(mcp_options, &operations, make_context);
  if (invocation.Has("--stdio")) {
    index.Watch(settings.Duration(Key::kPoll));
    return LineServer(mcp, console).Run(signals);
  }
  const doors::api::ApiDoor api({settings.List(Key::kAllowedOrigins)}, make_context);
  return ServeHttp(index, mcp, api, mcp_options.hosts, settings, signals, console);
}

}  // namespace sitedoor::app
