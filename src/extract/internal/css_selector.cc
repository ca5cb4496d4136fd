#include "extract/internal/css_selector.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Compound = CssSelector::Compound;

bool IsWholeClass(std::string_view classes, std::size_t at, std::size_t size) {
  constexpr std::string_view kWhite = " \t\r\n\f";
  const std::size_t end = at + size;
  return (at == 0 || kWhite.find(classes[at - 1]) != std::string_view::npos) &&
         (end == classes.size() || kWhite.find(classes[end]) != std::string_view::npos);
}

// Looks through long attributes, and through many, are dear.
void Pay(std::size_t bytes, std::size_t& steps) {
  constexpr std::size_t kBytesAStep = 64;
  steps -= std::min(steps, bytes / kBytesAStep);
}

bool HasClass(std::string_view classes, std::string_view wanted, std::size_t& steps) {
  Pay(classes.size(), steps);
  for (std::size_t at = classes.find(wanted); at != std::string_view::npos;
       at = classes.find(wanted, at + wanted.size())) {
    if (IsWholeClass(classes, at, wanted.size())) return true;
  }
  return false;
}

bool IsWord(std::string_view words, std::string_view wanted) {
  bool is_one = false;
  ForEachClass(words, [&](std::string_view word) { is_one = is_one || word == wanted; });
  return is_one;
}

bool Passes(const CssSelector::AttributeTest& test, std::string_view actual) {
  const std::string_view wanted = *test.value;
  switch (test.comparison) {
    case '~':
      return IsWord(actual, wanted);
    case '|':
      return actual == wanted ||
             (actual.starts_with(wanted) && actual.substr(wanted.size()).starts_with('-'));
    case '^':
      return !wanted.empty() && actual.starts_with(wanted);
    case '$':
      return !wanted.empty() && actual.ends_with(wanted);
    case '*':
      return !wanted.empty() && actual.find(wanted) != std::string_view::npos;
    default:
      return actual == wanted;
  }
}

// But for groups and the class `known`, which it is known to have.
bool MatchesSimple(const Compound& compound, Node element, std::size_t& steps,
                   std::string_view known = {}) {
  if (!compound.tag.empty() && element.Name() != compound.tag) return false;
  for (const std::string& id : compound.ids) {
    if (element.Attribute(LXB_DOM_ATTR_ID) != id) return false;
  }
  for (const std::string& name : compound.classes) {
    if (name != known && !HasClass(element.Attribute(LXB_DOM_ATTR_CLASS), name, steps))
      return false;
  }
  if (compound.attributes.empty()) return true;
  constexpr std::size_t kAttributeBytes = 8;
  const std::size_t attributes_bytes = element.CountAttributes() * kAttributeBytes;
  return std::ranges::all_of(compound.attributes, [&](const CssSelector::AttributeTest& test) {
    Pay(attributes_bytes, steps);
    if (!element.HasAttribute(test.name)) return false;
    if (!test.value) return true;
    const std::string_view actual = element.Attribute(test.name);
    Pay(actual.size(), steps);
    return test.ignores_case ? Passes(test, AsciiLowered(actual)) : Passes(test, actual);
  });
}

bool MatchesAny(const CssSelector::Group& group, Node element, std::size_t& steps) {
  return std::ranges::any_of(group.any_of,
                             [&](const CssSelector& one) { return one.Matches(element, steps); });
}

// Whether the element stands at `place`. Takes a step for every few siblings looked at.
bool StandsAt(const CssSelector::Place& place, Node element, std::size_t& steps) {
  constexpr int kMostSiblings = 4096, kSiblingsAStep = 8;
  const std::string_view name = place.is_of_type ? element.Name() : std::string_view();
  const auto counts = [&](Node node) {
    return node.IsElement() && (name.empty() || node.Name() == name) &&
           (place.of.empty() || MatchesAny(place.of.front(), node, steps));
  };
  if (!place.of.empty() && !counts(element)) return false;
  const auto beside = [&](Node node) {
    return place.is_from_end ? node.NextSibling() : node.PreviousSibling();
  };
  // Of :first-child and its like most elements are found not to be by the first look.
  const int most = place.step == 0 ? std::min(place.offset, kMostSiblings) : kMostSiblings;
  int index = 1;
  int seen = 0;
  for (Node at = beside(element); at && index <= most; at = beside(at)) {
    if (++seen > kMostSiblings) return false;
    if (seen % kSiblingsAStep == 0) {
      if (steps == 0) return false;
      --steps;
    }
    index += counts(at) ? 1 : 0;
  }
  if (place.step == 0) return index == place.offset;
  return (index - place.offset) % place.step == 0 && (index - place.offset) / place.step >= 0;
}

std::string_view InheritedAttribute(Node element, std::string_view name) {
  constexpr int kMostLevels = 256;
  Node at = element;
  for (int level = 0; at && at.IsElement() && level < kMostLevels; ++level, at = at.Parent()) {
    if (at.HasAttribute(name)) return at.Attribute(name);
  }
  return {};
}

