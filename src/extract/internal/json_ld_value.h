// JSON-LD values: the few questions that readers of structured data ask of them.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// Null when it has none.
const boost::json::value* JsonMember(const boost::json::object& object, std::string_view name);

// "" when it is no string.
std::string_view JsonText(const boost::json::value* value);

// A string, a number as it is written, or the name of an object; of a list its first. "" otherwise.
std::string JsonNameOrText(const boost::json::value* value);

// "Article" of "https://schema.org/Article".
std::string_view LastPartOfType(std::string_view type);

// Whether one of its types is that one: "@type" is a text or a list, with or without a prefix.
bool HasJsonLdType(const boost::json::object& object, std::string_view type);
// Whether one of its types ends so: "Event" of "MusicEvent".
bool HasJsonLdTypeLike(const boost::json::object& object, std::string_view ending);

}  // namespace sitedoor::extract::internal
