#include "text/internal/parts.h"

#include <algorithm>
#include <array>

#include "text/internal/characters.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

// More changes between letters and digits than this inside one segment are a hash or a key, not
// words.
constexpr std::uint32_t kMostDigitCuts = 3;

enum class Sort : std::uint8_t { kConnector, kUpper, kLower, kDigit, kMark };

struct Character {
  char32_t value = 0;
  std::uint32_t begin = 0, end = 0;
  Sort sort = Sort::kConnector;
};

Character CharacterAt(std::string_view text, std::uint32_t at) {
  Character character;
  character.begin = at;
  const CodePoint point = DecodeAt(text, at);
  character.value = point.value;
  character.end = at + point.bytes;
  if (point.value < 0x80) {
    const std::uint8_t bits = kByteBits[point.value];
    if (bits & kUpperBit)
      character.sort = Sort::kUpper;
    else if (bits & kLowerBit)
      character.sort = Sort::kLower;
    else if (bits & kDigitBit)
      character.sort = Sort::kDigit;
    return character;
  }
  switch (TraitsOf(point.value).kind) {
    case CharacterClass::kLetter:
      character.sort = IsUpperCase(point.value) ? Sort::kUpper : Sort::kLower;
      break;
    case CharacterClass::kDigit:
      character.sort = Sort::kDigit;
      break;
    case CharacterClass::kMark:
      character.sort = Sort::kMark;
      break;
    default:
      break;
  }
  return character;
}

ConnectorBit ConnectorKind(char32_t c) {
  switch (c) {
    case U'-':
    case 0x2010:
    case 0x2011:
      return kHyphenConnector;
    case U'_':
      return kUnderscoreConnector;
    case U'\'':
    case 0x2019:
    case 0x02BC:
      return kApostropheConnector;
    case U'/':
      return kSlashConnector;
    case U',':
      return kCommaConnector;
    case U'+':
      return kPlusConnector;
    case U'.':
      return kDotConnector;
    default:
      return kOtherConnector;
  }
}

bool IsLetter(Sort sort) { return sort == Sort::kUpper || sort == Sort::kLower; }

// Walks the characters of one segment and cuts it into leaves.
class LeafCutter {
 public:
  LeafCutter(std::string_view text, Segment& segment, std::vector<Part>& leaves)
      : text_(text), segment_(segment), leaves_(leaves) {}

  void Cut() {
    segment_.first_leaf = static_cast<std::uint32_t>(leaves_.size());
    std::uint32_t leaf_begin = segment_.begin;
    std::uint32_t leaf_letters = 0;  // letters in the current leaf
    std::uint32_t digit_cuts = 0;
    Sort before = Sort::kMark;
    for (std::uint32_t at = segment_.begin; at < segment_.end;) {
      const Character here = CharacterAt(text_, at);
      at = here.end;
      if (here.sort == Sort::kMark || here.sort == Sort::kConnector)
        continue;  // a dot inside a number
      if (here.begin > leaf_begin && IsCut(before, here, leaf_letters)) {
        leaves_.push_back({leaf_begin, here.begin});
        leaf_begin = here.begin;
        leaf_letters = 0;
        if (here.sort == Sort::kDigit || before == Sort::kDigit) ++digit_cuts;
      }
      if (IsLetter(here.sort)) ++leaf_letters;
      before = here.sort;
    }
    leaves_.push_back({leaf_begin, segment_.end});
    segment_.leaf_count = static_cast<std::uint32_t>(leaves_.size()) - segment_.first_leaf;
    if (digit_cuts > kMostDigitCuts) {
      leaves_.resize(segment_.first_leaf);
      leaves_.push_back(segment_);
      segment_.leaf_count = 1;
    }
  }

 private:
  // The sort of the character that follows `here` in the segment; kConnector at its end.
  Sort After(const Character& here) const {
    std::uint32_t at = here.end;
    while (at < segment_.end) {
      const Character next = CharacterAt(text_, at);
      if (next.sort != Sort::kMark) return next.sort;
      at = next.end;
    }
    return Sort::kConnector;
  }

