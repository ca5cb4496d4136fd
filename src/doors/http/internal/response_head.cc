#include "doors/http/internal/response_head.h"

#include <charconv>

#include "doors/http/problem.h"

namespace sitedoor::doors::http::internal {
namespace {

// IMF-fixdate, made once a second and thread.
const std::string& HttpDate(std::time_t now) {
  thread_local std::time_t made_for = -1;
  thread_local std::string date;
  if (made_for == now) return date;
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[64];
  date.assign(text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts));
  made_for = now;
  return date;
}

void AppendNumber(std::string& out, std::size_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void AppendHeader(std::string& out, std::string_view name, std::string_view value) {
  if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) return;
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::string ResponseHead(const Response& response, int minor_version, Persistence persistence,
                         std::time_t now) {
  std::string head;
  head.reserve(320);
  head += "HTTP/1.1 ";
  AppendNumber(head, static_cast<std::size_t>(response.status));
  head.append(" ").append(ReasonPhrase(response.status)).append("\r\n");
  AppendHeader(head, "date", HttpDate(now));
  const bool has_body_headers =
      response.status >= 200 && response.status != 204 && response.status != 304;
  if (!response.content_type.empty()) AppendHeader(head, "content-type", response.content_type);
  if (has_body_headers) {
    head += "content-length: ";
    AppendNumber(head, response.body.size());
    head += "\r\n";
  }
  for (const auto& [name, value] : response.headers) AppendHeader(head, name, value);
  if (persistence == Persistence::kClose) {
    head += "connection: close\r\n";
  } else if (minor_version == 0) {
    head += "connection: keep-alive\r\n";
  }
  head += "\r\n";
  return head;
}

}  // namespace sitedoor::doors::http::internal
