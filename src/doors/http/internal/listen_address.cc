#include "doors/http/internal/listen_address.h"

#include <arpa/inet.h>

#include <charconv>

namespace sitedoor::doors::http::internal {
namespace {

bool IsAddress(int family, const std::string& text) {
  in6_addr parsed{};  // room for either family
  return ::inet_pton(family, text.c_str(), &parsed) == 1;
}

}  // namespace

Result<ListenAddress> ParseListenAddress(std::string_view text) {
  const auto fail = [&](std::string_view what) {
    return Fail(ErrorCode::kInvalidArgument,
                "listen address \"" + std::string(text) + "\": " + std::string(what),
                "write it like 127.0.0.1:8080, [::1]:8080, localhost:8080 or [::]:8080");
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || text.ends_with(']')) return fail("the port is missing");
  const std::string_view digits = text.substr(colon + 1);
  ListenAddress address;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    return fail("the port must be a number from 0 to 65535");
  }
  std::string host(text.substr(0, colon));
  address.shown_host = host;
  if (host.empty() || host == "*" || host == "[::]") {
    address.hosts = {"::"};
    address.shown_host = "[::]";
  } else if (host == "localhost") {
    address.hosts = {"127.0.0.1", "::1"};
  } else if (host.starts_with('[') && host.ends_with(']') &&
             IsAddress(AF_INET6, host.substr(1, host.size() - 2))) {
    address.hosts = {host.substr(1, host.size() - 2)};
  } else if (IsAddress(AF_INET, host)) {
    address.hosts = {host};
  } else {
    return fail("the host must be an IP address or localhost");
  }
  return address;
}

}  // namespace sitedoor::doors::http::internal
