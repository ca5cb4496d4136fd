#include "doors/http/internal/request_head.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"

namespace sitedoor::doors::http::internal {
namespace {

int Count(const Request& request, std::string_view name) {
  return static_cast<int>(std::ranges::count(
      request.headers, name, [](const auto& header) -> std::string_view { return header.first; }));
}

// Characters that a host with port may hold; what they mean is the doors' to judge.
bool IsAuthority(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) {
    return c > 0x20 && c < 0x7f && std::strchr("/\\?#@<>\"{}|^`", c) == nullptr;
  });
}

std::optional<Refusal> CheckHost(Request& request, int minor_version) {
  const int hosts = Count(request, "host");
  if (hosts > 1) return Refusal{400, "more than one Host header"};
  if (hosts == 0) {
    if (minor_version >= 1) return Refusal{400, "the Host header is missing"};
    return std::nullopt;
  }
  if (!IsAuthority(*request.Header("host"))) return Refusal{400, "the Host header is not a host"};
  return std::nullopt;
}

// Of "http://" or "https://" in front of a target; 0 where there is none.
std::size_t SchemeBytes(std::string_view target) {
  const std::string lower = AsciiLowered(target.substr(0, 8));
  if (lower.starts_with("http://")) return 7;
  return lower == "https://" ? 8 : 0;
}

// "http://host/path" is what a proxy sends; RFC 9112 3.2.2 has every server take it.
std::optional<Refusal> CheckTarget(Request& request) {
  if (const std::size_t scheme = SchemeBytes(request.target); scheme > 0) {
    const std::string_view rest = std::string_view(request.target).substr(scheme);
    const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
    std::string authority(rest.substr(0, end));
    if (authority.empty() || !IsAuthority(authority)) {
      return Refusal{400, "the request target names no host"};
    }
    std::string path(rest.substr(end).starts_with('/') ? "" : "/");
    path.append(rest.substr(end));
    for (auto& [name, value] : request.headers) {
      if (name == "host") value = authority;
    }
    request.target = std::move(path);
  }
  const bool whole_server = request.target == "*" && request.method == "OPTIONS";
  if (!whole_server && !request.target.starts_with('/')) {
    return Refusal{400, "the request target must be a path"};
  }
  if (request.target.find('#') != std::string::npos) {
    return Refusal{400, "the request target holds a fragment"};
  }
  request.path = request.target.substr(0, request.target.find('?'));
  return std::nullopt;
}

std::optional<Refusal> CheckLengths(const Request& request, int minor_version) {
  const int codings = Count(request, "transfer-encoding");
  const int lengths = Count(request, "content-length");
  if (lengths > 1) return Refusal{400, "more than one Content-Length header"};
  if (lengths == 1) {
    const std::string& length = *request.Header("content-length");
    const bool digits = std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; });
    if (length.empty() || !digits) return Refusal{400, "Content-Length is not a number"};
  }
  if (codings == 0) return std::nullopt;
  if (lengths > 0)
    return Refusal{400, "Content-Length and Transfer-Encoding contradict each other"};
  if (minor_version == 0) return Refusal{400, "Transfer-Encoding in an HTTP/1.0 request"};
  const std::string coding = AsciiLowered(*request.Header("transfer-encoding"));
  if (codings == 1 && coding == "chunked") return std::nullopt;
  if (coding.ends_with("chunked") && coding.find(',') != std::string::npos) {
    return Refusal{501, "the only Transfer-Encoding taken is chunked"};
  }
  return Refusal{400, "the only Transfer-Encoding taken is chunked"};
}

}  // namespace

HeadScanner::State HeadScanner::Refuse(int status, std::string_view detail) {
  refusal_ = Refusal{status, std::string(detail)};
  return State::kRefused;
}

HeadScanner::State HeadScanner::Scan(std::string_view bytes, const HeadLimits& limits) {
  const auto most_bytes = [&] {
    return in_request_line_ ? limits.line_bytes : headers_begin_ + limits.headers_bytes;
  };
  while (scanned_ < bytes.size()) {
    const std::size_t feed = bytes.find('\n', scanned_);
    if (feed == std::string_view::npos) {
      scanned_ = bytes.size();
      break;
    }
    if (feed >= most_bytes()) break;
    if (feed == line_begin_ || bytes[feed - 1] != '\r')
      return Refuse(400, "a line ends without a carriage return");
    const bool empty = feed == line_begin_ + 1;
    const char first = bytes[line_begin_];
    line_begin_ = scanned_ = feed + 1;
    if (in_request_line_) {
      if (empty) {
        leading_bytes_ = line_begin_;
      } else {
        in_request_line_ = false;
        headers_begin_ = line_begin_;
      }
      continue;
    }
    if (empty) return State::kComplete;
    if (first == ' ' || first == '\t')
      return Refuse(400, "a header line is continued on the next line");
  }
  if (bytes.size() < most_bytes()) return State::kMore;
  return in_request_line_ ? Refuse(414, "the request target is too long")
                          : Refuse(431, "the headers are too large");
}

LineStart ReadLineStart(std::string_view head) {
  constexpr std::string_view kEnds = " ?\r\n";
  head.remove_prefix(std::min(head.find_first_not_of("\r\n"), head.size()));
  LineStart start;
  const std::size_t space = head.find_first_of(" \r\n");
  if (space == std::string_view::npos || head[space] != ' ') return start;
  start.method = std::string(head.substr(0, space));
  std::string_view target = head.substr(space + 1);
  if (const std::size_t scheme = SchemeBytes(target); scheme > 0) {
    target.remove_prefix(scheme);
    target.remove_prefix(std::min(target.find_first_of("/ ?\r\n"), target.size()));
  }
  const std::size_t end = target.find_first_of(kEnds);
  if (end == std::string_view::npos || !target.starts_with('/')) return start;
  start.path = std::string(target.substr(0, end));
  return start;
}

bool HasBareLineFeed(std::string_view bytes) {
  for (std::size_t feed = bytes.find('\n'); feed != std::string_view::npos;
       feed = bytes.find('\n', feed + 1)) {
    if (feed == 0 || bytes[feed - 1] != '\r') return true;
  }
  return false;
}

std::optional<Refusal> CheckHead(Request& request, int minor_version, Framing& framing) {
  if (auto refusal = CheckHost(request, minor_version)) return refusal;
  if (Count(request, "origin") > 1) {
    // Which of them may read the refusal would be a guess.
    std::erase_if(request.headers, [](const auto& header) { return header.first == "origin"; });
    return Refusal{400, "more than one Origin header"};
  }
  if (auto refusal = CheckTarget(request)) return refusal;
  if (auto refusal = CheckLengths(request, minor_version)) return refusal;
  if (const std::string* expect = request.Header("expect");
      expect != nullptr && minor_version >= 1) {
    if (AsciiLowered(*expect) != "100-continue" || request.Contradicts("expect"))
      return Refusal{417, "the only expectation met is 100-continue"};
    framing.expects_continue = true;
  }
  return std::nullopt;
}

}  // namespace sitedoor::doors::http::internal
