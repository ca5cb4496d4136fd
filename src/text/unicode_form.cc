#include "text/unicode_form.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include "text/utf8.h"

namespace sitedoor::text {
namespace {

std::string Normalized(const icu::Normalizer2* form, std::string_view text) {
  std::string repaired = Repair(text);
  if (form == nullptr) return repaired;
  std::string normalized;
  icu::StringByteSink<std::string> sink(&normalized);
  UErrorCode status = U_ZERO_ERROR;
  const icu::StringPiece source(repaired.data(), static_cast<std::int32_t>(repaired.size()));
  form->normalizeUTF8(0, source, sink, nullptr, status);
  return U_SUCCESS(status) ? normalized : repaired;
}

}  // namespace

std::string Composed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  return Normalized(icu::Normalizer2::getNFCInstance(status), text);
}

std::string Decomposed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  return Normalized(icu::Normalizer2::getNFDInstance(status), text);
}

}  // namespace sitedoor::text
