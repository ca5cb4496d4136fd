#include "text/unicode_form.h"

#include "text/internal/normalize.h"
#include "text/utf8.h"

namespace sitedoor::text {

std::string Composed(std::string_view text) {
  return Normalize(Repair(text), NormalizationForm::kComposed);
}

std::string Decomposed(std::string_view text) {
  return Normalize(Repair(text), NormalizationForm::kDecomposed);
}

}  // namespace sitedoor::text
