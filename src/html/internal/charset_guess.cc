#include "html/internal/charset_guess.h"

#include <unicode/uchar.h>
#include <unicode/ucsdet.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::html::internal {
namespace {

// What ICU looks at; more changes no verdict.
constexpr std::size_t kMostGuessBytes = 256 * 1024;
// Of the text that every candidate decodes.
constexpr std::size_t kMostSampleBytes = 8 * 1024;

bool IsForeign(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Text between the tags, with every run of ASCII letters shortened to nothing where it has company:
// n-gram statistics of markup and English would drown a few foreign words.
std::string ForeignText(std::string_view bytes) {
  std::string kept;
  bool in_tag = false;
  std::size_t since_foreign = 100;
  for (const char c : bytes.substr(0, kMostGuessBytes)) {
    const bool foreign = IsForeign(c);
    if (c == '<') in_tag = true;
    if (c == '>') {
      in_tag = false;
      kept += ' ';
      continue;
    }
    if (in_tag && !foreign) continue;
    since_foreign = foreign ? 0 : since_foreign + 1;
    // Trail bytes of Shift_JIS, GBK and Big5 are ASCII, so what directly follows belongs to it.
    if (since_foreign <= 8) kept += c;
  }
  return kept;
}

std::string TextBetweenTags(std::string_view bytes) {
  std::string kept;
  bool in_tag = false;
  for (const char c : bytes.substr(0, kMostGuessBytes)) {
    if (c == '<') in_tag = true;
    if (!in_tag) kept += c;
    if (c == '>') {
      in_tag = false;
      kept += ' ';
    }
  }
  return kept;
}

// The pieces of text between two tags that hold bytes beyond ASCII. '<' and '>' are no byte of a
// character in any encoding that is guessed.
std::string ForeignBlocks(std::string_view html) {
  std::string kept;
  for (std::size_t at = 0; at < html.size() && kept.size() < kMostSampleBytes;) {
    std::size_t end = std::min(html.find('<', at), html.size());
    std::string_view block = html.substr(at, end - at);
    block = block.substr(0, kMostSampleBytes);
    if (std::ranges::any_of(block, IsForeign)) (kept += block) += '\n';
    end = html.find('>', end);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return kept;
}

// An encoding that ICU's statistics name, and how sure they are of it, 0 to 100.
struct IcuGuess {
  std::string name;
  std::int32_t confidence = 0;
};

// The surest first.
std::vector<IcuGuess> IcuGuesses(const std::string& sample) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, decltype(&ucsdet_close)> detector(ucsdet_open(&error),
                                                                            &ucsdet_close);
  ucsdet_setText(detector.get(), sample.data(), static_cast<int32_t>(sample.size()), &error);
  int32_t found = 0;
  const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &found, &error);
  std::vector<IcuGuess> guesses;
  for (int32_t i = 0; i < found && U_SUCCESS(error); ++i) {
    const char* const name = ucsdet_getName(matches[i], &error);
    const int32_t confidence = ucsdet_getConfidence(matches[i], &error);
    if (U_SUCCESS(error)) guesses.push_back({name, confidence});
  }
  return guesses;
}

// Of the same statistics ICU gives the Windows name where the text has bytes from 0x80 to 0x9F.
bool IsWestern(std::string_view name) { return name == "ISO-8859-1" || name == "windows-1252"; }
bool IsCentral(std::string_view name) { return name == "ISO-8859-2" || name == "windows-1250"; }

// Czech, Polish, Hungarian... as against French, German...: told apart by whole words, ASCII
// letters among them. "" for Western. Under 30 ICU is as often wrong as right (two words of
// French: 24).
std::string CentralEuropean(std::string_view html) {
  constexpr std::int32_t kLeastConfidence = 30;
  for (const IcuGuess& guess : IcuGuesses(TextBetweenTags(html))) {
    if (IsWestern(guess.name)) return "";
    if (IsCentral(guess.name)) return guess.confidence < kLeastConfidence ? "" : guess.name;
  }
  return "";
}

// What the bytes' statistics alone say, of the encodings that differ from windows-1252 on real
// pages.
std::string GuessFromBytes(std::string_view html) {
  constexpr std::array<std::string_view, 17> kCandidates = {
      "Shift_JIS",    "EUC-JP",       "EUC-KR",       "GB18030",      "Big5",         "KOI8-R",
      "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "ISO-8859-5",
      "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-8-I", "ISO-8859-9"};
  const std::vector<IcuGuess> guesses = IcuGuesses(ForeignText(html));
  std::int32_t western = 0;
  for (const IcuGuess& guess : guesses) {
    if (IsWestern(guess.name)) western = std::max(western, guess.confidence);
  }
  std::string central = CentralEuropean(html);
  for (const auto& [name, confidence] : guesses) {
    if (IsCentral(name) && !central.empty()) return central;
    if (std::ranges::find(kCandidates, name) == kCandidates.end()) continue;
    if (confidence < 10 || confidence <= western) continue;
    return name == "ISO-8859-9" ? "windows-1254" : name;
  }
  return central.empty() ? "windows-1252" : central;
}

// Encodings of one alphabet that have all but a few characters in common.
bool AreTwins(std::string_view one, std::string_view other) {
  constexpr std::array<std::array<std::string_view, 2>, 3> kTwins = {{
      {"windows-1250", "ISO-8859-2"},
      {"windows-1253", "ISO-8859-7"},
      {"KOI8-R", "KOI8-U"},
  }};
  return std::ranges::any_of(kTwins, [&](const auto& twins) {
    return (one == twins[0] && other == twins[1]) || (one == twins[1] && other == twins[0]);
  });
}

// The language of most texts in an encoding that is hardly used for others; "" where there are
// several.
std::string_view LanguageOf(std::string_view charset) {
  struct Use {
    std::string_view charset, language;
  };
  constexpr std::array<Use, 9> kUses = {{{"windows-1251", "ru"},
                                         {"KOI8-R", "ru"},
                                         {"KOI8-U", "uk"},
                                         {"IBM866", "ru"},
                                         {"Shift_JIS", "ja"},
                                         {"EUC-JP", "ja"},
                                         {"EUC-KR", "ko"},
                                         {"GB18030", "zh"},
                                         {"Big5", "zh-Hant"}}};
  const auto found = std::ranges::find(kUses, charset, &Use::charset);
  return found == kUses.end() ? "" : found->language;
}

using CodePointSet = std::unique_ptr<USet, decltype(&uset_close)>;

// The letters that a language is written with (CLDR's exemplar characters), in both cases.
struct Alphabet {
  CodePointSet own{nullptr, &uset_close};      // of its own words
  CodePointSet foreign{nullptr, &uset_close};  // of names and borrowed words in it

