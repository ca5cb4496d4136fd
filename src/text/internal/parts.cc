#include "text/internal/parts.h"

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

}  // namespace sitedoor::text
