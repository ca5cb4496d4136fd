#include "extract/internal/json_ld_value.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <charconv>

#include "base/function_ref.h"

namespace sitedoor::extract::internal {
namespace {

namespace json = boost::json;

bool AnyType(const json::object& object, FunctionRef<bool(std::string_view)> accept) {
  const json::value* types = JsonMember(object, "@type");
  if (types == nullptr) return false;
  if (types->is_string()) return accept(LastPartOfType(JsonText(types)));
  if (!types->is_array()) return false;
  return std::ranges::any_of(types->get_array(), [&](const json::value& one) {
    return accept(LastPartOfType(JsonText(&one)));
  });
}

// 19.9 as "19.9", 20.0 as "20".
std::string NumberText(const json::value& value) {
  if (value.is_int64()) return std::to_string(value.get_int64());
  if (value.is_uint64()) return std::to_string(value.get_uint64());
  std::array<char, 64> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(),
                                          value.get_double(), std::chars_format::fixed);
  return error == std::errc() ? std::string(text.data(), end) : "";
}

}  // namespace

const json::value* JsonMember(const json::object& object, std::string_view name) {
  return object.if_contains(json::string_view(name.data(), name.size()));
}

std::string_view JsonText(const json::value* value) {
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}

std::string JsonNameOrText(const json::value* value) {
  if (value != nullptr && value->is_array() && !value->get_array().empty())
    value = &value->get_array().front();
  if (value == nullptr) return "";
  if (value->is_object()) return std::string(JsonText(JsonMember(value->get_object(), "name")));
  return value->is_number() ? NumberText(*value) : std::string(JsonText(value));
}

std::string_view LastPartOfType(std::string_view type) {
  return type.substr(type.find_last_of("/#:") + 1);
}

bool HasJsonLdType(const json::object& object, std::string_view type) {
  return AnyType(object, [&](std::string_view one) { return one == type; });
}

bool HasJsonLdTypeLike(const json::object& object, std::string_view ending) {
  return AnyType(object, [&](std::string_view one) { return one.ends_with(ending); });
}

}  // namespace sitedoor::extract::internal
