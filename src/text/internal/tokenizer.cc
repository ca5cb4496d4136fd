#include "text/internal/tokenizer.h"

#include <algorithm>
#include <array>

#include "text/internal/characters.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

// Longer runs of symbols are rules and boxes, and so are four times the same.
constexpr std::size_t kMostOperatorBytes = 4;

// Symbol runs that are tokens also when they touch a word ("a->b", "x!=y"). Sorted.
constexpr auto kOperators = std::to_array<std::string_view>(
    {"!=",  "!==", "!~",  "%=",  "&&",   "&=",  "**",  "**=", "*=", "++", "+=",
     "-=",  "->",  "->*", "...", "//",   "//=", "/=",  "::",  ":=", "<-", "<<",
     "<<=", "<=",  "<=>", "<>",  "<|",   "==",  "===", "=>",  "=~", ">=", ">>",
     ">>=", "?.",  "?:",  "??",  "?\?=", "^=",  "|=",  "|>",  "||", "~=", "~>"});
static_assert(std::ranges::is_sorted(kOperators));

bool IsKnownOperator(std::string_view run) { return std::ranges::binary_search(kOperators, run); }

// Punctuation that means nothing when it stands alone.
bool IsBarePunctuation(std::string_view run) {
  return run.size() == 1 && std::string_view("-/|.:?!\\").find(run[0]) != std::string_view::npos;
}

bool IsWordClass(CharacterClass kind) {
  return kind == CharacterClass::kLetter || kind == CharacterClass::kDigit;
}

}  // namespace

// The state of one walk through a word.
struct Tokenizer::WordScan {
  std::size_t begin = 0;  // of the token, its sigil included
  std::size_t first = 0;  // of its first character
  std::size_t at = 0;
  bool is_ascii = true;
  bool letters_alone = true;
  bool digits_alone = true;
  bool has_connector = false;
  std::uint8_t bits = 0;           // of all ASCII bytes
  std::uint8_t later_bits = 0;     // of all but the first of the token
  std::uint8_t last_bits = 0;      // of the last character; kHighBit for one that is not ASCII
  bool other_case_change = false;  // a capital letter past the first, outside ASCII
  std::int16_t script = 0;
  bool script_open = true;  // no letter since the start or the last connector has fixed the script
};

std::optional<Token> Tokenizer::Next() {
  while (at_ < text_.size()) {
    const std::uint8_t bits = Bits(at_);
    std::optional<Token> token;
    if (bits & kWordBits) {
      token = AsciiWord();
    } else if (bits & kHighBit) {
      token = HighByte();
    } else if (bits & kOperatorBit) {
      token = Operator();
    } else {
      ++at_;
      continue;
    }
    if (token) return token;
  }
  return std::nullopt;
}

// The usual case: ASCII letters up to a space or a comma. What is anything else is walked again
// with all the rules.
std::optional<Token> Tokenizer::AsciiWord() {
  const std::size_t begin = at_;
  const std::uint8_t first = Bits(begin);
  std::uint8_t later = 0;
  std::size_t end = begin + 1;
  std::uint8_t bits = 0;
  // Not beyond a token's limit: a run of megabytes would be read again for each of its tokens.
  for (; ((bits = Bits(end)) & kWordBits) != 0; ++end) {
    if (end - begin > kMostTokenBytes) return Word(0);
    later |= bits;
  }
  const std::uint8_t all = first | later;
  // A '.' or ',' before a space ends a sentence or a clause: nothing to look at.
  const bool ends_plainly = (bits & (kHighBit | kConnectorBit)) == 0 ||
                            ((text_[end] == '.' || text_[end] == ',') && Bits(end + 1) == 0);
  const bool one_case = (later & kUpperBit) == 0 || (all & kLowerBit) == 0;
  if (!ends_plainly || end - begin > kMostTokenBytes) return Word(0);
  Token token;
  token.begin = static_cast<std::uint32_t>(begin);
  token.end = static_cast<std::uint32_t>(end);
  if ((all & (kDigitBit | kUnderscoreBit)) == 0 && one_case) {
    token.shape = TokenShape::kWord;
    token.script = kLatinScript;
  } else if (all == kDigitBit) {
    token.shape = TokenShape::kNumber;
  } else {
    return Word(0);
  }
  token.has_upper = (all & kUpperBit) != 0;
  at_ = end;
  return token;
}

std::optional<Token> Tokenizer::HighByte() {
  const CodePoint point = DecodeAt(text_, at_);
  const CharacterTraits traits = TraitsOf(point.value);
  switch (traits.kind) {
    case CharacterClass::kLetter:
    case CharacterClass::kDigit:
      return Word(0);
    case CharacterClass::kUnspaced:
      return UnspacedRun(point.bytes);
    case CharacterClass::kSymbol: {
      Token token;
      token.begin = static_cast<std::uint32_t>(at_);
      token.end = static_cast<std::uint32_t>(at_ + point.bytes);
      token.shape = TokenShape::kSymbol;
      token.is_ascii = false;
      at_ += point.bytes;
      return token;
    }
    default:
      at_ += point.bytes;
      return std::nullopt;
  }
}

