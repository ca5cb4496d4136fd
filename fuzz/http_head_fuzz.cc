// Property: a request head is judged alike however its bytes are cut, and a head that passes the
// checks has one Host, a path, which its refusal would be worded by, and no two ways to find its
// end.
//
// Input: the bytes of a head; the first byte says where they are cut.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "doors/http/internal/request_head.h"
#include "property.h"

namespace {

using sitedoor::fuzz::Check;

using sitedoor::doors::http::Request;
using sitedoor::doors::http::internal::CheckHead;
using sitedoor::doors::http::internal::Framing;
using sitedoor::doors::http::internal::HeadScanner;
using sitedoor::doors::http::internal::LineStart;
using sitedoor::doors::http::internal::ReadLineStart;

constexpr sitedoor::doors::http::internal::HeadLimits kLimits{2 << 10, 4 << 10};

// The fields as a parser would hand them over: split at the first colon, names in lower case.
Request Fields(std::string_view head) {
  Request request;
  bool request_line = true;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(head.size(), end + 2));
    if (request_line) {
      const std::size_t first = std::min(line.find(' '), line.size());
      const std::size_t last = std::max(first, std::min(line.rfind(' '), line.size()));
      request.method = line.substr(0, first);
      request.target = line.substr(std::min(first + 1, last), last - std::min(first + 1, last));
      request_line = false;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string name(line.substr(0, colon));
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    request.headers.emplace_back(std::move(name), value);
  }
  return request;
}

long Count(const Request& request, std::string_view name) {
  return std::ranges::count_if(request.headers,
                               [&](const auto& header) { return header.first == name; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  HeadScanner whole, cut;
  const HeadScanner::State state = whole.Scan(bytes, kLimits);
  HeadScanner::State cut_state = cut.Scan(bytes.substr(0, data[0] * bytes.size() / 256), kLimits);
  if (cut_state == HeadScanner::State::kMore) cut_state = cut.Scan(bytes, kLimits);
  Check(state == cut_state);
  if (state != HeadScanner::State::kComplete) return 0;
  Check(whole.head_bytes() == cut.head_bytes() && whole.head_bytes() <= bytes.size());
  Check(whole.leading_bytes() <= whole.head_bytes() &&
        bytes.substr(0, whole.head_bytes()).ends_with("\r\n\r\n"));

  Request request =
      Fields(bytes.substr(whole.leading_bytes(), whole.head_bytes() - whole.leading_bytes() - 2));
  const std::string line = request.method + request.target, target = request.target;
  Framing framing;
  if (CheckHead(request, 1, framing)) return 0;
  Check(Count(request, "host") == 1);
  Check(request.path.starts_with('/') || request.path == "*");
  Check(Count(request, "origin") <= 1);
  // What a refusal is worded by is what the head says, if its first line is one that Beast takes.
  if (line.find_first_of(" \r\n") == std::string::npos) {
    const LineStart start = ReadLineStart(bytes);
    Check(start.path == request.path || (start.path.empty() && !target.starts_with('/')));
  }
  Check(Count(request, "content-length") + Count(request, "transfer-encoding") <= 1);
  return 0;
}
