#include <gmock/gmock.h>

#include "doors/http/internal/admission.h"
#include "doors/http/internal/request_head.h"
#include "doors/http/problem.h"
#include "doors/http/server.h"

namespace sitedoor::doors::http {
namespace {

using internal::HeadScanner;

std::string Parameter(std::string target, std::string_view name) {
  Request request;
  request.target = std::move(target);
  bool found = false;
  const std::string value = request.Parameter(name, &found);
  return found ? "=" + value : "absent";
}

TEST(RequestParameter, DecodesValues) {
  EXPECT_EQ(Parameter("/s?q=a+b%20c&limit=3", "q"), "=a b c");
  EXPECT_EQ(Parameter("/s?q=a+b%20c&limit=3", "limit"), "=3");
  EXPECT_EQ(Parameter("/s?q=%E6%A4%9C", "q"), "=検");
}

TEST(RequestParameter, TellsEmptyFromAbsent) {
  EXPECT_EQ(Parameter("/s?q", "q"), "=");
  EXPECT_EQ(Parameter("/s?q=", "q"), "=");
  EXPECT_EQ(Parameter("/s?qq=1", "q"), "absent");
  EXPECT_EQ(Parameter("/s", "q"), "absent");
}

TEST(RequestParameter, KeepsTripletsThatAreNone) {
  EXPECT_EQ(Parameter("/s?q=100%&x", "q"), "=100%");
}

TEST(RequestParameter, TakesTheFirstOfTwo) { EXPECT_EQ(Parameter("/s?q=1&q=2", "q"), "=1"); }

TEST(RequestHeader, ContradictsItselfOnlyWithAnotherValue) {
  Request request;
  request.headers = {{"a", "1"}, {"b", "1"}, {"a", "1"}, {"b", "2"}};
  EXPECT_FALSE(request.Contradicts("a"));
  EXPECT_TRUE(request.Contradicts("b"));
  EXPECT_FALSE(request.Contradicts("c"));
  EXPECT_EQ(*request.Header("b"), "1");
}

TEST(RequestListHeader, IsAllThatCameInOrder) {
  Request request;
  request.headers = {{"accept", "text/html"}, {"b", ""}, {"accept", "*/*;q=0.1, text/css"}};
  EXPECT_EQ(request.ListHeader("accept"), "text/html, */*;q=0.1, text/css");
  EXPECT_EQ(request.ListHeader("b"), "");
  EXPECT_EQ(request.ListHeader("c"), std::nullopt);
}

TEST(RequestParameterNames, AreAllThatCame) {
  Request request;
  request.target = "/s?q=1&&%61b=&=x&c&q=2";
  EXPECT_EQ(request.ParameterNames(), (std::vector<std::string>{"q", "ab", "", "c", "q"}));
  request.target = "/s";
  EXPECT_TRUE(request.ParameterNames().empty());
}

TEST(HeadScanner, FindsTheEndWhereverTheBytesAreCut) {
  const std::string head = "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\nbody\n";
  for (std::size_t cut = 0; cut < head.size(); ++cut) {
    HeadScanner scanner;
    HeadScanner::State state = scanner.Scan(head.substr(0, cut), {1'000, 1'000});
    if (state == HeadScanner::State::kMore) state = scanner.Scan(head, {1'000, 1'000});
    EXPECT_EQ(state, HeadScanner::State::kComplete);
    EXPECT_EQ(scanner.head_bytes(), head.size() - 5);
    EXPECT_EQ(scanner.leading_bytes(), 2u);
  }
}

TEST(HeadScanner, CountsUnfinishedLinesAgainstTheLimit) {
  HeadScanner scanner;
  EXPECT_EQ(scanner.Scan("GET /aaaaaaa", {10, 1'000}), HeadScanner::State::kRefused);
  EXPECT_EQ(scanner.refusal().status, 414);
}

TEST(HeadScanner, LimitsTheRequestLineAndTheHeadersEachOnItsOwn) {
  const std::string line = "GET /" + std::string(500, 'a') + " HTTP/1.1\r\n";
  const std::string headers = "Host: a\r\nX: " + std::string(100, 'x') + "\r\n\r\n";
  const auto scan = [&](internal::HeadLimits limits) {
    HeadScanner scanner;
    const HeadScanner::State state = scanner.Scan(line + headers, limits);
    return state == HeadScanner::State::kRefused ? scanner.refusal().status : 0;
  };
  EXPECT_EQ(scan({line.size(), headers.size()}), 0);
  EXPECT_EQ(scan({line.size() - 1, 1'000}), 414);
  EXPECT_EQ(scan({1'000, headers.size() - 1}), 431);
}

TEST(AddressKey, CountsAnIpv6SubnetAsOneAndUnmapsIpv4) {
  EXPECT_EQ(internal::AddressKey("2001:db8:1:2:3:4:5:6"), internal::AddressKey("2001:db8:1:2::9"));
  EXPECT_NE(internal::AddressKey("2001:db8:1:2::9"), internal::AddressKey("2001:db8:1:3::9"));
  EXPECT_EQ(internal::AddressKey("::ffff:1.2.3.4"), "1.2.3.4");
}

TEST(Admission, ForgetsAddressesThatLeft) {
  internal::Admission admission(2, 1);
  EXPECT_TRUE(admission.Enter("a"));
  EXPECT_FALSE(admission.Enter("a"));
  EXPECT_TRUE(admission.Enter("b"));
  EXPECT_FALSE(admission.Enter("c"));
  admission.Leave("a");
  EXPECT_TRUE(admission.Enter("c"));
}

TEST(Problem, EscapesWhatItQuotes) {
  EXPECT_EQ(Problem(404, "no \"x\"\n\xff", "id").body,
            R"({"status":404,"title":"Not Found","detail":"no \"x\"\u000a)"
            "\xEF\xBF\xBD"
            R"(","request_id":"id"})");
}

}  // namespace
}  // namespace sitedoor::doors::http
