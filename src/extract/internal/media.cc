#include "extract/internal/media.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/element_table.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/math_ml.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 4096;  // looked at in one formula

bool IsTexAnnotation(Node node) {
  if (!node.IsElement() || node.Name() != "annotation") return false;
  return node.Attribute("encoding").find("tex") != std::string_view::npos ||
         node.Attribute("encoding").find("TeX") != std::string_view::npos;
}

// Wikipedia and LaTeXML wrap the source: {\displaystyle x^2}.
std::string_view WithoutStyle(std::string_view tex) {
  tex = TrimmedHtmlSpace(tex);
  for (const std::string_view style : {"{\\displaystyle ", "{\\textstyle "}) {
    if (tex.starts_with(style) && tex.ends_with('}')) {
      tex.remove_prefix(style.size());
      tex.remove_suffix(1);
      return TrimmedHtmlSpace(tex);
    }
  }
  return tex;
}

// TeX that comes beside a formula is not shown: it is the formula's as far as what is shown
// accounts for it.
bool AccountsFor(std::string_view shown, std::string_view tex) {
  constexpr std::size_t kMostBytesForOne = 20;
  constexpr std::size_t kMostOverhead = 40;
  return !shown.empty() && tex.size() <= kMostOverhead + kMostBytesForOne * shown.size();
}

// Whether the words in it are, or name what TeX lays out: "\\begin{matrix}".
bool ShowsWordsOf(std::string_view shown, std::string_view tex) {
  constexpr std::size_t kLeastBytes = 4;
  const auto is_letter = [](char c) { return IsAsciiAlnum(c) && !(c >= '0' && c <= '9'); };
  std::string letters;
  for (const char c : shown) {
    if (is_letter(c)) letters += c;
  }
  for (std::size_t at = 0; at < tex.size();) {
    const std::size_t begin = at;
    while (at < tex.size() && is_letter(tex[at])) ++at;
    const std::string_view word = tex.substr(begin, at - begin);
    const std::string_view before = tex.substr(0, begin);
    if (at == begin) {
      const bool is_comment = tex[at] == '%' && !before.ends_with('\\');
      at = is_comment ? std::min(tex.find('\n', at), tex.size()) : at + 1;
    }
    if (word.size() < kLeastBytes || before.ends_with('\\') || before.ends_with("\\begin{") ||
        before.ends_with("\\end{") || word.find_first_not_of("lcr") == std::string_view::npos)
      continue;
    if (letters.find(word) == std::string::npos) return false;
  }
  return true;
}

std::optional<Formula> FromMathMl(Node math) {
  if (IsUnseenInMath(math)) return std::nullopt;
  Formula formula;
  formula.display = math.Attribute("display") == "block";
  std::string tex(WithoutStyle(math.Attribute("alttext"))), shown;
  int seen = 0;
  bool is_annotation = false;
  for (Node at = math; at && seen < kMostNodes; ++seen) {
    is_annotation = at.IsElement() && at.Name().starts_with("annotation");
    if (IsTexAnnotation(at)) tex = WithoutStyle(at.TextContent());
    if (at.IsText() && at.Mark() != kSkipHidden) shown += at.Text();
    const bool is_skipped = is_annotation || IsUnseenInMath(at);
    at = at.Next(math, is_skipped ? Node::Descend::kNo : Node::Descend::kYes);
  }
  shown = CleanText(shown);
  if (tex.empty() || !AccountsFor(shown, tex) || !ShowsWordsOf(shown, tex)) tex = TexOfMathMl(math);
  formula.tex = tex.empty() ? std::move(shown) : std::move(tex);
  return formula;
}

Node FirstMath(Node wrapper) {
  int seen = 0;
  for (Node at = wrapper.Next(wrapper); at && seen < kMostNodes; at = at.Next(wrapper), ++seen) {
    if (at.InForeignContent() && at.Name() == "math") return at;
  }
  return Node();
}

bool HasDisplayWrapper(Node element) {
  const Node parent = element.Parent();
  return parent && (RolesOfClasses(parent.Attribute(LXB_DOM_ATTR_CLASS)) & kDisplayMath) != 0;
}

