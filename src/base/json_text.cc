#include "base/json_text.h"

#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>

#include "base/json_escape.h"

namespace sitedoor {
namespace {

void AppendString(std::string& out, std::string_view text) {
  out += '"';
  AppendJsonEscaped(out, text);
  out += '"';
}

template <class Number>
void AppendNumber(std::string& out, Number value) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace

void AppendJson(std::string& out, const boost::json::value& value) {
  using boost::json::kind;
  switch (value.kind()) {
    case kind::string:
      return AppendString(out, value.get_string());
    case kind::int64:
      return AppendNumber(out, value.get_int64());
    case kind::uint64:
      return AppendNumber(out, value.get_uint64());
    case kind::double_:
      if (std::isfinite(value.get_double())) return AppendNumber(out, value.get_double());
      out += "null";
      return;
    case kind::object: {
      char separator = '{';
      for (const auto& [name, member] : value.get_object()) {
        out += separator;
        AppendString(out, name);
        out += ':';
        AppendJson(out, member);
        separator = ',';
      }
      out += value.get_object().empty() ? "{}" : "}";
      return;
    }
    case kind::array: {
      char separator = '[';
      for (const boost::json::value& element : value.get_array()) {
        out += separator;
        AppendJson(out, element);
        separator = ',';
      }
      out += value.get_array().empty() ? "[]" : "]";
      return;
    }
    default:
      out += boost::json::serialize(value);  // null and booleans
  }
}

std::string ToJson(const boost::json::value& value) {
  std::string out;
  AppendJson(out, value);
  return out;
}

}  // namespace sitedoor
