#include "doors/mcp/mcp.h"

#include <gmock/gmock.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "doors/http/testing/all_turns.h"
#include "doors/mcp/internal/gate.h"
#include "doors/mcp/internal/header_check.h"
#include "doors/mcp/internal/rpc.h"
#include "doors/mcp/testing/fixture_operations.h"

namespace sitedoor::doors::mcp {
namespace {

namespace json = boost::json;
using sitedoor::testing::AllTurns;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Headers = std::vector<std::pair<std::string, std::string>>;

const Headers kPlain = {{"host", "127.0.0.1:8080"},
                        {"content-type", "application/json"},
                        {"accept", "application/json, text/event-stream"}};

const std::vector<Operation>& Operations() {
  static const std::vector<Operation> operations = sitedoor::testing::FixtureOperations();
  return operations;
}

McpDoor Door(McpOptions options = {}) {
  options.identity = {"sitedoor", "A site", "1.2.3"};
  return McpDoor(options, &Operations(), [](const std::string& id) {
    RequestContext context;
    context.request_id = id;
    return context;
  });
}

// kPlain with some replaced, or left out where the value is "-".
Headers With(const Headers& changes) {
  Headers headers;
  const auto changed = [&](const std::string& name) {
    return std::ranges::any_of(changes, [&](const auto& header) { return header.first == name; });
  };
  for (const auto& header : kPlain) {
    if (!changed(header.first)) headers.push_back(header);
  }
  for (const auto& header : changes) {
    if (header.second != "-") headers.push_back(header);
  }
  return headers;
}

http::Response Send(std::string body, const Headers& changes = {}, std::string method = "POST",
                    const McpOptions& options = {}) {
  http::Request request;
  request.method = std::move(method);
  request.target = request.path = "/mcp";
  request.headers = With(changes);
  request.body = std::move(body);
  request.request_id = "r1";
  const McpDoor door = Door(options);
  return AllTurns(door.HandleHttp(request));
}

std::string HeaderOf(const http::Response& response, std::string_view name) {
  for (const auto& [header, value] : response.headers) {
    if (header == name) return value;
  }
  return "";
}

// "200 result", "400 -32600 id=1", "202" with nothing in it.
std::string Summary(const http::Response& response) {
  const std::string status = std::to_string(response.status);
  if (response.body.empty()) return status + (response.content_type.empty() ? "" : " with a type");
  if (response.content_type != "application/json") return status + " not JSON";
  const json::value body = json::parse(response.body);
  if (body.is_array()) return status + " batch of " + std::to_string(body.get_array().size());
  const json::object& message = body.get_object();
  if (message.at("jsonrpc") != "2.0") return "not JSON-RPC";
  const std::string id = " id=" + json::serialize(message.at("id"));
  if (const json::value* error = message.if_contains("error")) {
    return status + " " + json::serialize(error->at("code")) + id;
  }
  const json::object& result = message.at("result").get_object();
  const json::value* failed = result.if_contains("isError");
  if (failed == nullptr || !failed->get_bool()) return status + " result" + id;
  return status + (result.contains("structuredContent") ? " broken tool error" : " tool error") +
         id;
}

std::string Call(std::string_view method, std::string_view params, std::string_view id = "1") {
  std::string body =
      R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) + '"';
  if (!params.empty()) body += R"(,"params":)" + std::string(params);
  return body + "}";
}

std::string Meta(std::string_view version = "2026-07-28") {
  return R"("_meta":{"io.modelcontextprotocol/protocolVersion":")" + std::string(version) +
         R"(","io.modelcontextprotocol/clientCapabilities":{}})";
}
std::string WithMeta(std::string members = "") {
  return "{" + members + (members.empty() ? "" : ",") + Meta() + "}";
}
Headers ModernHeaders(std::string method, std::string name = "-",
                      std::string version = "2026-07-28") {
  return {{"mcp-protocol-version", version}, {"mcp-method", method}, {"mcp-name", name}};
}

json::object ResultOf(const http::Response& response) {
  return json::parse(response.body).at("result").get_object();
}

struct Case {
  const char* name;
  Headers headers;
  std::string body;
  std::string expected;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name << ": " << c.body; }

class McpDispatch : public ::testing::TestWithParam<Case> {};

TEST_P(McpDispatch, AnswersAsTheTableSays) {
  EXPECT_EQ(Summary(Send(GetParam().body, GetParam().headers)), GetParam().expected);
}

const std::string kSearchCall = R"({"name":"search","arguments":{"query":"x"}})";
const std::string kModernSearch = WithMeta(R"("name":"search","arguments":{"query":"x"})");
Headers Version(std::string version) { return {{"mcp-protocol-version", version}}; }

