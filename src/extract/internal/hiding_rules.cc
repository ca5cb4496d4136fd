#include "extract/internal/hiding_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_value.h"
#include "extract/internal/hiding_names.h"
#include "extract/internal/inline_style.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Compound = CssSelector::Compound;

constexpr std::size_t kMostHiding = 8192;
constexpr std::size_t kMostShowing = 16'384;
// Looks at an element for a selector, and at 64 bytes of its classes, of a page. Real pages take
// some thousands.
constexpr std::size_t kMostSteps = 1u << 21;
constexpr auto kShowing = std::to_array<std::string_view>({"display", "visibility", "opacity"});

bool HasShowingProperty(std::string_view declarations) {
  return std::ranges::any_of(kShowing, [&](std::string_view property) {
    return declarations.find(property) != std::string_view::npos;
  });
}

Importance ImportanceOf(std::string_view declarations) {
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view one = declarations.substr(0, end);
    if (one.find('!') != std::string_view::npos && HasShowingProperty(one))
      return Importance::kImportant;
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
  return Importance::kNormal;
}

template <class Use>
void ForEachName(const Compound& compound, Use use) {
  for (const std::string& id : compound.ids) use("#" + id);
  for (const std::string& name : compound.classes) use("." + name);
  for (const CssSelector::AttributeTest& test : compound.attributes) use("[" + test.name);
  for (const CssSelector::Group& group : compound.groups) {
    if (group.is_negated || group.is_below) continue;
    for (const CssSelector& selector : group.any_of) {
      const Compound& one = selector.Subject();
      for (const std::string& id : one.ids) use("#" + id);
      for (const std::string& name : one.classes) use("." + name);
      for (const CssSelector::AttributeTest& test : one.attributes) use("[" + test.name);
    }
  }
}

bool HasStateName(const Compound& compound) {
  return std::ranges::any_of(compound.classes, [](const auto& name) { return NamesState(name); }) ||
         std::ranges::any_of(compound.ids, [](const auto& id) { return NamesState(id); }) ||
         !compound.attributes.empty();
}

bool DependsOnState(const CssSelector& selector) {
  for (const Compound& compound : selector.Compounds()) {
    for (const CssSelector::Group& group : compound.groups) {
      if (!group.is_negated && !group.is_below) continue;
      for (const CssSelector& one : group.any_of) {
        if (std::ranges::any_of(one.Compounds(),
                                [](const auto& part) { return HasStateName(part); }))
          return true;
      }
    }
  }
  return false;
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

// A rule for the page as long as it is not ready, or for all elements, says nothing of a text. And
// what folds stands behind what unfolds it: "h3 + div".
bool IsForThePage(const CssSelector& selector) {
  const Compound& subject = selector.Subject();
  if (subject.tag == "html" || subject.tag == "body") return true;
  if (selector.AsksForSiblings() && subject.IsNameless()) return true;
  return subject.IsEmpty() && std::ranges::all_of(selector.Compounds(), &Compound::IsNameless);
}

// What scripts often show by turns without naming it: all but the first of some, all in a box.
bool IsOftenScripted(const CssSelector& selector) {
  return selector.AsksForPlaces() || selector.AsksForContents() || selector.Subject().IsEmpty();
}

}  // namespace