std::optional<Formula> FromWrapper(Node wrapper, std::uint32_t roles) {
  const Node math = FirstMath(wrapper);
  if (!math) return std::nullopt;
  std::optional<Formula> formula = FromMathMl(math);
  formula->display = formula->display || (roles & kDisplayMath) != 0 ||
                     HasDisplayWrapper(wrapper) || wrapper.Attribute("display") == "true";
  return formula;
}

struct Delimiters {
  std::string_view open, close;
  bool display;
};
constexpr auto kDelimiters = std::to_array<Delimiters>(
    {{"\\[", "\\]", true}, {"\\(", "\\)", false}, {"$$", "$$", true}, {"$", "$", false}});

std::optional<Formula> WithoutDelimiters(std::string_view tex) {
  tex = TrimmedHtmlSpace(tex);
  for (const Delimiters& pair : kDelimiters) {
    const std::size_t around = pair.open.size() + pair.close.size();
    if (tex.size() <= around || !tex.starts_with(pair.open) || !tex.ends_with(pair.close)) continue;
    return Formula{std::string(TrimmedHtmlSpace(tex.substr(pair.open.size(), tex.size() - around))),
                   pair.display};
  }
  return std::nullopt;
}

// Sphinx, MkDocs and Doxygen: \( ... \) or \[ ... \] that a script on the page would render. A
// number of the formula may stand before it. AsciiDoc has them in an element of their own.
std::optional<Formula> FromDelimitedTex(Node element) {
  Node child = element.FirstChild();
  if (element.HasClass("stemblock")) {
    while (child && !child.HasClass("content")) child = child.NextSibling();
    if (!child) return std::nullopt;
    child = child.FirstChild();
  }
  std::string text, number;
  for (; child; child = child.NextSibling()) {
    if (child.Mark() == kSkipHidden) return std::nullopt;
    if (child.IsElement()) {
      if (!child.HasClass("eqno") || child.FirstChild() == Node()) return std::nullopt;
      number = CleanText(child.FirstChild().Text());
    }
    text += child.Text();
  }
  std::optional<Formula> formula = WithoutDelimiters(text);
  if (formula && number.starts_with('(') && number.ends_with(')'))
    formula->tex += " \\tag{" + number.substr(1, number.size() - 2) + "}";
  return formula;
}

// What MathJax 2 has put before the source: null where it has not yet.
Node RenderedBefore(Node source) {
  constexpr int kMostBefore = 4;
  Node before = source.PreviousSibling();
  for (int seen = 0; before && seen < kMostBefore; before = before.PreviousSibling(), ++seen) {
    if (!before.IsElement()) continue;
    const bool is_rendered =
        (RolesOfClasses(before.Attribute(LXB_DOM_ATTR_CLASS)) & kMathPreview) != 0 &&
        !before.HasClass("MathJax_Preview");
    if (is_rendered && before.FirstChild()) return before;
  }
  return {};
}

std::optional<Formula> FromScript(Node script, Renderer renderer) {
  const std::string_view type = script.Attribute(LXB_DOM_ATTR_TYPE);
  // AsciiMath has no TeX to it, but reads as it stands.
  if (!type.starts_with("math/tex") && !type.starts_with("math/asciimath")) return std::nullopt;
  Formula formula{std::string(TrimmedHtmlSpace(script.TextContent())),
                  type.find("mode=display") != std::string_view::npos};
  constexpr std::size_t kMostBytes = 1u << 14, kMostNodesOfFormula = 4096;
  const Node rendered = RenderedBefore(script);
  if (!rendered) return renderer == Renderer::kOnPage ? std::optional(formula) : std::nullopt;
  std::string shown = CleanText(rendered.StartOfText(kMostBytes, kMostNodesOfFormula));
  const bool is_drawn = shown.empty();  // as SVG
  if (!is_drawn && (!AccountsFor(shown, formula.tex) || !ShowsWordsOf(shown, formula.tex)))
    formula.tex = std::move(shown);
  return formula;
}

// Sphinx without a script for formulas: <div class="math"><p><img alt="TeX">.
bool StandsInDisplay(Node image) {
  const Node paragraph = image.Parent();
  return paragraph && paragraph.IsElement(LXB_TAG_P) && paragraph.Parent() &&
         paragraph.Parent().HasClass("math");
}

