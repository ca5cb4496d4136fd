#include "doors/http/client.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <optional>

#include "doors/http/internal/listen_address.h"

namespace sitedoor::doors::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using ErrorCodeOfAsio = boost::system::error_code;

constexpr std::size_t kMostAnswerBytes = 64 << 10;
constexpr auto kToken = asio::as_tuple(asio::use_awaitable);

std::unexpected<Error> NoAnswer(const net::Url& url, const ErrorCodeOfAsio& error) {
  return Fail(ErrorCode::kUnavailable,
              "no server answers at " + url.Text() + ": " + error.message());
}

asio::awaitable<Result<ClientAnswer>> Ask(const net::Url& url) {
  const auto executor = co_await asio::this_coro::executor;
  std::string host(url.Host());
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  const std::string port(url.Port().empty() ? "80" : url.Port());
  tcp::resolver resolver(executor);
  const auto [unknown, endpoints] = co_await resolver.async_resolve(host, port, kToken);
  if (unknown) co_return NoAnswer(url, unknown);
  tcp::socket socket(executor);
  const auto [refused, endpoint] = co_await asio::async_connect(socket, endpoints, kToken);
  if (refused) co_return NoAnswer(url, refused);

  std::string target(url.Path());
  if (!url.Query().empty()) target.append("?").append(url.Query());
  beast::http::request<beast::http::empty_body> request(beast::http::verb::get, target, 11);
  request.set(beast::http::field::host, url.Origin().substr(url.Origin().find("//") + 2));
  request.set(beast::http::field::connection, "close");
  const auto [unsent, sent] = co_await beast::http::async_write(socket, request, kToken);
  if (unsent) co_return NoAnswer(url, unsent);
  beast::flat_buffer buffer;
  beast::http::response_parser<beast::http::string_body> parser;
  parser.body_limit(kMostAnswerBytes);
  const auto [unread, read] = co_await beast::http::async_read(socket, buffer, parser, kToken);
  if (unread) co_return NoAnswer(url, unread);
  co_return ClientAnswer{static_cast<int>(parser.get().result_int()),
                         std::move(parser.get().body())};
}

}  // namespace

Result<ClientAnswer> Get(const net::Url& url, std::chrono::milliseconds limit) {
  if (url.Scheme() != "http") {
    return Fail(ErrorCode::kUnsupported, "only http:// is asked, but the URL is " + url.Text(),
                "ask sitedoor itself, not the proxy in front of it");
  }
  std::optional<Result<ClientAnswer>> answer;
  asio::io_context context{1};
  asio::co_spawn(context, Ask(url),
                 [&](const std::exception_ptr& failure, Result<ClientAnswer> got) {
                   if (!failure) answer = std::move(got);
                 });
  context.run_for(limit);
  if (answer) return *std::move(answer);
  return Fail(ErrorCode::kDeadlineExceeded,
              "no answer from " + url.Text() + " within " + std::to_string(limit.count()) + " ms");
}

Result<std::string> LocalUrl(std::string_view listen) {
  ASSIGN_OR_RETURN(const internal::ListenAddress address, internal::ParseListenAddress(listen));
  if (address.port == 0) {
    return Fail(ErrorCode::kInvalidArgument, "listen address \"" + std::string(listen) +
                                                 "\": port 0 is another one at each start");
  }
  std::string host = address.hosts.front();
  if (host == "::" || host == "0.0.0.0") host = "127.0.0.1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(address.port);
}

}  // namespace sitedoor::doors::http
