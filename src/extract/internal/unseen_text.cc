#include "extract/internal/unseen_text.h"

#include "extract/internal/unicode_classes.h"

namespace sitedoor::extract::internal {

bool ShowsNothing(char32_t c, char32_t before) {
  if (IsInvisible(c)) return true;
  if (c == 0x200C || c == 0x200D) return !JoinsGlyphs(before);
  return IsVariationSelector(c) && !TakesVariation(before);
}

void UnseenText::NoteInCode(std::size_t place, char32_t c) {
  Note(place);
  may_say_something_ = may_say_something_ || IsDeceptiveInCode(c);
}

}  // namespace sitedoor::extract::internal
