#include "extract/internal/hiding_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_value.h"
#include "extract/internal/inline_style.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Compound = CssSelector::Compound;

constexpr std::size_t kMostStyleBytes = 1u << 20;
constexpr std::size_t kMostScriptBytes = 256u << 10;
constexpr std::size_t kMostHiding = 8192;
constexpr std::size_t kMostShowing = 16'384;
// Looks at an element for a selector, and at 64 bytes of its classes, of a page. Real pages take
// some thousands.
constexpr std::size_t kMostSteps = 1u << 21;
constexpr std::size_t kMostDeclarationBytes = 4096;
constexpr auto kShowing = std::to_array<std::string_view>({"display", "visibility", "opacity"});

bool HasShowingProperty(std::string_view declarations) {
  return std::ranges::any_of(kShowing, [&](std::string_view property) {
    return declarations.find(property) != std::string_view::npos;
  });
}

bool IsImportant(std::string_view declarations) {
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view one = declarations.substr(0, end);
    if (one.find('!') != std::string_view::npos && HasShowingProperty(one)) return true;
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
  return false;
}

bool IsHiding(StyleHiding hiding) {
  return hiding == StyleHiding::kYes || hiding == StyleHiding::kTransparent ||
         hiding == StyleHiding::kTiny;
}

// The words of "tabPanel-is_open2", in small letters: "tab", "panel", "is", "open".
template <class Use>
void ForEachWord(std::string_view name, Use use) {
  std::string word;
  char before = 0;
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool after_capital = before >= 'A' && before <= 'Z';
    const bool is_letter = is_capital || (c >= 'a' && c <= 'z');
    if ((!is_letter || (is_capital && !after_capital)) && !word.empty()) {
      use(std::string_view(word));
      word.clear();
    }
    if (is_letter) word += AsciiLower(c);
    before = c;
  }
  if (!word.empty()) use(std::string_view(word));
}

// Words of what a reader opens or a script fades in.
bool NamesWhatOpens(std::string_view name) {
  constexpr auto kBeginnings = std::to_array<std::string_view>(
      {"tab",    "pane",  "collaps", "accord", "answer",  "detail",   "toggle",
       "expand", "slide", "step",    "more",   "spoiler", "solution", "hint",
       "load",   "lazy",  "fade",    "anim",   "reveal",  "cloak",    "aos"});
  constexpr auto kOthers = std::to_array<std::string_view>({"table", "tabul"});  // not tabs
  constexpr auto kWhole = std::to_array<std::string_view>(
      {"js", "nojs", "readmore", "showmore", "loadmore", "seemore", "viewmore", "lazyload",
       "preload", "subtab", "subtabs", "navtab", "navtabs", "mytab", "mytabs", "uncollapsed",
       "carouselslide", "autofade"});
  bool opens = false;
  ForEachWord(name, [&](std::string_view word) {
    const auto begins_word = [&](std::string_view start) { return word.starts_with(start); };
    opens = opens || std::ranges::find(kWhole, word) != kWhole.end() ||
            (std::ranges::any_of(kBeginnings, begins_word) &&
             std::ranges::none_of(kOthers, begins_word));
  });
  return opens;
}

bool NamesContent(std::string_view name) {
  constexpr auto kWhole =
      std::to_array<std::string_view>({"maincontent", "pagecontent", "postcontent", "sitecontent",
                                       "bodycontent", "articlecontent", "subcontent"});
  bool names = false;
  ForEachWord(name, [&](std::string_view word) {
    names = names || word.starts_with("content") || std::ranges::find(kWhole, word) != kWhole.end();
  });
  return names;
}

template <class Use>
void ForEachName(const Compound& compound, Use use) {
  for (const std::string& id : compound.ids) use("#" + id);
  for (const std::string& name : compound.classes) use("." + name);
  for (const CssSelector::AttributeTest& test : compound.attributes) use("[" + test.name);
  for (const CssSelector::Group& group : compound.groups) {
    if (group.is_negated) continue;
    for (const Compound& one : group.any_of) {
      for (const std::string& id : one.ids) use("#" + id);
      for (const std::string& name : one.classes) use("." + name);
      for (const CssSelector::AttributeTest& test : one.attributes) use("[" + test.name);
    }
  }
}

