#include "doors/http/client.h"

#include <gmock/gmock.h>

#include "doors/http/server.h"
#include "doors/http/testing/raw_server.h"

namespace sitedoor::doors::http {
namespace {

using namespace std::chrono_literals;
using sitedoor::testing::RawServer;
using ::testing::AllOf;
using ::testing::HasSubstr;

Result<ClientAnswer> GetFrom(std::uint16_t port, std::chrono::milliseconds limit = 10s) {
  return Get(*net::Url::Parse("http://127.0.0.1:" + std::to_string(port) + "/a?b=c"), limit);
}

TEST(HttpClient, GetsAnAnswerOfTheServer) {
  ServerOptions options;
  options.listen = "127.0.0.1:0";
  const auto server = *Server::Start(options, [](const Request& request) {
    return Response{418, {}, "text/plain", request.target + " " + *request.Header("host")};
  });
  const auto answer = GetFrom(server->Port());
  ASSERT_TRUE(answer) << answer.error().Text();
  EXPECT_EQ(answer->status, 418);
  EXPECT_EQ(answer->body, "/a?b=c 127.0.0.1:" + std::to_string(server->Port()));
}

TEST(HttpClient, NamesTheUrlWhereNobodyListens) {
  std::uint16_t port = 0;
  {
    const RawServer server("");
    port = server.port();
  }
  const auto answer = GetFrom(port);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message, AllOf(HasSubstr("/a?b=c"), HasSubstr("refused")));
}

TEST(HttpClient, WaitsNoLongerThanItsLimit) {
  const RawServer server("HTTP/1.1 200 OK\r\ncontent-le");  // and no more
  EXPECT_EQ(GetFrom(server.port(), 30ms).error().code, ErrorCode::kDeadlineExceeded);
}

TEST(HttpClient, RefusesWhatIsNoHttpAndWhatIsTooLong) {
  for (const std::string& answer :
       {std::string("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
        "HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n" + std::string(99'999, 'x')}) {
    const RawServer server(answer);
    EXPECT_EQ(GetFrom(server.port()).error().code, ErrorCode::kUnavailable);
  }
}

TEST(HttpClient, AsksPlainHttpOnly) {
  EXPECT_EQ(Get(*net::Url::Parse("https://127.0.0.1/"), 1s).error().code, ErrorCode::kUnsupported);
}

TEST(LocalUrl, IsAnAddressOfThisMachine) {
  EXPECT_EQ(*LocalUrl("127.0.0.1:8080"), "http://127.0.0.1:8080");
  EXPECT_EQ(*LocalUrl("localhost:1"), "http://127.0.0.1:1");
  EXPECT_EQ(*LocalUrl("[::1]:8080"), "http://[::1]:8080");
  EXPECT_EQ(*LocalUrl("192.0.2.7:80"), "http://192.0.2.7:80");
  for (const std::string_view any : {"0.0.0.0:8080", "[::]:8080", ":8080", "*:8080"}) {
    EXPECT_EQ(*LocalUrl(any), "http://127.0.0.1:8080") << any;
  }
  EXPECT_FALSE(LocalUrl("127.0.0.1:0"));
  EXPECT_FALSE(LocalUrl("docs.example:80"));
}

}  // namespace
}  // namespace sitedoor::doors::http
