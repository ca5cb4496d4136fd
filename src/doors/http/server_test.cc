#include "doors/http/server.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <latch>
#include <set>
#include <thread>

#include "doors/http/testing/raw_client.h"

namespace sitedoor::doors::http {
namespace {

using namespace std::chrono_literals;
using sitedoor::testing::RawClient;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// "METHOD target|body" of what arrived.
Response Echo(const Request& request) {
  return {.status = 200,
          .headers = {},
          .content_type = "text/plain",
          .body = request.method + " " + request.target + "|" + request.body};
}

ServerOptions OnLoopback() {
  ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.worker_threads = 2;
  return options;
}

std::unique_ptr<Server> Started(ServerOptions options = OnLoopback(), Handler handler = Echo) {
  auto server = Server::Start(options, std::move(handler));
  EXPECT_TRUE(server) << server.error().Text();
  return std::move(*server);
}

std::string Ask(std::string_view bytes, ServerOptions options = OnLoopback()) {
  const auto server = Started(std::move(options));
  return RawClient(server->Port()).Send(bytes).ReadResponse();
}

TEST(HttpServer, AnswersARequest) {
  const std::string answer = Ask("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("content-type: text/plain\r\n"));
  EXPECT_THAT(answer, HasSubstr("content-length: 11\r\n"));
  EXPECT_THAT(answer, HasSubstr("date: "));
  EXPECT_THAT(answer, EndsWith("\r\n\r\nGET /a?b=c|"));
}

TEST(HttpServer, HandsOverBodyHeadersAndPeer) {
  const auto server = Started(OnLoopback(), [](const Request& request) {
    return Response{200,
                    {},
                    "text/plain",
                    request.body + "," + *request.Header("x-mixed") + "," + request.peer_address +
                        "," + request.path};
  });
  RawClient client(server->Port());
  client.Send(
      "POST /p%20q?x HTTP/1.1\r\nHost: x\r\nX-MiXeD: v w \r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_THAT(client.ReadResponse(), EndsWith("\r\n\r\nbody,v w,127.0.0.1,/p%20q"));
}

TEST(HttpServer, TakesABodyThatArrivesInPieces) {
  const auto server = Started();
  RawClient client(server->Port());
  for (const char c :
       std::string_view("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")) {
    client.Send(std::string_view(&c, 1));
  }
  EXPECT_THAT(client.ReadResponse(), EndsWith("POST /|abc"));
}

TEST(HttpServer, TakesAChunkedBody) {
  EXPECT_THAT(Ask("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
                  "3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nTrailer: t\r\n\r\n"),
              EndsWith("POST /|abcde"));
}

TEST(HttpServer, TakesAChunkedBodyByteByByte) {
  const auto server = Started();
  RawClient client(server->Port());
  for (const char c :
       std::string_view("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                        "\r\n3;e\r\na\nc\r\n1\r\n\n\r\n0\r\nT: t\r\n\r\n")) {
    client.Send(std::string_view(&c, 1));
  }
  EXPECT_THAT(client.ReadResponse(), EndsWith("POST /|a\nc\n"));
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send(
      "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
      "\r\nGET /3 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), EndsWith("POST /1|a"));
  EXPECT_THAT(client.ReadResponse(), EndsWith("GET /2|"));
  EXPECT_THAT(client.ReadResponse(), EndsWith("GET /3|"));
}

TEST(HttpServer, ClosesWhenAskedTo) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.ReadToEnd(), HasSubstr("connection: close\r\n"));
}

TEST(HttpServer, SpeaksHttp10WithAndWithoutKeepAlive) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), HasSubstr("connection: keep-alive\r\n"));
  client.Send("GET /2 HTTP/1.0\r\n\r\n");
  EXPECT_THAT(client.ReadToEnd(), EndsWith("GET /2|"));
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string head = client.ReadResponse("HEAD");
  EXPECT_THAT(head, HasSubstr("content-length: 7\r\n"));
  EXPECT_THAT(head, EndsWith("\r\n\r\n"));
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, SendsNoLengthWith204) {
  const auto server =
      Started(OnLoopback(), [](const Request&) { return Response{204, {}, "", ""}; });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), Not(HasSubstr("content-length")));
}

