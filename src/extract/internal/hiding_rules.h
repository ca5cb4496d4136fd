// HidingRules: what the page's own <style> elements hide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extract/internal/css_selector.h"
#include "extract/internal/hiding_colors.h"
#include "extract/internal/hiding_rule_set.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/page_styles.h"
#include "extract/internal/page_variables.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Hidden as an inline style would (inline_style.h), but for what moves as it is folded or is named
// after a picture, by rules whose selectors css_selector.h reads whole, outside of conditions such
// as
// @media (...). Such a rule hides nothing when a rule that wins over it, or one in a condition,
// sets the properties that it hides by to other values, in whatever state of the page; when a
// script in the page mentions it; and when it is made of a word for what opens and closes ("tab",
// "answer"), or its element is called so on a page with scripts. All but the first of some
// elements, and all in a box, are hidden on pages without scripts alone. Style sheets and scripts
// in files of their own are not known here.
class HidingRules {
 public:
  // Reads the page round `body` as ReadPageStyles does.
  explicit HidingRules(html::Node body, std::size_t most_sheets = SIZE_MAX);
  HidingRules(const HidingRules&) = delete;
  HidingRules& operator=(const HidingRules&) = delete;

  bool Empty() const {
    return hiding_.rules.empty() && scoped_.rules.empty() && variables_.OfPage().empty() &&
           !page_.AreAll();
  }

  // False once the page has taken more looks at elements than any real one.
  bool Hide(html::Node element);

  // Whether the sheets, all of which are known, display it: an attribute `hidden` is weaker.
  bool Display(html::Node element);

  // What sheets and the element's own style say of the text in it. Kinds that nothing hides by
  // anywhere are not looked for in the sheets, and what shows only where something is hidden
  // around.
  enum class Around : std::uint8_t { kShown, kHidden };
  TextLook LookOf(html::Node element, Around around);

  // Whether any rule of a sheet hides by visibility or size.
  bool HidesText() const { return (hiding_means_ & (kByVisibility | kByFont)) != 0; }

  // Null where colours are not known: the page has style sheets that are not at hand, or scripts.
  // Whether something in an element without visibility is visible again by itself, in a page that
  // says all of how it looks.
  bool ShowsPartsAlone(html::Node element) { return page_.AreAll() && HoldsVisible(element); }

  HidingColors* Colors() { return colors_ && colors_->IsKnown() ? &*colors_ : nullptr; }
  std::size_t& Steps() { return steps_; }

  // Whether a limit here left out rules or elements so far.
  bool IsCut() const { return page_.is_cut || steps_ == 0; }

 private:
  StyleEffect EffectOf(std::string_view declarations) const;
  bool IsHiding(StyleHiding hiding) const;
  bool MayHideSomewhere(std::string_view declarations) const;
  // What hides the element by a rule of the sheets.
  struct Found {
    Rank rank = 0;
    std::uint16_t means = 0;
    bool is_tiny = false;
  };
  Found HidingAt(html::Node element);
  bool HidesByOwnStyle(html::Node element, std::string_view style);
  enum class Of : std::uint8_t { kPage, kElement };  // the values of custom properties
  void AddHiding(const StyleRule& rule, Rank order, const StyleEffect& effect, Of of);
  void AddShowing(const StyleRule& rule, Rank order, std::uint16_t means);
  void AddDisplay(const StyleRule& rule, Rank order);
  void NoteShown(const CssSelector& selector, Rank rank, std::uint16_t means);
  void NoteConditions(const std::vector<std::uint16_t>& shows);
  void NoteScripts();
  void NoteSizes();
  bool HasItsOwnSize(html::Node element) const;
  bool AnyTextHasItsOwnSize(html::Node element);
  bool HoldsVisible(html::Node element);
  bool OpensByItsName(html::Node element) const;
  TextLook::Kind LookOf(html::Node element, StyleMeans means, TextLook::Kind own, Around around);
  bool IsUndone(const HidingRule& rule) const;

  PageStyles page_;
  HidingRuleSet hiding_;
  HidingRuleSet scoped_;  // that hide where custom properties have such values
  HidingRuleSet showing_;
  std::optional<HidingRuleSet> displays_;  // made when it is first asked for
  // ".x", "#x", "[x", or for a subject with none of these "name tag".
  struct Shown {
    std::array<Rank, 16> by_means{};  // the greatest, of each bit
  };
  std::unordered_map<std::string, Shown> shown_;
  std::unordered_set<std::string> named_;                   // by hiding rules, with ".", "#" or "["
  std::unordered_map<std::string, std::uint16_t> excused_;  // of rules that hide by these means
  std::uint16_t hiding_means_ = 0;                          // of any rule
  std::unordered_set<std::string> sized_;  // names as above, and tags, that have a readable size
  PageVariables variables_;
  std::size_t steps_;
  std::optional<HidingColors> colors_;
};

}  // namespace sitedoor::extract::internal