bool HasTrait(const CssSelector::TraitTest& test, Node element) {
  constexpr int kMostNodes = 64;
  using enum CssSelector::Trait;
  switch (test.trait) {
    case kRoot:
      return element.IsElement(LXB_TAG_HTML);
    case kEmpty: {
      int seen = 0;
      for (Node at = element.FirstChild(); at; at = at.NextSibling()) {
        if (at.IsElement() || !at.Text().empty() || ++seen > kMostNodes) return false;
      }
      return true;
    }
    case kLink:
      return (element.IsElement(LXB_TAG_A) || element.IsElement(LXB_TAG_AREA)) &&
             element.HasAttribute(LXB_DOM_ATTR_HREF);
    case kReadOnly:
      return !element.IsElement(LXB_TAG_INPUT) && !element.IsElement(LXB_TAG_TEXTAREA) &&
             InheritedAttribute(element, "contenteditable").empty();
    case kDefined:
      return element.Name().find('-') == std::string_view::npos;
    case kLanguage: {
      const std::string_view actual = InheritedAttribute(element, "lang");
      return StartsWithIgnoringAsciiCase(actual, test.value) &&
             (actual.size() == test.value.size() || actual[test.value.size()] == '-');
    }
    case kFromLeft: {
      const std::string_view direction = InheritedAttribute(element, "dir");
      return direction.empty() || EqualsIgnoringAsciiCase(direction, "ltr");
    }
  }
  return false;
}

bool IsInGroup(const CssSelector::Group& group, Node element, std::size_t& steps) {
  if (!group.is_below) return MatchesAny(group, element, steps);
  for (Node at = element.Next(element); at && steps > 0; at = at.Next(element)) {
    --steps;
    if (at.IsElement() && MatchesAny(group, at, steps)) return true;
  }
  return false;
}

bool MatchesCompound(const Compound& compound, Node element, std::size_t& steps,
                     std::string_view known = {}) {
  if (!MatchesSimple(compound, element, steps, known)) return false;
  for (const CssSelector::TraitTest& test : compound.traits) {
    if (!HasTrait(test, element)) return false;
  }
  for (const CssSelector::Place& place : compound.places) {
    if (!StandsAt(place, element, steps)) return false;
  }
  return std::ranges::all_of(compound.groups, [&](const CssSelector::Group& group) {
    return IsInGroup(group, element, steps) != group.is_negated;
  });
}

Node ElementBefore(Node element) {
  constexpr int kMostBetween = 16;
  Node before = element.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostBetween; ++seen)
    before = before.PreviousSibling();
  return before && before.IsElement() ? before : Node();
}

}  // namespace

bool CssSelector::Compound::IsNameless() const {
  return !HasNames() && std::ranges::all_of(groups, [](const Group& group) {
    return group.is_negated || group.is_below ||
           std::ranges::none_of(group.any_of, [](const CssSelector& one) {
             return one.Subject().HasNames() || !one.Subject().IsNameless();
           });
  });
}

bool CssSelector::MatchesInAnyDirection(Node element, std::size_t& steps) const {
  constexpr std::size_t kMostSeen = 1024;
  struct Found {
    std::size_t compound;
    Node at;
  };
  std::vector<Found> found = {{compounds_.size() - 1, element}};
  std::size_t seen = 0;
  while (!found.empty()) {
    const Found last = found.back();
    found.pop_back();
    if (last.compound == 0) return true;
    const char combinator = compounds_[last.compound].combinator;
    const bool goes_up = combinator == ' ' || combinator == '>';
    const bool goes_on = combinator == ' ' || combinator == '~';
    Node at = last.at;
    do {
      if (steps == 0 || ++seen > kMostSeen) return false;
      --steps;
      at = goes_up ? at.Parent() : ElementBefore(at);
      if (!at || !at.IsElement()) break;
      if (MatchesCompound(compounds_[last.compound - 1], at, steps))
        found.push_back({last.compound - 1, at});
    } while (goes_on);
  }
  return false;
}

bool CssSelector::Matches(Node element, std::size_t& steps, std::string_view known) const {
  if (steps == 0) return false;
  --steps;
  if (!MatchesCompound(Subject(), element, steps, known)) return false;
  if (!traits_.is_whole) return true;
  if (traits_.asks_for_siblings) return MatchesInAnyDirection(element, steps);
  // Bit i: compound i may stand at any element further out, or at the next one alone.
  std::uint32_t anywhere = 0;
  std::uint32_t at_next = 0;
  const auto look_for_one_before = [&](std::size_t i) {
    (compounds_[i].combinator == '>' ? at_next : anywhere) |= 1u << (i - 1);
  };
  if (compounds_.size() == 1) return true;
  look_for_one_before(compounds_.size() - 1);
  for (Node at = element.Parent(); at && at.IsElement() && steps > 0; at = at.Parent()) {
    --steps;
    const std::uint32_t wanted = anywhere | std::exchange(at_next, 0);
    for (std::size_t i = 0; i + 1 < compounds_.size(); ++i) {
      if ((wanted & (1u << i)) == 0 || !MatchesCompound(compounds_[i], at, steps)) continue;
      if (i == 0) return true;
      look_for_one_before(i);
    }
    if ((anywhere | at_next) == 0) return false;
  }
  return false;
}

}  // namespace sitedoor::extract::internal
