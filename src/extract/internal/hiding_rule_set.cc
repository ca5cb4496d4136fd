#include "extract/internal/hiding_rule_set.h"

#include <algorithm>
#include <functional>
#include <string>

namespace sitedoor::extract::internal {

using html::Node;

// What is important wins in the earlier layer.
Rank RankOf(const StyleRule& rule, const CssSelector& selector, Rank order, Importance importance) {
  constexpr int kLayerBit = 56, kImportantBit = 62, kSpecificityBit = 32;
  const bool is_important = importance == Importance::kImportant;
  const Rank layer = is_important ? StyleRule::kNoLayer - rule.layer : rule.layer;
  return (Rank{is_important} << kImportantBit) | (layer << kLayerBit) |
         (Rank{selector.Specificity()} << kSpecificityBit) | (order + 1);
}

const void* ShadowRootOf(Node element) {
  constexpr int kMostLevels = 512;
  Node at = element.Parent();
  for (int level = 0; at && level < kMostLevels; ++level, at = at.Parent()) {
    if (at.IsElement(LXB_TAG_TEMPLATE)) return at.Id();
  }
  return nullptr;
}

void HidingRuleSet::Index() {
  std::ranges::sort(rules, std::ranges::greater(), &HidingRule::rank);
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const CssSelector::Compound& subject = rules[i].selector.Subject();
    if (!subject.ids.empty()) {
      by_id[subject.ids.front()].push_back(i);
    } else if (!subject.classes.empty()) {
      by_class[subject.classes.front()].push_back(i);
    } else if (!subject.IsNameless()) {
      by_attribute.push_back(i);
    } else if (!subject.tag.empty()) {
      by_tag[subject.tag].push_back(i);
    } else {
      by_anything.push_back(i);
    }
  }
}

Rank HidingRuleSet::GreatestRankFor(Node element, Rank above, std::uint16_t means,
                                    std::size_t& steps) const {
  const void* const root = has_shadow_roots ? ShadowRootOf(element) : nullptr;
  const auto look = [&](const std::vector<std::uint32_t>& candidates, std::string_view known) {
    for (const std::uint32_t i : candidates) {
      if (rules[i].rank <= above) return;
      if ((rules[i].means & means) == 0 || rules[i].shadow_root != root) {
        steps -= steps > 0 ? 1 : 0;
        continue;
      }
      if (!rules[i].selector.Matches(element, steps, known)) continue;
      above = rules[i].rank;
      return;
    }
  };
  const auto look_up = [&](const auto& index, std::string_view name, std::string_view known = {}) {
    const auto found = index.find(name);
    if (found != index.end()) look(found->second, known);
  };
  if (element.HasAttributes()) {
    if (!by_id.empty()) look_up(by_id, element.Attribute(LXB_DOM_ATTR_ID));
    if (!by_class.empty()) {
      ForEachClass(element.Attribute(LXB_DOM_ATTR_CLASS),
                   [&](std::string_view name) { look_up(by_class, name, name); });
    }
    look(by_attribute, {});
  }
  if (!by_tag.empty()) look_up(by_tag, element.Name());
  look(by_anything, {});
  return above;
}

const HidingRule* HidingRuleSet::RuleOf(Rank rank) const {
  const auto found =
      std::ranges::lower_bound(rules, rank, std::ranges::greater(), &HidingRule::rank);
  return found != rules.end() && found->rank == rank ? &*found : nullptr;
}

}  // namespace sitedoor::extract::internal
