#include "extract/internal/math_ml.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/element_table.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 4096;
constexpr std::size_t kMostTextBytes = 1u << 14;

// A piece of TeX. One that is a single sign or command needs no braces below a script.
struct Piece {
  std::string tex;
  bool is_atom = false;
};

struct OpenElement {
  Node element;
  Node next;  // the child that is read next
  std::vector<Piece> children;
};

std::size_t CodePoints(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Escaped(std::string_view text) {
  std::string tex;
  for (const char c : text) {
    if (c == '\\') {
      tex += "\\backslash ";
      continue;
    }
    if (c == '{' || c == '}' || c == '%' || c == '#' || c == '&' || c == '$' || c == '_')
      tex += '\\';
    tex += c;
  }
  return tex;
}

bool IsFunction(std::string_view name) {
  constexpr auto kFunctions = std::to_array<std::string_view>(
      {"arccos", "arcsin", "arctan", "arg",    "cos",    "cosh", "cot", "coth",
       "csc",    "deg",    "det",    "dim",    "exp",    "gcd",  "hom", "inf",
       "ker",    "lg",     "lim",    "liminf", "limsup", "ln",   "log", "max",
       "min",    "Pr",     "sec",    "sin",    "sinh",   "sup",  "tan", "tanh"});
  return std::ranges::find(kFunctions, name) != kFunctions.end();
}

// What stands below and above these is written as their scripts.
bool HasLimits(std::string_view tex) {
  constexpr auto kOperators = std::to_array<std::string_view>(
      {"∑",     "∏",     "∐",     "∫",        "∬",        "∭",     "∮",     "⋃",
       "⋂",     "⋁",     "⋀",     "⨁",        "⨂",        "⨄",     "\\lim", "\\max",
       "\\min", "\\sup", "\\inf", "\\limsup", "\\liminf", "\\det", "\\gcd", "\\Pr"});
  return std::ranges::find(kOperators, tex) != kOperators.end();
}

std::string_view AccentOf(std::string_view sign) {
  struct Accent {
    std::string_view sign, command;
  };
  constexpr auto kAccents = std::to_array<Accent>({{"^", "\\hat"},
                                                   {"ˆ", "\\hat"},
                                                   {"¯", "\\bar"},
                                                   {"‾", "\\overline"},
                                                   {"―", "\\overline"},
                                                   {"→", "\\vec"},
                                                   {"⃗", "\\vec"},
                                                   {"~", "\\tilde"},
                                                   {"˜", "\\tilde"},
                                                   {"˙", "\\dot"},
                                                   {".", "\\dot"},
                                                   {"¨", "\\ddot"},
                                                   {"⏞", "\\overbrace"}});
  const auto* const found = std::ranges::find(kAccents, sign, &Accent::sign);
  return found == kAccents.end() ? std::string_view() : found->command;
}

std::string Braced(std::string_view tex) { return "{" + std::string(tex) + "}"; }

// As a script or under one.
std::string Grouped(const Piece& piece) { return piece.is_atom ? piece.tex : Braced(piece.tex); }

// "\sin" before "x" needs a space.
void Append(std::string& tex, std::string_view more) {
  const bool after_letter = !tex.empty() && IsAsciiAlnum(tex.back());
  if (after_letter && !more.empty() && IsAsciiAlnum(more.front())) {
    const std::size_t begin =
        tex.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (begin != std::string::npos && tex[begin] == '\\') tex += ' ';
  }
  tex += more;
}

std::string Joined(const std::vector<Piece>& pieces, std::string_view separator = {}) {
  std::string tex;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) tex += separator;
    Append(tex, pieces[i].tex);
  }
  return tex;
}

Piece OfText(Node leaf) {
  const Node first = leaf.FirstChild();
  if (first && IsUnseenInMath(first)) return {};
  const std::string text = CleanText(leaf.TextContent());
  const std::string_view name = leaf.Name();
  if (text.empty()) return {};
  if (name == "mtext" || name == "ms") return {"\\text{" + Escaped(text) + "}", true};
  if (text == "−") return {"-", true};
  if (text == "\u2061" || text == "\u2062" || text == "\u2063" || text == "\u2064") return {};
  if (name == "mi" && CodePoints(text) > 1) {
    if (IsFunction(text)) return {"\\" + text, true};
    return {"\\mathrm{" + Escaped(text) + "}", true};
  }
  return {Escaped(text), CodePoints(text) == 1};
}

Piece OfScripts(const std::vector<Piece>& parts, bool has_sub, bool has_sup) {
  std::string tex = Grouped(parts[0]);
  std::size_t next = 1;
  if (has_sub && next < parts.size()) tex += "_" + Grouped(parts[next++]);
  if (has_sup && next < parts.size()) tex += "^" + Grouped(parts[next]);
  return {std::move(tex)};
}

