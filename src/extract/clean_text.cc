#include "extract/clean_text.h"

#include <cstddef>

#include "extract/internal/unicode_classes.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

constexpr char32_t kZeroWidthNonJoiner = 0x200C;
constexpr char32_t kZeroWidthJoiner = 0x200D;

}  // namespace

std::string CleanText(std::string_view utf8) {
  std::string clean;
  clean.reserve(utf8.size());
  bool pending_space = false;
  char32_t before = ' ';
  for (std::size_t at = 0; at < utf8.size();) {
    const text::CodePoint point = text::DecodeAt(utf8, at);
    at += point.bytes;
    if (internal::IsMarkdownSpace(point.value)) {
      pending_space = !clean.empty();
      before = ' ';
      continue;
    }
    if (internal::IsInvisible(point.value)) continue;
    if (point.value == kZeroWidthNonJoiner || point.value == kZeroWidthJoiner) {
      if (!internal::JoinsGlyphs(before)) continue;
    }
    if (internal::IsVariationSelector(point.value) && !internal::TakesVariation(before)) continue;
    if (pending_space) clean += ' ';
    pending_space = false;
    before = point.value;
    text::Append(clean, point.value);
  }
  return clean;
}

}  // namespace sitedoor::extract
