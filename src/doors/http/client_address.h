// Who a request is from when proxies stand between.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "doors/http/server.h"

namespace sitedoor::doors::http {

// One address or a network of them, IPv4 or IPv6. A value.
class AddressRange {
 public:
  // "127.0.0.1", "10.0.0.0/8", "fd00::/8". Errors: kInvalidArgument.
  static Result<AddressRange> Parse(std::string_view text);

  // `address` is an address; anything else is outside. "::ffff:1.2.3.4" is 1.2.3.4.
  bool Holds(std::string_view address) const;

 private:
  std::array<unsigned char, 16> bytes_{};  // IPv4 as IPv6 that is mapped
  int bits_ = 128;
};

// The address of the nearest party that is no trusted proxy: the connection's own, or the one that
// the trusted proxies wrote last into X-Forwarded-For. What stands further left, anybody may have
// written.
std::string ClientAddress(const Request& request, const std::vector<AddressRange>& trusted);

// Whether a request that reached a loopback address is from a program on this machine and not from
// a proxy on it, which speaks for anybody: it names a loopback host, is HTTP/1.1 (nginx asks with
// 1.0 unless told otherwise) and has no header that proxies add. Behind a proxy that hides itself
// in all of these it is wrong.
bool IsOfThisMachine(const Request& request);

}  // namespace sitedoor::doors::http
