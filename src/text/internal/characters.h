// Character classes for tokenizing: what each code point does to a token.
#pragma once

#include <array>
#include <cstdint>

namespace sitedoor::text {

enum class CharacterClass : std::uint8_t {
  kBreak,       // white space, punctuation, controls, bad bytes: ends a token
  kLetter,      // of a script whose words are written apart
  kDigit,       // a decimal digit of any script
  kMark,        // combining mark, joiner or soft hyphen: goes on with what it follows
  kUnspaced,    // of a script written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar ...)
  kSymbol,      // a symbol that is a token by itself ("→", "€", emoji)
  kHyphen,      // U+2010 and U+2011, which mean "-"
  kApostrophe,  // U+2019 and U+02BC, which mean "'"
};

struct CharacterTraits {
  CharacterClass kind = CharacterClass::kBreak;
  std::int16_t script = 0;  // ICU's script code; 0 (common) goes with every script
};

// For code points from U+0080. Constant time.
CharacterTraits TraitsOf(char32_t code_point);

bool IsUpperCase(char32_t code_point);
bool IsLowerCase(char32_t code_point);

// ICU's codes of the scripts that the tokenizer and the stemmers speak of.
extern const std::int16_t kLatinScript, kHangulScript;

// ASCII by byte, as bits, so that one look-up answers what a scanning loop asks.
enum AsciiBit : std::uint8_t {
  kLowerBit = 1,
  kUpperBit = 2,
  kDigitBit = 4,
  kUnderscoreBit = 8,
  kConnectorBit = 16,  // may stand between two parts of one token: . - / : @ ' \ , + #
  kOperatorBit = 32,   // may be part of a symbol token
  kHighBit = 64,       // not ASCII
};
inline constexpr std::uint8_t kLetterBits = kLowerBit | kUpperBit;
inline constexpr std::uint8_t kWordBits = kLetterBits | kDigitBit | kUnderscoreBit;

inline constexpr std::array<std::uint8_t, 256> kByteBits = [] {
  std::array<std::uint8_t, 256> bits{};
  for (int c = 'a'; c <= 'z'; ++c) bits[c] = kLowerBit;
  for (int c = 'A'; c <= 'Z'; ++c) bits[c] = kUpperBit;
  for (int c = '0'; c <= '9'; ++c) bits[c] = kDigitBit;
  bits['_'] = kUnderscoreBit;
  for (const unsigned char c : {'.', '-', '/', ':', '@', '\'', '\\', ',', '+', '#'}) {
    bits[c] |= kConnectorBit;
  }
  for (const unsigned char c : {'.', '-', '/', ':', '@', '\\', '+', '#', '!', '$',
                                '%', '&', '*', '<', '=', '>',  '?', '^', '|', '~'}) {
    bits[c] |= kOperatorBit;
  }
  for (int c = 128; c < 256; ++c) bits[c] = kHighBit;
  return bits;
}();

}  // namespace sitedoor::text
