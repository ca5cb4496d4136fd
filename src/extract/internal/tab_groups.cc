#include "extract/internal/tab_groups.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/class_memo.h"
#include "extract/internal/element_table.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostTabs = 64;
constexpr std::size_t kMostLabelBytes = 120;
constexpr std::size_t kMostTitleBytes = 32;  // which is read only while one points at it
constexpr std::size_t kMostNodesOfTab = 64;
constexpr int kMostSiblings = 256;
constexpr int kMostLevelsUp = 3;    // from a row to what also holds the panels
constexpr int kMostLevelsDown = 3;  // from there to the panels
constexpr int kMostElementsBehind = 512;

Node ElementBehind(Node element) {
  Node behind = element.NextSibling();
  for (int seen = 0; behind && !behind.IsElement() && seen < kMostSiblings; ++seen)
    behind = behind.NextSibling();
  return behind && behind.IsElement() ? behind : Node();
}

// With text of its own it is no mere holder: {}.
std::vector<Node> ElementsIn(Node parent) {
  std::vector<Node> elements;
  int seen = 0;
  for (Node child = parent.FirstChild(); child; child = child.NextSibling()) {
    if (++seen > kMostSiblings) return {};
    if (child.IsElement()) elements.push_back(child);
    if (child.IsText() && !Trimmed(child.Text()).empty()) return {};
  }
  return elements;
}

bool IsUnseen(Node node) {
  return node.Mark() == kSkipHidden || (node.IsElement() && IsHidden(node));
}

std::string StartOfSeenText(Node tab) {
  std::string text;
  std::size_t seen = 0;
  for (Node at = tab; at && seen < kMostNodesOfTab && text.size() < 4 * kMostLabelBytes; ++seen) {
    const bool is_unseen = IsUnseen(at);
    if (at.IsText() && !is_unseen) text += at.Text().substr(0, 4 * kMostLabelBytes);
    at = at.Next(tab, is_unseen ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return text;
}

// Icons of a font of their own: U+E000 to U+F8FF.
bool IsPrivate(std::string_view text) {
  return !text.empty() &&
         (text.starts_with("\xEE") || text.starts_with("\xEF\x80") || text.starts_with("\xEF\x85"));
}

bool IsTabWord(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"tab", "tabs", "tabbed", "tabset", "tablist", "tabpanel", "tabpanels", "tabcontent",
       "tabbody", "tablinks", "tabnav", "tabular", "tabview", "tabber", "etabs", "idtabs",
       "tabgroup", "switcher"});
  return std::ranges::any_of(
      kWords, [&](std::string_view known) { return EqualsIgnoringAsciiCase(word, known); });
}

bool HasTabClass(Node element) {
  constinit thread_local ClassMemo memo;
  return memo.Of(element.Attribute(LXB_DOM_ATTR_CLASS),
                 [](std::string_view classes) { return SaysTab(classes) ? 1u : 0u; }) != 0;
}

bool IsCalledTab(Node element) {
  if (!element.IsElement()) return false;
  const bool is_own_kind = element.ElementTag() == LXB_TAG__UNDEF;  // <sl-tab-panel>
  if (is_own_kind && SaysTab(element.Name())) return true;
  if (!element.HasAttributes()) return false;
  return HasTabClass(element) || SaysTab(element.Attribute(LXB_DOM_ATTR_ID)) ||
         element.HasAttribute("uk-tab") || element.HasAttribute("uk-switcher") ||
         element.HasAttribute("data-tabs");
}

bool MayBePanel(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_SECTION:
    case LXB_TAG_ARTICLE:
    case LXB_TAG_LI:
    case LXB_TAG_DD:
    case LXB_TAG_FIGURE:
    case LXB_TAG_FIELDSET:
    case LXB_TAG_PRE:
    case LXB_TAG_TABLE:
      return true;
    case LXB_TAG__UNDEF:
      return element.Name().find('-') != std::string_view::npos;
    default:
      return false;
  }
}

bool IsTab(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_A:
    case LXB_TAG_BUTTON:
    case LXB_TAG_LABEL:
      return true;
    default:
      return element.Attribute("role") == "tab" || element.Name().ends_with("-tab") ||
             element.HasAttribute("data-tab") || element.HasAttribute("data-target");
  }
}