// "open" in ":not(.is-open)": a script gives it to what is shown.
bool NamesState(std::string_view name) {
  constexpr auto kStates = std::to_array<std::string_view>(
      {"active",  "activated", "open",        "opened",      "show",    "shown",   "showing",
       "visible", "selected",  "current",     "checked",     "focus",   "focused", "hover",
       "in",      "is",        "has",         "on",          "ready",   "view",    "viewed",
       "enabled", "init",      "initialized", "highlighted", "unfolded"});
  bool names = NamesWhatOpens(name);
  ForEachWord(name, [&](std::string_view word) {
    names = names || std::ranges::find(kStates, word) != kStates.end();
  });
  return names;
}

bool DependsOnState(const CssSelector& selector) {
  bool depends = false;
  for (const Compound& compound : selector.Compounds()) {
    for (const CssSelector::Group& group : compound.groups) {
      for (const Compound& one : group.any_of) {
        depends = depends || (group.is_negated && (std::ranges::any_of(one.classes, NamesState) ||
                                                   std::ranges::any_of(one.ids, NamesState) ||
                                                   !one.attributes.empty()));
      }
    }
  }
  return depends;
}

bool IsOfWhatOpens(const CssSelector& selector) {
  for (const Compound& compound : selector.Compounds()) {
    bool opens = false;
    ForEachName(compound, [&](const std::string& name) { opens = opens || NamesWhatOpens(name); });
    for (const CssSelector::AttributeTest& test : compound.attributes)
      opens = opens || (test.value && NamesWhatOpens(*test.value));
    if (opens) return true;
  }
  // The element round a page's text is called so, but hides nothing in particular.
  bool is_content = false;
  ForEachName(selector.Subject(),
              [&](const std::string& name) { is_content = is_content || NamesContent(name); });
  return is_content;
}

// A rule for all elements, or for the page as long as it is not ready, says nothing of a text.
bool IsForThePage(const CssSelector& selector) {
  const Compound& subject = selector.Subject();
  // What folds stands behind what unfolds it: "h3 + div".
  if (selector.AsksForSiblings() && subject.IsNameless()) return true;
  return subject.IsEmpty() || subject.tag == "html" || subject.tag == "body";
}

bool IsStyleSheet(Node style) {
  const std::string_view type = Trimmed(style.Attribute("type"));
  return type.empty() || EqualsIgnoringAsciiCase(type, "text/css");
}

// Importance, specificity, order.
std::uint64_t RankOf(const StyleRule& rule, const CssSelector& selector, std::uint64_t order) {
  const std::uint64_t important = IsImportant(rule.declarations) ? 1 : 0;
  return (important << 62) | (std::uint64_t{selector.Specificity()} << 32) | (order + 1);
}

}  // namespace

HidingRules::HidingRules(Node body) : steps_(kMostSteps) {
  ReadPage(body.Parent());
  if (rules_.empty()) return;
  ReadVariables();
  std::vector<bool> hides(rules_.size());
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const StyleHiding hiding = HidingOf(rules_[i].declarations);
    hides[i] = IsHiding(hiding);
    if (hides[i] && !rules_[i].is_conditional) AddHiding(rules_[i], i, hiding);
  }
  if (hiding_.rules.empty()) return;
  std::vector<std::uint16_t> shows(rules_.size());
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (hides[i]) continue;
    shows[i] = ShowingMeansIn(rules_[i].declarations) & hiding_means_;
    if (shows[i] != 0) AddShowing(rules_[i], i, shows[i]);
  }
  NoteConditions(shows);
  NoteScripts();
  NoteSizes();
  std::erase_if(hiding_.rules, [&](const Rule& rule) { return IsUndone(rule); });
  hiding_.Index();
  showing_.Index();
}

// Of the page as a whole.
void HidingRules::ReadVariables() {
  for (const StyleRule& rule : rules_) {
    if (rule.is_conditional || rule.declarations.find("--") == std::string_view::npos) continue;
    const std::string_view selector = Trimmed(rule.selectors);
    if (selector != ":root" && selector != "html" && selector != "body" && selector != "*")
      continue;
    for (auto& [name, value] : VariablesOf(rule.declarations))
      variables_.insert_or_assign(name, value);
  }
}