TEST(HttpServer, AnswersExpectContinueBeforeTheBody) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.ReadResponse(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("ab");
  EXPECT_THAT(client.ReadResponse(), EndsWith("POST /|ab"));
}

TEST(HttpServer, TakesAnAbsoluteTarget) {
  const auto server = Started(OnLoopback(), [](const Request& request) {
    return Response{200, {}, "text/plain", request.path + " " + *request.Header("host")};
  });
  RawClient client(server->Port());
  client.Send("GET http://Site.example:81/p?q HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), EndsWith("/p Site.example:81"));
}

// langchain4j#4582: Java's client offers HTTP/2 with every request.
TEST(HttpServer, IgnoresAnOfferToUpgrade) {
  EXPECT_THAT(
      Ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
          "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"),
      StartsWith("HTTP/1.1 200 OK\r\n"));
}

struct Refused {
  const char* name;
  std::string bytes;
  int status;
};
void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }

class HttpServerRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(HttpServerRefuses, WithAProblemAndClose) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send(GetParam().bytes);
  const std::string answer = client.ReadToEnd();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 " + std::to_string(GetParam().status)));
  EXPECT_THAT(answer, HasSubstr("content-type: application/problem+json\r\n"));
  EXPECT_THAT(answer, HasSubstr("connection: close\r\n"));
  EXPECT_THAT(answer, HasSubstr("{\"status\":" + std::to_string(GetParam().status)));
  EXPECT_THAT(answer, Not(HasSubstr("200 OK")));
}