// What opens, by one of the names that only a tab's panel has: not "/page", and not "#" alone.
std::string_view PanelNamedBy(Node tab) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"aria-controls", "data-bs-target", "data-target",
                                       "data-tabs-target", "data-tab", "data-tab-item", "panel"});
  for (const std::string_view name : kNames) {
    std::string_view target = tab.Attribute(name);
    if (target.starts_with('#')) target.remove_prefix(1);
    if (!target.empty()) return target;
  }
  const std::string_view href = tab.Attribute(LXB_DOM_ATTR_HREF);
  if (href.size() > 1 && href.starts_with('#')) return href.substr(1);
  // onclick="openTab(event, 'Linux')"
  std::string_view call = tab.Attribute("onclick");
  const std::size_t end = call.rfind('\'');
  if (end == std::string_view::npos || end == 0) return {};
  const std::size_t begin = call.rfind('\'', end - 1);
  return begin == std::string_view::npos ? std::string_view()
                                         : call.substr(begin + 1, end - begin - 1);
}

bool MayBeRow(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_UL:
    case LXB_TAG_OL:
    case LXB_TAG_DL:
    case LXB_TAG_DIV:
    case LXB_TAG_NAV:
    case LXB_TAG_HEADER:
    case LXB_TAG_P:
      return true;
    case LXB_TAG__UNDEF:
      return element.Name().ends_with("-tab-group");
    default:
      return false;
  }
}

struct Label {
  std::string text;
  std::string_view panel;  // its name; "" when it has none
};

// Of one item of a row: the tab in it, which is all of its text.
std::optional<Label> ReadLabel(Node item) {
  Label label{.text = TextOfTab(item), .panel = {}};
  if (label.text.empty()) return std::nullopt;
  bool is_tab = false;
  std::size_t seen = 0;
  for (Node at = item; at && seen < kMostNodesOfTab; at = at.Next(item), ++seen) {
    if (!at.IsElement()) continue;
    const bool is_text_around = at.IsElement(LXB_TAG_P) && at.Parent() != item;
    if (at != item && (MayBePanel(at) || is_text_around || at.IsElement(LXB_TAG_UL)))
      return std::nullopt;
    if (!at.HasAttributes()) {
      is_tab = is_tab || IsTab(at);
      continue;
    }
    const std::string_view href = at.Attribute(LXB_DOM_ATTR_HREF);
    if (!href.empty() && !href.starts_with('#') && !href.starts_with("javascript:"))
      return std::nullopt;  // a page of its own
    is_tab = is_tab || IsTab(at);
    if (label.panel.empty()) label.panel = PanelNamedBy(at);
  }
  return is_tab ? std::optional(std::move(label)) : std::nullopt;
}

// Of the items in the row, or in the list that is all there is in it.
std::vector<Label> ReadLabels(Node row) {
  std::vector<Node> items = ElementsIn(row);
  for (int level = 0; items.size() == 1 && !IsTab(items[0]) && level < kMostLevelsUp; ++level) {
    if (items[0].IsElement(LXB_TAG_LI)) break;
    items = ElementsIn(items[0]);
  }
  std::vector<Label> labels;
  if (items.size() > kMostTabs) return {};
  for (const Node item : items) {
    if (TextOfTab(item).empty()) continue;
    auto label = ReadLabel(item);
    if (!label) return {};
    labels.push_back(*std::move(label));
  }
  return labels;
}

bool IsNamed(Node element, std::string_view name) {
  return element.Attribute(LXB_DOM_ATTR_ID) == name || element.Attribute("name") == name ||
         element.Attribute("data-tab") == name || element.Attribute("data-tab-item") == name;
}

// The panels that the labels name, behind the row.
std::vector<Node> NamedPanels(Node row, const std::vector<Label>& labels) {
  std::vector<Node> panels;
  int seen = 0;
  Node from = row;
  for (int up = 0; from && up < kMostLevelsUp; ++up, from = from.Parent()) {
    for (Node top = ElementBehind(from); top; top = ElementBehind(top)) {
      int down = 0;
      for (Node at = top; at;) {
        if (!at.IsElement()) {
          at = at.Next(top, Node::Descend::kNo);
          continue;
        }
        if (++seen > kMostElementsBehind) return {};
        const bool is_panel = MayBePanel(at) && IsNamed(at, labels[panels.size()].panel);
        if (is_panel) panels.push_back(at);
        if (panels.size() == labels.size()) return panels;
        down = 0;
        for (Node above = at; above != top && down < kMostLevelsDown; above = above.Parent())
          ++down;
        const bool descends = !is_panel && down < kMostLevelsDown;
        at = at.Next(top, descends ? Node::Descend::kYes : Node::Descend::kNo);
      }
    }
    if (!panels.empty()) return {};
  }
  return {};
}

