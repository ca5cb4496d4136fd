#include "doors/mcp/internal/dispatch.h"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>

#include "base/json_escape.h"
#include "base/json_text.h"
#include "base/log.h"
#include "doors/mcp/internal/header_check.h"
#include "text/utf8.h"

namespace sitedoor::doors::mcp::internal {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostBatch = 20;
constexpr std::size_t kParseBytes =
    4 << 10;  // on the stack; a longer message takes more from the heap
constexpr std::size_t kMostTitleBytes = 120;  // it stands in every modern answer
constexpr std::string_view kNoId = "null";
// How long a client may keep the tool list and the description of the server. An index that is
// swapped changes neither but for the instructions.
constexpr std::string_view kCacheHint = R"(,"ttlMs":300000,"cacheScope":"public")";

std::string ToolList(const std::vector<Operation>& operations) {
  json::array tools;
  for (const Operation& operation : operations) {
    tools.push_back(json::object{
        {"name", operation.name},
        {"title", operation.title},
        {"description", operation.summary},
        {"inputSchema", operation.input_schema},
        {"outputSchema", operation.output_schema},
        {"annotations", json::object{{"title", operation.title},
                                     {"readOnlyHint", operation.read_only},
                                     {"destructiveHint", false},
                                     {"idempotentHint", true},
                                     {"openWorldHint", false}}},
    });
  }
  return "\"tools\":" + ToJson(tools);
}

const json::object& ObjectIn(const json::object& object, std::string_view member) {
  static const json::object kEmpty;
  const json::value* value = object.if_contains(member);
  return value != nullptr && value->is_object() ? value->get_object() : kEmpty;
}

// nullopt where it is absent or no string.
std::optional<std::string_view> StringIn(const json::object& object, std::string_view member) {
  const json::value* value = object.if_contains(member);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string());
}

// None is ever issued. Some clients fill in what is optional with null.
bool HasCursor(const json::object& params) {
  const json::value* cursor = params.if_contains("cursor");
  return cursor != nullptr && !cursor->is_null();
}

// A result of a failed tool: text for the model, and no structured content, which would break the
// output schema.
std::string ToolFailure(std::string_view text) {
  std::string result = R"({"isError":true,"content":[{"type":"text","text":")";
  AppendJsonEscaped(result, text);
  return result + "\"}]";
}

std::string ToolFailureText(const Operation& operation, const Error& error,
                            std::string_view request_id) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      return "Invalid arguments for " + operation.name + ": " + error.Text();
    case ErrorCode::kCorruption:
    case ErrorCode::kInternal:
      Log(LogLevel::kError, "tool_failed",
          {{"tool", operation.name}, {"error", error.Text()}, {"request_id", request_id}});
      return operation.name + " failed on the server (request " + std::string(request_id) + ")";
    default:
      return operation.name + ": " + error.Text();
  }
}

Reply Invalid(std::string_view id, std::string_view message) {
  return {400, FailureText(id, kInvalidRequest, message)};
}

// What stands between a client and this server may have gone by the other value.
std::optional<Reply> RefuseContradiction(std::string_view id, const Envelope& envelope) {
  if (envelope.contradictory.empty()) return std::nullopt;
  const std::string header(envelope.contradictory);
  return Reply{400, FailureText(id, kHeaderMismatch,
                                "the " + header + " header is there twice, with different values")};
}

// Batches exist in 2025-03-26 alone, which is also what a request without a version header speaks.
std::optional<Reply> RefuseBatch(const json::array& messages, const Envelope& envelope) {
  if (messages.empty()) return Invalid(kNoId, "the batch is empty");
  bool taken = !envelope.protocol_version || *envelope.protocol_version == "2025-03-26";
  for (const json::value& message : messages) {
    if (!message.is_object()) continue;
    const json::object& meta = ObjectIn(ObjectIn(message.get_object(), "params"), "_meta");
    if (meta.contains(kVersionKey)) taken = false;
  }
  if (!taken) return Invalid(kNoId, "this protocol version has no batches");
  if (messages.size() > kMostBatch) return Invalid(kNoId, "the batch has more than 20 messages");
  return std::nullopt;
}

}  // namespace

Dispatcher::Dispatcher(ServerIdentity identity, const std::vector<Operation>* operations,
                       ContextFactory make_context)
    : identity_(std::move(identity)),
      operations_(*operations),
      make_context_(std::move(make_context)),
      tools_(ToolList(operations_)) {}

