#include "extract/internal/shadow_slots.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "extract/internal/css_selector.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/style_sheet.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostNodes = 4096;  // below a root, and beside it
constexpr std::size_t kMostStyleBytes = 1u << 16;
constexpr std::size_t kMostSteps = 1u << 16;  // of matching selectors in one root

// Whether what a slot takes is seen there.
bool IsSeen(Node slot, Node root, HidingRules* sheet) {
  constexpr int kMostLevels = 32;
  Node at = slot;
  for (int level = 0; at && at != root && level < kMostLevels; ++level, at = at.Parent()) {
    if (IsHidden(at) || (sheet != nullptr && sheet->Hide(at))) return false;
  }
  return true;
}

bool IsSelected(std::string_view selectors, Node element) {
  std::size_t steps = kMostSteps;
  return std::ranges::any_of(CssSelector::ParseList(selectors), [&](const CssSelector& selector) {
    return selector.IsWhole() && selector.Matches(element, steps);
  });
}

// "p" of "::slotted(p)"; "" when the selector does not begin so.
std::string_view Argument(std::string_view selector, std::string_view begin) {
  if (!selector.starts_with(begin) || !selector.ends_with(')')) return {};
  return selector.substr(begin.size(), selector.size() - begin.size() - 1);
}

}  // namespace

void ShadowSlots::Read(Node root, HidingRules* sheet) {
  const Node host = root.Parent();
  // The first slot of a name takes what is for it.
  std::unordered_map<std::string_view, Node> slots;
  std::size_t seen = 0;
  for (Node at = root.Next(root); at;) {
    if (++seen > kMostNodes) return;
    const bool is_slot = at.IsElement(LXB_TAG_SLOT);
    if (is_slot) slots.emplace(at.Attribute("name"), at);
    at = at.Next(root, at.IsElement(LXB_TAG_TEMPLATE) ? Node::Descend::kNo : Node::Descend::kYes);
  }
  std::unordered_set<const void*> shown, filled;
  for (const auto& [name, slot] : slots) {
    if (IsSeen(slot, root, sheet)) shown.insert(slot.Id());
  }
  seen = 0;
  for (Node child = host.FirstChild(); child; child = child.NextSibling()) {
    if (++seen > kMostNodes) return;
    if (child == root || (!child.IsText() && !child.IsElement())) continue;
    const auto slot = slots.find(child.IsElement() ? child.Attribute("slot") : std::string_view());
    if (slot != slots.end()) filled.insert(slot->second.Id());
    if (child.IsText() && Trimmed(child.Text()).empty()) continue;
    if (slot == slots.end() || !shown.contains(slot->second.Id())) hidden_.insert(child.Id());
  }
  for (const auto& [name, slot] : slots) {
    if (!filled.contains(slot.Id())) continue;
    for (Node child = slot.FirstChild(); child; child = child.NextSibling())
      hidden_.insert(child.Id());
  }
  ReadStyles(root, host);
}

void ShadowSlots::ReadStyles(Node root, Node host) {
  std::size_t seen = 0;
  for (Node at = root.Next(root); at && seen < kMostNodes; ++seen) {
    const bool is_style = at.IsElement(LXB_TAG_STYLE);
    if (is_style) {
      const std::string css = WithoutComments(at.TextContent().substr(0, kMostStyleBytes));
      StyleLayers layers;
      for (const StyleRule& rule : ReadRules(css, layers)) {
        if (rule.is_conditional || rule.selectors.find(':') == std::string::npos) continue;
        const StyleHiding hiding = HidingOfStyle(rule.declarations);
        if (hiding == StyleHiding::kNo || hiding == StyleHiding::kReplaced) continue;
        ForEachSelector(rule.selectors,
                        [&](std::string_view selector) { HideBy(Trimmed(selector), root, host); });
      }
    }
    const bool is_own_world = is_style || at.IsElement(LXB_TAG_TEMPLATE);
    at = at.Next(root, is_own_world ? Node::Descend::kNo : Node::Descend::kYes);
  }
}

// The page's own rules for the host win over its root's; those hardly ever name what these hide.
void ShadowSlots::HideBy(std::string_view selector, Node root, Node host) {
  const std::string_view of_host = Argument(selector, ":host(");
  if (selector == ":host" || (!of_host.empty() && IsSelected(of_host, host))) {
    if (!StyleDisplays(host.Attribute(LXB_DOM_ATTR_STYLE))) {
      for (Node child = host.FirstChild(); child; child = child.NextSibling())
        hidden_.insert(child.Id());
    }
    return;
  }
  const std::string_view of_slotted = Argument(selector, "::slotted(");
  if (of_slotted.empty()) return;
  std::size_t seen = 0;
  for (Node child = host.FirstChild(); child && seen < kMostNodes; child = child.NextSibling()) {
    ++seen;
    if (child != root && child.IsElement() && IsSelected(of_slotted, child))
      hidden_.insert(child.Id());
  }
}

}  // namespace sitedoor::extract::internal