bool Tokenizer::StartsWord(std::size_t at) const {
  const std::uint8_t bits = Bits(at);
  if (bits & kWordBits) return true;
  return (bits & kHighBit) != 0 && IsWordClass(TraitsOf(DecodeAt(text_, at).value).kind);
}

bool Tokenizer::EndsWordBefore(std::size_t at) const {
  return at > 0 && (Bits(at - 1) & (kWordBits | kHighBit)) != 0;
}

// How many bytes at at_ are a sigil that belongs to the word behind it.
std::size_t Tokenizer::SigilBytes() const {
  if (EndsWordBefore(at_)) return 0;
  const char c = text_[at_];
  const char before = at_ > 0 ? text_[at_ - 1] : ' ';
  const std::uint8_t next = Bits(at_ + 1);
  const bool name_follows = (next & (kLetterBits | kUnderscoreBit)) != 0;
  if (c == '-' && before != '-') {
    if (name_follows) return 1;
    if (At(at_ + 1) == '-' && (Bits(at_ + 2) & kLetterBits) != 0) return 2;
    return 0;
  }
  if (before == c) return 0;
  if (c == '@' || c == '$' || c == '.') {
    return name_follows || ((next & kHighBit) != 0 && StartsWord(at_ + 1)) ? 1 : 0;
  }
  if (c == '#') return StartsWord(at_ + 1) ? 1 : 0;
  return 0;
}

