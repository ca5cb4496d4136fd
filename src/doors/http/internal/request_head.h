// The request head (request line and header lines) before and after Beast parses it: what Beast
// leaves to us.
//
// Source: RFC 9112 sections 2.2, 3.2, 5.2, 6.1 and RFC 9110 section 10.1.1.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "doors/http/server.h"

namespace sitedoor::doors::http::internal {

// Why a request is answered without its handler.
struct Refusal {
  int status = 400;
  std::string detail;
};

struct HeadLimits {
  std::size_t line_bytes = 0;     // the request line, with empty lines before it
  std::size_t headers_bytes = 0;  // everything behind the request line
};

// Finds the end of a head that arrives in pieces. Feed it the bytes from the head's beginning, each
// time with more of them; it looks at no byte twice.
class HeadScanner {
 public:
  enum class State { kMore, kComplete, kRefused };

  // Empty lines before the request line are counted as part of the head. Refused: a bare line feed
  // (400), a continued line (obs-fold, 400), a request line (414) or headers (431) longer than the
  // limits.
  State Scan(std::string_view bytes, const HeadLimits& limits);

  std::size_t leading_bytes() const { return leading_bytes_; }  // empty lines to skip
  std::size_t head_bytes() const { return line_begin_; }  // once complete; with the leading bytes
  const Refusal& refusal() const { return refusal_; }

 private:
  State Refuse(int status, std::string_view detail);

  std::size_t line_begin_ = 0;  // of the line being read
  std::size_t scanned_ = 0;
  std::size_t leading_bytes_ = 0;
  std::size_t headers_begin_ = 0;  // once the request line is complete
  bool in_request_line_ = true;
  Refusal refusal_;
};

// What the beginning of a head says that cannot be read whole: enough to word its refusal as the
// door of that path does.
struct LineStart {
  std::string method;  // "" until its end is there
  std::string path;    // the same
};
LineStart ReadLineStart(std::string_view head);

// Whether a line in `bytes` ends without a carriage return.
bool HasBareLineFeed(std::string_view bytes);

// What the head says about the body, once it has been found in order.
struct Framing {
  bool expects_continue = false;
};

// Checks a parsed head and brings `request` into origin form: an absolute target gives its path,
// and its authority becomes the Host header. `minor_version` is that of HTTP/1.x.
std::optional<Refusal> CheckHead(Request& request, int minor_version, Framing& framing);

}  // namespace sitedoor::doors::http::internal
