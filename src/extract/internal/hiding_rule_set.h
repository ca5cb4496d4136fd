// HidingRuleSet: rules of a style sheet, found by a name that the element has to have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extract/internal/css_selector.h"
#include "extract/internal/style_sheet.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Of two rules for one element the greater wins; 0 is none's.
using Rank = std::uint64_t;

enum class Importance : std::uint8_t { kNormal, kImportant };

// Importance, layer, specificity, and `order` in the page.
Rank RankOf(const StyleRule& rule, const CssSelector& selector, Rank order, Importance importance);

// The order that the rank is of.
constexpr std::size_t OrderOf(Rank rank) { return (rank & 0xFFFF'FFFF) - 1; }

// The Node::Id of the shadow root that holds the element; null when the page itself does.
const void* ShadowRootOf(html::Node element);

struct HidingRule {
  CssSelector selector;
  Rank rank = 0;
  std::uint16_t means = 0;  // bits of what it does: StyleMeans by which it hides or shows
  bool is_tiny = false;     // hides by the size of letters alone
  const void* shadow_root = nullptr;
};

struct HidingRuleSet {
  std::vector<HidingRule> rules;  // once indexed, the greatest rank first
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_id, by_class, by_tag;
  std::vector<std::uint32_t> by_attribute, by_anything;
  bool has_shadow_roots = false;  // on the page, with rules or without

  void Index();

  // Of the rules for `element` that do one of `means`; `above` when none is greater. Takes of
  // `steps` as CssSelector::Matches does.
  Rank GreatestRankFor(html::Node element, Rank above, std::uint16_t means,
                       std::size_t& steps) const;
  // The rule of a rank; null when there is none.
  const HidingRule* RuleOf(Rank rank) const;
};

}  // namespace sitedoor::extract::internal
