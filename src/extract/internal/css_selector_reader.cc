#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_pseudo.h"
#include "extract/internal/css_selector.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_sheet.h"

namespace sitedoor::extract::internal {
namespace {

using Compound = CssSelector::Compound;

constexpr std::size_t kMostCompounds = 12;
constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostBytes = 1024;

bool IsNameCharacter(char c) {
  return IsAsciiAlnum(c) || c == '-' || c == '_' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr int kMostGroupDepth = 8;

// "2n+1", "odd", "-n + 3", "4".
std::optional<CssSelector::Place> ReadPlace(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (!IsCssSpace(c)) plain += AsciiLower(c);
  }
  if (plain == "odd") return CssSelector::Place{.step = 2, .offset = 1, .of = {}};
  if (plain == "even") return CssSelector::Place{.step = 2, .offset = 0, .of = {}};
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

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class Reader {
 public:
  explicit Reader(std::string_view text, int depth = 0) : text_(text), depth_(depth) {
    compounds_.emplace_back();
  }
  bool Read() {
    while (at_ < text_.size()) {
      if (++parts_ > kMostParts) is_beyond_limits_ = true;
      if (is_beyond_limits_ || !ReadPart()) return false;
    }
    return has_part_;
  }

  std::vector<Compound> TakeCompounds() { return std::move(compounds_); }
  CssSelector::Part Part() const { return part_; }
  bool IsBeyondLimits() const { return is_beyond_limits_; }
  CssSelector::Traits Traits() const {
    CssSelector::Traits traits = traits_;
    traits.is_unless_touched = untouched_ != kNone;
    // What is touched elsewhere may show it.
    if (traits.is_unless_touched && (depth_ > 0 || untouched_ + 1 != compounds_.size()))
      traits.is_whole = false;
    return traits;
  }
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
    if (is_first && text_.substr(at_).starts_with("*|")) {  // of any namespace
      at_ += 2;
      has_part_ = false;
      return at_ < text_.size() && (text_[at_] == '*' || IsNameCharacter(text_[at_]));
    }
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
      case '&':  // outside of all rules
        ++at_;
        ++classes_;
        compounds_.back().traits.push_back({CssSelector::Trait::kRoot, {}});
        return true;
      case '|':
        is_beyond_limits_ = is_first;  // of no namespace at all, which is no element's of a page
        return false;
      default:
        break;
    }
    if (!BeginsName() || !is_first) return false;
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
    if (kind == '+' || kind == '~') traits_.asks_for_siblings = true;
    is_beyond_limits_ = compounds_.size() == kMostCompounds;
    if (!std::exchange(has_part_, false) || is_beyond_limits_) return false;
    compounds_.emplace_back();
    compounds_.back().combinator = kind;
    return true;
  }

  // Not with a digit.
  bool BeginsName() const {
    const std::string_view rest = text_.substr(at_);
    const std::size_t first = rest.starts_with('-') ? 1 : 0;
    return rest.size() > first && IsNameCharacter(rest[first]) && !IsAsciiDigit(rest[first]);
  }

  bool TakeName(std::vector<std::string>& names) {
    if (!BeginsName()) return false;
    std::string name = Name();
    if (name.empty()) return false;
    names.push_back(std::move(name));
    return true;
  }

