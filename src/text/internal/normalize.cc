#include "text/internal/normalize.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <array>
#include <utility>

namespace sitedoor::text {
namespace {

// ICU makes each normalizer at its first use and keeps it. They are asked for once, behind a static
// of ours: its guard orders that first use before every later one where a race detector, which
// cannot see the atomics of a library that was built without it, can follow.
const icu::Normalizer2* Normalizer(NormalizationForm form) {
  static const std::array<const icu::Normalizer2*, 3> normalizers = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::array<const icu::Normalizer2*, 3> made{};
    made[std::to_underlying(NormalizationForm::kCasefolded)] =
        icu::Normalizer2::getNFKCCasefoldInstance(status);
    made[std::to_underlying(NormalizationForm::kComposed)] =
        icu::Normalizer2::getNFCInstance(status);
    made[std::to_underlying(NormalizationForm::kDecomposed)] =
        icu::Normalizer2::getNFDInstance(status);
    return made;
  }();
  return normalizers[std::to_underlying(form)];
}

}  // namespace

std::string Normalize(std::string_view utf8, NormalizationForm form) {
  const icu::Normalizer2* normalizer = Normalizer(form);
  if (normalizer == nullptr) return std::string(utf8);
  std::string normalized;
  icu::StringByteSink<std::string> sink(&normalized);
  UErrorCode status = U_ZERO_ERROR;
  const icu::StringPiece source(utf8.data(), static_cast<std::int32_t>(utf8.size()));
  normalizer->normalizeUTF8(0, source, sink, nullptr, status);
  return U_SUCCESS(status) ? normalized : std::string(utf8);
}

}  // namespace sitedoor::text
