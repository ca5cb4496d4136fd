// Script: a short <sub> or <sup> as characters of the line it stands in.
#pragma once

#include <optional>
#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct Script {
  std::string text;     // never empty
  bool raised = false;  // <sup>
  // Numbers, signs, or what is marked as a variable: "x^(n-1)". Not ordinals and trade marks.
  bool is_formula = false;
  bool ends_with_space = false;  // in the source

  // In Unicode's own raised or lowered characters; "" when it has others. A digit must be among
  // them: "(" alone is easier to read on the line.
  std::string InGlyphs() const;

  // With the sign that one would type: "^31", "_(i+1)"; "" for a text that is read as it is.
  std::string InCode() const;
};

// None for what is read as any other text: long ones, notes, links, pictures.
std::optional<Script> ReadScript(html::Node element);

}  // namespace sitedoor::extract::internal
