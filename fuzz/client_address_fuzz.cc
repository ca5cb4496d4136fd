// Property: whatever X-Forwarded-For and the trusted networks say, the client is the connection's
// own address or an address that the header holds, and the former where its proxy is not trusted.
//
// Input: a network on the first line, then one X-Forwarded-For a line.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "doors/http/client_address.h"
#include "property.h"

using sitedoor::fuzz::Check;
using sitedoor::fuzz::TakeLine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace http = sitedoor::doors::http;
  const std::string all(reinterpret_cast<const char*>(data), size);
  std::string_view rest = all;
  const auto range = http::AddressRange::Parse(TakeLine(rest));
  http::Request request;
  request.peer_address = "192.0.2.1";
  while (!rest.empty()) request.headers.emplace_back("x-forwarded-for", TakeLine(rest));

  Check(http::ClientAddress(request, {}) == request.peer_address);
  if (!range) return 0;
  const std::string client = http::ClientAddress(request, {*range});
  if (!range->Holds(request.peer_address)) Check(client == request.peer_address);
  Check(client == request.peer_address || all.find(client) != std::string::npos);
  return 0;
}
