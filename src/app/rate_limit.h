// RateLimiter: how many requests one client address may make in a minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sitedoor::app {

// Counts in fixed windows of a minute, so that a client that stops for a minute is as good as new.
// IPv6 clients are counted by their /64, which one host can fill with addresses. Thread-safe.
class RateLimiter {
 public:
  using Clock = std::chrono::steady_clock;

  // 0 is no limit.
  explicit RateLimiter(std::int64_t requests_per_minute) : most_(requests_per_minute) {}

  // nullopt when the request may go on; otherwise how long to wait, at least a second.
  std::optional<std::chrono::seconds> Refuses(std::string_view peer_address,
                                              Clock::time_point now = Clock::now());

 private:
  const std::int64_t most_;
  std::mutex mutex_;
  Clock::time_point window_start_;
  std::unordered_map<std::string, std::int64_t> counts_;
};

// What an address is counted under: IPv4 (mapped ones too) as it is, the first 64 bits of IPv6.
std::string RateLimitKey(std::string_view peer_address);

}  // namespace sitedoor::app
