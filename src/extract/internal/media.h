// Images and formulas: what stands for them in text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// An image of at most one pixel shows nothing, and its text is no reader's.
bool IsPixel(html::Node image);

// What an icon says that is all there is in its table cell: "Yes" of <svg role=img><title>Yes. ""
// of any other element.
std::string PictureName(html::Node element);

struct Formula {
  std::string tex;       // or the formula's text, when the page holds no TeX
  bool display = false;  // stands on lines of its own
};

// The formula of a <math>, a KaTeX or MathJax wrapper, <script type="math/tex">, Sphinx's div.math
// or an image of class "math"; nullopt when the element is none. Each formula is found once, at its
// outermost element. The source of what MathJax has rendered is believed as far as that shows it;
// where it has yet to render, only with a script that does.
enum class Renderer { kNone, kOnPage };
std::optional<Formula> ReadFormula(html::Node element, Renderer renderer);

// The first formula between delimiters in a text, and where it stands with them.
struct FormulaInText {
  std::size_t begin = 0, end = 0;
  Formula formula;
};
std::optional<FormulaInText> FindFormula(std::string_view text);

}  // namespace sitedoor::extract::internal
