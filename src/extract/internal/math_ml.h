// MathMl: presentation MathML as TeX, for formulas that come without a TeX source.
//
// Letters and signs stay the Unicode characters that they are, which TeX engines of browsers read.
// Source: MathML Core, https://www.w3.org/TR/mathml-core/
#pragma once

#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// "x^2+\frac{a}{b}" of a <math> element; "" when it shows nothing, or more than a formula does.
// What its styles hide is left out. Bounded time, no recursion.
std::string TexOfMathMl(html::Node math);

// What a browser shows nothing of: hidden, or a child other than the first of <maction> and
// <semantics>. Source: MathML Core, https://www.w3.org/TR/mathml-core/#user-agent-stylesheet
bool IsUnseenInMath(html::Node node);

}  // namespace sitedoor::extract::internal
