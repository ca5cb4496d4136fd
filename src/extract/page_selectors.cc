#include "extract/page_selectors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;

constexpr std::size_t kMostCompounds = 64;  // a bit each
constexpr std::size_t kMostBytes = 4'096;
constexpr std::size_t kMostTests = 64;  // of one compound, those in brackets among them

bool IsSpace(char c) { return std::string_view(" \t\r\n\f").find(c) != std::string_view::npos; }

bool IsNameCharacter(char c) {
  return IsAsciiAlnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

enum class Comparison { kPresent, kEqual, kWord, kDashed, kBegins, kEnds, kHolds };
enum class Case { kAsWritten, kIgnored };

struct AttributeTest {
  std::string name, value;
  Comparison comparison = Comparison::kPresent;
  Case value_case = Case::kAsWritten;
};

// The element's place among its parent's, from 1: step * n + offset for some n of 0 or more.
struct Position {
  int step = 0, offset = 0;

  bool Holds(int index) const {
    if (step == 0) return index == offset;
    return (index - offset) % step == 0 && (index - offset) / step >= 0;
  }
};

// Tests of one element alone.
struct Simple {
  std::string tag;                        // "" for any
  std::vector<AttributeTest> attributes;  // ids and classes among them
  std::vector<Position> positions;
  bool is_last = false;
};

struct Group {
  std::vector<Simple> any_of;
  bool is_negated = false;
};

}  // namespace

struct PageSelectors::Compound {
  Simple simple;
  std::vector<Group> groups;
  char combinator = 0;  // with the one before: ' ', '>', '+', '~'; 0 for the first
  bool is_subject = false;
};

