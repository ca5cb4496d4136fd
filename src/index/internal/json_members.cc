#include "index/internal/json_members.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace sitedoor::index::internal {
namespace {

namespace json = boost::json;

std::optional<std::uint64_t> UnsignedOf(const json::value& value) {
  if (const std::int64_t* number = value.if_int64()) {
    if (*number < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
  }
  if (const std::uint64_t* number = value.if_uint64()) return *number;
  return std::nullopt;
}

}  // namespace

const json::value* JsonMembers::Find(std::string_view name) { return object_.if_contains(name); }

const json::array* JsonMembers::FindArray(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  const json::array* array = value->if_array();
  if (array == nullptr) Refuse(name, "is not an array");
  return array;
}

std::string JsonMembers::Text(std::string_view name) {
  if (Find(name) == nullptr) Refuse(name, "is missing");
  return OptionalText(name);
}

std::string JsonMembers::OptionalText(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return {};
  const json::string* text = value->if_string();
  if (text == nullptr) {
    Refuse(name, "is not a string");
    return {};
  }
  return std::string(text->data(), text->size());
}

std::vector<std::string> JsonMembers::OptionalTexts(std::string_view name) {
  std::vector<std::string> texts;
  const json::array* array = FindArray(name);
  if (array == nullptr) return texts;
  texts.reserve(array->size());
  for (const json::value& value : *array) {
    const json::string* text = value.if_string();
    if (text == nullptr) {
      Refuse(name, "holds what is not a string");
      return {};
    }
    texts.emplace_back(text->data(), text->size());
  }
  return texts;
}

std::uint64_t JsonMembers::Unsigned(std::string_view name, std::uint64_t most) {
  if (Find(name) == nullptr) Refuse(name, "is missing");
  return OptionalUnsigned(name, most);
}

std::uint64_t JsonMembers::OptionalUnsigned(std::string_view name, std::uint64_t most) {
  const json::value* value = Find(name);
  if (value == nullptr) return 0;
  const auto number = UnsignedOf(*value);
  if (number && *number <= most) return *number;
  Refuse(name, "is not a whole number of the range it may have");
  return 0;
}

std::vector<const json::object*> JsonMembers::OptionalObjects(std::string_view name) {
  std::vector<const json::object*> objects;
  const json::array* array = FindArray(name);
  if (array == nullptr) return objects;
  objects.reserve(array->size());
  for (const json::value& value : *array) {
    const json::object* object = value.if_object();
    if (object == nullptr) {
      Refuse(name, "holds what is not an object");
      return {};
    }
    objects.push_back(object);
  }
  return objects;
}

void JsonMembers::Refuse(std::string_view name, std::string_view what) {
  if (wrong_.empty()) wrong_ = "member \"" + std::string(name) + "\" " + std::string(what);
}

Status JsonMembers::Outcome() const {
  if (wrong_.empty()) return {};
  return Fail(ErrorCode::kCorruption, wrong_);
}

}  // namespace sitedoor::index::internal
