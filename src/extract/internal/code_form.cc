#include "extract/internal/code_form.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodesToLine = 24;  // looked at for the first line
constexpr int kMostNodesOfBlock = 200;
constexpr int kMostAncestors = 24;
constexpr std::size_t kMostStyleBytes = 4096;
constexpr std::size_t kMostTextBytes = 1024;  // of each text

bool HasLine(Node element) {
  int seen = 0;
  for (Node at = element.Next(element); at && seen < kMostNodesToLine;
       at = at.Next(element), ++seen) {
    const std::uint32_t inside = RolesOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS));
    if ((inside & (kCodeLine | kGutter)) != 0 || at.IsElement(LXB_TAG_LI)) return true;
  }
  return false;
}

bool IsTextBlock(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_P:
    case LXB_TAG_FIGURE:
    case LXB_TAG_SECTION:
    case LXB_TAG_BLOCKQUOTE:
    case LXB_TAG_CODE:
      return true;
    default:
      return false;
  }
}

// What is no part of a line of code, and says that an element holds more than that.
bool HoldsBlock(Node element) {
  int seen = 0;
  for (Node at = element.Next(element); at && seen < kMostNodesOfBlock;
       at = at.Next(element), ++seen) {
    switch (at.ElementTag()) {
      case LXB_TAG_P:
      case LXB_TAG_PRE:
      case LXB_TAG_UL:
      case LXB_TAG_OL:
      case LXB_TAG_DL:
      case LXB_TAG_TABLE:
      case LXB_TAG_IMG:
      case LXB_TAG_H1:
      case LXB_TAG_H2:
      case LXB_TAG_H3:
      case LXB_TAG_H4:
        return true;
      default:
        break;
    }
  }
  return false;
}

bool HasLetter(Node element) {
  int seen = 0;
  for (Node at = element; at && seen < kMostNodesOfBlock; at = at.Next(element), ++seen) {
    if (std::ranges::any_of(at.Text().substr(0, kMostTextBytes), IsAsciiLetter)) return true;
  }
  return false;
}

// "Documentation-exampleCode", "CodeMirror", "language-js": a name that says what is in it.
bool IsCalledCode(std::string_view name) {
  const std::string lower = AsciiLowered(name.substr(0, kMostStyleBytes));
  if (lower.contains("embed") || lower.contains("share") || lower.contains("coupon")) return false;
  constexpr std::array<std::string_view, 6> kParts = {"code",    "language-", "snippet",
                                                      "listing", "brush:",    "prettyprint"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return lower.contains(part); });
}

bool IsInForm(Node element) {
  Node at = element.Parent();
  for (int level = 0; level < kMostAncestors && at && at.IsElement(); ++level, at = at.Parent()) {
    if (at.IsElement(LXB_TAG_FORM)) return true;
  }
  return false;
}

std::string TextOf(Node textarea) {
  const Node child = textarea.FirstChild();
  return child ? std::string(TrimmedHtmlSpace(child.Text())) : std::string();
}

}  // namespace

bool IsProse(Node pre) { return pre.HasClass("menu-comment"); }

bool IsCodeWithoutPre(Node element, std::uint32_t roles) {
  if (element.IsElement(LXB_TAG_TEXTAREA)) return IsCodeArea(element);
  if ((roles & kCodeWithoutPre) != 0 && (element.IsElement(LXB_TAG_TABLE) || HasLine(element)))
    return true;
  return StyleSetsCode(element) || IsSpacedCode(element, roles);
}

bool IsCodeArea(Node textarea) {
  // Crayon: what a script copies of the lines that stand beside it.
  if (textarea.HasClass("crayon-plain")) return false;
  const std::string text = TextOf(textarea);
  if (text.empty()) return false;
  const bool is_read_only = textarea.HasAttribute("readonly") || textarea.HasAttribute("disabled");
  const bool is_called_code = IsCalledCode(textarea.Attribute(LXB_DOM_ATTR_CLASS)) ||
                              IsCalledCode(textarea.Attribute(LXB_DOM_ATTR_ID));
  if (is_called_code) return is_read_only || !IsInForm(textarea);
  // What is to be copied to another site is no text of this one.
  const bool is_for_embedding = text.starts_with("<iframe") || text.starts_with("<script");
  return is_read_only && !is_for_embedding && text.contains('\n');
}

bool IsSpacedCode(Node element, std::uint32_t roles) {
  if ((roles & kCodeByName) == 0 || !IsTextBlock(element)) return false;
  std::size_t no_break = 0, spaces = 0;
  bool line_begins = true;
  int seen = 0;
  for (Node at = element.Next(element); at && seen < kMostNodesOfBlock;
       at = at.Next(element), ++seen) {
    if (at.IsElement(LXB_TAG_BR)) line_begins = true;
    const std::string_view text = at.Text().substr(0, kMostTextBytes);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i, 2) == "\xC2\xA0") {
        ++no_break;
      } else if (static_cast<unsigned char>(text[i]) <= ' ') {
        spaces += line_begins ? 0 : 1;
        continue;
      }
      line_begins = false;
    }
  }
  constexpr std::size_t kLeastShare = 4;
  return no_break > 0 && no_break >= kLeastShare * spaces && !HoldsBlock(element) &&
         HasLetter(element);
}

bool StyleSetsCode(Node element) {
  if (!element.HasAttributes()) return false;
  const std::string_view written = element.Attribute(LXB_DOM_ATTR_STYLE);
  constexpr std::string_view kProperty = "white-space";
  if (written.size() < kProperty.size() || !IsTextBlock(element)) return false;
  const std::string style = AsciiLowered(written.substr(0, kMostStyleBytes));
  const std::size_t at = style.find(kProperty);
  if (at == std::string::npos) return false;
  std::string_view value = std::string_view(style).substr(at + kProperty.size());
  while (!value.empty() && (value.front() == ' ' || value.front() == ':')) value.remove_prefix(1);
  const bool keeps = value.starts_with("break-spaces") ||
                     (value.starts_with("pre") && !value.starts_with("pre-line"));
  if (!keeps || !HasLetter(element)) return false;
  constexpr std::array<std::string_view, 6> kFonts = {"monospace", "courier", "consolas",
                                                      "menlo",     "monaco",  "mono"};
  const bool is_code = element.IsElement(LXB_TAG_CODE);
  const bool is_block = !is_code || style.contains("block");
  const bool has_font = is_code || std::ranges::any_of(kFonts, [&](std::string_view font) {
                          return style.contains(font);
                        });
  return is_block && has_font && !HoldsBlock(element);
}

}  // namespace sitedoor::extract::internal