  explicit Alphabet(std::string_view language) {
    std::string locale(language);
    std::ranges::replace(locale, '-', '_');
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<ULocaleData, decltype(&ulocdata_close)> of_locale(
        ulocdata_open(locale.c_str(), &error), &ulocdata_close);
    if (U_FAILURE(error)) return;
    own.reset(Load(of_locale.get(), ULOCDATA_ES_STANDARD));
    foreign.reset(Load(of_locale.get(), ULOCDATA_ES_AUXILIARY));
  }

  static USet* Load(ULocaleData* of_locale, ULocaleDataExemplarSetType type) {
    UErrorCode error = U_ZERO_ERROR;
    USet* const set =
        ulocdata_getExemplarSet(of_locale, nullptr, USET_ADD_CASE_MAPPINGS, type, &error);
    if (set != nullptr) uset_freeze(set);
    return set;
  }
};

// Kept for ever: there are no more than the languages that are detected.
const Alphabet& AlphabetOf(const std::string& language) {
  static std::mutex mutex;
  static std::map<std::string, Alphabet> alphabets;
  const std::lock_guard lock(mutex);
  return alphabets.try_emplace(language, language).first->second;
}

bool IsLetter(UChar32 c) { return u_isalpha(c) != 0 || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }
bool IsUpper(UChar32 c) { return u_charType(c) == U_UPPERCASE_LETTER; }
bool IsLower(UChar32 c) { return u_charType(c) == U_LOWERCASE_LETTER; }

bool IsIdeographic(UScriptCode script) {
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
         script == USCRIPT_HANGUL || script == USCRIPT_BOPOMOFO;
}

UScriptCode ScriptOf(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(c, &error);
}

// Two letters that one word does not have side by side.
bool Clash(UChar32 before, UChar32 c) {
  if (IsLower(before) && IsUpper(c)) return true;
  const UScriptCode one = ScriptOf(before), other = ScriptOf(c);
  if (one <= USCRIPT_INHERITED || other <= USCRIPT_INHERITED || one == other) return false;
  return !IsIdeographic(one) || !IsIdeographic(other);
}

bool IsThaiConsonant(UChar32 c) { return c >= 0xE01 && c <= 0xE2E; }

// Thai marks and vowels that follow a consonant or another mark, and vowels that a consonant
// follows. Bytes of other encodings stand in no such order.
bool IsMisplacedThai(UChar32 before, UChar32 c, UChar32 after) {
  constexpr UChar32 kSaraA = 0xE30, kSaraAa = 0xE32, kSaraAm = 0xE33;
  const auto is_mark = [](UChar32 point) {
    return point == 0xE31 || (point >= 0xE34 && point <= 0xE3A) ||
           (point >= 0xE47 && point <= 0xE4E);
  };
  if (c >= 0xE40 && c <= 0xE44) return !IsThaiConsonant(after);
  if (!is_mark(c) && c != kSaraA && c != kSaraAa && c != kSaraAm) return false;
  return !IsThaiConsonant(before) && !is_mark(before) && !(c == kSaraA && before == kSaraAa);
}

// Quotation marks, dashes and the like, which texts of every language have.
bool IsTypographic(UChar32 c) {
  return c == 0xA0 || c == 0xA7 || c == 0xA9 || c == 0xAB || c == 0xAD || c == 0xAE || c == 0xB0 ||
         c == 0xB7 || c == 0xBB || c == 0x20AC || c == 0x2116 || c == 0x2122 ||
         (c >= 0x2010 && c <= 0x203A) || (c >= 0x3000 && c <= 0x301F) ||
         (c >= 0xFF01 && c <= 0xFF20);
}

// The middle dot joins two l in Catalan.
bool IsJoiner(UChar32 before, UChar32 c, UChar32 after) {
  if (c == 0xB7) return (before | 0x20) == U'l' && (after | 0x20) == U'l';
  return c == 0xAD || (c >= 0x2010 && c <= 0x2019);
}

bool IsClosingQuote(UChar32 c) { return c == 0x2019 || c == 0x201D; }

// 100 for a text that is all letters of its language; far below 0 for garbage.
class Plausibility {
 public:
  explicit Plausibility(std::string_view utf8) {
    while (!utf8.empty()) {
      const text::CodePoint point = text::DecodeAt(utf8, 0);
      points_.push_back(static_cast<UChar32>(point.value));
      utf8.remove_prefix(point.bytes);
    }
  }

