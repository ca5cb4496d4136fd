// JSON out: faster than Boost.JSON's serializer for answers of tens of kilobytes.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace sitedoor {

// Compact JSON, members in their order. For values that sitedoor made itself: it recurses by
// nesting.
void AppendJson(std::string& out, const boost::json::value& value);
std::string ToJson(const boost::json::value& value);

}  // namespace sitedoor