  std::string Name() {
    const std::size_t begin = at_;
    bool has_escapes = false;
    while (at_ < text_.size() && IsNameCharacter(text_[at_])) {
      const bool is_escape = text_[at_] == '\\';
      has_escapes = has_escapes || is_escape;
      ++at_;
      if (!is_escape || at_ >= text_.size()) continue;
      const std::size_t escape = at_++;  // the space that ends a hexadecimal escape belongs to it
      while (at_ < text_.size() && at_ - escape < 6 && IsHexDigit(text_[escape]) &&
             IsHexDigit(text_[at_])) {
        ++at_;
      }
      if (IsHexDigit(text_[escape]) && at_ < text_.size() && IsCssSpace(text_[at_])) ++at_;
    }
    const std::string_view name = text_.substr(begin, at_ - begin);
    return has_escapes ? PlainCss(name) : std::string(name);
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
      traits_.is_whole = false;  // of a namespace
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
      } else if (value.empty() || IsAsciiDigit(value.front()) ||
                 !std::ranges::all_of(value, IsNameCharacter)) {
        return false;
      }
      read.value = read.ignores_case ? AsciiLowered(PlainCss(value)) : PlainCss(value);
    }
    compounds_.back().attributes.push_back(std::move(read));
    return true;
  }

  enum class Outcome { kRead, kNotWhole, kInvalid };

  bool ReadPseudo() {
    const bool is_double = text_.substr(at_).starts_with("::");
    at_ += is_double ? 2 : 1;
    const std::string name = Name();
    const Pseudo kind = PseudoNamed(name, is_double ? Colons::kTwo : Colons::kOne);
    if (kind == Pseudo::kElement) {
      part_ = PartNamed(name);
      at_ = text_.size();
      return depth_ == 0;
    }
    const bool has_argument = at_ < text_.size() && text_[at_] == '(';
    Outcome outcome = Outcome::kInvalid;
    if (has_argument) {
      const std::size_t close = EndOfBrackets(')');
      if (close == text_.size() || kind == Pseudo::kUnknown) return false;
      const std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      outcome = ReadCall(name, kind, Trimmed(inside));
    } else if (kind == Pseudo::kClass) {
      outcome = ReadTest(name) ? Outcome::kRead : Outcome::kNotWhole;
    }
    if (outcome == Outcome::kNotWhole) traits_.is_whole = false;
    return outcome != Outcome::kInvalid;
  }

  static CssSelector::Part PartNamed(std::string_view name) {
    using enum CssSelector::Part;
    if (EqualsIgnoringAsciiCase(name, "before")) return kBefore;
    if (EqualsIgnoringAsciiCase(name, "after")) return kAfter;
    return EqualsIgnoringAsciiCase(name, "first-line") ? kFirstLine : kOther;
  }

  void AddPlace(CssSelector::Place place) {
    traits_.asks_for_places = true;
    compounds_.back().places.push_back(std::move(place));
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
      if (known.is_first) AddPlace({.offset = 1, .is_of_type = known.is_of_type, .of = {}});
      if (known.is_last)
        AddPlace({.offset = 1, .is_from_end = true, .is_of_type = known.is_of_type, .of = {}});
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
      if (depth_ > 0 && known.trait == kDefined) return false;  // a script may define it
      if (depth_ > 0 && known.trait == kEmpty) traits_.asks_for_contents = true;
      compounds_.back().traits.push_back({known.trait, {}});
      return true;
    }
    return false;
  }

  Outcome ReadCall(std::string_view name, Pseudo kind, std::string_view argument) {
    constexpr auto kGroups =
        std::to_array<std::string_view>({"is", "where", "not", "has", "-webkit-any"});
    const bool is_host = EqualsIgnoringAsciiCase(name, "host");
    if (kind != Pseudo::kFunction && !is_host) return Outcome::kInvalid;
    if (argument.empty() && !IsOneOf(name, kGroups)) return Outcome::kInvalid;
    if (IsOneOf(name, kGroups))
      return depth_ < kMostGroupDepth ? ReadGroup(name, argument) : Outcome::kNotWhole;
    if (StartsWithIgnoringAsciiCase(name, "nth-")) return ReadNth(name.substr(4), argument);
    if (EqualsIgnoringAsciiCase(name, "lang")) {
      if (!std::ranges::all_of(argument, IsNameCharacter)) return Outcome::kNotWhole;
      compounds_.back().traits.push_back({CssSelector::Trait::kLanguage, std::string(argument)});
      return Outcome::kRead;
    }
    if (!EqualsIgnoringAsciiCase(name, "dir") || !EqualsIgnoringAsciiCase(argument, "ltr"))
      return Outcome::kNotWhole;
    compounds_.back().traits.push_back({CssSelector::Trait::kFromLeft, {}});
    return Outcome::kRead;
  }

  // Of ":nth-last-child(2n+1 of .a)".
  Outcome ReadNth(std::string_view kind, std::string_view argument) {
    constexpr std::string_view kOf = " of ";
    const bool is_last = StartsWithIgnoringAsciiCase(kind, "last-");
    const auto of = std::ranges::search(argument, kOf, {}, AsciiLower);
    const auto split = static_cast<std::size_t>(of.begin() - argument.begin());
    auto place = ReadPlace(argument.substr(0, split));
    const bool is_of_type = EqualsIgnoringAsciiCase(kind.substr(is_last ? 5 : 0), "of-type");
    if (!place || (!of.empty() && is_of_type)) return Outcome::kInvalid;
    place->is_from_end = is_last;
    place->is_of_type = is_of_type;
    Outcome outcome = Outcome::kRead;
    if (!of.empty()) {
      CssSelector::Group group;
      outcome = ReadSelectors(argument.substr(split + kOf.size()), group);
      if (outcome == Outcome::kRead) {
        AddSpecificity(group);
        place->of.push_back(std::move(group));
      }
    }
    if (outcome == Outcome::kRead) AddPlace(std::move(*place));
    return outcome;
  }

  void AddSpecificity(const CssSelector::Group& group) {
    std::uint32_t most = 0;
    for (const CssSelector& one : group.any_of) most = std::max(most, one.Specificity());
    ids_ += most >> 16;
    classes_ += most >> 8 & 0xFF;
    tags_ += most & 0xFF;
  }

  // Of a reader's pointer or keyboard at the element itself.
  static bool IsTouch(std::string_view selector) {
    constexpr auto kTouches = std::to_array<std::string_view>(
        {":hover", ":focus", ":active", ":focus-within", ":focus-visible"});
    return IsOneOf(selector, kTouches);
  }

  // :is() and :where() forgive what is no selector, others are then none themselves.
  Outcome ReadSelectors(std::string_view list, CssSelector::Group& group) {
    constexpr std::size_t kMostOfGroup = 16;
    Outcome outcome = Outcome::kRead;
    const auto worsen = [&](Outcome worse) { outcome = std::max(outcome, worse); };
    ForEachSelector(list, [&](std::string_view one) {
      one = Trimmed(one);
      const bool is_relative = !one.empty() && (one[0] == '>' || one[0] == '+' || one[0] == '~');
      if (group.is_below && is_relative) return worsen(Outcome::kNotWhole);
      if (group.is_negated && IsTouch(one)) {
        untouched_ = std::min(untouched_, compounds_.size() - 1);
        return;
      }
      CssSelector::Reading reading = CssSelector::Read(one, depth_ + 1);
      const bool is_invalid =
          reading.is_invalid ||
          (reading.selector && reading.selector->Of() != CssSelector::Part::kElement);
      if (is_invalid) return group.is_forgiving ? void() : worsen(Outcome::kInvalid);
      if (!reading.selector || !reading.selector->IsWhole() || group.any_of.size() == kMostOfGroup)
        return worsen(Outcome::kNotWhole);
      traits_.asks_for_places |= reading.selector->AsksForPlaces();
      traits_.asks_for_contents |= reading.selector->AsksForContents();
      group.any_of.push_back(std::move(*reading.selector));
    });
    return outcome;
  }

  // Of :is(), :where(), :not() and :has().
  Outcome ReadGroup(std::string_view name, std::string_view inside) {
    CssSelector::Group group;
    group.is_negated = EqualsIgnoringAsciiCase(name, "not");
    group.is_below = EqualsIgnoringAsciiCase(name, "has");
    group.is_forgiving = !group.is_negated && !group.is_below;
    if (inside.empty() && !group.is_forgiving) return Outcome::kInvalid;
    const Outcome outcome = ReadSelectors(inside, group);
    if (outcome != Outcome::kRead) return outcome;
    if (group.any_of.empty() && !group.is_forgiving) return outcome;
    // What was counted for the name is what stands in it.
    --classes_;
    if (!EqualsIgnoringAsciiCase(name, "where")) AddSpecificity(group);
    compounds_.back().groups.push_back(std::move(group));
    return outcome;
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
  CssSelector::Traits traits_;
  CssSelector::Part part_ = CssSelector::Part::kElement;
  bool is_beyond_limits_ = false;
  std::size_t untouched_ = kNone;  // the first compound that is for what is not touched
  std::size_t at_ = 0;
  std::size_t parts_ = 0;
  std::vector<Compound> compounds_;
  std::uint32_t ids_ = 0, classes_ = 0, tags_ = 0;
  bool has_part_ = false;  // the last compound
};

}  // namespace

