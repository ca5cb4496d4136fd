#include "text/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <memory>

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

}  // namespace

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
        if (end > 0 && static_cast<std::size_t>(end) <= utf8.size() &&
            (ends.empty() || static_cast<std::size_t>(end) > ends.back())) {
          ends.push_back(static_cast<std::size_t>(end));
        }
      }
    }
  }
  utext_close(&text);
  if (ends.empty() || ends.back() != utf8.size()) ends.push_back(utf8.size());
  return ends;
}

}  // namespace sitedoor::text
