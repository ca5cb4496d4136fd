// Selectors of rules that stand in other rules or in an @scope, written as if they stood alone.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// ".a, .b" and "&.c, .d" to ".a.c, .b.c, .a .d, .b .d"; the inner ones where nothing is around. To
// a small length.
std::string NestedSelectors(std::string_view outer, std::string_view inner);

// Of "@scope (.a) to (.b)".
struct StyleScope {
  std::string root;   // "" for none around
  std::string limit;  // what is out of it again, with all in that; "" for nothing
};
// Nothing in `root` when it cannot be written so.
StyleScope ReadScope(std::string_view prelude, const StyleScope& around);

// ":scope > p" to ".a > p", "p" to ".a p".
std::string ScopedSelectors(const StyleScope& scope, std::string_view inner);

}  // namespace sitedoor::extract::internal