// No text in the cell but that of pictures.
bool StandsAloneInCell(Node picture) {
  constexpr int kMostLevels = 6, kMostNodesOfCell = 64;
  Node cell = picture.Parent();
  for (int level = 0; cell && level < kMostLevels; ++level, cell = cell.Parent()) {
    if (cell.IsElement(LXB_TAG_TD) || cell.IsElement(LXB_TAG_TH)) break;
  }
  if (!cell || !(cell.IsElement(LXB_TAG_TD) || cell.IsElement(LXB_TAG_TH))) return false;
  int seen = 0;
  for (Node at = cell; at;) {
    if (++seen > kMostNodesOfCell || !TrimmedHtmlSpace(at.Text()).empty()) return false;
    at = at.Next(cell, at.InForeignContent() ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return true;
}

}  // namespace

bool IsPixel(Node image) {
  const auto is_one = [](std::string_view length) {
    length = TrimmedHtmlSpace(length);
    if (length.ends_with("px")) length.remove_suffix(2);
    return length == "0" || length == "1";
  };
  if (is_one(image.Attribute(LXB_DOM_ATTR_WIDTH)) && is_one(image.Attribute(LXB_DOM_ATTR_HEIGHT)))
    return true;
  return StyleMakesPixel(image.Attribute(LXB_DOM_ATTR_STYLE));
}

std::string PictureName(Node element) {
  constexpr std::size_t kMostNameBytes = 80;
  const bool is_svg = element.InForeignContent() && element.Name() == "svg";
  if (!element.HasAttributes() && !is_svg) return "";
  if (!is_svg && element.Attribute("role") != "img") return "";
  if (element.Attribute("aria-hidden") == "true" || !StandsAloneInCell(element)) return "";
  std::string name = CleanText(element.Attribute("aria-label"));
  for (Node child = element.FirstChild(); name.empty() && is_svg && child;
       child = child.NextSibling()) {
    if (child.IsElement() && child.Name() == "title") name = CleanText(child.TextContent());
  }
  if (name.empty() && !is_svg) name = CleanText(element.Attribute(LXB_DOM_ATTR_TITLE));
  return name.size() > kMostNameBytes ? "" : name;
}

std::optional<Formula> ReadFormula(Node element, Renderer renderer) {
  if (element.InForeignContent()) {
    if (element.Name() != "math") return std::nullopt;
    return FromMathMl(element);
  }
  switch (element.ElementTag()) {
    case LXB_TAG_SCRIPT:
      return FromScript(element, renderer);
    case LXB_TAG_IMG: {
      const bool display = StandsInDisplay(element);
      const bool is_math =
          display || (RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & kTexSource) != 0;
      const std::string_view alt = TrimmedHtmlSpace(element.Attribute(LXB_DOM_ATTR_ALT));
      if (!is_math || alt.empty()) return std::nullopt;
      if (auto formula = WithoutDelimiters(alt)) return formula;  // Doxygen
      return Formula{std::string(alt), display};
    }
    case LXB_TAG_SPAN:
    case LXB_TAG_P:
    case LXB_TAG_DIV: {
      const std::uint32_t roles = RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS));
      if ((roles & kRenderedMath) != 0) return FromWrapper(element, roles);
      if ((roles & kTexSource) != 0) return FromDelimitedTex(element);
      return std::nullopt;
    }
    default:
      if (element.Name() == "mjx-container") return FromWrapper(element, kNoRole);
      return std::nullopt;
  }
}

std::optional<FormulaInText> FindFormula(std::string_view text) {
  constexpr std::size_t kMostBytes = 4096;
  for (std::size_t at = text.find_first_of("\\$"); at < text.size();
       at = text.find_first_of("\\$", at + 1)) {
    for (const Delimiters& pair : kDelimiters) {
      if (pair.open == "$" || text.substr(at, pair.open.size()) != pair.open) continue;
      const std::size_t begin = at + pair.open.size();
      const std::size_t end = text.substr(0, begin + kMostBytes).find(pair.close, begin);
      if (end == std::string_view::npos) continue;
      const std::string_view tex = TrimmedHtmlSpace(text.substr(begin, end - begin));
      if (tex.empty()) continue;
      return FormulaInText{at, end + pair.close.size(), {std::string(tex), pair.display}};
    }
  }
  return std::nullopt;
}

}  // namespace sitedoor::extract::internal
