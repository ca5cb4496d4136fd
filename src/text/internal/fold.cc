#include "text/internal/fold.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/ascii.h"
#include "text/internal/han_table.h"
#include "text/internal/normalize.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

// Marks that carry no meaning of their own for search: Latin, Greek and Cyrillic diacritics, Hebrew
// points, Arabic vowel signs and tatweel. The vowel signs of Indic and South-East Asian scripts and
// the voicing marks of kana stay.
bool IsDroppedMark(char32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || (c >= 0x0483 && c <= 0x0489) ||
         (c >= 0x0591 && c <= 0x05C7 && c != 0x05BE) || (c >= 0x0610 && c <= 0x061A) ||
         c == 0x0640 || (c >= 0x064B && c <= 0x065F) || c == 0x0670 ||
         (c >= 0x06D6 && c <= 0x06ED && c != 0x06DD && c != 0x06DE && c != 0x06E9) ||
         (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) ||
         (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE20 && c <= 0xFE2F);
}

// Letters that have no canonical decomposition but are written for a plain letter.
std::string_view PlainLetter(char32_t c) {
  switch (c) {
    case U'ø':
      return "o";
    case U'đ':
    case U'ð':
    case U'ɖ':
      return "d";
    case U'ħ':
      return "h";
    case U'ł':
      return "l";
    case U'ŧ':
      return "t";
    case U'ı':
      return "i";
    case U'ŋ':
      return "n";
    case U'æ':
      return "ae";
    case U'œ':
      return "oe";
    case U'þ':
      return "th";
    case U'ƀ':
      return "b";
    case U'ɨ':
      return "i";
    case U'ʉ':
      return "u";
    // Arabic and Persian spellings of the same letters.
    case 0x0649:
    case 0x06CC:
    case 0x06D2:
      return "\u064A";
    case 0x06A9:
      return "\u0643";
    case 0x0629:
    case 0x06C0:
    case 0x06C1:
    case 0x06D5:
      return "\u0647";
    case 0x2018:
    case 0x2019:
    case 0x02BC:
    case 0x02B9:
      return "'";
    case 0x2010:
    case 0x2011:
      return "-";
    default:
      return "";
  }
}

std::string DropMarks(std::string_view decomposed) {
  std::string out;
  out.reserve(decomposed.size());
  for (std::size_t at = 0; at < decomposed.size();) {
    const CodePoint point = DecodeAt(decomposed, at);
    at += point.bytes;
    if (point.value < 0x80) {
      out += static_cast<char>(point.value);
    } else if (IsDroppedMark(point.value)) {
      continue;
    } else if (const std::string_view letter = PlainLetter(point.value); !letter.empty()) {
      out += letter;
    } else if (const int digit = u_charDigitValue(static_cast<UChar32>(point.value)); digit >= 0) {
      out += static_cast<char>('0' + digit);
    } else {
      Append(out, point.value);
    }
  }
  return out;
}

bool IsAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

// Apostrophes and hyphens have one form also where diacritics are kept.
std::string WithPlainPunctuation(std::string text) {
  if (IsAscii(text)) return text;
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeAt(text, at);
    at += point.bytes;
    const std::string_view plain =
        point.value >= 0x2000 || point.value == 0x02BC ? PlainLetter(point.value) : "";
    if (plain.empty()) {
      Append(out, point.value);
    } else {
      out += plain;
    }
  }
  return out;
}

// The two-letter spelling of German umlauts, and of Nordic ø and å, which FoldWord keeps beside the
// folded form.
std::string SpellOutUmlauts(std::string_view with_marks) {
  std::string spelled;
  bool found = false;
  for (std::size_t at = 0; at < with_marks.size();) {
    const CodePoint point = DecodeAt(with_marks, at);
    at += point.bytes;
    switch (point.value) {
      case U'ä':
        spelled += "ae";
        break;
      case U'ö':
      case U'ø':
        spelled += "oe";
        break;
      case U'ü':
        spelled += "ue";
        break;
      case U'å':
        spelled += "aa";
        break;
      default:
        Append(spelled, point.value);
        continue;
    }
    found = true;
  }
  if (!found) return "";
  return IsAscii(spelled) ? spelled : DropMarks(Normalize(spelled, NormalizationForm::kDecomposed));
}

}  // namespace

FoldedWord FoldWord(std::string_view utf8) {
  FoldedWord folded;
  if (IsAscii(utf8)) {
    folded.plain = AsciiLowered(utf8);
    folded.with_marks = folded.plain;
    return folded;
  }
  folded.with_marks = WithPlainPunctuation(Normalize(utf8, NormalizationForm::kCasefolded));
  folded.plain = DropMarks(Normalize(folded.with_marks, NormalizationForm::kDecomposed));
  if (!IsAscii(folded.plain)) folded.plain = Normalize(folded.plain, NormalizationForm::kComposed);
  folded.spelled_out = SpellOutUmlauts(folded.with_marks);
  return folded;
}

const FoldedWord& FoldWordCached(std::string_view utf8) {
  struct Entry {
    std::string word;
    FoldedWord folded;
  };
  constexpr std::size_t kEntries = 4096;  // a power of two; direct-mapped
  thread_local std::vector<Entry> entries;
  if (entries.empty()) entries.resize(kEntries);
  Entry& entry = entries[std::hash<std::string_view>{}(utf8) & (kEntries - 1)];
  if (entry.word != utf8) {
    entry.folded = FoldWord(utf8);
    entry.word.assign(utf8);
  }
  return entry.folded;
}

bool FoldsToItself(std::string_view utf8) {
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint point = DecodeAt(utf8, at);
    at += point.bytes;
    const char32_t c = point.value;
    const bool is_kana = (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FC);
    if (!is_kana && !(c >= 0x3400 && c <= 0x4DBF) && !(c >= 0x4E00 && c <= 0x9FFF)) return false;
  }
  return true;
}

std::string SimplifyHan(std::string_view utf8) {
  const bool has_han = std::ranges::any_of(utf8, [](char c) { return c >= '\xE3' && c <= '\xE9'; });
  if (!has_han) return std::string(utf8);
  // Every entry is a three-byte character for another one, so they change places.
  std::string out(utf8);
  for (std::size_t at = 0; at < out.size();) {
    const CodePoint point = DecodeAt(out, at);
    if (point.value >= kFirstHan && point.value <= kLastHan) {
      const char16_t simple = kSimplifiedHan[point.value - kFirstHan];
      out[at] = static_cast<char>(0xE0 | (simple >> 12));
      out[at + 1] = static_cast<char>(0x80 | ((simple >> 6) & 0x3F));
      out[at + 2] = static_cast<char>(0x80 | (simple & 0x3F));
    }
    at += point.bytes;
  }
  return out;
}

std::string ContractUmlauts(std::string_view plain) {
  bool found = false;
  for (std::size_t at = 1; at < plain.size() && !found; ++at) {
    const char before = plain[at - 1];
    found = plain[at] == 'e' && (before == 'a' || before == 'o' || before == 'u');
  }
  if (!found) return "";
  std::string contracted;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const char c = plain[at];
    contracted += c;
    // "que" is not an umlaut, nor is the ue of "neue" or "bauer".
    const char before = at == 0 ? '\0' : plain[at - 1];
    const bool is_base =
        c == 'a' || c == 'o' || (c == 'u' && before != 'q' && before != 'a' && before != 'e');
    if (is_base && at + 1 < plain.size() && plain[at + 1] == 'e') ++at;
  }
  return contracted.size() == plain.size() ? "" : contracted;
}

}  // namespace sitedoor::text
