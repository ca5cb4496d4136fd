// IsHtmlSpace: what separates the names of a list in an attribute.
#pragma once

namespace sitedoor::html::internal {

constexpr bool IsHtmlSpace(char c) {
  // Most characters are letters.
  return c <= ' ' && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f');
}

}  // namespace sitedoor::html::internal