std::variant<Reply, json::array> Dispatcher::Dispatch(std::string_view text,
                                                      const Envelope& envelope) const {
  std::array<unsigned char, kParseBytes> buffer;
  json::monotonic_resource arena(buffer.data(), buffer.size());
  const auto message = ParseMessage(text, &arena);
  if (!message) return Reply{400, FailureText(kNoId, kParseError, message.error().message)};
  if (!message->is_array()) return Answer(*message, envelope);
  const json::array& messages = message->get_array();
  if (auto refusal = RefuseContradiction(kNoId, envelope)) return *std::move(refusal);
  if (auto refusal = RefuseBatch(messages, envelope)) return *std::move(refusal);
  return json::array(messages, json::storage_ptr());
}

Reply Dispatcher::Answer(const json::value& value, const Envelope& envelope) const {
  if (!value.is_object()) return Invalid(kNoId, "a message must be a JSON object");
  const json::object& message = value.get_object();
  const json::value* raw_id = message.if_contains("id");
  const std::optional<std::string> valid_id = raw_id != nullptr ? IdText(*raw_id) : std::nullopt;
  const std::string id = valid_id.value_or(std::string(kNoId));
  if (StringIn(message, "jsonrpc") != "2.0") return Invalid(id, "jsonrpc must be \"2.0\"");
  if (!StringIn(message, "method")) {
    // An error may say that it does not know which request it answers.
    const bool names_none = raw_id == nullptr || raw_id->is_null();
    const bool response =
        message.contains("error") ? valid_id || names_none : valid_id && message.contains("result");
    return response ? Reply{202, ""} : Invalid(id, "method must be a string");
  }
  if (raw_id != nullptr && !valid_id) {
    return Invalid(kNoId, "id must be a string or an integer below 2^53");
  }
  const json::value* params = message.if_contains("params");
  if (params != nullptr && !params->is_object()) return Invalid(id, "params must be an object");
  if (raw_id == nullptr) return {202, ""};  // a notification is never answered
  if (auto refusal = RefuseContradiction(id, envelope)) return *std::move(refusal);
  return Request(message, id, envelope);
}

Reply Dispatcher::Request(const json::object& message, const std::string& id,
                          const Envelope& envelope) const {
  const std::string_view method = StringIn(message, "method").value_or("");
  const json::object& params = ObjectIn(message, "params");
  const json::object& meta = ObjectIn(params, "_meta");
  const std::optional<std::string>& header = envelope.protocol_version;
  const auto answer = [&](const Outcome& outcome) -> Reply {
    if (!outcome.result.empty()) return {outcome.status, SuccessText(id, outcome.result)};
    return {outcome.status, FailureText(id, outcome.code, outcome.message, outcome.data)};
  };
  const auto fail = [&](int code, std::string_view text, std::string_view data = "") -> Reply {
    return {400, FailureText(id, code, text, data)};
  };

  const bool claims = meta.contains(kVersionKey);
  const bool modern = claims || (header && ClaimsModern(*header));
  if (!modern || (!claims && method == "initialize")) {
    if (method != "initialize" && header && !IsLegacyVersion(*header)) {
      return fail(kTransportError, "unsupported protocol version: " + Quoted(*header));
    }
    return answer(Legacy(method, params, envelope));
  }

  const std::optional<std::string_view> version = StringIn(meta, kVersionKey);
  if (!version) {
    return fail(kInvalidParams,
                "params._meta[\"" + std::string(kVersionKey) + "\"] must be a string");
  }
  const bool http = envelope.transport == Envelope::Transport::kHttp;
  if (http && header != *version) {
    return fail(kHeaderMismatch, "the MCP-Protocol-Version header " +
                                     (header ? "is " + Quoted(*header) : "is missing") +
                                     ", but params._meta says " + Quoted(*version));
  }
  if (!IsModernVersion(*version)) {
    return fail(kUnsupportedVersion, "unsupported protocol version: " + Quoted(*version),
                ToJson({{"supported", json::array{kModernVersion}}, {"requested", *version}}));
  }
  const json::value* capabilities = meta.if_contains(kCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return fail(kInvalidParams,
                "params._meta[\"" + std::string(kCapabilitiesKey) + "\"] must be an object");
  }
  if (http) {
    if (const auto mismatch = HeaderMismatch(method, params, envelope)) {
      return fail(kHeaderMismatch, *mismatch);
    }
  }
  return answer(Modern(method, params, envelope));
}

Dispatcher::Outcome Dispatcher::Legacy(std::string_view method, const json::object& params,
                                       const Envelope& envelope) const {
  if (method == "tools/call") return CallTool(params, envelope, Era::kLegacy);
  if (method == "initialize") return Initialize(params, envelope);
  if (method == "ping") return {.result = "{}"};
  if (method == "tools/list") {
    if (HasCursor(params)) return {.code = kInvalidParams, .message = "unknown cursor"};
    return {.result = "{" + tools_ + "}"};
  }
  // Some clients ask whatever the capabilities say, and give up on an error.
  if (method == "prompts/list") return {.result = R"({"prompts":[]})"};
  if (method == "resources/list") return {.result = R"({"resources":[]})"};
  if (method == "resources/templates/list") return {.result = R"({"resourceTemplates":[]})"};
  return {.code = kMethodNotFound, .message = "unknown method: " + Quoted(method)};
}

