#include "doors/http/host_policy.h"

#include <arpa/inet.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "base/log.h"
#include "net/url.h"

namespace sitedoor::doors::http {
namespace {

// "Localhost:80" -> "localhost", "[::1]:80" -> "[::1]".
std::string WithoutPort(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return "";
  std::string name(host.substr(0, host.find(':', bracket)));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  if (name.ends_with('.')) name.pop_back();
  return name;
}

bool IsAddress(const std::string& host) {
  in6_addr parsed{};  // room for either family
  if (!host.starts_with('[')) return ::inet_pton(AF_INET, host.c_str(), &parsed) == 1;
  return host.ends_with(']') &&
         ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &parsed) == 1;
}

// The requests that cause these lines cost their sender nothing.
void LogRefusal(std::string_view host) {
  static std::atomic<std::int64_t> next_second{0};
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::steady_clock::now().time_since_epoch())
                               .count();
  std::int64_t due = next_second.load();
  if (now < due || !next_second.compare_exchange_strong(due, now + 10)) return;
  Log(LogLevel::kWarning, "host_refused",
      {{"host", host.substr(0, 200)},
       {"hint", "name the public address with --public-url, so that its host is allowed"}});
}

bool Holds(const std::vector<std::string>& list, std::string_view value) {
  return std::ranges::find(list, value) != list.end();
}

}  // namespace

bool IsLoopbackHost(std::string_view host) {
  if (host == "localhost" || host.ends_with(".localhost") || host == "[::1]") return true;
  return host.starts_with("127.") && IsAddress(std::string(host));
}

bool HostAllowed(std::string_view host, const HostPolicy& policy) {
  if (Holds(policy.allowed, "*")) return true;
  const std::string name = WithoutPort(host);
  if (name.empty()) return false;
  if (IsLoopbackHost(name) || Holds(policy.allowed, name)) return true;
  return policy.reach == HostPolicy::Reach::kAnywhere && IsAddress(name);
}

bool HostAllowed(const Request& request, const HostPolicy& policy) {
  const std::string* const header = request.Header("host");
  const std::string_view host = header == nullptr ? std::string_view() : *header;
  if (HostAllowed(host, policy)) return true;
  LogRefusal(host);
  return false;
}

bool OriginAllowed(std::string_view origin, const std::vector<std::string>& origins,
                   const std::vector<std::string>& hosts) {
  // It is sent back in a header, and a URL parser would overlook line breaks.
  if (!std::ranges::all_of(origin, [](char c) { return c > ' ' && c < '\x7f'; })) return false;
  if (Holds(origins, "*") || Holds(origins, origin)) return true;
  const auto url = net::Url::Parse(origin);
  return url && url->IsHttp() &&
         (Holds(origins, url->Origin()) || IsLoopbackHost(url->Host()) ||
          Holds(hosts, url->Host()));
}

}  // namespace sitedoor::doors::http
