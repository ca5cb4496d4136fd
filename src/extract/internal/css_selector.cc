#include "extract/internal/css_selector.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
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

bool MatchesCompound(const Compound& compound, Node element, std::size_t& steps,
                     std::string_view known = {}) {
  if (!MatchesSimple(compound, element, steps, known)) return false;
  return std::ranges::all_of(compound.groups, [&](const CssSelector::Group& group) {
    const bool is_any = std::ranges::any_of(group.any_of, [&](const Compound& one) {
      steps -= steps > 0 ? 1 : 0;
      return MatchesSimple(one, element, steps);
    });
    return is_any != group.is_negated;
  });
}

Node ElementBefore(Node element) {
  constexpr int kMostBetween = 16;
  Node before = element.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostBetween; ++seen)
    before = before.PreviousSibling();
  return before && before.IsElement() ? before : Node();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) { compounds_.emplace_back(); }
  bool AsksForSiblings() const { return asks_for_siblings_; }

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
      if (kind_ == Kind::kOuter && ReadGroup(name, inside)) return true;
    }
    is_whole_ = false;
    return true;
  }

  // Whether `name` is one of :is(), :where() and :not(), of compounds alone.
  bool ReadGroup(std::string_view name, std::string_view inside) {
    constexpr std::size_t kMostOfGroup = 16;
    CssSelector::Group group;
    group.is_negated = EqualsIgnoringAsciiCase(name, "not");
    if (!group.is_negated && !EqualsIgnoringAsciiCase(name, "is") &&
        !EqualsIgnoringAsciiCase(name, "where"))
      return false;
    bool is_read = true;
    ForEachSelector(inside, [&](std::string_view one) {
      Reader reader(Trimmed(one), Kind::kInGroup);
      is_read = is_read && group.any_of.size() < kMostOfGroup && reader.Read() &&
                reader.IsWhole() && reader.compounds_.size() == 1;
      if (is_read) group.any_of.push_back(std::move(reader.compounds_.front()));
    });
    if (!is_read || group.any_of.empty()) return false;
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

  enum class Kind { kOuter, kInGroup };
  Reader(std::string_view text, Kind kind) : text_(text), kind_(kind) { compounds_.emplace_back(); }

  std::string_view text_;
  const Kind kind_ = Kind::kOuter;
  bool asks_for_siblings_ = false;
  std::size_t at_ = 0;
  std::size_t parts_ = 0;
  std::vector<Compound> compounds_;
  std::uint32_t ids_ = 0, classes_ = 0, tags_ = 0;
  bool is_whole_ = true;
  bool has_part_ = false;  // the last compound
};

}  // namespace

std::optional<CssSelector> CssSelector::Parse(std::string_view text) {
  text = Trimmed(text);
  if (text.empty() || text.size() > kMostBytes) return std::nullopt;
  Reader reader(text);
  if (!reader.Read()) return std::nullopt;
  CssSelector selector;
  selector.compounds_ = reader.TakeCompounds();
  selector.specificity_ = reader.Specificity();
  selector.is_whole_ = reader.IsWhole();
  selector.asks_for_siblings_ = reader.AsksForSiblings();
  return selector;
}

bool CssSelector::Compound::IsNameless() const {
  return !HasNames() && std::ranges::all_of(groups, [](const Group& group) {
    return group.is_negated || std::ranges::none_of(group.any_of, &Compound::HasNames);
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