Dispatcher::Outcome Dispatcher::Modern(std::string_view method, const json::object& params,
                                       const Envelope& envelope) const {
  if (method == "tools/call") return CallTool(params, envelope, Era::kModern);
  if (method == "server/discover") return Discover(envelope);
  if (method == "tools/list") {
    if (HasCursor(params)) return {.code = kInvalidParams, .message = "unknown cursor"};
    const RequestContext context = make_context_(envelope.request_id);
    return {.result =
                "{" + tools_ + std::string(kCacheHint) + ModernTail(context.snapshot.get()) + "}"};
  }
  return {.status = 404, .code = kMethodNotFound, .message = "unknown method: " + Quoted(method)};
}

Dispatcher::Outcome Dispatcher::Initialize(const json::object& params,
                                           const Envelope& envelope) const {
  const std::string_view asked = StringIn(params, "protocolVersion").value_or("");
  const std::string_view spoken = IsLegacyVersion(asked) ? asked : kNewestLegacyVersion;
  const RequestContext context = make_context_(envelope.request_id);
  std::string result = R"({"protocolVersion":")" + std::string(spoken) +
                       R"(","capabilities":{"tools":{}},"serverInfo":)" +
                       ServerInfo(context.snapshot.get());
  result += Instructions(context.snapshot.get());
  return {.result = result + "}"};
}

Dispatcher::Outcome Dispatcher::Discover(const Envelope& envelope) const {
  const RequestContext context = make_context_(envelope.request_id);
  std::string result = R"({"supportedVersions":[")" + std::string(kModernVersion) +
                       R"("],"capabilities":{"tools":{}})";
  result += Instructions(context.snapshot.get());
  result += kCacheHint;
  return {.result = result + ModernTail(context.snapshot.get()) + "}"};
}

Dispatcher::Outcome Dispatcher::CallTool(const json::object& params, const Envelope& envelope,
                                         Era era) const {
  const std::optional<std::string_view> name = StringIn(params, "name");
  if (!name) return {.code = kInvalidParams, .message = "params.name must be a string"};
  const json::value* arguments = params.if_contains("arguments");
  if (arguments != nullptr && !arguments->is_object()) {
    return {.code = kInvalidParams, .message = "params.arguments must be an object"};
  }
  const Operation* operation = FindOperation(operations_, *name);
  if (operation == nullptr)
    return {.code = kInvalidParams, .message = "unknown tool: " + Quoted(*name)};

  const RequestContext context = make_context_(envelope.request_id);
  const auto output = operation->handler(context, ObjectIn(params, "arguments"));
  std::string result;
  if (output) {
    const std::string structured = ToJson(*output);
    result.reserve(structured.size() * 2 + structured.size() / 4 + 256);
    result.append(R"({"content":[{"type":"text","text":")");
    AppendJsonEscaped(result, structured);
    result.append(R"("}],"structuredContent":)").append(structured).append(R"(,"isError":false)");
  } else {
    result = ToolFailure(ToolFailureText(*operation, output.error(), envelope.request_id));
  }
  if (era == Era::kModern) result += ModernTail(context.snapshot.get());
  result += '}';
  return {.result = std::move(result)};
}

std::string Dispatcher::ServerInfo(const index::Snapshot* snapshot) const {
  json::object identity{{"name", identity_.name}};
  std::string title = identity_.title;
  if (title.empty() && snapshot != nullptr) title = snapshot->manifest().site_name;
  if (title.size() > kMostTitleBytes) {
    title = std::string(text::Prefix(title, kMostTitleBytes - 3)) + "…";
  }
  if (!title.empty()) identity["title"] = title;
  identity["version"] = identity_.version;
  return ToJson(identity);
}

// ,"instructions":"...", or nothing.
std::string Dispatcher::Instructions(const index::Snapshot* snapshot) {
  if (snapshot == nullptr || snapshot->manifest().instructions.empty()) return "";
  std::string member = R"(,"instructions":")";
  AppendJsonEscaped(member,
                    text::Prefix(snapshot->manifest().instructions, kMostInstructionBytes - 1));
  return member + '"';
}

// What every modern result ends with.
std::string Dispatcher::ModernTail(const index::Snapshot* snapshot) const {
  return R"(,"resultType":"complete","_meta":{")" + std::string(kServerInfoKey) +
         "\":" + ServerInfo(snapshot) + "}";
}

}  // namespace sitedoor::doors::mcp::internal