bool AreAlike(const std::vector<Node>& panels) {
  return std::ranges::all_of(panels, [&](Node panel) {
    return MayBePanel(panel) && panel.Name() == panels.front().Name() && panel.FirstChild();
  });
}

// As many alike as there are labels, in what stands behind the row or right there.
std::vector<Node> PanelsInTurn(Node row, std::size_t count) {
  const Node behind = ElementBehind(row);
  if (!behind) return {};
  std::vector<Node> inside = ElementsIn(behind);
  if (inside.size() == count && AreAlike(inside)) return inside;
  std::vector<Node> beside;
  for (Node at = behind; at && beside.size() <= count; at = ElementBehind(at)) beside.push_back(at);
  if (beside.size() == count && AreAlike(beside)) return beside;
  return {};
}

bool AnyIsCalledTab(const std::vector<Node>& panels) {
  return IsCalledTab(panels.front()) || IsCalledTab(panels.front().Parent());
}

// For narrow screens some repeat the label before its panel.
std::optional<Node> LabelAgainBefore(const TabGroup::Tab& tab) {
  Node before = tab.panel.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostSiblings; ++seen)
    before = before.PreviousSibling();
  if (!before || !before.IsElement() || TextOfTab(before) != tab.label) return std::nullopt;
  const bool is_label =
      before.Attribute("role") == "tab" || IsCalledTab(before) ||
      before.Attribute(LXB_DOM_ATTR_CLASS).find("accordion") != std::string_view::npos;
  return is_label ? std::optional(before) : std::nullopt;
}

// <sl-tab-group> holds <sl-tab panel="a"> and <sl-tab-panel name="a"> beside each other.
std::optional<TabGroup> FindTabElements(Node holder) {
  TabGroup group;
  std::vector<Node> tabs, panels;
  for (const Node child : ElementsIn(holder)) {
    if (child.Name().ends_with("-tab")) tabs.push_back(child);
    if (child.Name().ends_with("-tab-panel")) panels.push_back(child);
  }
  if (tabs.empty() || tabs.size() != panels.size() || tabs.size() > kMostTabs) return std::nullopt;
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const auto of_panel = [&](Node tab) {
      const std::string_view name = panels[i].Attribute("name");
      return !name.empty() && tab.Attribute("panel") == name;
    };
    const auto named = std::ranges::find_if(tabs, of_panel);
    group.tabs.push_back({TextOfTab(named == tabs.end() ? tabs[i] : *named), panels[i]});
  }
  group.label_row = std::move(tabs);
  return group;
}

bool IsRadio(Node element) {
  return element.IsElement(LXB_TAG_INPUT) &&
         EqualsIgnoringAsciiCase(element.Attribute(LXB_DOM_ATTR_TYPE), "radio");
}

// The <label>s in an element that holds nothing else.
std::vector<Node> LabelsIn(Node element) {
  std::vector<Node> labels;
  std::size_t seen = 0;
  for (Node at = element; at;) {
    if (++seen > kMostNodesOfTab * kMostTabs) return {};
    const bool is_label = at.IsElement(LXB_TAG_LABEL);
    if (is_label) labels.push_back(at);
    if (at.IsText() && !Trimmed(at.Text()).empty()) return {};
    at = at.Next(element, is_label ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return labels;
}

bool IsCalledPanel(Node element) {
  const std::string_view names = element.Attribute(LXB_DOM_ATTR_CLASS);
  return names.find("panel") != std::string_view::npos || names.ends_with("pane");
}

}  // namespace

bool SaysTab(std::string_view names) {
  constexpr std::size_t kMostBytes = 512;
  names = names.substr(0, kMostBytes);
  // Nearly all names fail this.
  if (names.find("ab") == std::string_view::npos && names.find("wit") == std::string_view::npos)
    return false;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t begin = at;
    ++at;
    const auto ends = [&](char c) {
      const bool is_hump = c >= 'A' && c <= 'Z' && names[at - 1] >= 'a' && names[at - 1] <= 'z';
      return !IsAsciiLetter(c) || is_hump;
    };
    while (at < names.size() && !ends(names[at])) ++at;
    if (IsTabWord(names.substr(begin, at - begin))) return true;
    while (at < names.size() && !IsAsciiLetter(names[at])) ++at;
  }
  return false;
}

