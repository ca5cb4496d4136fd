#include "extract/internal/css_selector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_sheet.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Compound = CssSelector::Compound;

constexpr std::size_t kMostCompounds = 12;
constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostBytes = 1024;

bool IsNameCharacter(char c) {
  return IsAsciiAlnum(c) || c == '-' || c == '_' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

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

bool IsAnElement(Node node, std::string_view name) {
  return node.IsElement() && (name.empty() || node.Name() == name);
}

// Whether the element stands at `place`. Takes a step for every few siblings looked at.
bool StandsAt(const CssSelector::Place& place, Node element, std::size_t& steps) {
  constexpr int kMostSiblings = 4096, kSiblingsAStep = 8;
  const std::string_view name = place.is_of_type ? element.Name() : std::string_view();
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
    index += IsAnElement(at, name) ? 1 : 0;
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
  const auto matches = [&](Node node) {
    return std::ranges::any_of(group.any_of,
                               [&](const CssSelector& one) { return one.Matches(node, steps); });
  };
  if (!group.is_below) return matches(element);
  for (Node at = element.Next(element); at && steps > 0; at = at.Next(element)) {
    --steps;
    if (at.IsElement() && matches(at)) return true;
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

constexpr int kMostGroupDepth = 3;

// "2n+1", "odd", "-n + 3", "4".
std::optional<CssSelector::Place> ReadPlace(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (!IsCssSpace(c)) plain += AsciiLower(c);
  }
  if (plain == "odd") return CssSelector::Place{.step = 2, .offset = 1};
  if (plain == "even") return CssSelector::Place{.step = 2, .offset = 0};
  const auto read = [](std::string_view number, int& value) {
    if (number.starts_with('+')) number.remove_prefix(1);
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    return result.ec == std::errc() && result.ptr == number.data() + number.size();
  };
  CssSelector::Place place;
  const std::size_t n = plain.find('n');
  const std::string_view step = std::string_view(plain).substr(0, n);
  if (n == std::string::npos) {
    if (!read(plain, place.offset)) return std::nullopt;
    return place;
  }
  if (step.empty() || step == "+" || step == "-") {
    place.step = step == "-" ? -1 : 1;
  } else if (!read(step, place.step)) {
    return std::nullopt;
  }
  const std::string_view offset = std::string_view(plain).substr(n + 1);
  if (!offset.empty() && !read(offset, place.offset)) return std::nullopt;
  constexpr int kMost = 1'000'000;
  if (std::abs(place.step) > kMost || std::abs(place.offset) > kMost) return std::nullopt;
  return place;
}

class Reader {
 public:
  explicit Reader(std::string_view text, int depth = 0) : text_(text), depth_(depth) {
    compounds_.emplace_back();
  }
  bool AsksForSiblings() const { return asks_for_siblings_; }
  bool AsksForPlaces() const { return asks_for_places_; }

  bool Read() {
    while (at_ < text_.size()) {
      if (++parts_ > kMostParts || !ReadPart()) return false;
    }
    return has_part_;
  }

  std::vector<Compound> TakeCompounds() { return std::move(compounds_); }
  bool IsWhole() const { return is_whole_; }
  std::uint32_t Specificity() const {
    constexpr std::uint32_t kMost = 255;
    return (std::min(ids_, kMost) << 16) | (std::min(classes_, kMost) << 8) |
           std::min(tags_, kMost);
  }

 private:
  bool ReadPart() {
    const char c = text_[at_];
    if (IsCssSpace(c) || c == '>' || c == '+' || c == '~') return ReadCombinator();
    const bool is_first = !std::exchange(has_part_, true);
    switch (c) {
      case '.':
        ++at_;
        ++classes_;
        return TakeName(compounds_.back().classes);
      case '#':
        ++at_;
        ++ids_;
        return TakeName(compounds_.back().ids);
      case '[':
        ++classes_;
        return ReadAttribute();
      case ':':
        ++classes_;
        return ReadPseudo();
      case '*':
        ++at_;
        return is_first;
      default:
        break;
    }
    if (!IsNameCharacter(c) || !is_first) return false;
    ++tags_;
    compounds_.back().tag = AsciiLowered(Name());
    return true;
  }

  bool ReadCombinator() {
    char kind = ' ';
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (IsCssSpace(c)) continue;
      if (c != '>' && c != '+' && c != '~') break;
      if (kind != ' ') return false;
      kind = c;
    }
    if (kind == '+' || kind == '~') asks_for_siblings_ = true;
    if (!std::exchange(has_part_, false) || compounds_.size() == kMostCompounds) return false;
    compounds_.emplace_back();
    compounds_.back().combinator = kind;
    return true;
  }

  bool TakeName(std::vector<std::string>& names) {
    std::string name = Name();
    if (name.empty()) return false;
    names.push_back(std::move(name));
    return true;
  }

  std::string Name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsNameCharacter(text_[at_])) {
      const bool is_escape = text_[at_] == '\\';
      ++at_;
      if (!is_escape || at_ >= text_.size()) continue;
      const std::size_t escape = at_++;  // the space that ends a hexadecimal escape belongs to it
      while (at_ < text_.size() && at_ - escape < 6 && IsHexDigit(text_[escape]) &&
             IsHexDigit(text_[at_])) {
        ++at_;
      }
      if (IsHexDigit(text_[escape]) && at_ < text_.size() && IsCssSpace(text_[at_])) ++at_;
    }
    return PlainCss(text_.substr(begin, at_ - begin));
  }

  bool ReadAttribute() {
    const std::size_t close = EndOfBrackets(']');
    if (close == text_.size()) return false;
    const std::string_view test = text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
    const std::size_t equals = test.find('=');
    std::string_view name = Trimmed(test.substr(0, equals));
    CssSelector::AttributeTest read;
    constexpr std::string_view kComparisons = "~|^$*";
    const bool compares = equals != std::string_view::npos && !name.empty() &&
                          kComparisons.find(name.back()) != std::string_view::npos;
    if (compares) {
      read.comparison = name.back();
      name = Trimmed(name.substr(0, name.size() - 1));
    }
    if (name.empty()) return false;
    if (!std::ranges::all_of(name, IsNameCharacter)) {
      is_whole_ = false;  // of a namespace
      return true;
    }
    read.name = AsciiLowered(PlainCss(name));
    if (equals != std::string_view::npos) {
      std::string_view value = Trimmed(test.substr(equals + 1));
      const char before_last = value.size() > 2 ? value[value.size() - 2] : 'x';
      const char last = value.empty() ? 'x' : AsciiLower(value.back());
      const bool is_apart = IsCssSpace(before_last) || before_last == '"' || before_last == '\'';
      const bool has_flag = is_apart && (last == 'i' || last == 's');
      if (has_flag) {
        read.ignores_case = AsciiLower(value.back()) == 'i';
        value = Trimmed(value.substr(0, value.size() - 1));
      }
      if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
          value.back() == value.front()) {
        value = value.substr(1, value.size() - 2);
      }
      read.value = read.ignores_case ? AsciiLowered(PlainCss(value)) : PlainCss(value);
    }
    compounds_.back().attributes.push_back(std::move(read));
    return true;
  }

  // False for pseudo-elements.
  bool ReadPseudo() {
    constexpr auto kElements = std::to_array<std::string_view>(
        {"before", "after", "first-line", "first-letter"});  // with one colon of old
    if (text_.substr(at_).starts_with("::")) return false;
    ++at_;
    const std::string name = Name();
    if (name.empty()) return false;
    if (std::ranges::any_of(kElements, [&](std::string_view known) {
          return EqualsIgnoringAsciiCase(name, known);
        }))
      return false;
    if (at_ < text_.size() && text_[at_] == '(') {
      const std::size_t close = EndOfBrackets(')');
      if (close == text_.size()) return false;
      const std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      if (depth_ < kMostGroupDepth && ReadGroup(name, inside)) return true;
      if (ReadTestOf(name, Trimmed(inside))) return true;
    } else if (ReadTest(name)) {
      return true;
    }
    is_whole_ = false;
    return true;
  }

  void AddPlace(CssSelector::Place place) {
    asks_for_places_ = true;
    compounds_.back().places.push_back(place);
  }

  // Whether `name` is a pseudo-class that the tree alone decides.
  bool ReadTest(std::string_view name) {
    struct Known {
      std::string_view name;
      bool is_first, is_last, is_of_type;
    };
    constexpr auto kPlaces = std::to_array<Known>({{"first-child", true, false, false},
                                                   {"last-child", false, true, false},
                                                   {"only-child", true, true, false},
                                                   {"first-of-type", true, false, true},
                                                   {"last-of-type", false, true, true},
                                                   {"only-of-type", true, true, true}});
    for (const Known& known : kPlaces) {
      if (!EqualsIgnoringAsciiCase(name, known.name)) continue;
      if (known.is_first) AddPlace({.offset = 1, .is_of_type = known.is_of_type});
      if (known.is_last)
        AddPlace({.offset = 1, .is_from_end = true, .is_of_type = known.is_of_type});
      return true;
    }
    struct Named {
      std::string_view name;
      CssSelector::Trait trait;
    };
    using enum CssSelector::Trait;
    constexpr auto kTraits = std::to_array<Named>({{"root", kRoot},
                                                   {"scope", kRoot},
                                                   {"empty", kEmpty},
                                                   {"any-link", kLink},
                                                   {"read-only", kReadOnly},
                                                   {"defined", kDefined}});
    for (const Named& known : kTraits) {
      if (!EqualsIgnoringAsciiCase(name, known.name)) continue;
      // What is not defined yet, or empty, a script may define or fill.
      if (depth_ > 0 && (known.trait == kDefined || known.trait == kEmpty)) return false;
      compounds_.back().traits.push_back({known.trait, {}});
      return true;
    }
    return false;
  }

  // As ReadTest, with an argument.
  bool ReadTestOf(std::string_view name, std::string_view argument) {
    if (EqualsIgnoringAsciiCase(name, "lang")) {
      const bool is_plain = !argument.empty() && std::ranges::all_of(argument, IsNameCharacter);
      if (is_plain)
        compounds_.back().traits.push_back({CssSelector::Trait::kLanguage, std::string(argument)});
      return is_plain;
    }
    if (EqualsIgnoringAsciiCase(name, "dir") && EqualsIgnoringAsciiCase(argument, "ltr")) {
      compounds_.back().traits.push_back({CssSelector::Trait::kFromLeft, {}});
      return true;
    }
    if (!StartsWithIgnoringAsciiCase(name, "nth-")) return false;
    auto place = ReadPlace(argument);
    const std::string kind = AsciiLowered(name.substr(4));
    if (!place ||
        (kind != "child" && kind != "last-child" && kind != "of-type" && kind != "last-of-type"))
      return false;
    place->is_from_end = kind.starts_with("last");
    place->is_of_type = kind.ends_with("type");
    AddPlace(*place);
    return true;
  }

  // Whether `name` is one of :is(), :where(), :not() and :has(), of what is read whole.
  bool ReadGroup(std::string_view name, std::string_view inside) {
    constexpr std::size_t kMostOfGroup = 16;
    constexpr auto kAny = std::to_array<std::string_view>(
        {"is", "where", "matches", "-webkit-any", "-moz-any", "any"});
    CssSelector::Group group;
    group.is_negated = EqualsIgnoringAsciiCase(name, "not");
    group.is_below = EqualsIgnoringAsciiCase(name, "has");
    if (!group.is_negated && !group.is_below && !IsOneOf(name, kAny)) return false;
    bool is_read = true;
    std::uint32_t specificity = 0;
    ForEachSelector(inside, [&](std::string_view one) {
      one = Trimmed(one);
      if (group.is_below && one.starts_with('>')) is_read = false;
      auto selector = CssSelector::Parse(one, depth_ + 1);
      is_read = is_read && selector && selector->IsWhole() && group.any_of.size() < kMostOfGroup;
      if (!is_read) return;
      specificity = std::max(specificity, selector->Specificity());
      asks_for_places_ = asks_for_places_ || selector->AsksForPlaces();
      group.any_of.push_back(std::move(*selector));
    });
    if (!is_read || group.any_of.empty()) return false;
    // What was counted for the name is what stands in it.
    --classes_;
    if (!EqualsIgnoringAsciiCase(name, "where")) {
      ids_ += specificity >> 16;
      classes_ += specificity >> 8 & 0xFF;
      tags_ += specificity & 0xFF;
    }
    compounds_.back().groups.push_back(std::move(group));
    return true;
  }

  // Of what closes the bracket at `at_`, none inside quotes or further brackets; the text's size
  // when nothing does.
  std::size_t EndOfBrackets(char close) const {
    const char open = text_[at_];
    char quote = 0;
    int depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == open) {
        ++depth;
      } else if (c == close && --depth == 0) {
        return i;
      }
    }
    return text_.size();
  }

  std::string_view text_;
  const int depth_;  // of the groups around
  bool asks_for_places_ = false;
  bool asks_for_siblings_ = false;
  std::size_t at_ = 0;
  std::size_t parts_ = 0;
  std::vector<Compound> compounds_;
  std::uint32_t ids_ = 0, classes_ = 0, tags_ = 0;
  bool is_whole_ = true;
  bool has_part_ = false;  // the last compound
};

}  // namespace

std::optional<CssSelector> CssSelector::Parse(std::string_view text, int depth) {
  text = Trimmed(text);
  if (text.empty() || text.size() > kMostBytes) return std::nullopt;
  Reader reader(text, depth);
  if (!reader.Read()) return std::nullopt;
  CssSelector selector;
  selector.compounds_ = reader.TakeCompounds();
  selector.specificity_ = reader.Specificity();
  selector.is_whole_ = reader.IsWhole();
  selector.asks_for_siblings_ = reader.AsksForSiblings();
  selector.asks_for_places_ = reader.AsksForPlaces();
  return selector;
}

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
  if (!is_whole_) return true;
  if (asks_for_siblings_) return MatchesInAnyDirection(element, steps);
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
