// Property: whatever X-Forwarded-For and the trusted networks say, the client is the connection's
// own address or an address that the header holds, and the former where its proxy is not trusted.
//
// Input: a network on the first line, then one X-Forwarded-For a line.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "doors/http/client_address.h"

namespace {

std::string TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string line(text.substr(0, end));
  text.remove_prefix(std::min(text.size(), end + 1));
  return line;
}

void Check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

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
