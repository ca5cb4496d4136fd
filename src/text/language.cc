#include "text/language.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

bool AllLetters(std::string_view text) { return std::ranges::all_of(text, IsAsciiLetter); }

bool AllDigits(std::string_view text) { return std::ranges::all_of(text, IsAsciiDigit); }

bool IsSubtag(std::string_view text) {
  return !text.empty() && text.size() <= 8 && std::ranges::all_of(text, IsAsciiAlnum);
}

std::string ToUpper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = AsciiUpper(c);
  return out;
}

constexpr std::string_view kSpace = " \t\r\n\f\v\"'";

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// Codes that ISO 639 withdrew and that pages and cld2 still use.
std::string CurrentCode(std::string language) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kWithdrawn = {
      {{"iw", "he"}, {"in", "id"}, {"ji", "yi"}, {"jw", "jv"}, {"mo", "ro"}}};
  for (const auto& [old_code, code] : kWithdrawn) {
    if (language == old_code) return std::string(code);
  }
  return language;
}

// What pages write that is no language: "und" and its like (ISO 639-2), and words that look like
// codes.
bool MeansNoLanguage(std::string_view language) {
  return language == "und" || language == "mul" || language == "zxx" || language == "mis" ||
         language == "nil";
}

// Splits at '-' and '_', at most eight parts; a locale's encoding or modifier ("de_DE.UTF-8@euro")
// and what follows the first tag of a list is dropped. Empty where words stand in place of a tag.
std::vector<std::string_view> Subtags(std::string_view tag) {
  tag = Trim(tag.substr(0, tag.find_first_of(".@,;")));
  std::vector<std::string_view> parts;
  if (tag.find_first_of(kSpace) != std::string_view::npos) return parts;
  while (parts.size() < 8) {
    const std::size_t end = tag.find_first_of("-_");
    parts.push_back(tag.substr(0, end));
    if (end == std::string_view::npos) break;
    tag.remove_prefix(end + 1);
  }
  return parts;
}

// "fr" of "guide.fr.html"; "" of a name without two dots.
std::string_view MiddleOf(std::string_view name) {
  const std::size_t extension = name.rfind('.');
  if (extension == std::string_view::npos || extension == 0) return "";
  const std::size_t dot = name.rfind('.', extension - 1);
  return dot == std::string_view::npos ? "" : name.substr(dot + 1, extension - dot - 1);
}

}  // namespace

std::string NormalizeLanguageTag(std::string_view tag) {
  const std::vector<std::string_view> parts = Subtags(tag);
  if (parts.empty()) return "";
  const std::string_view language = parts.front();
  if (language.size() < 2 || language.size() > 3 || !AllLetters(language)) return "";
  std::string out = CurrentCode(AsciiLowered(language));
  if (MeansNoLanguage(out)) return "";
  bool in_extension = false;  // after a one-character subtag everything is lower case
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if (!IsSubtag(part)) break;
    if (part.size() == 1) {
      if (i + 1 >= parts.size() || !IsSubtag(parts[i + 1])) break;
      in_extension = true;
    }
    out += '-';
    if (!in_extension && part.size() == 4 && AllLetters(part)) {
      out += AsciiUpper(part[0]);
      out += AsciiLowered(part.substr(1));
    } else if (!in_extension && part.size() == 2 && !AllDigits(part)) {
      out += ToUpper(part);
    } else {
      out += AsciiLowered(part);
    }
  }
  return out;
}

std::string_view PrimaryLanguage(std::string_view normalized_tag) {
  return normalized_tag.substr(0, normalized_tag.find('-'));
}

namespace {

struct Guess {
  CLD2::Language language = CLD2::UNKNOWN_LANGUAGE;  // when it is reliable
  int percent = 0;                                   // of the text that is in it
  bool holds_hint = false;                           // a good part is in the language hinted at
};

Guess GuessFrom(std::string_view utf8, std::string_view hint = "") {
  const CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language best_three[3];
  int percent_of[3];
  double score_of[3];
  int text_bytes = 0, valid_prefix_bytes = 0;
  bool is_reliable = false;
  const CLD2::Language language = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      utf8.data(), static_cast<int>(utf8.size()), true, &hints, 0, best_three, percent_of, score_of,
      nullptr, &text_bytes, &is_reliable, &valid_prefix_bytes);
  Guess guess;
  if (is_reliable) guess = {.language = language, .percent = percent_of[0], .holds_hint = false};
  for (std::size_t i = 0; i < std::size(best_three) && !hint.empty(); ++i) {
    constexpr int kLeastHintPercent = 20;
    if (best_three[i] == CLD2::UNKNOWN_LANGUAGE || percent_of[i] < kLeastHintPercent) continue;
    const std::string tag = NormalizeLanguageTag(CLD2::LanguageCode(best_three[i]));
    guess.holds_hint |= PrimaryLanguage(tag) == hint;
  }
  return guess;
}

