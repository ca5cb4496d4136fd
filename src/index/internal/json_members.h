// JsonMembers: the members of a parsed JSON object, with the first thing wrong among them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// NOLINTBEGIN(readability-identifier-naming): Boost's names
namespace boost::json {
class array;
class object;
class value;
}  // namespace boost::json
// NOLINTEND(readability-identifier-naming)

namespace sitedoor::index::internal {

// Unknown members are ignored. After a member of the wrong type or a required one that is missing,
// Outcome() is a kCorruption error that names the first of them, and reads give empty values.
class JsonMembers {
 public:
  explicit JsonMembers(const boost::json::object& object) : object_(object) {}

  std::string Text(std::string_view name);
  std::string OptionalText(std::string_view name);
  std::vector<std::string> OptionalTexts(std::string_view name);
  // At most `most`.
  std::uint64_t Unsigned(std::string_view name, std::uint64_t most = kMost);
  std::uint64_t OptionalUnsigned(std::string_view name, std::uint64_t most = kMost);
  std::vector<const boost::json::object*> OptionalObjects(std::string_view name);

  void Refuse(std::string_view name, std::string_view what);
  Status Outcome() const;

 private:
  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

  const boost::json::value* Find(std::string_view name);
  const boost::json::array* FindArray(std::string_view name);

  const boost::json::object& object_;
  std::string wrong_;  // the first thing wrong, "" so far
};

}  // namespace sitedoor::index::internal