bool HidingRules::UsesVariables(std::string_view declarations) const {
  return !variables_.empty() && declarations.find("var(") != std::string_view::npos;
}

std::string HidingRules::WithPageVariables(std::string_view declarations) const {
  Variables known = variables_;
  for (auto& [name, value] : VariablesOf(declarations)) known.insert_or_assign(name, value);
  return WithVariables(declarations, known);
}

StyleHiding HidingRules::HidingOf(std::string_view declarations) const {
  declarations = Trimmed(declarations);
  return UsesVariables(declarations) ? HidingOfStyle(WithPageVariables(declarations))
                                     : HidingOfStyle(declarations);
}

std::uint16_t HidingRules::ShowingMeansIn(std::string_view declarations) const {
  return UsesVariables(declarations) ? ShowingMeansOf(WithPageVariables(declarations))
                                     : ShowingMeansOf(declarations);
}

void HidingRules::ReadPage(Node page) {
  for (Node at = page; at;) {
    const html::Tag tag = at.ElementTag();
    const bool is_style = tag == LXB_TAG_STYLE;
    const bool is_script = tag == LXB_TAG_SCRIPT;
    if (is_style && IsStyleSheet(at)) ReadStyle(at);
    if (is_script && script_bytes_ < kMostScriptBytes && at.FirstChild()) {
      scripts_.push_back(at.TextContent().substr(0, kMostScriptBytes - script_bytes_));
      script_bytes_ += scripts_.back().size();
    }
    // The styles in a <template> are for its own content.
    const bool is_own_world = is_style || is_script || tag == LXB_TAG_TEMPLATE;
    at = at.Next(page, is_own_world ? Node::Descend::kNo : Node::Descend::kYes);
  }
}

void HidingRules::ReadStyle(Node style) {
  std::string css = style.TextContent();
  is_cut_ |= css.size() > kMostStyleBytes - style_bytes_;
  css.resize(std::min(css.size(), kMostStyleBytes - style_bytes_));
  style_bytes_ += css.size();
  const bool is_conditional = !HoldsOnScreens(Trimmed(style.Attribute("media"))) ||
                              style.Parent().IsElement(LXB_TAG_NOSCRIPT);
  sheets_.push_back(WithoutComments(css));
  for (StyleRule rule : ReadRules(sheets_.back())) {
    rule.declarations = rule.declarations.substr(0, kMostDeclarationBytes);
    rule.is_conditional |= is_conditional;
    rules_.push_back(rule);
  }
}

void HidingRules::AddHiding(const StyleRule& rule, Rank order, StyleHiding hiding) {
  const std::uint16_t means = HidingMeansOf(WithPageVariables(rule.declarations));
  ForEachSelector(rule.selectors, [&](std::string_view text) {
    if (hiding_.rules.size() >= kMostHiding) {
      is_cut_ = true;
      return;
    }
    std::optional<CssSelector> selector = CssSelector::Parse(text);
    if (!selector || !selector->IsWhole() || IsForThePage(*selector) || IsOfWhatOpens(*selector) ||
        DependsOnState(*selector))
      return;
    for (const Compound& compound : selector->Compounds())
      ForEachName(compound, [&](const std::string& name) { named_.insert(name); });
    const Rank rank = RankOf(rule, *selector, order);
    hiding_means_ |= means;
    hiding_.rules.push_back({std::move(*selector), rank, means, hiding == StyleHiding::kTiny});
  });
}

void HidingRules::AddShowing(const StyleRule& rule, Rank order, std::uint16_t means) {
  ForEachSelector(rule.selectors, [&](std::string_view text) {
    if (showing_.rules.size() >= kMostShowing) return;
    std::optional<CssSelector> selector = CssSelector::Parse(text);
    if (!selector) return;
    const Rank rank = RankOf(rule, *selector, order);
    // Links to the text and the like come in on the screen while they have the focus.
    constexpr std::uint16_t kInAnyState = kByDisplay | kByVisibility | kByOpacity | kByColor;
    NoteShown(*selector, rank, means & kInAnyState);
    const std::uint16_t own = selector->IsWhole() ? means : means & kInAnyState;
    if (own != 0) showing_.rules.push_back({std::move(*selector), rank, own, false});
  });
}

