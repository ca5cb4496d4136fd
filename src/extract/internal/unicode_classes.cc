#include "extract/internal/unicode_classes.h"

#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

bool In(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool IsBidiControl(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || In(c, 0x202A, 0x202E) ||
         In(c, 0x2066, 0x2069);
}

// Tags, variation selectors past the 16th, and what stands between and behind them, without a sign
// of its own.
bool IsTag(char32_t c) { return In(c, 0xE0000, 0xE0FFF); }

}  // namespace

bool IsMarkdownSpace(char32_t c) {
  return c == ' ' || In(c, '\t', '\r') || c == 0xA0 || c == 0x1680 || In(c, 0x2000, 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool IsMarkdownPunctuation(char32_t c) {
  if (c < 0x80) return In(c, '!', '/') || In(c, ':', '@') || In(c, '[', '`') || In(c, '{', '~');
  if (c < 0xC0) return c >= 0xA1 && c != 0xAA && c != 0xB5 && c != 0xBA;
  if (c < 0x2010)
    return c == 0xD7 || c == 0xF7 || c == 0x37E || c == 0x387 || In(c, 0x55A, 0x55F) ||
           c == 0x589 || c == 0x58A || c == 0x5BE || c == 0x5C0 || c == 0x5C3 || c == 0x5F3 ||
           c == 0x5F4 || c == 0x60C || c == 0x60D || c == 0x61B || c == 0x61F ||
           In(c, 0x66A, 0x66D) || c == 0x6D4 || c == 0x964 || c == 0x965 || c == 0xE4F;
  if (c < 0x3000) return !In(c, 0x2070, 0x209F) && !In(c, 0x2C00, 0x2DFF) && !In(c, 0x2E80, 0x2FFF);
  return In(c, 0x3001, 0x3003) || In(c, 0x3008, 0x3020) || c == 0x3030 || c == 0x303D ||
         c == 0x30A0 || c == 0x30FB || In(c, 0xFE10, 0xFE6F) || In(c, 0xFF01, 0xFF0F) ||
         In(c, 0xFF1A, 0xFF20) || In(c, 0xFF3B, 0xFF40) || In(c, 0xFF5B, 0xFF65) ||
         In(c, 0x1F000, 0x1FAFF);
}

bool IsSurePunctuation(char32_t c) {
  if (c < 0x80) return IsMarkdownPunctuation(c);
  if (c < 0xC0)
    return c == 0xA1 || c == 0xA7 || c == 0xAB || c == 0xB6 || c == 0xB7 || c == 0xBB || c == 0xBF;
  if (c < 0x2010) return c != 0xD7 && c != 0xF7 && IsMarkdownPunctuation(c);
  if (c < 0x3000)
    return In(c, 0x2010, 0x2027) || (In(c, 0x2030, 0x205E) && c != 0x2044 && c != 0x2052);
  if (c < 0xFF00)
    return (In(c, 0x3001, 0x3003) || In(c, 0x3008, 0x3011) || In(c, 0x3014, 0x301F) ||
            c == 0x3030 || c == 0x303D || c == 0x30A0 || c == 0x30FB || In(c, 0xFE10, 0xFE52));
  return IsMarkdownPunctuation(c) && c < 0x10000 && c != 0xFF04 && c != 0xFF0B &&
         !In(c, 0xFF1C, 0xFF1E) && c != 0xFF3E && c != 0xFF40 && c != 0xFF5C && c != 0xFF5E;
}

bool IsInvisible(char32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n' && c != '\f' && c != '\r';
  if (c < 0x7F) return false;
  return In(c, 0x7F, 0x9F) || c == 0xAD || c == 0x34F || In(c, 0x115F, 0x1160) ||
         In(c, 0x17B4, 0x17B5) || In(c, 0x180B, 0x180F) || c == 0x200B || In(c, 0x2060, 0x2065) ||
         In(c, 0x206A, 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0 ||
         In(c, 0xFFF0, 0xFFFC) || In(c, 0x13430, 0x1343F) || In(c, 0x1BCA0, 0x1BCA3) ||
         In(c, 0x1D173, 0x1D17A) || IsTag(c) || In(c, 0xFDD0, 0xFDEF) || (c & 0xFFFE) == 0xFFFE ||
         IsBidiControl(c);
}

bool IsDeceptiveInCode(char32_t c) { return IsBidiControl(c) || IsTag(c); }

bool IsVariationSelector(char32_t c) { return In(c, 0xFE00, 0xFE0F); }

bool TakesVariation(char32_t before) {
  return before >= 0x80 ? !IsVariationSelector(before)
                        : In(before, '0', '9') || before == '#' || before == '*';
}

bool JoinsGlyphs(char32_t before) {
  return In(before, 0x600, 0x1FFF) || In(before, 0x2190, 0x2BFF) || In(before, 0xA840, 0xABFF) ||
         In(before, 0xFB50, 0xFDFF) || before == 0xFE0F || In(before, 0xFE70, 0xFEFC) ||
         In(before, 0x10A00, 0x11FFF) || In(before, 0x1F000, 0x1FAFF);
}

char32_t CodePointBefore(std::string_view text, std::size_t end) {
  if (end == 0 || end > text.size()) return ' ';
  std::size_t begin = end - 1;
  while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    --begin;
  return text::DecodeAt(text.substr(0, end), begin).value;
}

}  // namespace sitedoor::extract::internal
