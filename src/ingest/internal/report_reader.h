// Reading a report that another version may have written: what is missing is empty.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string_view>

namespace sitedoor::ingest {

inline std::string_view TextOf(const boost::json::object& object, std::string_view name) {
  const boost::json::value* const value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                : std::string_view();
}

inline std::uint64_t NumberOf(const boost::json::object& object, std::string_view name) {
  const boost::json::value* const value = object.if_contains(name);
  if (value == nullptr || !value->is_number()) return 0;
  boost::system::error_code ignored;
  return value->to_number<std::uint64_t>(ignored);
}

inline const boost::json::object& ObjectOf(const boost::json::object& object,
                                           std::string_view name) {
  static const boost::json::object empty;
  const boost::json::value* const value = object.if_contains(name);
  return value != nullptr && value->is_object() ? value->get_object() : empty;
}

inline const boost::json::array& ArrayOf(const boost::json::object& object, std::string_view name) {
  static const boost::json::array empty;
  const boost::json::value* const value = object.if_contains(name);
  return value != nullptr && value->is_array() ? value->get_array() : empty;
}

}  // namespace sitedoor::ingest
