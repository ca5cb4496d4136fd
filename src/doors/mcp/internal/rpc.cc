#include "doors/mcp/internal/rpc.h"

#include <boost/json/parse.hpp>
#include <cmath>

#include "base/json_escape.h"
#include "doors/operations/json_text.h"
#include "text/utf8.h"

namespace sitedoor::doors::mcp::internal {
namespace {

constexpr std::int64_t kMostExact =
    (std::int64_t{1} << 53) - 1;  // what a JavaScript client can hold
constexpr std::size_t kMostQuotedBytes = 100;

}  // namespace

std::optional<boost::json::value> ParseMessage(std::string_view text,
                                               const boost::json::storage_ptr& storage) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  boost::json::parse_options options;
  options.max_depth = kMostNesting;
  boost::system::error_code error;
  boost::json::value value = boost::json::parse(text, error, storage, options);
  if (error) return std::nullopt;
  return value;
}

std::optional<std::string> IdText(const boost::json::value& id) {
  if (id.is_string()) return ToJson(id);
  std::int64_t number = 0;
  if (id.is_int64()) {
    number = id.get_int64();
  } else if (id.is_double() && std::trunc(id.get_double()) == id.get_double() &&
             std::abs(id.get_double()) <= static_cast<double>(kMostExact)) {
    number = static_cast<std::int64_t>(id.get_double());  // "1.0" is the integer 1
  } else {
    return std::nullopt;
  }
  if (number > kMostExact || number < -kMostExact) return std::nullopt;
  return std::to_string(number);
}

std::string SuccessText(std::string_view id, std::string_view result) {
  std::string text;
  text.reserve(result.size() + id.size() + 40);
  text.append(R"({"jsonrpc":"2.0","id":)").append(id).append(R"(,"result":)").append(result);
  return text.append("}");
}

std::string FailureText(std::string_view id, int code, std::string_view message,
                        std::string_view data) {
  std::string text = R"({"jsonrpc":"2.0","id":)";
  text.append(id).append(R"(,"error":{"code":)").append(std::to_string(code));
  text += R"(,"message":")";
  AppendJsonEscaped(text, message);
  text += '"';
  if (!data.empty()) text.append(R"(,"data":)").append(data);
  return text.append("}}");
}

std::string Quoted(std::string_view text) {
  const std::string repaired = text::Repair(text.substr(0, kMostQuotedBytes + 4));
  const std::string_view shown = text::Prefix(repaired, kMostQuotedBytes);
  return "\"" + std::string(shown) + (shown.size() < text.size() ? "…\"" : "\"");
}

}  // namespace sitedoor::doors::mcp::internal