Piece OfLimits(std::string_view name, const std::vector<Piece>& parts) {
  const bool has_under = name != "mover", has_over = name != "munder";
  if (HasLimits(parts[0].tex)) return OfScripts(parts, has_under, has_over);
  std::string tex = parts[0].tex;
  if (has_under && parts.size() > 1) {
    tex = parts[1].tex == "⏟"   ? "\\underbrace" + Braced(tex)
          : parts[1].tex == "_" ? "\\underline" + Braced(tex)
                                : "\\underset" + Braced(parts[1].tex) + Braced(tex);
  }
  const std::size_t over = has_under ? 2 : 1;
  if (has_over && parts.size() > over) {
    const std::string_view accent = AccentOf(parts[over].tex);
    tex = accent.empty() ? "\\overset" + Braced(parts[over].tex) + Braced(tex)
                         : std::string(accent) + Braced(tex);
  }
  return {std::move(tex), true};
}

Piece OfFence(Node fence, const std::vector<Piece>& parts) {
  const auto attribute = [&](std::string_view name, std::string_view otherwise) {
    return fence.HasAttribute(name) ? fence.Attribute(name) : otherwise;
  };
  const std::string_view separators = attribute("separators", ",");
  return {Escaped(attribute("open", "(").substr(0, 8)) + Joined(parts, separators.substr(0, 1)) +
          Escaped(attribute("close", ")").substr(0, 8))};
}

Piece OfElement(const OpenElement& open) {
  const std::string_view name = open.element.Name();
  const std::vector<Piece>& parts = open.children;
  if (parts.empty()) return {};
  if (name == "msup") return OfScripts(parts, false, true);
  if (name == "msub") return OfScripts(parts, true, false);
  if (name == "msubsup") return OfScripts(parts, true, true);
  if (name == "munder" || name == "mover" || name == "munderover") return OfLimits(name, parts);
  if (name == "mfrac" && parts.size() > 1) {
    const bool has_line = open.element.Attribute("linethickness") != "0";
    return {(has_line ? "\\frac" : "\\binom") + Braced(parts[0].tex) + Braced(parts[1].tex), true};
  }
  if (name == "msqrt") return {"\\sqrt" + Braced(Joined(parts)), true};
  if (name == "mroot" && parts.size() > 1)
    return {"\\sqrt[" + parts[1].tex + "]" + Braced(parts[0].tex), true};
  if (name == "mfenced") return OfFence(open.element, parts);
  if (name == "mtr") return {Joined(parts, " & ")};
  if (name == "mtable")
    return {"\\begin{matrix}" + Joined(parts, " \\\\ ") + "\\end{matrix}", true};
  if (parts.size() == 1) return parts[0];
  return {Joined(parts)};
}

bool IsLeaf(std::string_view name) {
  return name == "mi" || name == "mn" || name == "mo" || name == "mtext" || name == "ms";
}

bool IsLeftOut(Node element) {
  const std::string_view name = element.Name();
  return name.starts_with("annotation") || name == "none" || IsUnseenInMath(element);
}

}  // namespace

bool IsUnseenInMath(Node node) {
  if (node.Mark() == kSkipHidden) return true;
  if (!node.IsElement()) return false;
  const std::string_view around = node.Parent().Name();
  if (around == "maction" || around == "semantics") {
    constexpr int kMostBefore = 8;
    Node before = node.PreviousSibling();
    for (int seen = 0; before && seen < kMostBefore; before = before.PreviousSibling(), ++seen) {
      if (before.IsElement()) return true;
    }
  }
  return IsHidden(node);
}

std::string TexOfMathMl(Node math) {
  std::vector<OpenElement> open;
  open.push_back({math, math.FirstChild(), {}});
  int seen = 0;
  std::size_t text_bytes = 0;
  while (true) {
    const Node at = open.back().next;
    if (at) {
      open.back().next = at.NextSibling();
      if (++seen > kMostNodes) return "";
      if (!at.IsElement() || IsLeftOut(at)) continue;
      if (!IsLeaf(at.Name())) {
        open.push_back({at, at.FirstChild(), {}});
        continue;
      }
      Piece piece = OfText(at);
      text_bytes += piece.tex.size();
      if (text_bytes > kMostTextBytes) return "";
      open.back().children.push_back(std::move(piece));
      continue;
    }
    Piece piece = OfElement(open.back());
    open.pop_back();
    if (open.empty()) return std::move(piece.tex);
    open.back().children.push_back(std::move(piece));
  }
}

}  // namespace sitedoor::extract::internal