void HidingRules::NoteShown(const CssSelector& selector, Rank rank, std::uint16_t means) {
  if (means == 0) return;
  const bool shows_what_is_inside = (means & kByVisibility) != 0;
  const auto note = [&](const std::string& key) {
    Shown& shown = shown_[key];
    for (std::size_t bit = 0; bit < shown.by_means.size(); ++bit) {
      if ((means >> bit & 1) != 0) shown.by_means[bit] = std::max(shown.by_means[bit], rank);
    }
  };
  const auto note_if_named = [&](const std::string& name) {
    if (named_.contains(name)) note(name);
  };
  const Compound& subject = selector.Subject();
  ForEachName(subject, note_if_named);
  for (const Compound& compound : selector.Compounds()) {
    if (shows_what_is_inside) ForEachName(compound, note_if_named);
    if (subject.tag.empty()) continue;
    ForEachName(compound, [&](const std::string& name) {
      if (named_.contains(name)) note(name + " " + subject.tag);
    });
  }
}

// Another screen may show what this one does not.
void HidingRules::NoteConditions(const std::vector<std::uint16_t>& shows) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const StyleRule& rule = rules_[i];
    const std::uint16_t means = shows[i];
    if (!rule.is_conditional || means == 0) continue;
    ForEachSelector(rule.selectors, [&](std::string_view text) {
      const auto selector = CssSelector::Parse(text);
      if (!selector) return;
      for (const Compound& compound : selector->Compounds()) {
        ForEachName(compound, [&](const std::string& name) {
          if (named_.contains(name)) excused_[name] |= means;
        });
      }
    });
  }
}

void HidingRules::NoteScripts() {
  std::unordered_set<std::string_view> names;  // without their kind
  std::array<bool, 256> begins_one{};          // and how long: most words fail this
  std::array<bool, 256> is_as_long{};
  for (const std::string& name : named_) {
    if (name.size() < 2 || name.size() > is_as_long.size()) continue;
    names.insert(std::string_view(name).substr(1));
    begins_one[static_cast<unsigned char>(name[1])] = true;
    is_as_long[name.size() - 1] = true;
  }
  const auto is_of_name = [](char c) {
    return IsAsciiAlnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  for (const std::string& script : scripts_) {
    for (std::size_t at = 0; at < script.size();) {
      const std::size_t begin = at;
      while (at < script.size() && is_of_name(script[at])) ++at;
      const std::string_view word = std::string_view(script).substr(begin, at - begin);
      ++at;  // past what ended the word
      if (word.empty() || word.size() >= is_as_long.size() || !is_as_long[word.size()] ||
          !begins_one[static_cast<unsigned char>(word.front())] || !names.contains(word)) {
        continue;
      }
      for (const char kind : {'.', '#', '['}) excused_[kind + std::string(word)] = kByAnything;
    }
  }
}

bool HidingRules::IsUndone(const Rule& rule) const {
  const Compound& subject = rule.selector.Subject();
  bool is_undone = false;
  const auto look = [&](const std::string& name) {
    const std::string key = subject.IsNameless() ? name + " " + subject.tag : name;
    const auto shown = shown_.find(key);
    const auto excused = excused_.find(name);
    is_undone = is_undone || (excused != excused_.end() && (excused->second & rule.means) != 0);
    for (std::size_t bit = 0; shown != shown_.end() && bit < shown->second.by_means.size(); ++bit) {
      is_undone =
          is_undone || ((rule.means >> bit & 1) != 0 && shown->second.by_means[bit] > rule.rank);
    }
  };
  if (!subject.IsNameless()) {
    ForEachName(subject, look);
    return is_undone;
  }
  for (const Compound& compound : rule.selector.Compounds()) ForEachName(compound, look);
  return is_undone;
}

void HidingRules::RuleSet::Index() {
  std::ranges::sort(rules, std::ranges::greater(), &Rule::rank);
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const Compound& subject = rules[i].selector.Subject();
    if (!subject.ids.empty()) {
      by_id[subject.ids.front()].push_back(i);
    } else if (!subject.classes.empty()) {
      by_class[subject.classes.front()].push_back(i);
    } else if (!subject.IsNameless()) {
      by_attribute.push_back(i);
    } else if (!subject.tag.empty()) {
      by_tag[subject.tag].push_back(i);
    }
  }
}

