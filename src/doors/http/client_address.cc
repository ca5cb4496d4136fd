#include "doors/http/client_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "doors/http/host_policy.h"

namespace sitedoor::doors::http {
namespace {

using AddressBytes = std::array<unsigned char, 16>;
constexpr int kMappedBits = 96;  // in front of an IPv4 address

std::optional<AddressBytes> ParseAddress(std::string_view text) {
  const std::string address(text.substr(0, text.find('%')));  // without a zone
  AddressBytes bytes{};
  if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return bytes;
  bytes = {};
  bytes[10] = bytes[11] = 0xFF;
  if (::inet_pton(AF_INET, address.c_str(), bytes.data() + kMappedBits / 8) == 1) return bytes;
  return std::nullopt;
}

// "1.2.3.4:5678" and "[::1]:5678" without port and brackets; some proxies write it so.
std::string_view WithoutPort(std::string_view hop) {
  if (hop.starts_with('[')) return hop.substr(1, hop.find(']') - 1);
  const std::size_t colon = hop.find(':');
  const bool is_v6 = colon != std::string_view::npos && hop.find(':', colon + 1) != hop.npos;
  return is_v6 ? hop : hop.substr(0, colon);
}

// Takes the last hop off `list`.
std::string_view TakeLast(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  std::string_view hop = comma == std::string_view::npos ? list : list.substr(comma + 1);
  list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  const std::size_t begin = hop.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return WithoutPort(hop.substr(begin, hop.find_last_not_of(" \t") - begin + 1));
}

}  // namespace

Result<AddressRange> AddressRange::Parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto bytes = ParseAddress(text.substr(0, slash));
  const auto fail = [&] {
    return Fail(ErrorCode::kInvalidArgument,
                "\"" + std::string(text) + "\" is no address and no network",
                "write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8");
  };
  if (!bytes) return fail();
  AddressRange range;
  range.bytes_ = *bytes;
  if (slash == std::string_view::npos) return range;
  const std::string_view digits = text.substr(slash + 1);
  const bool is_v4 = text.substr(0, slash).find(':') == std::string_view::npos;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), range.bits_);
  if (error != std::errc{} || end != digits.data() + digits.size()) return fail();
  if (range.bits_ < 0 || range.bits_ > (is_v4 ? 128 - kMappedBits : 128)) return fail();
  if (is_v4) range.bits_ += kMappedBits;
  return range;
}

bool AddressRange::Holds(std::string_view address) const {
  const auto bytes = ParseAddress(address);
  if (!bytes) return false;
  const auto whole = static_cast<std::size_t>(bits_ / 8);
  if (std::memcmp(bytes->data(), bytes_.data(), whole) != 0) return false;
  const int rest = bits_ % 8;
  if (rest == 0) return true;
  const int mask = 0xFF << (8 - rest) & 0xFF;
  return ((*bytes)[whole] & mask) == (bytes_[whole] & mask);
}

std::string ClientAddress(const Request& request, const std::vector<AddressRange>& trusted) {
  const auto is_trusted = [&](std::string_view address) {
    return std::ranges::any_of(trusted,
                               [&](const AddressRange& range) { return range.Holds(address); });
  };
  std::string client = request.peer_address;
  if (!is_trusted(client)) return client;
  const std::string hops = request.ListHeader("x-forwarded-for").value_or("");
  std::string_view left = hops;
  while (!left.empty() && is_trusted(client)) {
    const std::string_view hop = TakeLast(left);
    if (!ParseAddress(hop)) break;  // "unknown", or nonsense: the proxy itself stands for it
    client = hop;
  }
  return client;
}

bool IsOfThisMachine(const Request& request) {
  constexpr std::array<std::string_view, 7> kOfProxies = {
      "forwarded",      "via", "x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip",
      "x-original-host"};
  const std::string* const host = request.Header("host");
  if (request.minor_version == 0 || host == nullptr || !HostAllowed(*host, HostPolicy())) {
    return false;
  }
  return std::ranges::none_of(request.headers, [&](const auto& header) {
    return header.first.starts_with("x-forwarded-") ||
           std::ranges::find(kOfProxies, header.first) != kOfProxies.end();
  });
}

}  // namespace sitedoor::doors::http
