// StyleSheet: the rules of a style sheet's text, without looking at what they select.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::extract::internal {

struct StyleRule {
  std::string selectors;
  std::string_view declarations;
  // Inside @media for other than all screens, @supports, @container and the like.
  bool is_conditional = false;
  // Also for no screen at all, such as @media print.
  bool is_off_screen = false;
  // Of its @layer, by when they are first named; a greater one wins. kNoLayer outside of all.
  static constexpr std::uint32_t kNoLayer = 63;
  std::uint32_t layer = kNoLayer;
  // The Node::Id of the shadow root whose style sheet it is of, and whose elements alone it is for;
  // null of the page.
  const void* shadow_root = nullptr;
};

// The names of @layer in their order, which goes on from sheet to sheet.
using StyleLayers = std::vector<std::string>;

// Without comments, which strings do not begin. O(length).
std::string WithoutComments(std::string_view css);

// In order, at most 100,000; with views into `css`. Rules nested in other rules come behind them,
// with the selectors of both; @font-face, @keyframes and other blocks without rules are left out.
// O(length).
std::vector<StyleRule> ReadRules(std::string_view css, StyleLayers& layers);

// Calls `use` with each selector of a list, split at commas outside brackets and quotes.
template <class Use>
void ForEachSelector(std::string_view selectors, Use use) {
  int depth = 0;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const char c = selectors[i];
    if (c == '\\') {
      ++i;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      use(selectors.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  if (begin < selectors.size()) use(selectors.substr(begin));
}

}  // namespace sitedoor::extract::internal