constexpr std::size_t kEnoughForEnglish = 320;

// Whether the beginning of the text is English beyond doubt, as it is on most pages that do not say
// their language: "the", and every fifth word one of the commonest. cld2 takes six times as long.
bool IsPlainEnglish(std::string_view utf8) {
  constexpr auto kCommonest = std::to_array<std::string_view>(
      {"a",    "all",  "an",   "and",   "are",  "as",    "at",    "be",   "been", "but",   "by",
       "can",  "each", "for",  "from",  "has",  "have",  "if",    "in",   "is",   "it",    "its",
       "may",  "more", "no",   "not",   "of",   "on",    "one",   "only", "or",   "other", "set",
       "some", "that", "the",  "their", "then", "there", "these", "they", "this", "to",    "use",
       "used", "was",  "when", "which", "will", "with",  "you",   "your"});
  static_assert(std::ranges::is_sorted(kCommonest));
  constexpr std::size_t kLongest = 5, kWordsPerCommon = 5, kLeastWords = kEnoughForEnglish / 12;
  const std::string_view text = utf8.substr(0, kEnoughForEnglish);
  if (text.size() < kEnoughForEnglish) return false;
  std::size_t words = 0, common = 0;
  bool has_article = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!IsAsciiLetter(text[at])) {
      ++at;
      continue;
    }
    std::array<char, kLongest> lower{};
    const std::size_t begin = at;
    for (; at < text.size() && IsAsciiLetter(text[at]); ++at) {
      if (at - begin < kLongest) lower[at - begin] = AsciiLower(text[at]);
    }
    ++words;
    if (at - begin > kLongest) continue;
    const std::string_view word(lower.data(), at - begin);
    if (std::ranges::binary_search(kCommonest, word)) ++common;
    has_article = has_article || word == "the";
  }
  return has_article && words >= kLeastWords && common * kWordsPerCommon >= words;
}

}  // namespace

std::string DetectLanguage(std::string_view utf8, std::string_view hint) {
  // More text does not change the answer, it only takes time (cld2 reads about 20 MB/s).
  constexpr std::size_t kMostBytes = 32 << 10;
  // Of 4,161 texts without regard to what they declare, the beginning decides otherwise in eleven:
  // two that are half in another language, and nine English ones that the whole text is not seen to
  // be. Other languages have relatives that so little text is taken for.
  constexpr int kLeastPercent = 95;
  const std::string text = Repair(Prefix(utf8, kMostBytes));
  // Which Chinese it is the text tells.
  hint = PrimaryLanguage(hint);
  if (!hint.empty() && hint != "zh" && GuessFrom(text, hint).holds_hint) return std::string(hint);
  if (IsPlainEnglish(text)) return "en";
  Guess guess = GuessFrom(Prefix(text, kEnoughForEnglish));
  const bool is_enough = text.size() <= kEnoughForEnglish ||
                         (guess.language == CLD2::ENGLISH && guess.percent >= kLeastPercent);
  if (!is_enough) guess = GuessFrom(text);
  if (guess.language == CLD2::UNKNOWN_LANGUAGE) return "";
  const std::string tag = NormalizeLanguageTag(CLD2::LanguageCode(guess.language));
  if (tag == "zh-Hant" || tag == "zh-Hans") return tag == "zh-Hans" ? "zh" : tag;
  const std::string primary(PrimaryLanguage(tag));
  return primary == "un" || primary == "xx" ? "" : primary;
}

std::string LanguageInPath(std::string_view url) {
  constexpr std::size_t kMostParts = 16;
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(std::min(url.find('/', scheme + 3), url.size()));
  }
  url = url.substr(0, url.find_first_of("?#"));
  std::string found;
  for (std::size_t parts = 0; parts < kMostParts; ++parts) {
    const std::size_t slash = url.find('/');
    const bool is_name = slash == std::string_view::npos;
    std::string_view part = url.substr(0, slash);
    if (is_name) part = MiddleOf(part);
    // Two letters, alone or before a region or script: "api" and "dev" are no languages.
    const bool is_short =
        part.size() == 2 || (part.size() > 3 && (part[2] == '-' || part[2] == '_'));
    std::string tag = is_short ? NormalizeLanguageTag(part) : "";
    if (!tag.empty() && (is_name || found.empty())) found = std::move(tag);
    if (is_name) break;
    url.remove_prefix(slash + 1);
  }
  return found;
}

}  // namespace sitedoor::text
