#include "text/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "base/ascii.h"
#include "text/analyzer.h"

namespace sitedoor::text {
namespace {

// One break iterator a thread: making one costs more than walking a paragraph.
icu::BreakIterator* SentenceIterator() {
  thread_local const std::unique_ptr<icu::BreakIterator> iterator = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(
        icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), status));
    return U_SUCCESS(status) ? std::move(made) : nullptr;
  }();
  return iterator.get();
}

icu::BreakIterator* LineIterator() {
  thread_local const std::unique_ptr<icu::BreakIterator> iterator = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(
        icu::BreakIterator::createLineInstance(icu::Locale::getRoot(), status));
    return U_SUCCESS(status) ? std::move(made) : nullptr;
  }();
  return iterator.get();
}

// In front of names, numbers and examples, so that a capital behind them begins no sentence. Those
// that often end one ("etc.", "usw.") are not here.
constexpr std::string_view kAbbreviations[] = {
    "mr",  "mrs",  "ms",   "dr",  "prof", "st",  "sr",  "vs",   "cf",     "eg",   "ie",
    "al",  "fig",  "figs", "nos", "vol",  "pp",  "eds", "nr",   "approx", "incl", "resp",
    "bzw", "ca",   "vgl",  "abb", "evtl", "ggf", "sog", "inkl", "zzgl",   "bspw", "mme",
    "sra", "srta", "ej",   "sig", "dott", "см",  "рис", "стр",  "напр",   "ул",   "им"};

bool IsWordByte(char c) { return static_cast<unsigned char>(c) >= 0x80 || IsAsciiAlnum(c); }

// Whether `sentence` ends in an abbreviation and spaces: a letter alone ("J.", the last of "e.g."
// and "z.B."), or one of the list.
bool EndsInAbbreviation(std::string_view sentence) {
  while (sentence.ends_with(' ')) sentence.remove_suffix(1);
  if (!sentence.ends_with('.')) return false;
  sentence.remove_suffix(1);
  std::size_t begin = sentence.size();
  while (begin > 0 && IsWordByte(sentence[begin - 1])) --begin;
  const std::string word = Fold(sentence.substr(begin));
  if (word.size() == 1) return word[0] >= 'a' && word[0] <= 'z';
  // A letter of two bytes, Greek or Cyrillic; those of three are whole words.
  if (word.size() == 2 && static_cast<unsigned char>(word[0]) >= 0xC3) return true;
  return std::ranges::find(kAbbreviations, word) != std::end(kAbbreviations);
}

}  // namespace

std::size_t WordBreakBefore(std::string_view utf8, std::size_t at) {
  UErrorCode status = U_ZERO_ERROR;
  UText text = UTEXT_INITIALIZER;
  utext_openUTF8(&text, utf8.data(), static_cast<std::int64_t>(utf8.size()), &status);
  std::size_t found = 0;
  if (icu::BreakIterator* iterator = LineIterator(); iterator != nullptr && U_SUCCESS(status)) {
    iterator->setText(&text, status);
    const auto place = static_cast<std::int32_t>(at);
    if (U_SUCCESS(status)) {
      const std::int32_t end =
          iterator->isBoundary(place) != 0 ? place : iterator->preceding(place);
      if (end > 0 && end <= place) found = static_cast<std::size_t>(end);
    }
  }
  utext_close(&text);
  return found;
}

std::vector<std::size_t> SentenceEnds(std::string_view utf8) {
  if (utf8.empty()) return {};
  std::vector<std::size_t> ends;
  UErrorCode status = U_ZERO_ERROR;
  // A UText over UTF-8 reports native offsets, which are byte offsets, and treats bad bytes as
  // U+FFFD.
  UText text = UTEXT_INITIALIZER;
  utext_openUTF8(&text, utf8.data(), static_cast<std::int64_t>(utf8.size()), &status);
  if (icu::BreakIterator* iterator = SentenceIterator(); iterator != nullptr && U_SUCCESS(status)) {
    iterator->setText(&text, status);
    if (U_SUCCESS(status)) {
      for (int end = iterator->next(); end != icu::BreakIterator::DONE; end = iterator->next()) {
        const auto at = static_cast<std::size_t>(end);
        const std::size_t before = ends.empty() ? 0 : ends.back();
        if (end <= 0 || at > utf8.size() || at <= before) continue;
        if (at < utf8.size() && EndsInAbbreviation(utf8.substr(before, at - before))) continue;
        ends.push_back(at);
      }
    }
  }
  utext_close(&text);
  if (ends.empty() || ends.back() != utf8.size()) ends.push_back(utf8.size());
  return ends;
}

}  // namespace sitedoor::text