CssSelector::Reading CssSelector::Read(std::string_view text, int depth) {
  text = Trimmed(text);
  if (text.size() > kMostBytes) return {};
  Reader reader(text, depth);
  if (!reader.Read()) return {.selector = {}, .is_invalid = !reader.IsBeyondLimits()};
  CssSelector selector;
  selector.traits_ = reader.Traits();
  selector.compounds_ = reader.TakeCompounds();
  selector.specificity_ = reader.Specificity();
  selector.part_ = reader.Part();
  return {.selector = std::move(selector)};
}

std::vector<CssSelector> CssSelector::ParseParts(std::string_view selectors) {
  std::vector<CssSelector> read;
  bool is_invalid = Trimmed(selectors).ends_with(',');
  ForEachSelector(selectors, [&](std::string_view text) {
    if (is_invalid) return;
    Reading reading = Read(text, 0);
    is_invalid = reading.is_invalid;
    if (reading.selector) read.push_back(std::move(*reading.selector));
  });
  if (is_invalid) read.clear();
  return read;
}

bool CssSelector::AreBeyondLimits(std::string_view selectors) {
  bool are_beyond = false;
  ForEachSelector(selectors, [&](std::string_view text) {
    const Reading reading = Read(text, 0);
    are_beyond = are_beyond || (!reading.selector && !reading.is_invalid);
  });
  return are_beyond;
}

std::vector<CssSelector> CssSelector::ParseList(std::string_view selectors) {
  std::vector<CssSelector> read = ParseParts(selectors);
  std::erase_if(read, [](const CssSelector& one) { return one.Of() != Part::kElement; });
  return read;
}

}  // namespace sitedoor::extract::internal