std::string TextOfTab(Node tab) {
  if (IsUnseen(tab)) return "";
  std::string label = CleanText(StartOfSeenText(tab));
  const auto is_word = [](char c) {
    return IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80;
  };
  if (std::ranges::none_of(label, is_word) || IsPrivate(label)) {
    const std::string_view title = tab.Attribute(LXB_DOM_ATTR_TITLE);
    if (!title.empty() && title.size() <= kMostTitleBytes) return CleanText(title);
  }
  if (label.size() <= kMostLabelBytes) return label;
  label.resize(text::Prefix(label, kMostLabelBytes).size());
  if (const std::size_t space = label.rfind(' '); space != std::string::npos) label.resize(space);
  return label;
}

bool TabNames::Ask(Node element, Answer& last) {
  if (last.element != element.Id()) last = {element.Id(), IsCalledTab(element)};
  return last.is_called;
}

bool TabNames::MayBegin(Node row) {
  if (!MayBeRow(row)) return false;
  if (Ask(row, next_) || Ask(row.Parent(), holder_)) return true;
  const Node behind = ElementBehind(row);
  return behind && Ask(behind, next_);
}

std::optional<TabGroup> FindTabGroup(Node row) {
  if (!MayBeRow(row)) return std::nullopt;
  const bool row_is_called = IsCalledTab(row);
  const Node behind = ElementBehind(row);
  if (!row_is_called && !IsCalledTab(row.Parent()) && !(behind && IsCalledTab(behind)))
    return std::nullopt;
  if (row.Name().ends_with("-tab-group")) return FindTabElements(row);
  const std::vector<Label> labels = ReadLabels(row);
  if (labels.empty()) return std::nullopt;
  const bool all_named =
      std::ranges::none_of(labels, [](const Label& label) { return label.panel.empty(); });
  std::vector<Node> panels;
  if (all_named) panels = NamedPanels(row, labels);
  if (panels.empty() && labels.size() > 1) {
    panels = PanelsInTurn(row, labels.size());
    if (!panels.empty() && !(row_is_called && AnyIsCalledTab(panels))) return std::nullopt;
  }
  if (panels.empty()) return std::nullopt;
  TabGroup group;
  group.label_row.push_back(row);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    group.tabs.push_back({labels[i].text, panels[i]});
    if (const auto again = LabelAgainBefore(group.tabs.back())) group.label_row.push_back(*again);
  }
  return group;
}

std::optional<TabGroup> FindRadioTabs(Node holder) {
  const std::vector<Node> children = ElementsIn(holder);
  std::vector<Node> radios, labels, row;
  std::size_t next = 0;
  for (; next < children.size(); ++next) {
    const Node child = children[next];
    if (IsRadio(child)) {
      radios.push_back(child);
      continue;
    }
    const std::vector<Node> inside = LabelsIn(child);
    if (inside.empty()) break;
    labels.insert(labels.end(), inside.begin(), inside.end());
    row.push_back(child);
  }
  if (radios.size() < 2 || radios.size() != labels.size() || radios.size() > kMostTabs ||
      next == children.size())
    return std::nullopt;
  std::vector<Node> panels = PanelsInTurn(children[next - 1], radios.size());
  if (panels.empty()) return std::nullopt;
  const bool is_called = IsCalledTab(holder) || IsCalledTab(labels.front()) ||
                         IsCalledTab(row.front()) || AnyIsCalledTab(panels) ||
                         SaysTab(radios.front().Attribute("name")) || IsCalledTab(radios.front()) ||
                         IsCalledPanel(panels.front()) || IsCalledPanel(panels.front().Parent());
  if (!is_called) return std::nullopt;
  TabGroup group;
  for (std::size_t i = 0; i < radios.size(); ++i) {
    const auto is_for = [&](Node label) {
      return !label.Attribute("for").empty() &&
             label.Attribute("for") == radios[i].Attribute(LXB_DOM_ATTR_ID);
    };
    const auto label = std::ranges::find_if(labels, is_for);
    if (label == labels.end()) return std::nullopt;
    group.tabs.push_back({TextOfTab(*label), panels[i]});
  }
  group.label_row = std::move(row);
  return group;
}

}  // namespace sitedoor::extract::internal
