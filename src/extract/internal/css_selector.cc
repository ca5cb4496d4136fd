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

// But for the class `known`, which it is known to have.
bool MatchesCompound(const Compound& compound, Node element, std::size_t& steps,
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
    return !test.value || element.Attribute(test.name) == *test.value;
  });
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) { compounds_.emplace_back(); }

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
    if (kind == '+' || kind == '~') is_whole_ = false;
    if (!std::exchange(has_part_, false) || compounds_.size() == kMostCompounds) return false;
    compounds_.emplace_back();
    compounds_.back().is_child = kind == '>';
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
    const std::string_view name = Trimmed(test.substr(0, equals));
    if (name.empty()) return false;
    if (!std::ranges::all_of(name, IsNameCharacter)) {
      is_whole_ = false;  // ^=, *= and the like
      return true;
    }
    CssSelector::AttributeTest read;
    read.name = AsciiLowered(PlainCss(name));
    if (equals != std::string_view::npos) {
      std::string_view value = Trimmed(test.substr(equals + 1));
      if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
          value.back() == value.front()) {
        value = value.substr(1, value.size() - 2);
      }
      read.value = PlainCss(value);
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
      at_ = close + 1;
    }
    is_whole_ = false;
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
  return selector;
}

bool CssSelector::Matches(Node element, std::size_t& steps, std::string_view known) const {
  if (steps == 0) return false;
  --steps;
  if (!MatchesCompound(Subject(), element, steps, known)) return false;
  if (!is_whole_) return true;
  // Bit i: compound i may stand at any element further out, or at the next one alone.
  std::uint32_t anywhere = 0;
  std::uint32_t at_next = 0;
  const auto look_for_one_before = [&](std::size_t i) {
    (compounds_[i].is_child ? at_next : anywhere) |= 1u << (i - 1);
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
