#include "doors/mcp/internal/rpc.h"

#include <boost/json/error.hpp>
#include <boost/json/parse.hpp>
#include <charconv>
#include <cmath>

#include "base/json_escape.h"
#include "base/json_text.h"
#include "text/quotable.h"

namespace sitedoor::doors::mcp::internal {
namespace {

constexpr std::int64_t kMostExact =
    (std::int64_t{1} << 53) - 1;  // what a JavaScript client can hold
constexpr std::size_t kMostQuotedBytes = 100;

// The code unit of an escape "\\uXXXX" that stands at `at`; nullopt where none does.
std::optional<unsigned> EscapedUnit(std::string_view text, std::size_t at) {
  if (text.size() - at < 6 || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  unsigned unit = 0;
  const char* const digits = text.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, unit, 16);
  return error == std::errc{} && end == digits + 4 ? std::optional(unit) : std::nullopt;
}

// Half a surrogate pair, which a client makes that cuts a text in UTF-16, becomes U+FFFD.
std::string WithWholeSurrogates(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  const auto is_high = [](unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; };
  const auto is_low = [](unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; };
  for (std::size_t at = 0; at < text.size();) {
    const auto unit = EscapedUnit(text, at);
    std::size_t bytes = unit ? 6 : text[at] == '\\' ? 2 : 1;
    if (unit && is_high(*unit) && is_low(EscapedUnit(text, at + 6).value_or(0))) bytes = 12;
    if (unit && bytes == 6 && (is_high(*unit) || is_low(*unit))) {
      repaired += "\\ufffd";
    } else {
      repaired += text.substr(at, bytes);
    }
    at += bytes;
  }
  return repaired;
}

}  // namespace

Result<boost::json::value> ParseMessage(std::string_view text,
                                        const boost::json::storage_ptr& storage) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  boost::json::parse_options options;
  options.max_depth = kMostNesting;
  boost::system::error_code error;
  boost::json::value value = boost::json::parse(text, error, storage, options);
  if (error) {  // rare, so that nothing is looked for before
    if (const std::string repaired = WithWholeSurrogates(text); repaired != text) {
      error.clear();
      value = boost::json::parse(repaired, error, storage, options);
    }
  }
  if (error == boost::json::error::too_deep) {
    return Fail(ErrorCode::kInvalidArgument, "the message is nested too deeply: more than " +
                                                 std::to_string(kMostNesting) + " levels");
  }
  if (error) return Fail(ErrorCode::kInvalidArgument, "the message is not JSON in UTF-8");
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
  return '"' + text::Quotable(text, kMostQuotedBytes) + '"';
}

}  // namespace sitedoor::doors::mcp::internal
