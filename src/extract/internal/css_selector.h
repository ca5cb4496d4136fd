// CssSelector: compound selectors (tag, classes, ids, attributes, places among siblings, and :is(),
// :where(), :not() and :has() of selectors) joined by combinators, matched against a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

class CssSelector {
 public:
  struct AttributeTest {
    std::string name;
    std::optional<std::string> value;  // without one the attribute need only be there
    char comparison = '=';             // or '~', '|', '^', '$', '*'
    bool ignores_case = false;
  };
  // Among its siblings, from 1: step * n + offset for some n of 0 or more.
  struct Group;
  struct Place {
    int step = 0, offset = 0;
    bool is_from_end = false;
    bool is_of_type = false;
    std::vector<Group> of;  // at most one: the element and the siblings that count are in it
  };
  // What depends on nothing that a reader or a script does.
  enum class Trait : std::uint8_t {
    kRoot,
    kEmpty,
    kLink,
    kReadOnly,
    kDefined,
    kLanguage,
    kFromLeft
  };
  struct TraitTest {
    Trait trait;
    std::string value;  // of kLanguage
  };
  struct Compound {
    std::string tag;  // in small letters; "" for any
    std::vector<std::string> ids;
    std::vector<std::string> classes;
    std::vector<AttributeTest> attributes;
    std::vector<Place> places;
    std::vector<TraitTest> traits;
    std::vector<Group> groups;
    char combinator = ' ';  // with the compound before it: ' ', '>', '+', '~'

    bool HasNames() const { return !ids.empty() || !classes.empty() || !attributes.empty(); }
    // No name is asked for, in any way.
    bool IsNameless() const;
    bool IsEmpty() const { return IsNameless() && tag.empty(); }
  };
  // What of the element is selected: it, or a pseudo-element, whose selector stands without it.
  enum class Part : std::uint8_t { kElement, kBefore, kAfter, kFirstLine, kOther };
  struct Reading;

  // Escapes are resolved. `depth` is that of the groups around it. O(length).
  static Reading Read(std::string_view text, int depth = 0);
  // Of a list, without those past the limits here; none when browsers leave out the list for one
  // that they cannot read.
  static std::vector<CssSelector> ParseParts(std::string_view selectors);
  // Whether a browser may read one of the list that is past the limits here.
  static bool AreBeyondLimits(std::string_view selectors);
  // As ParseParts, without pseudo-elements.
  static std::vector<CssSelector> ParseList(std::string_view selectors);

  Part Of() const { return part_; }
  // False when it has other pseudo-classes, which are left out of the compounds.
  bool IsWhole() const { return traits_.is_whole; }
  const std::vector<Compound>& Compounds() const { return compounds_; }
  const Compound& Subject() const { return compounds_.back(); }

  // Grows with ids, then classes and attributes, then tags. Less than 2^24.
  std::uint32_t Specificity() const { return specificity_; }

  // Matches all compounds; of a selector that is not whole the subject alone. O(depth), or at most
  // 1,024 elements where siblings are asked for. Takes one
  // of `steps` for each element looked at, and for each 64 bytes of its classes and 8 of its
  // attributes; false when none are left. The element is known to have the class `known`.
  bool Matches(html::Node element, std::size_t& steps, std::string_view known = {}) const;

  bool AsksForSiblings() const { return traits_.asks_for_siblings; }
  bool AsksForPlaces() const { return traits_.asks_for_places; }
  // Whether elements are empty, in a group: a script may fill them.
  bool AsksForContents() const { return traits_.asks_for_contents; }
  // As long as nobody points at the element: ":not(:hover)".
  bool IsUnlessTouched() const { return traits_.is_unless_touched; }

  struct Traits {
    bool asks_for_siblings = false;
    bool asks_for_places = false;
    bool asks_for_contents = false;
    bool is_unless_touched = false;
    bool is_whole = true;
  };

 private:
  bool MatchesInAnyDirection(html::Node element, std::size_t& steps) const;

  std::vector<Compound> compounds_;
  Traits traits_;
  Part part_ = Part::kElement;
  std::uint32_t specificity_ = 0;
};

// :is(), :where(), :not() or :has(). Selectors in it have such groups to a small depth.
struct CssSelector::Group {
  std::vector<CssSelector> any_of;
  bool is_negated = false;
  bool is_below = false;      // the element holds one that matches
  bool is_forgiving = false;  // what is no selector in it is left out
};

// Nothing past the limits here, and for what browsers cannot read either.
struct CssSelector::Reading {
  std::optional<CssSelector> selector = {};
  bool is_invalid = false;
};

// Calls `use` with each name in a list of them, such as a class attribute.
template <class Use>
void ForEachClass(std::string_view classes, Use use) {
  constexpr std::string_view kWhite = " \t\r\n\f";
  while (!classes.empty()) {
    const std::size_t end = classes.find_first_of(kWhite);
    const std::string_view name = classes.substr(0, end);
    if (!name.empty()) use(name);
    if (end == std::string_view::npos) return;
    classes.remove_prefix(end + 1);
  }
}

}  // namespace sitedoor::extract::internal
