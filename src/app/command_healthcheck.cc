#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "app/command.h"
#include "base/ascii.h"
#include "base/json_text.h"
#include "doors/http/client.h"
#include "net/url.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

constexpr std::chrono::milliseconds kMostTime{5'000};
constexpr std::string_view kHealthPath = "/healthz";

// The URL to ask: below --url, or of the server that the settings start.
Result<net::Url> HealthUrl(const Invocation& invocation) {
  std::string text = invocation.Option("--url");
  if (text.empty()) {
    auto local = doors::http::LocalUrl(invocation.settings.Text(Key::kListen));
    if (!local) {
      Error error = std::move(local).error();
      if (error.hint.empty()) error.hint = "name the server with --url http://127.0.0.1:<port>";
      return std::unexpected(std::move(error));
    }
    text = *std::move(local);
  }
  while (text.ends_with('/')) text.pop_back();
  if (!text.ends_with(kHealthPath)) text += kHealthPath;
  auto url = net::Url::Parse(text);
  if (!url) return WithPrefix("--url", std::move(url).error());
  return url;
}

std::string MemberText(const json::value& body, std::string_view name) {
  const auto* const object = body.if_object();
  const auto* const member = object == nullptr ? nullptr : object->if_contains(name);
  if (member == nullptr) return "";
  return member->is_string() ? std::string(member->get_string()) : ToJson(*member);
}

// One line of what the server says of itself. Errors: why it is not well.
Result<std::string> AskHealth(const Invocation& invocation) {
  ASSIGN_OR_RETURN(const net::Url url, HealthUrl(invocation));
  ASSIGN_OR_RETURN(const doors::http::ClientAnswer answer, doors::http::Get(url, kMostTime));
  boost::system::error_code no_json;
  const json::value body = json::parse(answer.body, no_json);
  const std::string status = MemberText(body, "status");
  if (answer.status == 200 && status == "ok") {
    return fmt::format("ok: {} pages, generation {}", MemberText(body, "pages"),
                       MemberText(body, "generation"));
  }
  // Other answers have no word there; a problem body has a number.
  if (status.empty() || IsAsciiDigit(status[0]) || answer.status == 200) {
    return Fail(ErrorCode::kUnavailable,
                fmt::format("no sitedoor is at {}: the answer is {}", url.Text(), answer.status));
  }
  const std::string detail = MemberText(body, "detail");
  return Fail(ErrorCode::kUnavailable,
              fmt::format("{} answered {}: {}{}{}", url.Text(), answer.status, status,
                          detail.empty() ? "" : ": ", detail));
}

}  // namespace

// Every failure is exit code 1: those who ask take 2 for something else, or reserve it.
Result<int> RunHealthcheck(const Invocation& invocation, Console& console) {
  for (const Error& problem : invocation.problems) console.PrintError(problem);
  if (!invocation.problems.empty()) return kNothing;
  Result<std::string> health = AskHealth(invocation);
  if (health) {
    console.Print(ForTerminal(*health) + "\n");
    return kFine;
  }
  health.error().message = ForTerminal(health.error().message);
  console.PrintError(health.error());
  return kNothing;
}

}  // namespace sitedoor::app