namespace {

using Compound = PageSelectors::Compound;

bool EqualIn(std::string_view a, std::string_view b, Case value_case) {
  return value_case == Case::kIgnored ? EqualsIgnoringAsciiCase(a, b) : a == b;
}

bool Passes(const AttributeTest& test, Node element) {
  if (!element.HasAttribute(test.name)) return false;
  const std::string_view actual = element.Attribute(test.name), wanted = test.value;
  const auto equal = [&](std::string_view a) { return EqualIn(a, wanted, test.value_case); };
  const std::size_t size = wanted.size();
  switch (test.comparison) {
    case Comparison::kPresent:
      return true;
    case Comparison::kEqual:
      return equal(actual);
    case Comparison::kWord:
      for (std::size_t at = 0; at < actual.size();) {
        const std::size_t end = std::min(actual.find_first_of(" \t\r\n\f", at), actual.size());
        if (end > at && equal(actual.substr(at, end - at))) return true;
        at = end + 1;
      }
      return false;
    case Comparison::kDashed:
      return equal(actual) ||
             (actual.size() > size && actual[size] == '-' && equal(actual.substr(0, size)));
    case Comparison::kBegins:
      return size > 0 && equal(actual.substr(0, size));
    case Comparison::kEnds:
      return size > 0 && actual.size() >= size && equal(actual.substr(actual.size() - size));
    case Comparison::kHolds:
      if (size == 0) return false;
      if (test.value_case == Case::kAsWritten) return actual.find(wanted) != std::string_view::npos;
      return AsciiLowered(actual).find(AsciiLowered(wanted)) != std::string::npos;
  }
  return false;
}

bool IsLastElement(Node element) {
  Node next = element.NextSibling();
  while (next && !next.IsElement()) next = next.NextSibling();
  return !next;
}

bool Passes(const Simple& simple, Node element, int index) {
  if (!simple.tag.empty() && element.Name() != simple.tag) return false;
  const auto holds = [&](const Position& position) { return position.Holds(index); };
  if (!std::ranges::all_of(simple.positions, holds)) return false;
  if (simple.is_last && !IsLastElement(element)) return false;
  return std::ranges::all_of(simple.attributes,
                             [&](const AttributeTest& test) { return Passes(test, element); });
}

bool Passes(const Compound& compound, Node element, int index) {
  if (!Passes(compound.simple, element, index)) return false;
  return std::ranges::all_of(compound.groups, [&](const Group& group) {
    const bool any = std::ranges::any_of(
        group.any_of, [&](const Simple& simple) { return Passes(simple, element, index); });
    return any != group.is_negated;
  });
}

// Reads one list of selectors. What cannot be read is in `wrong`.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::string> ReadList(std::vector<Compound>& parts) {
    if (text_.size() > kMostBytes) return "it is longer than 4,096 bytes";
    do {
      SkipSpace();
      if (!ReadSelector(parts)) return wrong_;
    } while (Take(','));
    if (at_ < text_.size())
      Refuse("\"" + std::string(text_.substr(at_, 20)) + "\" is not understood");
    return wrong_.empty() ? std::nullopt : std::optional(wrong_);
  }

 private:
  bool Refuse(std::string what) {
    if (wrong_.empty()) wrong_ = std::move(what);
    return false;
  }
  bool IsAt(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool Take(char c) {
    if (!IsAt(c)) return false;
    ++at_;
    return true;
  }
  void SkipSpace() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }

  bool ReadSelector(std::vector<Compound>& parts) {
    char combinator = 0;
    while (true) {
      Compound compound;
      compound.combinator = combinator;
      if (!ReadCompound(compound)) return false;
      if (parts.size() == kMostCompounds)
        return Refuse("the selectors have more than 64 parts in all");
      parts.push_back(std::move(compound));
      const std::size_t before = at_;
      SkipSpace();
      if (at_ == text_.size() || IsAt(',')) break;
      combinator = at_ > before ? ' ' : 0;
      if (IsAt('>') || IsAt('+') || IsAt('~')) {
        combinator = text_[at_++];
        SkipSpace();
      }
      if (combinator == 0)
        return Refuse("\"" + std::string(text_.substr(at_, 20)) + "\" is not understood");
    }
    parts.back().is_subject = true;
    return true;
  }

  bool ReadCompound(Compound& compound) {
    std::size_t tests = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && ++tests <= kMostTests) {
      const std::size_t before = at_;
      if (IsAt(':')) {
        if (!ReadPseudo(compound)) return false;
      } else if (!ReadSimplePart(compound.simple, at_ == begin)) {
        return false;
      }
      if (at_ == before) break;
    }
    if (at_ == begin) {
      return Refuse(at_ == text_.size()
                        ? "something is missing at its end"
                        : "\"" + std::string(text_.substr(at_, 20)) + "\" is not understood");
    }
    return true;
  }

  // A tag, a class, an id or an attribute; takes nothing where there is none.
  bool ReadSimplePart(Simple& simple, bool is_first) {
    if (is_first && Take('*')) return true;
    if (is_first && at_ < text_.size() && (IsNameCharacter(text_[at_]) || IsAt('\\'))) {
      simple.tag = AsciiLowered(Name());
      return true;
    }
    if (IsAt('.') || IsAt('#')) {
      const bool is_class = text_[at_++] == '.';
      std::string name = Name();
      if (name.empty()) return Refuse(is_class ? "a class has no name" : "an id has no name");
      simple.attributes.push_back({.name = is_class ? "class" : "id",
                                   .value = std::move(name),
                                   .comparison = is_class ? Comparison::kWord : Comparison::kEqual,
                                   .value_case = Case::kAsWritten});
      return true;
    }
    return !IsAt('[') || ReadAttribute(simple);
  }

  // "\31 0" and "\:" are escapes.
  std::string Name() {
    std::string name;
    while (at_ < text_.size()) {
      if (IsNameCharacter(text_[at_])) {
        name += text_[at_++];
      } else if (IsAt('\\') && at_ + 1 < text_.size()) {
        ++at_;
        AppendEscape(name);
      } else {
        break;
      }
    }
    return name;
  }

  void AppendEscape(std::string& name) {
    unsigned code = 0;
    std::size_t digits = 0;
    for (; digits < 6 && at_ < text_.size() && AsciiHexValue(text_[at_]) >= 0; ++digits)
      code = code * 16 + static_cast<unsigned>(AsciiHexValue(text_[at_++]));
    if (digits == 0) {
      name += text_[at_++];
      return;
    }
    if (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
    text::Append(name, code);
  }

  bool ReadAttribute(Simple& simple) {
    ++at_;
    SkipSpace();
    AttributeTest test;
    test.name = AsciiLowered(Name());
    SkipSpace();
    if (test.name.empty()) return Refuse("an attribute has no name");
    if (!Take(']')) {
      constexpr std::string_view kSigns = "~|^$*";
      constexpr std::array kComparisons = {Comparison::kWord, Comparison::kDashed,
                                           Comparison::kBegins, Comparison::kEnds,
                                           Comparison::kHolds};
      test.comparison = Comparison::kEqual;
      if (at_ < text_.size()) {
        const std::size_t sign = kSigns.find(text_[at_]);
        if (sign != std::string_view::npos) {
          test.comparison = kComparisons[sign];
          ++at_;
        }
      }
      if (!Take('=')) return Refuse("[" + test.name + "...] is not understood");
      SkipSpace();
      if (!ReadValue(test)) return false;
    }
    simple.attributes.push_back(std::move(test));
    return true;
  }

  bool ReadValue(AttributeTest& test) {
    if (IsAt('"') || IsAt('\'')) {
      const char quote = text_[at_++];
      while (at_ < text_.size() && !IsAt(quote)) {
        if (Take('\\') && at_ < text_.size()) {
          AppendEscape(test.value);
        } else {
          test.value += text_[at_++];
        }
      }
      if (!Take(quote)) return Refuse("a quotation mark is not closed");
    } else {
      test.value = Name();
      if (test.value.empty())
        return Refuse("the value of [" + test.name + "] needs quotation marks");
    }
    SkipSpace();
    if (Take('i') || Take('I')) test.value_case = Case::kIgnored;
    SkipSpace();
    return Take(']') || Refuse("[" + test.name + "...] is not closed");
  }

  bool ReadPseudo(Compound& compound) {
    if (text_.substr(at_).starts_with("::"))
      return Refuse("a page has no elements \"" + std::string(text_.substr(at_, 20)) +
                    "\" when it is read");
    ++at_;
    const std::string name = AsciiLowered(Name());
    if (name == "not" || name == "is" || name == "where") return ReadGroup(compound, name);
    if (ReadPosition(compound.simple, name)) return wrong_.empty();
    return Refuse(":" + name + " is not supported");
  }

  bool ReadPosition(Simple& simple, std::string_view name) {
    if (name == "first-child" || name == "only-child") simple.positions.push_back({0, 1});
    if (name == "last-child" || name == "only-child") simple.is_last = true;
    if (name != "nth-child") {
      return name == "first-child" || name == "last-child" || name == "only-child";
    }
    if (!Take('(')) return !Refuse(":nth-child lacks its brackets");
    const std::size_t close = text_.find(')', at_);
    const auto position = ReadNth(text_.substr(at_, close - at_));
    if (close == std::string_view::npos || !position)
      return !Refuse(":nth-child(...) is not understood");
    at_ = close + 1;
    simple.positions.push_back(*position);
    return true;
  }

  // "odd", "even", "3", "2n+1", "-n + 3".
  static std::optional<Position> ReadNth(std::string_view text) {
    std::string formula;
    for (const char c : text) {
      if (!IsSpace(c)) formula += AsciiLower(c);
    }
    if (formula == "odd") return Position{2, 1};
    if (formula == "even") return Position{2, 0};
    const auto number = [](std::string_view digits) -> std::optional<int> {
      if (digits.starts_with('+')) digits.remove_prefix(1);
      int value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value);
      const bool is_number = error == std::errc() && end == digits.data() + digits.size();
      return is_number && value > -100'000 && value < 100'000 ? std::optional(value) : std::nullopt;
    };
    const std::size_t n = formula.find('n');
    if (n == std::string::npos) {
      const auto offset = number(formula);
      return offset ? std::optional(Position{0, *offset}) : std::nullopt;
    }
    const std::string_view front = std::string_view(formula).substr(0, n);
    const std::string_view behind = std::string_view(formula).substr(n + 1);
    const auto step = front.empty() || front == "+" ? 1 : front == "-" ? -1 : number(front);
    const auto offset = behind.empty() ? 0 : number(behind);
    if (!step || !offset) return std::nullopt;
    return Position{*step, *offset};
  }

  bool ReadGroup(Compound& compound, const std::string& name) {
    if (!Take('(')) return Refuse(":" + name + " lacks its brackets");
    Group group;
    group.is_negated = name == "not";
    do {
      SkipSpace();
      Simple simple;
      const std::size_t begin = at_;
      while (at_ < text_.size() && group.any_of.size() < kMostTests) {
        const std::size_t before = at_;
        if (IsAt(':')) {
          ++at_;
          const std::string inner = AsciiLowered(Name());
          if (!ReadPosition(simple, inner))
            return Refuse(":" + inner + " in :" + name + "() is not supported");
          if (!wrong_.empty()) return false;
        } else if (!ReadSimplePart(simple, at_ == begin)) {
          return false;
        }
        if (at_ == before) break;
      }
      if (at_ == begin) return Refuse(":" + name + "(...) is not understood");
      group.any_of.push_back(std::move(simple));
      SkipSpace();
    } while (Take(','));
    if (!Take(')')) return Refuse(":" + name + "() takes compounds alone, such as .a[b]");
    compound.groups.push_back(std::move(group));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string wrong_;
};

