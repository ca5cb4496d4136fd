#include "extract/internal/media.h"

#include <array>
#include <cstddef>

#include "extract/clean_text.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/inline_style.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 4096;  // looked at in one formula

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n\f") + 1 - begin);
}

bool IsPlaceholder(std::string_view source) {
  if (source.empty() || source.starts_with("data:") || source == "#" ||
      source.starts_with("about:"))
    return true;
  const std::string_view name = source.substr(source.rfind('/') + 1);
  for (const std::string_view mark : {"placeholder", "blank.", "spacer.", "1x1.", "pixel.gif",
                                      "lazy.", "loading.", "transparent."}) {
    if (name.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

// The first address of "a.png 1x, b.png 2x".
std::string_view FirstOfSourceSet(std::string_view set) {
  set = Trimmed(set);
  const std::size_t end = set.find_first_of(" \t\r\n");
  std::string_view first = set.substr(0, end);
  if (first.ends_with(',')) first.remove_suffix(1);
  return first;
}

bool IsUsable(std::string_view source) { return !source.empty() && !source.starts_with("data:"); }

bool IsTexAnnotation(Node node) {
  if (!node.IsElement() || node.Name() != "annotation") return false;
  return node.Attribute("encoding").find("tex") != std::string_view::npos ||
         node.Attribute("encoding").find("TeX") != std::string_view::npos;
}

// Wikipedia and LaTeXML wrap the source: {\displaystyle x^2}.
std::string_view WithoutStyle(std::string_view tex) {
  tex = Trimmed(tex);
  for (const std::string_view style : {"{\\displaystyle ", "{\\textstyle "}) {
    if (tex.starts_with(style) && tex.ends_with('}')) {
      tex.remove_prefix(style.size());
      tex.remove_suffix(1);
      return Trimmed(tex);
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

std::optional<Formula> FromMathMl(Node math) {
  Formula formula;
  formula.display = math.Attribute("display") == "block";
  std::string tex(WithoutStyle(math.Attribute("alttext"))), shown;
  int seen = 0;
  bool is_annotation = false;
  for (Node at = math; at && seen < kMostNodes; ++seen) {
    is_annotation = at.IsElement() && at.Name().starts_with("annotation");
    if (IsTexAnnotation(at)) tex = WithoutStyle(at.TextContent());
    if (at.IsText()) shown += at.Text();
    at = at.Next(math, is_annotation ? Node::Descend::kNo : Node::Descend::kYes);
  }
  shown = CleanText(shown);
  formula.tex = !tex.empty() && AccountsFor(shown, tex) ? std::move(tex) : std::move(shown);
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

// Sphinx and MkDocs: \( ... \) or \[ ... \] that a script on the page would render.
std::optional<Formula> FromDelimitedTex(Node element) {
  std::string text;
  for (Node child = element.FirstChild(); child; child = child.NextSibling()) {
    if (child.IsElement()) return std::nullopt;
    text += child.Text();
  }
  std::string_view tex = Trimmed(text);
  if (tex.size() < 4) return std::nullopt;
  const bool display = tex.starts_with("\\[") && tex.ends_with("\\]");
  const bool in_line = tex.starts_with("\\(") && tex.ends_with("\\)");
  if (!display && !in_line) return std::nullopt;
  return Formula{std::string(Trimmed(tex.substr(2, tex.size() - 4))), display};
}

}  // namespace

bool IsPixel(Node image) {
  const auto is_one = [](std::string_view length) {
    length = Trimmed(length);
    if (length.ends_with("px")) length.remove_suffix(2);
    return length == "0" || length == "1";
  };
  if (is_one(image.Attribute(LXB_DOM_ATTR_WIDTH)) && is_one(image.Attribute(LXB_DOM_ATTR_HEIGHT)))
    return true;
  return StyleMakesPixel(image.Attribute(LXB_DOM_ATTR_STYLE));
}

std::string ImageSource(Node image) {
  const std::string_view source = Trimmed(image.Attribute(LXB_DOM_ATTR_SRC));
  if (!IsPlaceholder(source)) return std::string(source);
  constexpr std::array<std::string_view, 6> kLazy = {
      "data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-image-src"};
  for (const std::string_view name : kLazy) {
    if (const std::string_view lazy = Trimmed(image.Attribute(name)); IsUsable(lazy))
      return std::string(lazy);
  }
  for (const std::string_view name : {"srcset", "data-srcset", "data-lazy-srcset"}) {
    if (const std::string_view lazy = FirstOfSourceSet(image.Attribute(name)); IsUsable(lazy)) {
      return std::string(lazy);
    }
  }
  if (source.starts_with("data:") || source.starts_with("about:") || source == "#") return "";
  return std::string(source);
}

std::optional<Formula> ReadFormula(Node element) {
  if (element.InForeignContent()) {
    if (element.Name() != "math") return std::nullopt;
    return FromMathMl(element);
  }
  switch (element.ElementTag()) {
    case LXB_TAG_SCRIPT: {
      const std::string_view type = element.Attribute(LXB_DOM_ATTR_TYPE);
      if (!type.starts_with("math/tex")) return std::nullopt;
      return Formula{std::string(Trimmed(element.TextContent())),
                     type.find("mode=display") != std::string_view::npos};
    }
    case LXB_TAG_IMG: {
      const bool is_math =
          (RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & kTexSource) != 0;
      const std::string_view alt = Trimmed(element.Attribute(LXB_DOM_ATTR_ALT));
      if (!is_math || alt.empty()) return std::nullopt;
      const Node parent = element.Parent();
      return Formula{std::string(alt), parent && parent.IsElement(LXB_TAG_P) && parent.Parent() &&
                                           parent.Parent().HasClass("math")};
    }
    case LXB_TAG_SPAN:
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

}  // namespace sitedoor::extract::internal
