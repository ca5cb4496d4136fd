#include "doors/http/problem.h"

#include <fmt/format.h>

#include "text/utf8.h"

namespace sitedoor::doors::http {
namespace {

std::string JsonString(std::string_view text) {
  const std::string repaired = text::Repair(text);
  std::string quoted = "\"";
  for (const char c : repaired) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

std::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

Response Problem(int status, std::string_view detail, std::string_view request_id) {
  Response response;
  response.status = status;
  response.content_type = "application/problem+json";
  response.body =
      fmt::format(R"({{"status":{},"title":{},"detail":{},"request_id":{}}})", status,
                  JsonString(ReasonPhrase(status)), JsonString(detail), JsonString(request_id));
  return response;
}

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return 400;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kUnavailable:
      return 503;
    case ErrorCode::kDeadlineExceeded:
      return 503;
    case ErrorCode::kUnsupported:
      return 400;
    case ErrorCode::kCorruption:
      return 500;
    case ErrorCode::kInternal:
      return 500;
  }
  return 500;
}

Response ProblemOf(const Error& error, std::string_view request_id) {
  Response response = Problem(StatusOf(error.code), error.Text(), request_id);
  if (response.status == 503) response.headers.emplace_back("retry-after", "1");
  return response;
}

}  // namespace sitedoor::doors::http