INSTANTIATE_TEST_SUITE_P(
    Legacy, McpDispatch,
    ::testing::Values(
        Case{"InitializeWithoutParams", {}, Call("initialize", ""), "200 result id=1"},
        Case{"InitializeWithBadVersionHeader", Version("1999-01-01"), Call("initialize", "{}", "0"),
             "200 result id=0"},
        Case{"InitializeWithModernHeader", Version("2026-07-28"), Call("initialize", "{}", "0"),
             "200 result id=0"},
        Case{"Initialized", {}, R"({"jsonrpc":"2.0","method":"notifications/initialized"})", "202"},
        Case{"UnknownNotification", {}, R"({"jsonrpc":"2.0","method":"notifications/zzz"})", "202"},
        Case{"NotificationWithAnId", {}, Call("notifications/initialized", ""), "200 -32601 id=1"},
        Case{"ToolsList", {}, Call("tools/list", ""), "200 result id=1"},
        Case{"ToolsListWithVersion", Version("2025-06-18"), Call("tools/list", "{}", "\"abc\""),
             "200 result id=\"abc\""},
        Case{"ToolsListWithSpacedVersion", Version(" 2025-06-18\t"), Call("tools/list", "{}"),
             "200 result id=1"},
        Case{"OldUnknownVersion", Version("1999-01-01"), Call("tools/list", ""), "400 -32000 id=1"},
        Case{"VersionThatIsNone", Version("foo"), Call("tools/list", ""), "400 -32602 id=1"},
        Case{"FutureVersion", Version("2027-01-01"), Call("tools/list", ""), "400 -32602 id=1"},
        Case{"Cursor", {}, Call("tools/list", R"({"cursor":"zzz"})"), "200 -32602 id=1"},
        Case{"CursorNull", {}, Call("tools/list", R"({"cursor":null})"), "200 result id=1"},
        Case{"StaleSession",
             {{"mcp-session-id", "x"}, {"last-event-id", "1"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"PromptsList", {}, Call("prompts/list", ""), "200 result id=1"},
        Case{"ResourcesList", {}, Call("resources/list", ""), "200 result id=1"},
        Case{"TemplatesList", {}, Call("resources/templates/list", ""), "200 result id=1"},
        Case{"UnknownMethod", {}, Call("zzz", ""), "200 -32601 id=1"},
        Case{"DiscoverWithoutEnvelope", {}, Call("server/discover", ""), "200 -32601 id=1"},
        Case{"UnknownTool", {}, Call("tools/call", R"({"name":"no"})"), "200 -32602 id=1"},
        Case{"MissingArgument",
             {},
             Call("tools/call", R"({"name":"search","arguments":{}})"),
             "200 tool error id=1"},
        Case{"NoArguments", {}, Call("tools/call", R"({"name":"search"})"), "200 tool error id=1"},
        Case{"WrongType",
             {},
             Call("tools/call", R"({"name":"search","arguments":{"query":7}})"),
             "200 tool error id=1"},
        Case{"ExtraArgument",
             {},
             Call("tools/call", R"({"name":"search","arguments":{"query":"x","y":3}})"),
             "200 result id=1"},
        Case{"ArgumentsNull",
             {},
             Call("tools/call", R"({"name":"search","arguments":null})"),
             "200 -32602 id=1"},
        Case{"ArgumentsArray",
             {},
             Call("tools/call", R"({"name":"search","arguments":[]})"),
             "200 -32602 id=1"},
        Case{"NoName", {}, Call("tools/call", "{}"), "200 -32602 id=1"},
        Case{"UnknownDocument",
             {},
             Call("tools/call", R"({"name":"fetch","arguments":{"id":"x"}})"),
             "200 tool error id=1"},
        Case{"WithTask",
             {},
             Call("tools/call", R"({"name":"search","arguments":{"query":"x"},"task":{"ttl":1}})"),
             "200 result id=1"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Shapes, McpDispatch,
    ::testing::Values(
        Case{"Batch",
             {},
             "[" + Call("ping", "") + "," + Call("tools/list", "", "2") + "]",
             "200 batch of 2"},
        Case{"BatchAt20250326", Version("2025-03-26"), "[" + Call("ping", "") + "]",
             "200 batch of 1"},
        Case{"BatchAt20250618", Version("2025-06-18"), "[" + Call("ping", "") + "]",
             "400 -32600 id=null"},
        Case{"BatchEmpty", {}, "[]", "400 -32600 id=null"},
        Case{"BatchOfNotifications",
             {},
             R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])",
             "202"},
        Case{"BatchWithRubbish", {}, "[1," + Call("ping", "") + "]", "200 batch of 2"},
        Case{"BatchModern", ModernHeaders("tools/list"), "[" + Call("tools/list", WithMeta()) + "]",
             "400 -32600 id=null"},
        Case{"BatchModernWithoutHeaders",
             {},
             "[" + Call("tools/list", WithMeta()) + "]",
             "400 -32600 id=null"},
        Case{"BadJson", {}, "{", "400 -32700 id=null"}, Case{"Empty", {}, "", "400 -32700 id=null"},
        Case{"TwoMessages", {}, Call("ping", "") + Call("ping", ""), "400 -32700 id=null"},
        Case{"Scalar", {}, "42", "400 -32600 id=null"},
        Case{"Null", {}, "null", "400 -32600 id=null"},
        Case{"InvalidUtf8", {}, "{\"\xff\":1}", "400 -32700 id=null"},
        Case{"ByteOrderMark", {}, "\xEF\xBB\xBF" + Call("ping", ""), "200 result id=1"},
        Case{"BatchOfCallsAndOthers",
             {},
             "[" + Call("tools/call", kSearchCall) + "," + Call("zzz", "", "2") + "," +
                 Call("tools/call", kSearchCall, "3") + "]",
             "200 batch of 3"},
        Case{"DepthBomb", {}, std::string(100'000, '['), "400 -32700 id=null"},
        Case{"DepthBombOfObjects",
             {},
             [] {
               std::string bomb;
               for (int i = 0; i < 20'000; ++i) bomb += "{\"a\":";
               return bomb;
             }(),
             "400 -32700 id=null"},
        Case{"IdNull", {}, Call("ping", "", "null"), "400 -32600 id=null"},
        Case{"IdFloat", {}, Call("ping", "", "1.5"), "400 -32600 id=null"},
        Case{"IdBool", {}, Call("ping", "", "true"), "400 -32600 id=null"},
        Case{"IdObject", {}, Call("ping", "", "{}"), "400 -32600 id=null"},
        Case{"IdEmptyString", {}, Call("ping", "", "\"\""), "200 result id=\"\""},
        Case{"IdZero", {}, Call("ping", "", "0"), "200 result id=0"},
        Case{"IdNegative", {}, Call("ping", "", "-7"), "200 result id=-7"},
        Case{"IdWholeFloat", {}, Call("ping", "", "7.0"), "200 result id=7"},
        Case{"IdLargest",
             {},
             Call("ping", "", "9007199254740991"),
             "200 result id=9007199254740991"},
        Case{"IdTooLarge", {}, Call("ping", "", "9007199254740992"), "400 -32600 id=null"},
        Case{"IdBeyond64Bits", {}, Call("ping", "", "18446744073709551616"), "400 -32600 id=null"},
        Case{"IdStringOfDigits", {}, Call("ping", "", "\"1\""), "200 result id=\"1\""},
        Case{"IdWithEscapes",
             {},
             Call("ping", "", "\"a\\\"\\n\\u00e9\""),
             "200 result id=\"a\\\"\\né\""},
        Case{"JsonRpc1", {}, R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "400 -32600 id=1"},
        Case{"NoJsonRpc", {}, R"({"id":1,"method":"ping"})", "400 -32600 id=1"},
        Case{"NoMethod", {}, R"({"jsonrpc":"2.0","id":1})", "400 -32600 id=1"},
        Case{"MethodThatIsNoString",
             {},
             R"({"jsonrpc":"2.0","id":1,"method":2})",
             "400 -32600 id=1"},
        Case{"ParamsArray", {}, Call("tools/list", "[]"), "400 -32600 id=1"},
        Case{"PostedResult", {}, R"({"jsonrpc":"2.0","id":1,"result":{}})", "202"},
        Case{"PostedError",
             {},
             R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}})",
             "202"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Transport, McpDispatch,
    ::testing::Values(
        Case{"AcceptJson", {{"accept", "application/json"}}, Call("ping", ""), "200 result id=1"},
        Case{
            "AcceptStream", {{"accept", "text/event-stream"}}, Call("ping", ""), "200 result id=1"},
        Case{"AcceptAll", {{"accept", "*/*"}}, Call("ping", ""), "200 result id=1"},
        Case{"AcceptNothingSaid", {{"accept", "-"}}, Call("ping", ""), "200 result id=1"},
        Case{"AcceptHtml", {{"accept", "text/html"}}, Call("ping", ""), "406 -32000 id=null"},
        Case{"AcceptAnyText", {{"accept", "text/*"}}, Call("ping", ""), "200 result id=1"},
        Case{"AcceptInTwoLines",
             {{"accept", "text/html"}, {"accept", "application/json"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"AcceptHtmlInTwoLines",
             {{"accept", "text/html"}, {"accept", "text/css"}},
             Call("ping", ""),
             "406 -32000 id=null"},
        Case{"TypeTwiceTheSame",
             {{"content-type", "application/json"}, {"content-type", "application/json"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"TypeTwice",
             {{"content-type", "application/json"}, {"content-type", "text/plain"}},
             Call("ping", ""),
             "415 -32000 id=null"},
        Case{"TypeWithCharset",
             {{"content-type", "Application/JSON ; charset=utf-8"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"TypeText", {{"content-type", "text/plain"}}, Call("ping", ""), "415 -32000 id=null"},
        Case{"TypeLookalike",
             {{"content-type", "application/jsonx"}},
             Call("ping", ""),
             "415 -32000 id=null"},
        Case{"NoType", {{"content-type", "-"}}, Call("ping", ""), "415 -32000 id=null"},
        Case{"OriginEvil",
             {{"origin", "http://evil.example.com"}},
             Call("ping", ""),
             "403 -32000 id=null"},
        Case{"OriginNull", {{"origin", "null"}}, Call("ping", ""), "403 -32000 id=null"},
        Case{"OriginWithLineBreak",
             {{"origin", "https://clau\nde.ai"}},
             Call("ping", ""),
             "403 -32000 id=null"},
        Case{"OriginLocal",
             {{"origin", "http://localhost:6274"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{
            "OriginClaude", {{"origin", "https://claude.ai"}}, Call("ping", ""), "200 result id=1"},
        Case{"OriginWithPath",
             {{"origin", "https://ChatGPT.com:443/x"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"OriginWithQuotes",
             {{"origin", "http://localhost:1/x\"'"}},
             Call("ping", ""),
             "403 -32000 id=null"},
        Case{"HostEvil", {{"host", "evil.example.com"}}, Call("ping", ""), "403 -32000 id=null"},
        Case{"HostThatBeginsLikeLoopback",
             {{"host", "127.0.0.1.evil.com"}},
             Call("ping", ""),
             "403 -32000 id=null"},
        Case{"HostMissing", {{"host", "-"}}, Call("ping", ""), "403 -32000 id=null"},
        Case{"HostLocalhost", {{"host", "LocalHost:8080"}}, Call("ping", ""), "200 result id=1"},
        Case{"HostV6", {{"host", "[::1]:8080"}}, Call("ping", ""), "200 result id=1"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Modern, McpDispatch,
    ::testing::Values(
        Case{"Discover", ModernHeaders("server/discover"),
             Call("server/discover", WithMeta(), "\"p-1\""), "200 result id=\"p-1\""},
        Case{"NotificationModern", ModernHeaders("notifications/cancelled"),
             R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
             "202"},
        Case{"NoMeta", ModernHeaders("server/discover"), Call("server/discover", "{}"),
             "400 -32602 id=1"},
        Case{"NoParams", ModernHeaders("server/discover"), Call("server/discover", ""),
             "400 -32602 id=1"},
        Case{"VersionNoString", ModernHeaders("tools/list"),
             Call("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":1}})"),
             "400 -32602 id=1"},
        Case{"MetaWithoutHeaders", {}, Call("tools/list", WithMeta()), "400 -32020 id=1"},
        Case{"OnlyVersionHeader", Version("2026-07-28"), Call("tools/list", WithMeta()),
             "400 -32020 id=1"},
        Case{"HeaderIsOlder", ModernHeaders("tools/list", "-", "2025-11-25"),
             Call("tools/list", WithMeta()), "400 -32020 id=1"},
        Case{"BothLegacy", ModernHeaders("tools/list", "-", "2025-11-25"),
             Call("tools/list", "{" + Meta("2025-11-25") + "}"), "400 -32022 id=1"},
        Case{"BothUnknown", ModernHeaders("tools/list", "-", "v999"),
             Call("tools/list", "{" + Meta("v999") + "}"), "400 -32022 id=1"},
        Case{"NoCapabilities", ModernHeaders("tools/list"),
             Call("tools/list",
                  R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"),
             "400 -32602 id=1"},
        Case{
            "CapabilitiesNoObject", ModernHeaders("tools/list"),
            Call(
                "tools/list",
                R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":1}})"),
            "400 -32602 id=1"},
        Case{"InitializeModern", ModernHeaders("initialize"), Call("initialize", WithMeta()),
             "404 -32601 id=1"},
        Case{"PingModern", ModernHeaders("ping"), Call("ping", WithMeta()), "404 -32601 id=1"},
        Case{"PromptsModern", ModernHeaders("prompts/list"), Call("prompts/list", WithMeta()),
             "404 -32601 id=1"},
        Case{"ListenModern", ModernHeaders("subscriptions/listen"),
             Call("subscriptions/listen", WithMeta(), "7"), "404 -32601 id=7"},
        Case{"CallWithBase64Name", ModernHeaders("tools/call", "=?base64?c2VhcmNo?="),
             Call("tools/call", kModernSearch), "200 result id=1"},
        Case{"CallWithSpacedName", ModernHeaders("tools/call", " search "),
             Call("tools/call", kModernSearch), "200 result id=1"},
        Case{"CallOtherName", ModernHeaders("tools/call", "fetch"),
             Call("tools/call", kModernSearch), "400 -32020 id=1"},
        Case{"CallWithoutName", ModernHeaders("tools/call"), Call("tools/call", kModernSearch),
             "400 -32020 id=1"},
        Case{"CallNameInBodyMissing", ModernHeaders("tools/call", ""),
             Call("tools/call", WithMeta()), "400 -32020 id=1"},
        Case{"CallUnknownTool", ModernHeaders("tools/call", "no"),
             Call("tools/call", WithMeta(R"("name":"no")")), "200 -32602 id=1"},
        Case{"CallBadArguments", ModernHeaders("tools/call", "search"),
             Call("tools/call", WithMeta(R"("name":"search","arguments":{})")),
             "200 tool error id=1"},
        Case{"MethodHeaderInCapitals", ModernHeaders("TOOLS/LIST"), Call("tools/list", WithMeta()),
             "400 -32020 id=1"},
        Case{"VersionTwice",
             {{"mcp-protocol-version", "2025-06-18"}, {"mcp-protocol-version", "1999-01-01"}},
             Call("ping", "", "7"),
             "400 -32020 id=7"},
        Case{"VersionTwiceTheSame",
             {{"mcp-protocol-version", "2025-06-18"}, {"mcp-protocol-version", "2025-06-18"}},
             Call("ping", ""),
             "200 result id=1"},
        Case{"VersionTwiceOverABatch",
             {{"mcp-protocol-version", "2025-03-26"}, {"mcp-protocol-version", "2025-06-18"}},
             "[" + Call("ping", "") + "]",
             "400 -32020 id=null"},
        Case{"VersionTwiceOverANotification",
             {{"mcp-protocol-version", "2025-06-18"}, {"mcp-protocol-version", "1999-01-01"}},
             R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
             "202"},
        Case{"MethodTwice",
             {{"mcp-protocol-version", "2026-07-28"},
              {"mcp-method", "tools/list"},
              {"mcp-method", "tools/call"}},
             Call("tools/list", WithMeta()),
             "400 -32020 id=1"},
        Case{"NameTwice",
             {{"mcp-protocol-version", "2026-07-28"},
              {"mcp-method", "tools/call"},
              {"mcp-name", "search"},
              {"mcp-name", "fetch"}},
             Call("tools/call", kModernSearch),
             "400 -32020 id=1"},
        Case{"NameTwiceTheSame",
             {{"mcp-protocol-version", "2026-07-28"},
              {"mcp-method", "tools/call"},
              {"mcp-name", "search"},
              {"mcp-name", "search"}},
             Call("tools/call", kModernSearch),
             "200 result id=1"},
        Case{"CursorModern", ModernHeaders("tools/list"),
             Call("tools/list", WithMeta(R"("cursor":"x")")), "200 -32602 id=1"},
        Case{"CursorNullModern", ModernHeaders("tools/list"),
             Call("tools/list", WithMeta(R"("cursor":null)")), "200 result id=1"},
        Case{"SessionModern",
             {{"mcp-protocol-version", "2026-07-28"},
              {"mcp-method", "tools/list"},
              {"mcp-session-id", "x"}},
             Call("tools/list", WithMeta()),
             "200 result id=1"}),
    [](const auto& info) { return info.param.name; });

TEST(McpInitialize, SpeaksTheVersionAskedForOrItsNewestLegacyOne) {
  for (const std::string version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(ResultOf(Send(Call("initialize", R"({"protocolVersion":")" + version + "\"}")))
                  .at("protocolVersion"),
              json::value(version));
  }
  for (const std::string version : {"2026-07-28", "1999-01-01", ""}) {
    EXPECT_EQ(ResultOf(Send(Call("initialize", R"({"protocolVersion":")" + version + "\"}")))
                  .at("protocolVersion"),
              "2025-11-25");
  }
}

TEST(McpInitialize, OffersToolsAndSaysWhoItIs) {
  const json::object result = ResultOf(Send(Call("initialize", "{}")));
  EXPECT_EQ(json::serialize(result.at("capabilities")), R"({"tools":{}})");
  EXPECT_EQ(json::serialize(result.at("serverInfo")),
            R"({"name":"sitedoor","title":"A site","version":"1.2.3"})");
}

TEST(McpInitialize, KeepsALongTitleShort) {
  McpOptions options;
  options.identity.title = std::string(5'000, 'x');
  const McpDoor door(options, &Operations(), [](const std::string&) { return RequestContext(); });
  const std::string answer = *door.HandleLine(Call("initialize", "{}"));
  const json::value title = json::parse(answer).at("result").at("serverInfo").at("title");
  EXPECT_EQ(title, json::value(std::string(117, 'x') + "…"));
}

TEST(McpDiscover, HasAllThatTheModernEraAsksFor) {
  const json::object result =
      ResultOf(Send(Call("server/discover", WithMeta()), ModernHeaders("server/discover")));
  EXPECT_EQ(json::serialize(result.at("supportedVersions")), R"(["2026-07-28"])");
  EXPECT_EQ(json::serialize(result.at("capabilities")), R"({"tools":{}})");
  EXPECT_EQ(result.at("resultType"), "complete");
  EXPECT_EQ(result.at("cacheScope"), "public");
  EXPECT_GE(result.at("ttlMs").get_int64(), 0);
  EXPECT_EQ(result.at("_meta").at("io.modelcontextprotocol/serverInfo").at("name"), "sitedoor");
}

// Top-level unions, nulls and arrays without items make clients drop a tool or the whole list.
void ExpectPortableSchema(const json::value& schema) {
  const json::object& object = schema.get_object();
  EXPECT_EQ(object.at("type"), "object");
  for (const char* keyword : {"anyOf", "oneOf", "allOf", "$schema"})
    EXPECT_FALSE(object.contains(keyword));
}

TEST(McpToolsList, AnnotatesEveryToolAndIsTheSameEachTime) {
  const http::Response first = Send(Call("tools/list", ""));
  EXPECT_EQ(first.body, Send(Call("tools/list", "")).body);
  EXPECT_THAT(first.body, AllOf(Not(HasSubstr("null")), Not(HasSubstr("nextCursor"))));
  const json::array tools = ResultOf(first).at("tools").get_array();
  ASSERT_EQ(tools.size(), 2u);
  for (const json::value& tool : tools) {
    EXPECT_EQ(
        json::serialize(tool.at("annotations")),
        R"({"title":)" + json::serialize(tool.at("title")) +
            R"(,"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false})");
    ExpectPortableSchema(tool.at("inputSchema"));
    ExpectPortableSchema(tool.at("outputSchema"));
  }
}

TEST(McpToolsList, CarriesCacheHintsInTheModernEraOnly) {
  const json::object modern =
      ResultOf(Send(Call("tools/list", WithMeta()), ModernHeaders("tools/list")));
  EXPECT_TRUE(modern.contains("ttlMs") && modern.contains("cacheScope"));
  EXPECT_EQ(ResultOf(Send(Call("tools/list", ""))).size(), 1u);
}

TEST(McpToolsCall, GivesTheAnswerAsTextAndAsStructure) {
  const json::object result = ResultOf(Send(Call("tools/call", kSearchCall)));
  ASSERT_EQ(result.at("content").get_array().size(), 1u);
  EXPECT_EQ(result.at("content").at(0).at("type"), "text");
  EXPECT_EQ(json::parse(result.at("content").at(0).at("text").get_string()),
            result.at("structuredContent"));
  EXPECT_EQ(result.at("structuredContent").at("results").at(0).at("title"), "\"A\"\n");
  EXPECT_EQ(result.at("isError"), false);
  EXPECT_FALSE(result.contains("resultType"));
}

TEST(McpToolsCall, EndsAModernResultWithTypeAndServer) {
  const json::object result =
      ResultOf(Send(Call("tools/call", kModernSearch), ModernHeaders("tools/call", "search")));
  EXPECT_EQ(result.at("resultType"), "complete");
  EXPECT_TRUE(result.at("_meta").get_object().contains("io.modelcontextprotocol/serverInfo"));
  EXPECT_FALSE(result.contains("ttlMs"));
}

TEST(McpMessage, HasAReplacementCharacterForHalfASurrogatePair) {
  const auto text = [](std::string_view escaped) {
    const auto message = internal::ParseMessage("\"" + std::string(escaped) + "\"", {});
    return message ? std::string(message->get_string()) : "not JSON";
  };
  EXPECT_EQ(text(R"(a\ud800)"), "a\uFFFD");
  EXPECT_EQ(text(R"(\uDC00b)"), "\uFFFDb");
  EXPECT_EQ(text(R"(\ud83d\ude00\ud83d \ud83dx)"), "\U0001F600\uFFFD \uFFFDx");
  EXPECT_EQ(text(R"(\ud83d\u0041)"), "\uFFFDA");
  EXPECT_EQ(text(R"(\ud800\ud83d\ude00)"), "\uFFFD\U0001F600");
  EXPECT_EQ(text(R"(\\ud800 \ud800)"), "\\ud800 \uFFFD");
  EXPECT_EQ(text(R"(\ud8zz)"), "not JSON");
  EXPECT_EQ(text(R"(\ud800\q)"), "not JSON");
}

TEST(McpToolsCall, NamesTheToolAndTheArgumentInAToolError) {
  const http::Response response =
      Send(Call("tools/call", R"({"name":"search","arguments":{"query":7}})"));
  EXPECT_THAT(response.body, HasSubstr("Invalid arguments for search: query must be a string"));
}

TEST(McpToolsCall, KeepsDefectsOfTheServerOutOfTheAnswer) {
  const http::Response response =
      Send(Call("tools/call", R"({"name":"fetch","arguments":{"id":"broken"}})"));
  EXPECT_THAT(response.body,
              AllOf(HasSubstr("\"isError\":true"), HasSubstr("r1"), Not(HasSubstr("pages.jsonl"))));
}

TEST(McpErrors, SayThatAMessageIsNestedTooDeeply) {
  EXPECT_THAT(Send(std::string(65, '[') + std::string(65, ']')).body,
              HasSubstr("nested too deeply: more than 64 levels"));
  EXPECT_THAT(Send(std::string(64, '[') + std::string(64, ']')).body, Not(HasSubstr("nested")));
  EXPECT_THAT(Send("[[").body, HasSubstr("not JSON"));
}

TEST(McpErrors, NameTheHeaderThatIsMissingOrDifferent) {
  EXPECT_THAT(Send(Call("tools/list", WithMeta())).body,
              HasSubstr("the MCP-Protocol-Version header is missing"));
  EXPECT_THAT(Send(Call("tools/list", WithMeta()), Version("2026-07-28")).body,
              HasSubstr("the Mcp-Method header is missing, but the method is \\\"tools/list\\\""));
  EXPECT_THAT(Send(Call("tools/call", kModernSearch), ModernHeaders("tools/call", "fetch")).body,
              HasSubstr("the Mcp-Name header is \\\"fetch\\\", but params.name is \\\"search\\\""));
  EXPECT_THAT(Send(Call("ping", ""), {{"mcp-name", "a"}, {"mcp-name", "b"}}).body,
              HasSubstr("the Mcp-Name header is there twice, with different values"));
}

TEST(McpErrors, SayWhichVersionsAreSupported) {
  const http::Response response =
      Send(Call("tools/list", "{" + Meta("v999") + "}"), ModernHeaders("tools/list", "-", "v999"));
  EXPECT_EQ(json::serialize(json::parse(response.body).at("error").at("data")),
            R"({"supported":["2026-07-28"],"requested":"v999"})");
}

TEST(McpErrors, AreJsonWhateverTheClientSent) {
  const std::string bad = std::string("a\"\\\x01\xff") + std::string(300, 'b');
  const http::Response response = Send(Call("tools/list", WithMeta()), Version(bad));
  EXPECT_EQ(Summary(response), "400 -32020 id=1");
  EXPECT_LT(response.body.size(), 400u);
}

TEST(McpTransport, Answers405WithAllowToAllButPostAndOptions) {
  for (const std::string method : {"GET", "HEAD", "PUT", "DELETE", "PATCH"}) {
    const http::Response response = Send("", {}, method);
    EXPECT_EQ(Summary(response), "405 -32000 id=null") << method;
    EXPECT_EQ(HeaderOf(response, "allow"), "POST, OPTIONS");
  }
}

TEST(McpTransport, AnswersAPreflightWithTheHeadersThatClientsSend) {
  const http::Response response = Send("", {{"origin", "http://localhost:6274"}}, "OPTIONS");
  EXPECT_EQ(Summary(response), "204");
  EXPECT_EQ(HeaderOf(response, "access-control-allow-origin"), "http://localhost:6274");
  EXPECT_EQ(HeaderOf(response, "vary"), "Origin");
  for (const char* header : {"content-type", "accept", "authorization", "mcp-protocol-version",
                             "mcp-session-id", "mcp-method", "mcp-name"}) {
    EXPECT_THAT(HeaderOf(response, "access-control-allow-headers"), HasSubstr(header));
  }
  EXPECT_THAT(HeaderOf(response, "access-control-expose-headers"), HasSubstr("www-authenticate"));
}

TEST(McpTransport, AllowsAnOriginAsBrowsersWriteIt) {
  const http::Response response = Send(Call("ping", ""), {{"origin", "HTTPS://ChatGPT.com:443/x"}});
  EXPECT_EQ(HeaderOf(response, "access-control-allow-origin"), "https://chatgpt.com");
}

TEST(McpTransport, SendsCorsHeadersOnErrorsTooButNotWithoutOrigin) {
  EXPECT_NE(HeaderOf(Send("{", {{"origin", "https://claude.ai"}}), "access-control-allow-origin"),
            "");
  EXPECT_EQ(HeaderOf(Send(Call("ping", "")), "access-control-allow-origin"), "");
  EXPECT_EQ(HeaderOf(Send("", {{"origin", "https://evil.test"}}), "access-control-allow-origin"),
            "");
}

TEST(McpTransport, TakesHostsAndOriginsFromTheOptions) {
  McpOptions options;
  options.hosts.allowed = {"docs.example.com"};
  options.allowed_origins = {"https://app.example.com"};
  const auto with = [&](std::string host, std::string origin) {
    return Send(Call("ping", ""), {{"host", host}, {"origin", origin}}, "POST", options).status;
  };
  EXPECT_EQ(with("docs.example.com", "https://app.example.com"), 200);
  EXPECT_EQ(with("docs.example.com:443", "https://docs.example.com"), 200);
  EXPECT_EQ(with("other.example.com", "https://app.example.com"), 403);
  EXPECT_EQ(with("docs.example.com", "https://other.example.com"), 403);
}

TEST(McpTransport, WordsARefusalFromBeforeTheDoorAsAnErrorThatAllowedPagesCanRead) {
  http::Request request;
  request.path = "/mcp";
  request.headers = {{"origin", "https://claude.ai"}};
  const http::Response response = Door().Refuse(request, 413, "the body is too large");
  EXPECT_EQ(Summary(response), "413 -32000 id=null");
  EXPECT_EQ(HeaderOf(response, "access-control-allow-origin"), "https://claude.ai");
  request.headers = {{"origin", "https://evil.test"}};
  EXPECT_EQ(HeaderOf(Door().Refuse(request, 413, ""), "access-control-allow-origin"), "");
}

http::Request PostOf(std::string body) {
  http::Request request;
  request.method = "POST";
  request.target = request.path = "/mcp";
  request.headers = kPlain;
  request.body = std::move(body);
  return request;
}

// A batch of `count` searches with ids from 1.
std::string Searches(int count) {
  std::string batch = "[";
  for (int id = 1; id <= count; ++id) {
    batch += (id > 1 ? "," : "") + Call("tools/call", kSearchCall, std::to_string(id));
  }
  return batch + "]";
}

TEST(McpBatch, TakesATurnForEachMessageAndTheLastGivesTheAnswer) {
  const McpDoor door = Door();
  http::Answer answer = door.HandleHttp(PostOf(Searches(3)));
  ASSERT_TRUE(std::holds_alternative<http::Turns>(answer));
  http::Turns& turns = std::get<http::Turns>(answer);
  EXPECT_FALSE(turns());
  EXPECT_FALSE(turns());
  const auto response = turns();
  ASSERT_TRUE(response);
  EXPECT_EQ(Summary(*response), "200 batch of 3");
}

TEST(McpBatch, TakesOneTurnForAllThatIsNoBatch) {
  const McpDoor door = Door();
  for (const std::string& body : {Call("tools/call", kSearchCall), std::string("[]"),
                                  "[" + std::string(20, '1') + "," + Call("ping", "")}) {
    EXPECT_TRUE(std::holds_alternative<http::Response>(door.HandleHttp(PostOf(body)))) << body;
  }
}

TEST(McpBatch, RefusesTheCallsPastTheCallersAllowanceAndAnswersTheRest) {
  const McpDoor door = Door();
  int left = 2;  // the request itself is one
  const http::Response response = AllTurns(door.HandleHttp(
      PostOf("[" + Call("tools/call", kSearchCall, "1") + "," +
             Call("tools/call", kSearchCall, "2") + "," + Call("tools/call", kSearchCall, "\"c\"") +
             "," + Call("ping", "", "4") + "]"),
      [&]() -> std::optional<std::chrono::seconds> {
        if (left-- > 0) return std::nullopt;
        return std::chrono::seconds(37);
      }));
  EXPECT_EQ(response.status, 200);
  const json::array answers = json::parse(response.body).get_array();
  ASSERT_EQ(answers.size(), 4u);
  for (const std::size_t answered : {0, 1, 3}) {
    EXPECT_TRUE(answers[answered].get_object().contains("result")) << answered;
  }
  EXPECT_EQ(answers[2].at("id"), "c");
  EXPECT_EQ(answers[2].at("error").at("code"), -32000);
  EXPECT_THAT(answers[2].at("error").at("message").get_string().c_str(), HasSubstr("in 37 s"));
  EXPECT_EQ(answers[2].at("error").at("data").at("retryAfterSeconds"), 37);
}

TEST(McpBatch, AsksTheAllowanceOnceAndForEveryToolCallButTheFirst) {
  const McpDoor door = Door();
  int asked = 0;
  const http::Allowance count = [&]() -> std::optional<std::chrono::seconds> {
    ++asked;
    return std::nullopt;
  };
  AllTurns(door.HandleHttp(PostOf(Searches(20)), count));
  EXPECT_EQ(asked, 20);
  AllTurns(door.HandleHttp(PostOf("[" + Call("ping", "") + "," + Call("tools/list", "", "2") +
                                  R"(,{"jsonrpc":"2.0","method":"tools/call"},7])"),
                           count));
  AllTurns(door.HandleHttp(PostOf(Call("tools/call", kSearchCall)), count));
  EXPECT_EQ(asked, 22);
}

TEST(McpLimit, ComesAfterTheChecksOfTheHeadersAndBeforeTheMessage) {
  const McpDoor door = Door();
  int asked = 0;
  const http::Allowance nothing_left = [&]() -> std::optional<std::chrono::seconds> {
    ++asked;
    return std::chrono::seconds(37);
  };
  const auto answer = [&](const Headers& changes, std::string method = "POST") {
    http::Request request = PostOf("{");
    request.method = std::move(method);
    request.headers = With(changes);
    return AllTurns(door.HandleHttp(request, nothing_left));
  };
  EXPECT_EQ(answer({{"host", "evil.example"}}).status, 403);
  EXPECT_EQ(answer({{"origin", "https://evil.example"}}).status, 403);
  EXPECT_EQ(answer({}, "OPTIONS").status, 204);
  const http::Response read = answer({}, "GET");
  EXPECT_EQ(read.status, 405);
  EXPECT_EQ(HeaderOf(read, "allow"), "POST, OPTIONS");
  EXPECT_EQ(answer({{"content-type", "text/plain"}}).status, 415);
  EXPECT_EQ(answer({{"accept", "text/html"}}).status, 406);
  EXPECT_EQ(asked, 0);
  const http::Response refused = answer({{"origin", "https://claude.ai"}});
  EXPECT_EQ(Summary(refused), "429 -32000 id=null");
  EXPECT_THAT(refused.body, HasSubstr("in 37 s"));
  EXPECT_EQ(HeaderOf(refused, "retry-after"), "37");
  EXPECT_EQ(HeaderOf(refused, "access-control-allow-origin"), "https://claude.ai");
  EXPECT_EQ(asked, 1);
}

TEST(McpHeaderCheck, DecodesCanonicalBase64Only) {
  EXPECT_EQ(internal::DecodeHeader("=?base64?c2VhcmNo?="), "search");
  EXPECT_EQ(internal::DecodeHeader("=?base64?YQ==?="), "a");
  EXPECT_EQ(internal::DecodeHeader("=?base64?"
                                   "?="),
            "");
  EXPECT_EQ(internal::DecodeHeader("plain"), "plain");
  for (const char* bad : {"=?base64?YQ?=", "=?base64?YR==?=", "=?base64?Y?=", "=?base64?YQ=?=",
                          "=?base64?Y*==?=", "=?base64?====?="}) {
    EXPECT_EQ(internal::DecodeHeader(bad), std::nullopt) << bad;
  }
}

TEST(McpLines, AnswersBothErasWithoutHeaders) {
  const McpDoor door = Door();
  EXPECT_THAT(*door.HandleLine(Call("initialize", R"({"protocolVersion":"2025-06-18"})", "0")),
              HasSubstr(R"("protocolVersion":"2025-06-18")"));
  EXPECT_THAT(*door.HandleLine(Call("tools/call", kSearchCall) + "\r\n"),
              HasSubstr("structuredContent"));
  EXPECT_THAT(*door.HandleLine(Call("tools/call", kModernSearch)),
              HasSubstr("\"resultType\":\"complete\""));
  EXPECT_THAT(*door.HandleLine(Call("server/discover", WithMeta())),
              HasSubstr("supportedVersions"));
}

TEST(McpLines, AnswersErrorsOnOneLineEach) {
  const McpDoor door = Door();
  EXPECT_THAT(*door.HandleLine("{"), HasSubstr("-32700"));
  EXPECT_THAT(*door.HandleLine(Call("zzz", WithMeta())), HasSubstr("-32601"));
  EXPECT_THAT(*door.HandleLine(Call("tools/list", "{" + Meta("v999") + "}")), HasSubstr("-32022"));
  EXPECT_THAT(*door.HandleLine("[" + Call("ping", "") + "]"), HasSubstr("[{"));
  EXPECT_THAT(*door.HandleLine(std::string(300 << 10, ' ') + "{}"), HasSubstr("-32600"));
  EXPECT_THAT(*door.HandleLine(Call("tools/call", kSearchCall)), Not(HasSubstr("\n")));
}

TEST(McpLines, SaysNothingToNotificationsAndEmptyLines) {
  const McpDoor door = Door();
  EXPECT_EQ(door.HandleLine(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
            std::nullopt);
  EXPECT_EQ(door.HandleLine(""), std::nullopt);
  EXPECT_EQ(door.HandleLine(" \r\n"), std::nullopt);
}

}  // namespace
}  // namespace sitedoor::doors::mcp
