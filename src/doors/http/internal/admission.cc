#include "doors/http/internal/admission.h"

#include <arpa/inet.h>

#include <cstring>

namespace sitedoor::doors::http::internal {

std::string AddressKey(std::string_view address) {
  const std::string text(address.substr(0, address.find('%')));  // without a zone
  in6_addr v6{};
  if (::inet_pton(AF_INET6, text.c_str(), &v6) != 1) return text;
  char printed[INET6_ADDRSTRLEN];
  if (IN6_IS_ADDR_V4MAPPED(&v6)) {
    return ::inet_ntop(AF_INET, &v6.s6_addr[12], printed, sizeof printed);
  }
  std::memset(&v6.s6_addr[8], 0, 8);
  return std::string(::inet_ntop(AF_INET6, &v6, printed, sizeof printed)) + "/64";
}

bool Admission::Enter(const std::string& address_key) {
  const std::lock_guard lock(mutex_);
  if (open_ >= most_) return false;
  std::size_t& open_here = open_of_[address_key];
  if (open_here >= most_per_address_) {
    if (open_here == 0) open_of_.erase(address_key);
    return false;
  }
  ++open_here;
  ++open_;
  return true;
}

void Admission::Leave(const std::string& address_key) {
  const std::lock_guard lock(mutex_);
  const auto found = open_of_.find(address_key);
  if (found != open_of_.end() && --found->second == 0) open_of_.erase(found);
  if (--open_ == 0) empty_.notify_all();
}

bool Admission::WaitUntilEmpty(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return empty_.wait_for(lock, time, [&] { return open_ == 0; });
}

}  // namespace sitedoor::doors::http::internal
