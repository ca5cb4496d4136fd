// JSON out: faster than Boost.JSON's serializer for answers of tens of kilobytes, and able to say a
// size beforehand.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::doors {

// `text` with what JSON needs escaped, without quotes. `text` must not lie in `out`.
void AppendEscaped(std::string& out, std::string_view text);

// The bytes that AppendEscaped would add.
std::size_t EscapedBytes(std::string_view text);

// Compact JSON, members in their order. For values that sitedoor made itself: it recurses by
// nesting.
void AppendJson(std::string& out, const boost::json::value& value);
std::string ToJson(const boost::json::value& value);

}  // namespace sitedoor::doors