HidingRules::Rank HidingRules::GreatestRankFor(const RuleSet& set, Node element, Rank above,
                                               std::uint16_t means) {
  const auto look = [&](const std::vector<std::uint32_t>& candidates, std::string_view known) {
    for (const std::uint32_t i : candidates) {
      if (set.rules[i].rank <= above) return;
      if ((set.rules[i].means & means) == 0) {
        steps_ -= steps_ > 0 ? 1 : 0;
        continue;
      }
      if (!set.rules[i].selector.Matches(element, steps_, known)) continue;
      above = set.rules[i].rank;
      return;
    }
  };
  const auto look_up = [&](const auto& index, std::string_view name, std::string_view known = {}) {
    const auto found = index.find(name);
    if (found != index.end()) look(found->second, known);
  };
  if (element.HasAttributes()) {
    if (!set.by_id.empty()) look_up(set.by_id, element.Attribute(LXB_DOM_ATTR_ID));
    if (!set.by_class.empty()) {
      ForEachClass(element.Attribute(LXB_DOM_ATTR_CLASS),
                   [&](std::string_view name) { look_up(set.by_class, name, name); });
    }
    look(set.by_attribute, {});
  }
  if (!set.by_tag.empty()) look_up(set.by_tag, element.Name());
  return above;
}

// What else in the sheet gives a size to: it is read whatever the size around it.
void HidingRules::NoteSizes() {
  const bool any_tiny = std::ranges::any_of(hiding_.rules, &Rule::is_tiny);
  if (!any_tiny) return;
  for (const StyleRule& rule : rules_) {
    if (!StyleSetsReadableSize(rule.declarations)) continue;
    ForEachSelector(rule.selectors, [&](std::string_view text) {
      const auto selector = CssSelector::Parse(text);
      if (!selector || selector->Subject().IsEmpty()) return;
      const Compound& subject = selector->Subject();
      ForEachName(subject, [&](const std::string& name) { sized_.insert(name); });
      if (subject.IsNameless()) sized_.insert(subject.tag);
    });
  }
}

bool HidingRules::HasItsOwnSize(Node element) const {
  if (sized_.contains(std::string(element.Name()))) return true;
  if (!element.HasAttributes()) return false;
  if (StyleSetsReadableSize(element.Attribute(LXB_DOM_ATTR_STYLE))) return true;
  bool is_sized = sized_.contains("#" + std::string(element.Attribute(LXB_DOM_ATTR_ID)));
  ForEachClass(element.Attribute(LXB_DOM_ATTR_CLASS), [&](std::string_view name) {
    is_sized = is_sized || sized_.contains("." + std::string(name));
  });
  return is_sized;
}

bool HidingRules::AllTextHasItsOwnSize(Node element) {
  bool any = false;
  for (Node at = element.Next(element); at;) {
    if (steps_ == 0) return false;
    --steps_;
    if (!Trimmed(at.Text()).empty()) return false;
    const bool is_sized = at.IsElement() && HasItsOwnSize(at);
    any = any || is_sized;
    at = at.Next(element, is_sized ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return any;
}

bool HidingRules::Hide(Node element) {
  if (Empty() || steps_ == 0) return false;
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  if (!variables_.empty() && style.find("var(") != std::string_view::npos &&
      IsHiding(HidingOf(style))) {
    return true;
  }
  const Rank hidden = GreatestRankFor(hiding_, element, 0, kByAnything);
  if (hidden == 0) return false;
  const auto rule =
      std::ranges::lower_bound(hiding_.rules, hidden, std::ranges::greater(), &Rule::rank);
  const std::uint16_t means = rule == hiding_.rules.end() ? kByAnything : rule->means;
  constexpr Rank kImportant = Rank{1} << 62;
  if (hidden < kImportant && !style.empty() && !IsHiding(HidingOf(style)) &&
      (ShowingMeansIn(style) & means) != 0) {
    return false;
  }
  if (GreatestRankFor(showing_, element, hidden, means) != hidden) return false;
  return rule == hiding_.rules.end() || !rule->is_tiny || !AllTextHasItsOwnSize(element);
}

}  // namespace sitedoor::extract::internal