  // `language` is what the text was detected to be in, "" if it was not.
  double Score(const std::string& language) const {
    const Alphabet* const alphabet = language.empty() ? nullptr : &AlphabetOf(language);
    double sum = 0;
    std::size_t foreign = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] < 0x80) continue;
      ++foreign;
      sum += ScoreAt(i, alphabet);
    }
    return foreign == 0 ? 0 : sum / static_cast<double>(foreign);
  }

  static constexpr double kGood = 100;

 private:
  static constexpr double kUnknown = 50, kWrong = -100, kGarbage = -400;

  UChar32 At(std::size_t i) const { return i < points_.size() ? points_[i] : U' '; }

  double ScoreAt(std::size_t i, const Alphabet* alphabet) const {
    const UChar32 c = points_[i], before = i == 0 ? U' ' : points_[i - 1], after = At(i + 1);
    const std::int8_t type = u_charType(c);
    if (c == 0xFFFD || type == U_CONTROL_CHAR || type == U_PRIVATE_USE_CHAR ||
        type == U_UNASSIGNED) {
      return kGarbage;
    }
    if (!IsLetter(c)) {
      const bool is_within_word = IsLetter(before) && IsLetter(after);
      if (is_within_word) return IsJoiner(before, c, after) ? kUnknown : kWrong;
      if (IsClosingQuote(c) && u_isspace(before) != 0) return 0;
      return IsTypographic(c) ? kGood : 0;
    }
    if ((IsLetter(before) && Clash(before, c)) || (IsLetter(after) && Clash(c, after)))
      return kWrong;
    if (IsMisplacedThai(before, c, after)) return kWrong;
    // Without accents hardly anything is left of a word: it was in letters of another script.
    if (alphabet == nullptr && before >= 0x80 && after >= 0x80 && IsLetter(before) &&
        IsLetter(after) && ScriptOf(c) == USCRIPT_LATIN) {
      return kWrong;
    }
    if (alphabet == nullptr) return IsIdeographic(ScriptOf(c)) ? kUnknown / 2 : kUnknown;
    if (alphabet->own != nullptr && uset_contains(alphabet->own.get(), c)) return kGood;
    return alphabet->foreign != nullptr && uset_contains(alphabet->foreign.get(), c) ? kUnknown : 0;
  }

  std::vector<UChar32> points_;
};

