// Admission: how many connections are open, in all and from one address.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sitedoor::doors::http::internal {

// What connections are counted by: an IPv4 address whole, an IPv6 address by its /64 (what one
// customer gets).
// "::ffff:1.2.3.4" is 1.2.3.4.
std::string AddressKey(std::string_view address);

// Thread-safe. Holds one number an address with open connections, so never more than there are
// connections.
class Admission {
 public:
  Admission(std::size_t most, std::size_t most_per_address)
      : most_(most), most_per_address_(most_per_address) {}

  // True when the connection may stay; then Leave must follow.
  bool Enter(const std::string& address_key);
  void Leave(const std::string& address_key);

  // Waits until nobody is inside. False when `time` passes first.
  bool WaitUntilEmpty(std::chrono::milliseconds time);

 private:
  const std::size_t most_, most_per_address_;
  std::mutex mutex_;
  std::condition_variable empty_;
  std::size_t open_ = 0;
  std::unordered_map<std::string, std::size_t> open_of_;
};

}  // namespace sitedoor::doors::http::internal
