#include "doors/http/host_policy.h"

#include <arpa/inet.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "base/ascii.h"
#include "base/log.h"
#include "net/url.h"

namespace sitedoor::doors::http {
namespace {

// "Localhost:80" -> "localhost", "[::1]:80" -> "[::1]".
std::string WithoutPort(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return "";
  std::string name = AsciiLowered(host.substr(0, host.find(':', bracket)));
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

std::optional<std::string> CanonicalOrigin(std::string_view origin) {
  // A URL parser reads far more than an origin: what is left to it here are host and port.
  constexpr std::string_view kAuthority =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
  constexpr std::string_view kPath = "!$&()*+,;=@~%/";  // besides kAuthority
  const std::size_t colon = origin.find("://");
  if (colon == std::string_view::npos || !kAuthority.contains(origin[0])) return std::nullopt;
  const std::size_t begin = colon + 3;
  const std::size_t end = std::min(origin.find('/', begin), origin.size());
  const std::string_view authority = origin.substr(begin, end - begin);
  if (authority.empty() || authority.find_first_not_of(kAuthority) != std::string_view::npos) {
    return std::nullopt;
  }
  for (const char c : origin.substr(end)) {
    if (!kAuthority.contains(c) && !kPath.contains(c)) return std::nullopt;
  }
  const auto url = net::Url::Parse(origin.substr(0, end));
  if (!url || !url->IsHttp()) return std::nullopt;
  return url->Origin();
}

std::optional<std::string> AllowedOrigin(std::string_view origin,
                                         const std::vector<std::string>& origins,
                                         const std::vector<std::string>& hosts) {
  const bool all = Holds(origins, "*");
  if (all && origin == "null") return "null";
  const std::optional<std::string> canonical = CanonicalOrigin(origin);
  if (!canonical || all || Holds(origins, *canonical)) return canonical;
  const std::string host =
      WithoutPort(std::string_view(*canonical).substr(canonical->find("//") + 2));
  if (IsLoopbackHost(host) || Holds(hosts, host)) return canonical;
  return std::nullopt;
}

}  // namespace sitedoor::doors::http