HidingRules::HidingRules(Node body, std::size_t most_sheets)
    : page_(ReadPageStyles(body.Parent(), most_sheets)), variables_(page_), steps_(kMostSteps) {
  if (page_.AreAll() && !page_.may_be_dark) colors_.emplace(page_.rules, variables_.OfPage());
  if (page_.rules.empty()) return;
  std::vector<std::uint16_t> shows(page_.rules.size());
  for (std::size_t i = 0; i < page_.rules.size(); ++i) {
    const StyleRule& rule = page_.rules[i];
    const bool is_scoped = variables_.AreLocal(i);
    const StyleEffect effect = EffectOf(rule.declarations);
    const bool hides = IsHiding(effect.hiding) &&
                       (effect.hiding != StyleHiding::kFolded || !StyleMoves(rule.declarations));
    if (!hides) shows[i] = effect.showing_means;
    if (rule.is_conditional) continue;
    if (hides && !is_scoped) AddHiding(rule, i, effect, Of::kPage);
    if (is_scoped && (hides || MayHideSomewhere(rule.declarations)))
      AddHiding(rule, i, effect, Of::kElement);
  }
  if (hiding_.rules.empty() && scoped_.rules.empty()) return;
  for (std::size_t i = 0; i < page_.rules.size(); ++i) {
    shows[i] &= hiding_means_;
    if (shows[i] != 0) AddShowing(page_.rules[i], i, shows[i]);
  }
  NoteConditions(shows);
  NoteScripts();
  NoteSizes();
  for (HidingRuleSet* const set : {&hiding_, &scoped_})
    std::erase_if(set->rules, [&](const HidingRule& rule) { return IsUndone(rule); });
  hiding_.has_shadow_roots = showing_.has_shadow_roots = page_.has_shadow_roots;
  scoped_.has_shadow_roots = page_.has_shadow_roots;
  hiding_.Index();
  scoped_.Index();
  showing_.Index();
}

bool HidingRules::IsHiding(StyleHiding hiding) const {
  if (hiding == StyleHiding::kFading) return page_.AreAll();
  return hiding != StyleHiding::kNo && hiding != StyleHiding::kReplaced;
}

// With any of the values that its custom properties have in parts of the page.
bool HidingRules::MayHideSomewhere(std::string_view declarations) const {
  return std::ranges::any_of(variables_.Possible(declarations), [&](const std::string& one) {
    return IsHiding(EffectOfStyle(one).hiding);
  });
}

StyleEffect HidingRules::EffectOf(std::string_view declarations) const {
  declarations = Trimmed(declarations);
  if (HidesByAnimation(declarations, page_.animations))
    return {.hiding = StyleHiding::kYes, .hiding_means = kByOther};
  const Variables& known = variables_.OfPage();
  if (known.empty() || declarations.find("var(") == std::string_view::npos)
    return EffectOfStyle(declarations);
  Variables own = VariablesOf(declarations);
  if (own.empty()) return EffectOfStyle(WithVariables(declarations, known));
  own.insert(known.begin(), known.end());
  return EffectOfStyle(WithVariables(declarations, own));
}

void HidingRules::AddHiding(const StyleRule& rule, Rank order, const StyleEffect& effect, Of of) {
  const std::uint16_t means = of == Of::kElement ? kByAnything : effect.hiding_means;
  HidingRuleSet& set = of == Of::kElement ? scoped_ : hiding_;
  // Nobody can point at what is not there at all.
  const bool can_be_touched = (means & (kByDisplay | kByVisibility)) == 0;
  std::vector<CssSelector> selectors = CssSelector::ParseList(rule.selectors);
  if (selectors.empty() && CssSelector::AreBeyondLimits(rule.selectors)) page_.is_cut = true;
  for (CssSelector& selector : selectors) {
    if (set.rules.size() >= kMostHiding) {
      page_.is_cut = true;
      return;
    }
    const bool is_for_page = IsForThePage(selector) && !(page_.AreAll() && means == kByVisibility);
    if (!selector.IsWhole() || is_for_page || IsOfWhatOpens(selector) || DependsOnState(selector) ||
        (selector.IsUnlessTouched() && can_be_touched) ||
        (page_.runs_scripts && IsOftenScripted(selector)))
      continue;
    for (const Compound& compound : selector.Compounds())
      ForEachName(compound, [&](const std::string& name) { named_.insert(name); });
    const Rank rank = RankOf(rule, selector, order, ImportanceOf(rule.declarations));
    hiding_means_ |= means;
    set.rules.push_back(
        {std::move(selector), rank, means, effect.hiding == StyleHiding::kTiny, rule.shadow_root});
  }
}

