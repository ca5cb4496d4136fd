#include "app/rate_limit.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace sitedoor::app {
namespace {

constexpr std::chrono::seconds kWindow{60};
// Addresses counted in one window. Past it newcomers share one count, so that memory stays bounded
// and a flood from many addresses limits itself.
constexpr std::size_t kMostAddresses = 100'000;

}  // namespace

std::string RateLimitKey(std::string_view peer_address) {
  const std::string text(peer_address.substr(0, peer_address.find('%')));
  std::array<unsigned char, 16> bytes{};
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (std::equal(kMapped.begin(), kMapped.end(), bytes.begin())) {
    std::array<char, INET_ADDRSTRLEN> dotted{};
    ::inet_ntop(AF_INET, bytes.data() + kMapped.size(), dotted.data(), dotted.size());
    return dotted.data();
  }
  return std::string(reinterpret_cast<const char*>(bytes.data()), 8);
}

std::optional<std::chrono::seconds> RateLimiter::Refuses(std::string_view peer_address,
                                                         Clock::time_point now) {
  if (most_ == 0) return std::nullopt;
  std::string key = RateLimitKey(peer_address);
  const std::lock_guard lock(mutex_);
  if (window_start_ == Clock::time_point() || now - window_start_ >= kWindow) {
    window_start_ = now;
    counts_.clear();
  }
  if (counts_.size() >= kMostAddresses && !counts_.contains(key)) key.clear();
  if (++counts_[key] <= most_) return std::nullopt;
  const auto left = std::chrono::ceil<std::chrono::seconds>(window_start_ + kWindow - now);
  return std::max(left, std::chrono::seconds(1));
}

}  // namespace sitedoor::app
