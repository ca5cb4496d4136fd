#include "extract/internal/style_nesting.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_sheet.h"

namespace sitedoor::extract::internal {
namespace {

// ":scope" as "&".
std::string WithScopeNested(std::string_view selectors) {
  constexpr std::string_view kSelf = ":scope";
  std::string nested;
  while (!selectors.empty()) {
    const std::size_t at = std::min(selectors.find(kSelf), selectors.size());
    nested.append(selectors.substr(0, at));
    if (at < selectors.size()) nested += '&';
    selectors.remove_prefix(std::min(at + kSelf.size(), selectors.size()));
  }
  return nested;
}

// What stands in the brackets at the beginning, which is moved past them; nothing without any.
std::string_view TakeBrackets(std::string_view& text) {
  if (!text.starts_with('(')) return {};
  const std::size_t end = EndOfBrackets(text, 0);
  const std::string_view inside = text.substr(1, end > 1 ? end - 2 : 0);
  text = Trimmed(text.substr(end));
  return Trimmed(inside);
}

}  // namespace

std::string NestedSelectors(std::string_view outer, std::string_view inner) {
  if (outer.empty()) return std::string(inner);
  constexpr std::size_t kMostBytes = 2048;
  std::string all;
  ForEachSelector(inner, [&](std::string_view part) {
    part = Trimmed(part);
    ForEachSelector(outer, [&](std::string_view around) {
      if (all.size() + part.size() + around.size() > kMostBytes) return;
      if (!all.empty()) all += ',';
      if (part.find('&') == std::string_view::npos) {
        all.append(Trimmed(around)).append(" ").append(part);
        return;
      }
      for (const char c : part) {
        if (c == '&') {
          all += Trimmed(around);
        } else {
          all += c;
        }
      }
    });
  });
  return all;
}

StyleScope ReadScope(std::string_view prelude, const StyleScope& around) {
  constexpr std::string_view kScope = "@scope", kTo = "to";
  std::string_view rest = Trimmed(prelude.substr(kScope.size()));
  const std::string_view root = TakeBrackets(rest);
  if (root.empty()) return {};
  StyleScope scope{.root = NestedSelectors(around.root, root), .limit = around.limit};
  if (rest.empty()) return scope;
  if (!StartsWithIgnoringAsciiCase(rest, kTo)) return {};
  rest = Trimmed(rest.substr(kTo.size()));
  const std::string_view limit = TakeBrackets(rest);
  if (limit.empty() || !rest.empty()) return {};
  if (!scope.limit.empty()) scope.limit += ',';
  scope.limit += NestedSelectors(scope.root, WithScopeNested(limit));
  return scope;
}

std::string ScopedSelectors(const StyleScope& scope, std::string_view inner) {
  if (scope.root.empty()) return std::string(inner);
  const std::string nested = NestedSelectors(scope.root, WithScopeNested(inner));
  if (scope.limit.empty()) return nested;
  std::string limit;
  ForEachSelector(scope.limit, [&](std::string_view one) {
    limit.append(limit.empty() ? "" : ",").append(one).append(",").append(one).append(" *");
  });
  std::string limited;
  ForEachSelector(nested, [&](std::string_view one) {
    limited.append(limited.empty() ? "" : ",").append(one);
    if (one.find("::") == std::string_view::npos) limited += ":where(:not(" + limit + "))";
  });
  return limited;
}

}  // namespace sitedoor::extract::internal