std::optional<Token> Tokenizer::Operator() {
  if (const std::size_t sigil = SigilBytes(); sigil > 0) return Word(sigil);
  const std::size_t begin = at_;
  std::size_t end = begin;
  while (Bits(end) & kOperatorBit) {
    // The sigil of a following word is not part of the run ("=$x", "(!@name").
    at_ = end;
    if (end > begin && SigilBytes() > 0 && !IsKnownOperator(text_.substr(begin, end + 1 - begin)))
      break;
    ++end;
  }
  at_ = end;
  const std::string_view run = text_.substr(begin, end - begin);
  if (run.size() > kMostOperatorBytes) return std::nullopt;
  if (run.size() == kMostOperatorBytes && run.find_first_not_of(run[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  const bool touches_word = EndsWordBefore(begin) || StartsWord(end);
  const bool is_token =
      touches_word ? IsKnownOperator(run) && run != "..." : !IsBarePunctuation(run);
  if (!is_token) return std::nullopt;
  Token token;
  token.begin = static_cast<std::uint32_t>(begin);
  token.end = static_cast<std::uint32_t>(end);
  token.shape = TokenShape::kSymbol;
  return token;
}

// Bytes of the connector at scan.at, 0 when there is none that holds a word on either side.
std::size_t Tokenizer::ConnectorBytes(const WordScan& scan) const {
  const std::size_t at = scan.at;
  const std::string_view rest = text_.substr(at);
  std::size_t bytes = 1;
  switch (rest[0]) {
    case '.':
    case '-':
    case '@':
    case '\\':
    case '/':
      break;
    case ':':
      if (rest.starts_with("://"))
        bytes = 3;
      else if (rest.starts_with("::"))
        bytes = 2;
      else if (rest.starts_with(":\\"))
        bytes = 2;
      break;
    case '\'':
      if ((scan.last_bits & (kLetterBits | kHighBit)) == 0) return 0;
      if ((Bits(at + 1) & (kLetterBits | kHighBit)) == 0) return 0;
      break;
    case ',':  // thousands: exactly three digits, and no more
      if ((scan.last_bits & kDigitBit) == 0 || (Bits(at + 4) & (kWordBits | kHighBit)) != 0)
        return 0;
      for (std::size_t i = 1; i <= 3; ++i) {
        if ((Bits(at + i) & kDigitBit) == 0) return 0;
      }
      break;
    case '+':  // "C++20"
      if (!rest.starts_with("++") || (Bits(at + 2) & kDigitBit) == 0) return 0;
      if ((scan.last_bits & kLetterBits) == 0) return 0;
      bytes = 2;
      break;
    default: {
      const CodePoint point = DecodeAt(text_, at);
      const CharacterClass kind = TraitsOf(point.value).kind;
      if (kind != CharacterClass::kApostrophe && kind != CharacterClass::kHyphen) return 0;
      bytes = point.bytes;
    }
  }
  return StartsWord(at + bytes) ? bytes : 0;
}

// "++" behind a name, and "#" behind a one-letter name, where no further word follows.
std::size_t Tokenizer::SuffixBytes(const WordScan& scan) const {
  if ((scan.last_bits & kLetterBits) == 0) return 0;
  if (At(scan.at) == '+' && At(scan.at + 1) == '+' && At(scan.at + 2) != '+' &&
      !StartsWord(scan.at + 2))
    return 2;
  if (At(scan.at) == '#' && !StartsWord(scan.at + 1) && At(scan.at + 1) != '#') {
    const bool one_letter = scan.at == scan.begin + 1 || !EndsWordBefore(scan.at - 1);
    return one_letter ? 1 : 0;
  }
  return 0;
}

// Takes an ASCII letter, digit or underscore; false where it begins a word of another script.
bool Tokenizer::TakeAscii(WordScan& scan, std::uint8_t bits) {
  const bool is_letter = (bits & kLetterBits) != 0;
  if (is_letter && !scan.script_open && scan.script != kLatinScript) return false;
  if ((bits & kDigitBit) && !scan.script_open && scan.script == kHangulScript) return false;
  if (is_letter) {
    scan.script = kLatinScript;
    scan.script_open = false;
  }
  scan.letters_alone &= is_letter;
  scan.digits_alone &= (bits & kDigitBit) != 0;
  if (scan.at > scan.first) scan.later_bits |= bits;
  scan.bits |= bits;
  scan.last_bits = bits;
  return true;
}

// Takes a letter, digit or mark that is not ASCII; false for anything else, and for another script.
bool Tokenizer::TakeOther(WordScan& scan, char32_t value) {
  const CharacterTraits traits = TraitsOf(value);
  if (IsWordClass(traits.kind)) {
    const bool is_letter = traits.kind == CharacterClass::kLetter;
    if (is_letter && traits.script != 0) {
      if (!scan.script_open && scan.script != traits.script) return false;
      // Particles stand right behind numbers in Korean ("3월"): the number is a word of its own.
      if (traits.script == kHangulScript && (scan.last_bits & kDigitBit)) return false;
      scan.script = traits.script;
      scan.script_open = false;
    }
    scan.letters_alone &= is_letter;
    if (scan.at > scan.first && IsUpperCase(value)) scan.other_case_change = true;
  } else if (traits.kind != CharacterClass::kMark || scan.at == scan.first) {
    return false;
  }
  scan.digits_alone = false;
  scan.is_ascii = false;
  scan.last_bits = kHighBit;
  return true;
}

TokenShape Tokenizer::ShapeOf(const WordScan& scan) {
  const bool one_case =
      !scan.other_case_change &&
      ((scan.later_bits & kUpperBit) == 0 || (scan.is_ascii && (scan.bits & kLowerBit) == 0));
  if (scan.has_connector) return TokenShape::kJoined;
  if (scan.letters_alone && one_case) return TokenShape::kWord;
  return scan.digits_alone ? TokenShape::kNumber : TokenShape::kJoined;
}

Token Tokenizer::Word(std::size_t sigil_bytes) {
  WordScan scan;
  scan.begin = at_;
  scan.first = scan.at = at_ + sigil_bytes;
  const std::size_t limit = scan.begin + kMostTokenBytes;
  std::size_t suffix = 0;
  while (scan.at < text_.size()) {
    const std::uint8_t bits = Bits(scan.at);
    const CodePoint point = DecodeAt(text_, scan.at);
    if (scan.at + point.bytes > limit) break;
    if (bits & kWordBits) {
      if (!TakeAscii(scan, bits)) break;
      ++scan.at;
      continue;
    }
    if (point.value >= 0x80 && TakeOther(scan, point.value)) {
      scan.at += point.bytes;
      continue;
    }
    if (scan.at == scan.first) break;
    const std::size_t connector = ConnectorBytes(scan);
    if (connector == 0 || scan.at + connector >= limit) {
      if (connector == 0) suffix = SuffixBytes(scan);
      break;
    }
    scan.has_connector = true;
    scan.letters_alone = scan.digits_alone = false;
    scan.script_open = true;
    scan.is_ascii &= bits != kHighBit;
    scan.last_bits = 0;
    scan.at += connector;
  }
  // Callers have seen that a word starts here; a byte is taken in any case, so that Next moves on.
  scan.at = std::max(scan.at, scan.first + 1);
  Token token;
  token.begin = static_cast<std::uint32_t>(scan.begin);
  token.end = static_cast<std::uint32_t>(scan.at + suffix);
  token.is_ascii = scan.is_ascii;
  token.has_upper = (scan.bits & kUpperBit) != 0;
  token.script = scan.script;
  token.sigil_bytes = static_cast<std::uint8_t>(sigil_bytes);
  token.suffix_bytes = static_cast<std::uint8_t>(suffix);
  token.shape = sigil_bytes + suffix > 0 ? TokenShape::kJoined : ShapeOf(scan);
  at_ = token.end;
  return token;
}

Token Tokenizer::UnspacedRun(std::size_t first_bytes) {
  Token token;
  token.begin = static_cast<std::uint32_t>(at_);
  token.shape = TokenShape::kUnspaced;
  token.is_ascii = false;
  at_ += first_bytes;
  while (Bits(at_) & kHighBit) {
    const CodePoint point = DecodeAt(text_, at_);
    const CharacterClass kind = TraitsOf(point.value).kind;
    if (kind != CharacterClass::kUnspaced && kind != CharacterClass::kMark) break;
    at_ += point.bytes;
  }
  token.end = static_cast<std::uint32_t>(at_);
  return token;
}

}  // namespace sitedoor::text