Status ReadInto(std::string_view text, std::vector<Compound>& parts) {
  if (const auto wrong = Reader(text).ReadList(parts)) {
    return Fail(ErrorCode::kInvalidArgument, "selector \"" + std::string(text) + "\": " + *wrong,
                "as in: main, .docs-content > article, div[role=main]:not(.toc)");
  }
  return {};
}

// Which selectors match so far, a bit a compound: bit i is set where an element is matched by
// compound i and what stands before it.
using Matched = std::uint64_t;

struct Level {
  Matched above = 0;  // of its ancestors
  Matched parent = 0;
  Matched before = 0;    // of the sibling in front
  Matched siblings = 0;  // of all in front
  int index = 0;         // of the last sibling, from 1
};

Matched MatchedAt(const std::vector<Compound>& parts, Node element, const Level& level) {
  Matched matched = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Matched needed = i == 0 ? 0 : Matched{1} << (i - 1);
    Matched there = 0;
    switch (parts[i].combinator) {
      case ' ':
        there = level.above;
        break;
      case '>':
        there = level.parent;
        break;
      case '+':
        there = level.before;
        break;
      case '~':
        there = level.siblings;
        break;
      default:
        there = needed;
        break;
    }
    if ((there & needed) == needed && Passes(parts[i], element, level.index))
      matched |= Matched{1} << i;
  }
  return matched;
}

}  // namespace

