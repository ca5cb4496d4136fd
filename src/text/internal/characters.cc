#include "text/internal/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <optional>

namespace sitedoor::text {

const std::int16_t kLatinScript = USCRIPT_LATIN;
const std::int16_t kHangulScript = USCRIPT_HANGUL;

namespace {

std::int16_t ScriptOf(char32_t code_point) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(code_point), &status);
  if (U_FAILURE(status) || script == USCRIPT_INHERITED || script == USCRIPT_UNKNOWN) return 0;
  return static_cast<std::int16_t>(script);
}

bool IsUnspacedScript(std::int16_t script) {
  switch (script) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_YI:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    default:
      return false;
  }
}

// Signs of common script that are written inside Japanese words: the iteration and prolonged sound
// marks, and 〇.
bool IsKanaSign(char32_t code_point) {
  return code_point == 0x30FC || code_point == 0xFF70 ||
         (code_point >= 0x3005 && code_point <= 0x3007) ||
         (code_point >= 0x3031 && code_point <= 0x3035) || code_point == 0x303B;
}

// The ranges that most text beyond ASCII lies in, ahead of the look-up; nothing for others.
std::optional<CharacterTraits> CommonTraits(char32_t c) {
  if (c >= 0x4E00 && c <= 0x9FFF) return CharacterTraits{CharacterClass::kUnspaced, USCRIPT_HAN};
  if (c >= 0x3041 && c <= 0x3096) {
    return CharacterTraits{CharacterClass::kUnspaced, USCRIPT_HIRAGANA};
  }
  if (c >= 0x30A1 && c <= 0x30FA) {
    return CharacterTraits{CharacterClass::kUnspaced, USCRIPT_KATAKANA};
  }
  if (c >= 0xAC00 && c <= 0xD7A3) return CharacterTraits{CharacterClass::kLetter, USCRIPT_HANGUL};
  if (c >= 0x0400 && c <= 0x0481) return CharacterTraits{CharacterClass::kLetter, USCRIPT_CYRILLIC};
  if (c >= 0x00C0 && c <= 0x024F && c != 0x00D7 && c != 0x00F7) {
    return CharacterTraits{CharacterClass::kLetter, USCRIPT_LATIN};
  }
  return std::nullopt;
}

}  // namespace

CharacterTraits TraitsOf(char32_t code_point) {
  if (const auto common = CommonTraits(code_point)) return *common;
  if (code_point == 0x2019 || code_point == 0x02BC) return {CharacterClass::kApostrophe, 0};
  if (code_point == 0x2010 || code_point == 0x2011) return {CharacterClass::kHyphen, 0};
  if (code_point == 0xFFFD) return {};
  // Halfwidth voiced sound marks are letters to Unicode, but go with the kana that they follow.
  if (code_point == 0xFF9E || code_point == 0xFF9F) return {CharacterClass::kMark, 0};
  // All letters that are no digits of Han script: Unicode calls ideographic numerals letters as
  // well.
  switch (u_charType(static_cast<UChar32>(code_point))) {
    case U_UPPERCASE_LETTER:
    case U_LOWERCASE_LETTER:
    case U_TITLECASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
    case U_LETTER_NUMBER: {
      if (IsKanaSign(code_point)) return {CharacterClass::kUnspaced, USCRIPT_HAN};
      const std::int16_t script = ScriptOf(code_point);
      return {IsUnspacedScript(script) ? CharacterClass::kUnspaced : CharacterClass::kLetter,
              script};
    }
    case U_DECIMAL_DIGIT_NUMBER:
      return {CharacterClass::kDigit, 0};
    case U_OTHER_NUMBER:  // superscripts, fractions, circled numbers: compatibility forms of digits
      return {CharacterClass::kDigit, 0};
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_ENCLOSING_MARK:
      return {CharacterClass::kMark, 0};
    case U_FORMAT_CHAR:
      // Soft hyphen and joiners are invisible inside a word; other format characters (bidi, BOM)
      // end it.
      if (code_point == 0x00AD || code_point == 0x200C || code_point == 0x200D ||
          code_point == 0x2060) {
        return {CharacterClass::kMark, 0};
      }
      return {};
    case U_MATH_SYMBOL:
    case U_CURRENCY_SYMBOL:
    case U_OTHER_SYMBOL:
      // Box drawing and block elements draw lines; U+FFFC stands for what is no text.
      if ((code_point >= 0x2500 && code_point <= 0x259F) || code_point == 0xFFFC) return {};
      return {CharacterClass::kSymbol, 0};
    default:
      return {};
  }
}

bool IsUpperCase(char32_t code_point) {
  if (code_point < 0x80) return (kByteBits[code_point] & kUpperBit) != 0;
  return u_isUUppercase(static_cast<UChar32>(code_point)) != 0;
}

bool IsLowerCase(char32_t code_point) {
  if (code_point < 0x80) return (kByteBits[code_point] & kLowerBit) != 0;
  return u_isULowercase(static_cast<UChar32>(code_point)) != 0;
}

}  // namespace sitedoor::text