  bool IsCut(Sort before, const Character& here, std::uint32_t leaf_letters) const {
    const Sort after = After(here);
    if (here.sort == Sort::kDigit) return IsLetter(before) && leaf_letters >= 2;
    if (before == Sort::kDigit) return IsLetter(after);
    if (here.sort != Sort::kUpper || leaf_letters < 2) return false;
    if (before == Sort::kLower) return IsLetter(after) || after == Sort::kDigit;
    // "HTTPServer" is cut before the S, "URLs" is not: a lone s at the end makes a plural.
    return before == Sort::kUpper && after == Sort::kLower && !IsPluralEnding(here);
  }

  bool IsPluralEnding(const Character& here) const {
    return here.end + 1 == segment_.end && text_[here.end] == 's';
  }

  std::string_view text_;
  Segment& segment_;
  std::vector<Part>& leaves_;
};

bool HasDigit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void DivideToken(std::string_view text, const Token& token, TokenParts& parts) {
  parts.segments.clear();
  parts.leaves.clear();
  parts.connectors = 0;
  parts.letters_alone = true;
  const std::uint32_t end = token.end - token.suffix_bytes;
  std::uint32_t segment_begin = token.begin + token.sigil_bytes;
  const auto end_segment = [&](std::uint32_t segment_end) {
    if (segment_end > segment_begin) {
      Segment segment;
      segment.begin = segment_begin;
      segment.end = segment_end;
      parts.segments.push_back(segment);
    }
  };
  Sort before = Sort::kConnector;
  for (std::uint32_t at = segment_begin; at < end;) {
    const Character here = CharacterAt(text, at);
    at = here.end;
    if (here.sort != Sort::kConnector) {
      if (here.sort == Sort::kDigit) parts.letters_alone = false;
      before = here.sort;
      continue;
    }
    const bool inside_number = here.value == U'.' && before == Sort::kDigit && at < end &&
                               CharacterAt(text, at).sort == Sort::kDigit;
    if (inside_number) continue;
    parts.connectors |= ConnectorKind(here.value);
    end_segment(here.begin);
    segment_begin = here.end;
    before = Sort::kConnector;
  }
  end_segment(end);
  for (Segment& segment : parts.segments) LeafCutter(text, segment, parts.leaves).Cut();
}

bool JoinsToOneWord(std::string_view text, const Token& token, const TokenParts& parts) {
  if (token.sigil_bytes + token.suffix_bytes > 0) return false;
  if (parts.connectors == kCommaConnector) return true;
  if (parts.connectors == kDotConnector) {
    return parts.letters_alone && std::ranges::all_of(parts.segments, [&](const Segment& segment) {
             return CountCodePoints(text.substr(segment.begin, segment.end - segment.begin)) == 1;
           });
  }
  if (parts.connectors != kHyphenConnector && parts.connectors != kUnderscoreConnector)
    return false;
  const std::size_t segments = parts.segments.size();
  if (segments < 2 || segments > 4 || token.end - token.begin > 40) return false;
  const Segment& first = parts.segments.front();
  return !HasDigit(text.substr(first.begin, first.end - first.begin));
}

std::optional<std::size_t> NumberStart(std::string_view leaf) {
  const std::size_t start = leaf.size() > 1 && (leaf[0] == 'v' || leaf[0] == 'V') ? 1 : 0;
  for (std::size_t i = start; i < leaf.size(); ++i) {
    if (leaf[i] != '.' && (leaf[i] < '0' || leaf[i] > '9')) return std::nullopt;
  }
  return start;
}

bool IsContraction(std::string_view ending) {
  constexpr auto kEndings = std::to_array<std::string_view>({"d", "ll", "m", "re", "s", "t", "ve"});
  return std::ranges::binary_search(kEndings, ending);
}

}  // namespace sitedoor::text