// The text as one encoding has it.
struct Reading {
  std::string_view charset;
  std::string language;  // detected; may be ""
  Plausibility plausibility;

  Reading(std::string_view name, const std::string& decoded)
      : charset(name), language(text::DetectLanguage(decoded)), plausibility(decoded) {}
  double Score(const std::string& of_language) const { return plausibility.Score(of_language); }
};

// What the statistics of the bytes are worth beside plausibility. Those of single bytes do not tell
// apart encodings that have most letters in common; nearly any bytes are some Chinese or Korean.
constexpr double kFavour = 3, kFavourOfMultiByte = 15;

bool IsMultiByte(std::string_view charset) {
  const std::string_view language = LanguageOf(charset);
  return language == "ja" || language == "ko" || language.starts_with("zh");
}

}  // namespace

std::string GuessLegacyCharset(
    std::string_view html,
    FunctionRef<std::string(std::string_view bytes, std::string_view charset)> decode) {
  constexpr std::array<std::string_view, 19> kCandidates = {
      "windows-1252", "windows-1250", "ISO-8859-2",   "windows-1251", "KOI8-R",
      "KOI8-U",       "IBM866",       "windows-1253", "ISO-8859-7",   "windows-1254",
      "windows-1255", "windows-1256", "windows-1257", "windows-874",  "Shift_JIS",
      "EUC-JP",       "EUC-KR",       "GB18030",      "Big5"};
  const std::string favourite = GuessFromBytes(html);
  const std::string sample = ForeignBlocks(html);
  if (sample.empty()) return favourite;
  std::vector<Reading> readings;
  readings.emplace_back(favourite, decode(sample, favourite));
  if (readings.front().Score(readings.front().language) >= Plausibility::kGood) return favourite;
  for (const std::string_view charset : kCandidates) {
    if (charset != favourite) readings.emplace_back(charset, decode(sample, charset));
  }
  // A wrong accent in a word or two may hide the language from one reading and not from another.
  std::set<std::string> languages;
  for (const Reading& reading : readings) languages.insert(reading.language);
  std::string best;
  double best_score = 0;
  for (const Reading& reading : readings) {
    double score = reading.Score("");
    for (const std::string& language : languages) score = std::max(score, reading.Score(language));
    if (reading.charset == favourite || AreTwins(reading.charset, favourite)) {
      // A few words among English ones are not enough to detect their language.
      const std::string own(LanguageOf(reading.charset));
      if (!own.empty()) score = std::max(score, reading.Score(own));
      score += IsMultiByte(reading.charset) ? kFavourOfMultiByte : kFavour;
    }
    if (!best.empty() && score <= best_score) continue;
    best_score = score;
    best = reading.charset;
  }
  return best;
}

}  // namespace sitedoor::html::internal