const std::string kPost = "POST / HTTP/1.1\r\nHost: x\r\n";
INSTANTIATE_TEST_SUITE_P(
    Requests, HttpServerRefuses,
    ::testing::Values(
        Refused{"NoHost", "GET / HTTP/1.1\r\n\r\n", 400},
        Refused{"TwoHosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
        Refused{"HostThatIsNone", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
        Refused{"ContinuedLine", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400},
        Refused{"ContinuedFirstLine", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
        Refused{"BareLineFeed", "GET / HTTP/1.1\nHost: a\n\n", 400},
        Refused{"SpaceBeforeColon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
        Refused{"NulInAHeader",
                "GET / HTTP/1.1\r\nHost: a\r\nX: a" + std::string(1, '\0') + "b\r\n\r\n", 400},
        Refused{"LengthAndChunked",
                kPost + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        Refused{"ChunkedAndLength",
                kPost + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400},
        Refused{"TwoLengths", kPost + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
        Refused{"TwoEqualLengths", kPost + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab", 400},
        Refused{"LengthList", kPost + "Content-Length: 2, 2\r\n\r\nab", 400},
        Refused{"NegativeLength", kPost + "Content-Length: -1\r\n\r\n", 400},
        Refused{"LengthWithPlus", kPost + "Content-Length: +1\r\n\r\na", 400},
        Refused{"LengthBeyond64Bits", kPost + "Content-Length: 99999999999999999999999\r\n\r\n",
                400},
        Refused{"UnknownCoding", kPost + "Transfer-Encoding: xchunked\r\n\r\n", 400},
        Refused{"TwoCodings", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
        Refused{"CodingInHttp10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                400},
        Refused{"ChunkSizeOverflow",
                kPost + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx", 400},
        Refused{"ChunkSizeThatIsNone", kPost + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        Refused{"EndlessChunkExtension",
                kPost + "Transfer-Encoding: chunked\r\n\r\n1;" + std::string(70'000, 'x'), 400},
        Refused{"ChunkSizeWithABareLineFeed", kPost + "Transfer-Encoding: chunked\r\n\r\n3\nabc",
                400},
        Refused{"LaterChunkSizeWithABareLineFeed",
                kPost + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\n", 400},
        Refused{"ChunkEndedByABareLineFeed", kPost + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\n",
                400},
        Refused{"TrailerWithABareLineFeed", kPost + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n",
                400},
        Refused{"TwoOrigins",
                "GET / HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost\r\nOrigin: "
                "http://evil.example\r\n\r\n",
                400},
        Refused{"HugeLength", kPost + "Content-Length: 99999999999\r\n\r\n", 413},
        Refused{"HugeChunk", kPost + "Transfer-Encoding: chunked\r\n\r\nFFFFFF\r\n", 413},
        Refused{"BigBodyOnItsWay",
                kPost + "Content-Length: 300000\r\n\r\n" + std::string(300'000, 'x'), 413},
        Refused{"LongTarget", "GET /" + std::string(200'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
                414},
        Refused{"LargeHeaders",
                "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(65'536, 'a') + "\r\n\r\n", 431},
        Refused{"UnknownExpectation", kPost + "Expect: miracles\r\nContent-Length: 1\r\n\r\na",
                417},
        Refused{"TwoExpectations",
                kPost + "Expect: 100-continue\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\na",
                417},
        Refused{"Http2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        Refused{"NotHttp", "hello\r\n\r\n", 400},
        Refused{"SpaceInTheTarget", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        Refused{"Version", "GET / HTPP/1.1\r\nHost: a\r\n\r\n", 400},
        Refused{"AuthorityTarget", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        Refused{"RelativeTarget", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        Refused{"TargetWithFragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400}),
    [](const auto& info) { return info.param.name; });

// "413 POST /p x r", with what was read of the request.
Response WriteRefusal(const Request& request, int status, std::string_view) {
  const std::string* const header = request.Header("x-a");
  return {status,
          {},
          "text/plain",
          std::to_string(status) + " " + request.method + " " + request.path + " " +
              (header == nullptr ? "" : *header)};
}

TEST(HttpServer, LetsItsUserWordRefusals) {
  ServerOptions options = OnLoopback();
  options.write_refusal = WriteRefusal;
  const auto server = Started(options);
  const std::string head = "POST /p?q HTTP/1.1\r\nHost: x\r\nX-A: r\r\n";
  for (const auto& [request, answer] : std::vector<std::pair<std::string, std::string>>{
           {head + "Content-Length: 99999999\r\n\r\n", "413 POST /p r"},
           {head + "Transfer-Encoding: chunked\r\n\r\nFFFFFF\r\n", "413 POST /p r"},
           {head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "400 POST /p r"},
           {head + "Content-Length: 1\r\nContent-Length: 99999999\r\n\r\n", "400"},
           {"GET /a HTTP/1.1\r\nX-A: r\r\n\r\n", "400 GET /a r"},
           {"GET /a?b HTTP/1.1\r\nX-A : r\r\n\r\n", "400 GET /a "},
           {"\r\nPOST http://x/a HTTP/1.1\r\nX: " + std::string(20'000, 'a'), "431 POST /a "},
           {"GET /a?" + std::string(140'000, 'b'), "414 GET /a "},
           {"GET /" + std::string(140'000, 'b'), "414 GET  "},
           {"nonsense\r\n\r\n", "400   "}}) {
    RawClient client(server->Port());
    client.Send(request);
    EXPECT_THAT(client.ReadToEnd(), HasSubstr("\r\n\r\n" + answer)) << request;
  }
}

TEST(HttpServer, DropsAClientWhoseHeadersNeverEnd) {
  ServerOptions options = OnLoopback();
  options.header_time = 40ms;
  const auto server = Started(options);
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHo");
  EXPECT_THAT(client.ReadToEnd(), StartsWith("HTTP/1.1 408 "));
}

// The deadline is for all of the headers: a byte now and then does not move it.
TEST(HttpServer, DropsAClientThatDribblesHeaders) {
  ServerOptions options = OnLoopback();
  options.header_time = 60ms;
  const auto server = Started(options);
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\n");
  std::atomic<bool> over{false};
  std::jthread dribble([&] {
    while (!over) {
      client.Send("X: y\r\n");
      std::this_thread::yield();
    }
  });
  const std::string answer = client.ReadToEnd();
  over = true;
  EXPECT_NE(answer, "timeout");
}

TEST(HttpServer, DropsAClientWhoseBodyNeverEnds) {
  ServerOptions options = OnLoopback();
  options.body_time = 40ms;
  const auto server = Started(options);
  RawClient client(server->Port());
  client.Send(kPost + "Content-Length: 10\r\n\r\nabc");
  EXPECT_THAT(client.ReadToEnd(), StartsWith("HTTP/1.1 408 "));
}

TEST(HttpServer, ClosesAnIdleConnectionWithoutAWord) {
  ServerOptions options = OnLoopback();
  options.idle_time = 40ms;
  const auto server = Started(options);
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(client.ReadToEnd(), "");
}

TEST(HttpServer, DropsAClientThatDoesNotReadItsAnswer) {
  ServerOptions options = OnLoopback();
  options.write_time = 60ms;
  const auto server = Started(options, [](const Request&) {
    return Response{200, {}, "text/plain", std::string(64 << 20, 'x')};
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  server->Stop();  // returns only when the connection has ended
  EXPECT_LT(client.ReadToEnd().size(), std::size_t{64} << 20);
}

TEST(HttpServer, AnswersWhileHundredsOfSlowClientsWait) {
  const auto server = Started();
  std::vector<RawClient> slow;
  for (int i = 0; i < 300; ++i)
    slow.emplace_back(server->Port()).Send("POST / HTTP/1.1\r\nHost: x\r\n");
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 200"));
}

// A handler that holds every request until it is let go.
struct Gate {
  std::latch entered{1};
  std::promise<void> open;
  std::shared_future<void> opened{open.get_future().share()};
  std::atomic<int> runs{0};
  Handler AsHandler() {
    return [this](const Request& request) {
      if (runs++ == 0) entered.count_down();
      opened.wait();
      return Echo(request);
    };
  }
};

TEST(HttpServer, RefusesWhatItsQueueCannotHold) {
  Gate gate;
  ServerOptions options = OnLoopback();
  options.worker_threads = 1;
  options.most_queued_requests = 1;
  const auto server = Started(options, gate.AsHandler());
  RawClient running(server->Port());
  running.Send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n");
  gate.entered.wait();
  std::latch refused{2};  // of three, the queue holds one
  std::vector<std::jthread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] {
      RawClient client(server->Port());
      client.Send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
      const std::string answer = client.ReadResponse();
      if (answer.starts_with("HTTP/1.1 503 ") &&
          answer.find("retry-after: 1\r\n") != std::string::npos) {
        refused.count_down();
      }
    });
  }
  refused.wait();
  gate.open.set_value();
  EXPECT_THAT(running.ReadResponse(), EndsWith("GET /1|"));
}

TEST(HttpServer, AnswersAtOnceWhileItsThreadsAreBusyAndItsQueueIsFull) {
  Gate gate;
  ServerOptions options = OnLoopback();
  options.worker_threads = 2;
  options.most_queued_requests = 1;
  options.answer_at_once = [](const Request& request) -> std::optional<Response> {
    if (request.path != "/quick") return std::nullopt;
    return Echo(request);
  };
  const auto server = Started(options, gate.AsHandler());
  std::vector<RawClient> busy;
  for (int i = 0; i < 4; ++i) {
    busy.emplace_back(server->Port()).Send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  gate.entered.wait();
  RawClient client(server->Port());
  for (int i = 0; i < 3; ++i) {
    client.Send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(client.ReadResponse(), EndsWith("GET /quick|"));
  }
  gate.open.set_value();
}

TEST(HttpServer, GivesOthersTheirTurnBetweenTheTurnsOfALongAnswer) {
  ServerOptions options = OnLoopback();
  options.worker_threads = 1;
  std::latch begun{1};
  std::atomic<bool> other_answered{false};
  // Ends only when somebody else has been answered in between.
  const auto server = Started(options, [&](const Request& request) -> Answer {
    if (request.path == "/other") {
      other_answered = true;
      return Echo(request);
    }
    return [&, turns = 0]() mutable -> std::optional<Response> {
      if (turns++ == 0) begun.count_down();
      if (!other_answered) return std::nullopt;
      return Response{200, {}, "text/plain", "long"};
    };
  });
  RawClient patient(server->Port()), other(server->Port());
  patient.Send("GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.wait();
  other.Send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(other.ReadResponse(), EndsWith("GET /other|"));
  EXPECT_THAT(patient.ReadResponse(), EndsWith("\r\n\r\nlong"));
}

TEST(HttpServer, DropsALongAnswerWhoseClientHasLeft) {
  std::promise<void> dropped;
  std::latch begun{1};
  const auto server = Started(OnLoopback(), [&](const Request&) -> Answer {
    auto whole = std::shared_ptr<int>(new int(0), [&](const int* turns) {
      delete turns;
      dropped.set_value();
    });
    return [&begun, whole]() -> std::optional<Response> {
      if ((*whole)++ == 0) begun.count_down();
      return std::nullopt;  // never ends
    };
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.wait();
  client.Reset();
  dropped.get_future().wait();  // or the test never ends
}

TEST(HttpServer, TurnsAThrowingTurnInto500) {
  const auto server = Started(OnLoopback(), [](const Request&) -> Answer {
    return []() -> std::optional<Response> { throw std::runtime_error("x"); };
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 500 "));
}

TEST(HttpServer, StopsInTheMiddleOfALongAnswer) {
  ServerOptions options = OnLoopback();
  options.drain_time = 30ms;
  std::latch begun{1};
  const auto server = Started(options, [&](const Request&) -> Answer {
    return [&, turns = 0]() mutable -> std::optional<Response> {
      if (turns++ == 0) begun.count_down();
      return std::nullopt;  // never ends
    };
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.wait();
  server->Stop();
  EXPECT_NE(client.ReadToEnd(), "timeout");
}

TEST(HttpServer, CapsConnectionsPerAddress) {
  ServerOptions options = OnLoopback();
  options.most_connections_per_address = 1;
  const auto server = Started(options);
  RawClient first(server->Port());
  first.Send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(first.ReadResponse(), EndsWith("GET /1|"));
  EXPECT_THAT(RawClient(server->Port()).ReadToEnd(), StartsWith("HTTP/1.1 503 "));
  first.Send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(first.ReadResponse(), EndsWith("GET /2|"));
}

TEST(HttpServer, CapsConnectionsInAllAndFreesThem) {
  ServerOptions options = OnLoopback();
  options.most_connections = 1;
  const auto server = Started(options);
  {
    RawClient first(server->Port());
    first.Send("GET /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_THAT(first.ReadToEnd(), EndsWith("GET /1|"));
  }
  std::string answer;
  for (int i = 0; i < 1'000 && !answer.starts_with("HTTP/1.1 200"); ++i) {
    answer = RawClient(server->Port()).Send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n").ReadResponse();
  }
  EXPECT_THAT(answer, EndsWith("GET /2|"));
}

TEST(HttpServer, SurvivesClientsThatAbort) {
  const auto server = Started();
  for (int i = 0; i < 200; ++i) {
    RawClient client(server->Port());
    client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    client.Reset();
  }
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, AnswersAClientThatHasEndedSending) {
  const auto server = Started();
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  client.EndSending();
  EXPECT_THAT(client.ReadToEnd(), EndsWith("GET /|"));
}

TEST(HttpServer, TurnsAThrowingHandlerInto500) {
  const auto server =
      Started(OnLoopback(), [](const Request&) -> Response { throw std::runtime_error("x"); });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), StartsWith("HTTP/1.1 500 "));
}

TEST(HttpServer, NeverLetsAValueForgeAHeader) {
  const auto server = Started(OnLoopback(), [](const Request&) {
    return Response{200, {{"x-a", "b\r\nx-forged: c"}, {"x-d", "e"}}, "text/plain", "body"};
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string answer = client.ReadResponse();
  EXPECT_THAT(answer, Not(HasSubstr("forged")));
  EXPECT_THAT(answer, HasSubstr("x-d: e\r\n"));
}

TEST(HttpServer, GivesEveryRequestAnIdOfItsOwn) {
  std::mutex mutex;
  std::set<std::string> ids;
  const auto server = Started(OnLoopback(), [&](const Request& request) {
    const std::lock_guard lock(mutex);
    ids.insert(request.request_id);
    return Response{204, {}, "", ""};
  });
  RawClient client(server->Port());
  for (int i = 0; i < 20; ++i) {
    client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    client.ReadResponse();
  }
  EXPECT_EQ(ids.size(), 20u);
}

TEST(HttpServer, StopFinishesARequestInFlightAndTakesNoMore) {
  Gate gate;
  const auto server = Started(OnLoopback(), gate.AsHandler());
  const std::uint16_t port = server->Port();
  RawClient client(port), idle(port);
  client.Send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n");
  gate.entered.wait();
  std::jthread stop([&] { server->Stop(); });
  EXPECT_EQ(idle.ReadToEnd(), "");  // idle connections end first
  gate.open.set_value();
  const std::string answer = client.ReadToEnd();
  EXPECT_THAT(answer, HasSubstr("connection: close\r\n"));
  EXPECT_THAT(answer, EndsWith("GET /1|"));
  stop.join();
  EXPECT_FALSE(RawClient(port).connected());
}

TEST(HttpServer, StopWaitsForNoRequestThatHasArrivedInPart) {
  for (const std::string_view part :
       {"GET /2 HTT", "POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"}) {
    ServerOptions options = OnLoopback();
    options.drain_time = 30s;
    const auto server = Started(options);
    RawClient client(server->Port());
    client.Send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n" + std::string(part));
    EXPECT_THAT(client.ReadResponse(), EndsWith("GET /1|"));
    std::jthread stop([&] { server->Stop(); });
    EXPECT_THAT(client.ReadToEnd(), AnyOf("", StartsWith("HTTP/1.1 503 "))) << part;
  }
}

TEST(HttpServer, StopWaitsNoLongerThanTheDrainTime) {
  ServerOptions options = OnLoopback();
  options.drain_time = 30ms;
  Gate gate;
  gate.open.set_value();
  const auto server = Started(options, [&](const Request& request) {
    gate.AsHandler()(request);
    return Response{200, {}, "text/plain", std::string(64 << 20, 'x')};
  });
  RawClient client(server->Port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");  // and reads no answer
  gate.entered.wait();
  server->Stop();
  EXPECT_LT(client.ReadToEnd().size(), std::size_t{64 << 20});
  server->Stop();  // again does nothing
}

TEST(HttpServer, ServesManyClientsFromSeveralThreads) {
  ServerOptions options = OnLoopback();
  options.io_threads = 2;
  const auto server = Started(options);
  std::atomic<int> right{0};
  {
    std::vector<std::jthread> clients;
    for (int c = 0; c < 8; ++c) {
      clients.emplace_back([&, c] {
        RawClient client(server->Port());
        for (int i = 0; i < 50; ++i) {
          const std::string path = "/" + std::to_string(c) + "/" + std::to_string(i);
          client.Send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
          if (client.ReadResponse().ends_with("GET " + path + "|")) ++right;
        }
      });
    }
  }
  EXPECT_EQ(right, 400);
}

TEST(HttpServer, SaysWhichPortIsTaken) {
  const auto server = Started();
  ServerOptions options = OnLoopback();
  options.listen = server->Address();
  const auto second = Server::Start(options, Echo);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr(server->Address()));
  EXPECT_THAT(second.error().hint, HasSubstr("another program"));
}

TEST(HttpServer, ListensOnBothFamilies) {
  ServerOptions options = OnLoopback();
  options.listen = "[::]:0";
  const auto server = Started(options, [](const Request& request) {
    return Response{200, {}, "text/plain", request.peer_address};
  });
  RawClient client(server->Port());  // over IPv4
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), EndsWith("\r\n\r\n127.0.0.1"));
}

TEST(HttpServer, NamesAListenAddressThatIsNone) {
  for (const std::string text : {"8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999",
                                 "example.com:80", "[::1", "[::1]", "[127.0.0.1]:80", "::1:80"}) {
    ServerOptions options;
    options.listen = text;
    const auto server = Server::Start(options, Echo);
    ASSERT_FALSE(server) << text;
    EXPECT_EQ(server.error().code, ErrorCode::kInvalidArgument) << text;
    EXPECT_THAT(server.error().message, HasSubstr(text));
  }
}

}  // namespace
}  // namespace sitedoor::doors::http
