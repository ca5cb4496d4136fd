// Attribute tokens: the parts of an attribute that holds several: "noindex, follow", "canonical
// alternate".
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {

// Gives each that is not empty, in order, without the white space round it.
template <class Visit>
void ForEachToken(std::string_view list, std::string_view separators, Visit visit) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
    const std::string_view token = Trimmed(list.substr(at, end - at));
    if (!token.empty()) visit(token);
    at = end + 1;
  }
}

// Whether one of those between white space or commas is that, in whatever case.
inline bool HasToken(std::string_view list, std::string_view lower_case_token) {
  bool found = false;
  ForEachToken(list, " \t\n\r\f,", [&](std::string_view token) {
    found = found || EqualsIgnoringAsciiCase(token, lower_case_token);
  });
  return found;
}

}  // namespace sitedoor::extract::internal