void HidingRules::AddShowing(const StyleRule& rule, Rank order, std::uint16_t means) {
  for (CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
    if (showing_.rules.size() >= kMostShowing) return;
    const Rank rank = RankOf(rule, selector, order, ImportanceOf(rule.declarations));
    // Those for all elements are asked for at each, and rarely say anything of a hidden one.
    const bool is_of_all = selector.Subject().IsEmpty();
    if (is_of_all && !(page_.AreAll() && (means & kByVisibility) != 0)) continue;
    // Links to the text and the like come in on the screen while they have the focus.
    constexpr std::uint16_t kInAnyState = kByDisplay | kByVisibility | kByOpacity | kByColor;
    NoteShown(selector, rank, means & kInAnyState);
    const std::uint16_t own = selector.IsWhole() ? means : means & kInAnyState;
    if (own != 0)
      showing_.rules.push_back({std::move(selector), rank, own, false, rule.shadow_root});
  }
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
  for (std::size_t i = 0; i < page_.rules.size(); ++i) {
    const StyleRule& rule = page_.rules[i];
    const std::uint16_t means = shows[i];
    if (!rule.is_conditional || means == 0) continue;
    for (const CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
      for (const Compound& compound : selector.Compounds()) {
        ForEachName(compound, [&](const std::string& name) {
          if (named_.contains(name)) excused_[name] |= means;
        });
      }
    }
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
  for (const std::string& script : page_.scripts) {
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

bool HidingRules::IsUndone(const HidingRule& rule) const {
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

// What else in the sheet gives a size to: it is read whatever the size around it.
void HidingRules::NoteSizes() {
  const bool any_tiny = std::ranges::any_of(hiding_.rules, &HidingRule::is_tiny);
  if (!any_tiny) return;
  for (const StyleRule& rule : page_.rules) {
    if (!StyleSetsReadableSize(rule.declarations)) continue;
    for (const CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
      const Compound& subject = selector.Subject();
      if (subject.IsEmpty()) continue;
      ForEachName(subject, [&](const std::string& name) { sized_.insert(name); });
      if (subject.IsNameless()) sized_.insert(subject.tag);
    }
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

bool HidingRules::AnyTextHasItsOwnSize(Node element) {
  for (Node at = element.Next(element); at && steps_ > 0; at = at.Next(element)) {
    --steps_;
    if (at.IsElement() && HasItsOwnSize(at)) return true;
  }
  return false;
}

// The rule may have a name that a tool made up: "MuiCollapse-root css-a0y2e3".
bool HidingRules::OpensByItsName(Node element) const {
  if (!page_.runs_scripts) return false;
  bool opens = false;
  ForEachClass(element.Attribute(LXB_DOM_ATTR_CLASS),
               [&](std::string_view name) { opens = opens || NamesWhatOpens(name); });
  return opens;
}

bool HidingRules::HoldsVisible(Node element) {
  for (Node at = element.Next(element); at && steps_ > 0; at = at.Next(element)) {
    --steps_;
    const bool may_say = at.HasAttributes() || (page_.AreAll() && at.IsElement());
    if (may_say && LookOf(at, Around::kHidden).visibility == TextLook::kShown) return true;
  }
  return false;
}

TextLook::Kind HidingRules::LookOf(Node element, StyleMeans means, TextLook::Kind own,
                                   Around around) {
  if ((hiding_means_ & means) == 0) return own;
  const Rank hidden = hiding_.GreatestRankFor(element, 0, means, steps_);
  if (hidden == 0 && around == Around::kShown) return own;
  const Rank shown = showing_.GreatestRankFor(element, hidden, means, steps_);
  constexpr Rank kImportant = Rank{1} << 62;
  if (shown == 0 || (own != TextLook::kUnset && shown < kImportant)) return own;
  return shown > hidden ? TextLook::kShown : TextLook::kHidden;
}

TextLook HidingRules::LookOf(Node element, Around around) {
  TextLook look;
  const bool asks_sheets = (hiding_means_ & (kByVisibility | kByFont)) != 0;
  if (!asks_sheets && !element.HasUncommonAttributes()) return look;
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  if (!style.empty()) look = LookOfStyle(style);
  if (!asks_sheets) return look;
  look.visibility = LookOf(element, kByVisibility, look.visibility, around);
  if (look.visibility == TextLook::kHidden && OpensByItsName(element))
    look.visibility = TextLook::kUnset;
  look.size = LookOf(element, kByFont, look.size, around);
  if (around == Around::kHidden && look.size == TextLook::kUnset && HasItsOwnSize(element))
    look.size = TextLook::kShown;
  return look;
}

bool HidingRules::Display(Node element) {
  if (page_.has_other_sheets || steps_ == 0 || !element.Attribute(LXB_DOM_ATTR_STYLE).empty())
    return false;
  if (!displays_) {
    displays_.emplace();
    displays_->has_shadow_roots = page_.has_shadow_roots;
    for (std::size_t i = 0; i < page_.rules.size(); ++i) {
      const StyleRule& rule = page_.rules[i];
      const bool sets = !rule.is_conditional && Contains(rule.declarations, "display");
      if (sets) AddDisplay(rule, i);
    }
    displays_->Index();
  }
  const HidingRule* const rule =
      displays_->RuleOf(displays_->GreatestRankFor(element, 0, kByAnything, steps_));
  return rule != nullptr && rule->means == kByDisplay;
}

void HidingRules::AddDisplay(const StyleRule& rule, Rank order) {
  const StyleEffect effect = EffectOf(rule.declarations);
  const bool hides = (effect.hiding_means & kByDisplay) != 0;
  if (!hides && (effect.showing_means & kByDisplay) == 0) return;
  for (CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
    if (!selector.IsWhole() || displays_->rules.size() >= kMostShowing) continue;
    const Rank rank = RankOf(rule, selector, order, ImportanceOf(rule.declarations));
    const std::uint16_t means = hides ? kByOther : kByDisplay;
    displays_->rules.push_back({std::move(selector), rank, means, false, rule.shadow_root});
  }
}

HidingRules::Found HidingRules::HidingAt(Node element) {
  Found found;
  found.rank = hiding_.GreatestRankFor(element, 0, kByAnything, steps_);
  const HidingRule* const rule = hiding_.RuleOf(found.rank);
  found.means = rule == nullptr ? kByAnything : rule->means;
  found.is_tiny = rule != nullptr && rule->is_tiny;
  if (scoped_.rules.empty()) return found;
  const Rank rank = scoped_.GreatestRankFor(element, found.rank, kByAnything, steps_);
  if (rank <= found.rank) return found;
  const StyleRule& scoped = page_.rules[OrderOf(rank)];
  const StyleEffect effect =
      EffectOfStyle(variables_.Resolved(scoped.declarations, element, steps_));
  if (IsHiding(effect.hiding)) {
    return {
        .rank = rank, .means = effect.hiding_means, .is_tiny = effect.hiding == StyleHiding::kTiny};
  }
  return (effect.showing_means & found.means) != 0 ? Found{} : found;
}

bool HidingRules::Hide(Node element) {
  if (Empty() || steps_ == 0) return false;
  const std::string_view style =
      element.HasUncommonAttributes() ? element.Attribute(LXB_DOM_ATTR_STYLE) : std::string_view();
  if (HidesByOwnStyle(element, style)) return true;
  const Found hidden = HidingAt(element);
  if (hidden.rank == 0) return false;
  constexpr Rank kImportant = Rank{1} << 62;
  if (hidden.rank < kImportant && !style.empty()) {
    const StyleEffect own = EffectOf(style);
    if (!IsHiding(own.hiding) && (own.showing_means & hidden.means) != 0) return false;
  }
  if (showing_.GreatestRankFor(element, hidden.rank, hidden.means, steps_) != hidden.rank)
    return false;
  if (OpensByItsName(element)) return false;
  if (hidden.is_tiny) return !AnyTextHasItsOwnSize(element);
  return hidden.means != kByVisibility || !HoldsVisible(element);
}

// By what only the page as a whole says: values of custom properties, and that nothing changes it.
bool HidingRules::HidesByOwnStyle(Node element, std::string_view style) {
  if (style.empty()) return false;
  if (style.find("var(") != std::string_view::npos) {
    const bool may_hide =
        page_.AreAll() || IsHiding(EffectOf(style).hiding) || MayHideSomewhere(style);
    return may_hide && IsHiding(EffectOfStyle(variables_.Resolved(style, element, steps_)).hiding);
  }
  const bool may_move = page_.AreAll() && (Contains(style, "opacity") || Contains(style, "anim"));
  return may_move && IsHiding(EffectOf(style).hiding) && !HoldsTheContent(element);
}

}  // namespace sitedoor::extract::internal