Result<PageSelectors> PageSelectors::Parse(std::span<const std::string> texts) {
  std::vector<Compound> parts;
  for (const std::string& text : texts) RETURN_IF_ERROR(ReadInto(text, parts));
  PageSelectors selectors;
  if (!parts.empty())
    selectors.parts_ = std::make_shared<const std::vector<Compound>>(std::move(parts));
  return selectors;
}

std::vector<Node> PageSelectors::Outermost(Node root) const {
  std::vector<Node> found;
  if (IsEmpty() || !root) return found;
  Matched subjects = 0;
  for (std::size_t i = 0; i < parts_->size(); ++i) {
    if ((*parts_)[i].is_subject) subjects |= Matched{1} << i;
  }
  std::vector<Level> levels = {Level()};
  for (Node at = root; at;) {
    Node down;
    if (at.IsElement()) {
      Level& level = levels.back();
      ++level.index;
      const Matched matched = MatchedAt(*parts_, at, level);
      level.before = matched;
      level.siblings |= matched;
      const Level below{.above = level.above | matched, .parent = matched};
      if ((matched & subjects) != 0) {
        found.push_back(at);
      } else if (down = at.FirstChild(); down) {
        levels.push_back(below);
      }
    }
    if (down) {
      at = down;
      continue;
    }
    while (at && at != root && !at.NextSibling()) {
      at = at.Parent();
      levels.pop_back();
    }
    at = at == root ? Node() : at.NextSibling();
  }
  return found;
}

Status CheckSelector(std::string_view text) {
  std::vector<Compound> parts;
  return ReadInto(text, parts);
}

}  // namespace sitedoor::extract
