#include "extract/internal/hiding_looks.h"

#include <optional>

#include "extract/internal/inline_style.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {

using html::Node;

void HidingLooks::Note(Node element, Revealed revealed) {
  if (rules_ == nullptr) return;
  Look look = looks_.empty() ? Look{} : looks_.back();
  bool changes = false;
  if (HidingColors* const colors = rules_->Colors()) {
    if (const auto paint = colors->Of(element, look.paint, rules_->Steps())) {
      look.paint = *paint;
      changes = true;
    }
  }
  const TextLook own =
      rules_->LookOf(element, look.is_invisible || look.is_tiny ? HidingRules::Around::kHidden
                                                                : HidingRules::Around::kShown);
  const auto take = [&](TextLook::Kind kind, bool& is_hidden) {
    if (kind == TextLook::kUnset || is_hidden == (kind == TextLook::kHidden)) return;
    const bool is_revealed = revealed == Revealed::kYes || HoldsTheContent(element);
    if (kind == TextLook::kHidden && is_revealed && !rules_->ShowsPartsAlone(element)) return;
    is_hidden = kind == TextLook::kHidden;
    changes = true;
  };
  take(own.visibility, look.is_invisible);
  take(own.size, look.is_tiny);
  if (!changes) return;
  look.element = element;
  look.hides = look.is_invisible || look.is_tiny || look.paint.HidesText();
  looks_.push_back(look);
}

}  // namespace sitedoor::extract::internal
