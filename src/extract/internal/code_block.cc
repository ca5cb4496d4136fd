#include "extract/internal/code_block.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_form.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/script_text.h"
#include "extract/internal/unicode_classes.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

bool IsUnselectable(Node element) {
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  const std::size_t at = style.find("user-select");
  if (at == std::string_view::npos) return false;
  const std::string_view value = style.substr(at + 11, 8);
  return value.find("none") != std::string_view::npos;
}

// Of one line's number, with the white space round it.
constexpr std::size_t kMostNumberBytes = 64;
// Of a whole block's numbers.
constexpr std::size_t kMostGutterBytes = 1u << 20;

enum class Part { kCode, kLine, kBlock, kBreak, kImage, kScript, kDropped, kLineNumber };

// cxref, LXR, GitWeb: <a name="line12">12  |</a> before each line.
bool IsNumberedAnchor(Node element) {
  constexpr std::size_t kMostAnchorBytes = 24;
  constexpr int kMostNodes = 4;
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  const std::string_view name = id.empty() ? element.Attribute("name") : id;
  if (name.empty() || !IsAsciiDigit(name.back())) return false;
  std::string text = element.StartOfText(kMostAnchorBytes, kMostNodes);
  const std::size_t end = text.find_last_not_of(" \t|:.");
  const std::size_t begin = text.find_first_not_of(" \t");
  if (end == std::string::npos || begin > end) return false;
  const std::string_view number = std::string_view(text).substr(begin, end + 1 - begin);
  if (!name.ends_with(number) || !std::ranges::all_of(number, IsAsciiDigit)) return false;
  const std::string_view rest = name.substr(0, name.size() - number.size());
  const std::size_t padding = rest.find_last_not_of('0') + 1;
  return padding == 0 || !IsAsciiDigit(rest[padding - 1]);
}

// A table inside <pre> has the numbers of its lines in the first column (Zola, highlightjs).
bool IsNumberColumn(Node cell) {
  Node next = cell.NextSibling();
  while (next && !next.IsElement()) next = next.NextSibling();
  return next && next.IsElement(LXB_TAG_TD) && HoldsOnlyDigits(cell, kMostNumberBytes);
}

// Reads one element of the code.
Part PartOf(Node element) {
  const html::Tag tag = element.ElementTag();
  switch (tag) {
    case LXB_TAG_BR:
      return Part::kBreak;
    case LXB_TAG_BUTTON:
    case LXB_TAG_SCRIPT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEMPLATE:
    case LXB_TAG_SVG:
    case LXB_TAG_INPUT:
    case LXB_TAG_SELECT:
    case LXB_TAG_TEXTAREA:
      return Part::kDropped;
    case LXB_TAG_IMG:
      return Part::kImage;
    default:
      break;
  }
  const std::uint32_t roles = RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS));
  if ((roles & (kCopyControl | kUnseenCode | kTooltip)) != 0) return Part::kDropped;
  const bool may_hold_numbers = tag != LXB_TAG_CODE && tag != LXB_TAG_PRE;
  if ((roles & kGutter) != 0 && may_hold_numbers) return Part::kLineNumber;
  if (element.HasAttribute("data-line-number") && HoldsOnlyDigits(element, kMostNumberBytes))
    return Part::kLineNumber;
  if (IsUnselectable(element)) return Part::kDropped;
  if (tag == LXB_TAG_A && IsNumberedAnchor(element)) return Part::kLineNumber;
  switch (tag) {
    case LXB_TAG_TD:
      if (IsNumberColumn(element)) return Part::kLineNumber;
      break;
    case LXB_TAG_CODE:
      return Part::kCode;
    case LXB_TAG_SUB:
    case LXB_TAG_SUP:
      return Part::kScript;
    case LXB_TAG_DIV:
    case LXB_TAG_P:
    case LXB_TAG_LI:
    case LXB_TAG_TR:
    case LXB_TAG_PRE:
      return Part::kBlock;
    default:
      break;
  }
  const bool is_pretty_line = tag == LXB_TAG_SPAN && element.HasAttribute("data-line");
  if ((roles & kCodeLine) != 0 || is_pretty_line) return Part::kLine;
  return StyleMakesBlock(element.Attribute(LXB_DOM_ATTR_STYLE)) ? Part::kBlock : Part::kCode;
}

bool IsWhite(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool IsBetweenCells(Node text) {
  const html::Tag tag = text.Parent().ElementTag();
  return IsWhite(text.Text()) &&
         (tag == LXB_TAG_TR || tag == LXB_TAG_TBODY || tag == LXB_TAG_TABLE);
}

class CodeReader {
 public:
  CodeReader(Node root, FunctionRef<bool(Node)> is_hidden)
      : root_(root),
        is_hidden_(is_hidden),
        is_pre_(root.IsElement(LXB_TAG_PRE)),
        collapses_(!is_pre_ && IsSpaced(root)),
        lines_are_divs_(!is_pre_ && !collapses_ && !KeepsWhiteSpace(root)),
        lists_indent_(lines_are_divs_ && root.HasClass("redoc-json")) {}

  Code Read() {
    Node at = root_.FirstChild();
    while (at && at != root_) {
      bool descend = false;
      if (at.IsText() && is_hidden_(at)) {
        // In an element that is shown, but not seen itself.
      } else if (at.IsText()) {
        if (lists_indent_ && !IsWhite(at.Text())) Indent(at);
        if (!lines_are_divs_ || !IsBetweenCells(at)) AddText(at.Text());
      } else if (at.IsElement()) {
        descend = Enter(at);
      }
      if (descend && at.FirstChild()) {
        at = at.FirstChild();
        continue;
      }
      if (descend) Leave(at);
      while (at && at != root_ && !at.NextSibling()) {
        at = at.Parent();
        if (at && at != root_) Leave(at);
      }
      if (at && at != root_) at = at.NextSibling();
    }
    if (after_line_number_) --numbered_lines_;  // the last one, with nothing behind it
    DropSeparators();
    return {std::move(text_), unseen_};
  }

 private:
  struct OpenLine {
    const void* id;
    std::size_t begin;
    std::size_t begin_before;  // the text's size and what was pending before the line was begun
    bool pending_before;
    bool may_be_frame;  // a <div> may hold only what is dropped; it is then no line
    bool dropped = false;
  };

  bool Enter(Node element) {
    const Part part = is_hidden_(element) ? Part::kDropped : PartOf(element);
    switch (part) {
      case Part::kDropped:
        if (!open_.empty()) open_.back().dropped = true;
        return false;
      case Part::kLineNumber:
        if (!after_line_number_) ++numbered_lines_;
        after_line_number_ = true;
        return false;
      case Part::kImage:  // a sign that the font does not have
        AddText(element.Attribute(LXB_DOM_ATTR_ALT));
        return false;
      case Part::kScript:
        return !AddScript(element);
      case Part::kBreak:
        text_ += '\n';
        pending_newline_ = false;
        after_break_ = true;
        return false;
      case Part::kLine:
        StartLine(element, part, pending_newline_);
        return true;
      case Part::kBlock:
        StartLine(element, part, pending_newline_ || (!text_.empty() && text_.back() != '\n'));
        return true;
      case Part::kCode:
        return true;
    }
    return true;
  }

  void Leave(Node element) {
    if (open_.empty() || open_.back().id != element.Id()) return;
    const OpenLine line = open_.back();
    open_.pop_back();
    if (after_line_number_) {  // a line of its number alone says nothing of what follows numbers
      after_line_number_ = false;
      --numbered_lines_;
    }
    const bool is_empty = text_.size() == line.begin;
    // Before the code an empty one is a frame too, of what a script puts there.
    if (is_empty && (line.dropped || text_.empty()) && line.may_be_frame) {
      text_.resize(line.begin_before);
      pending_newline_ = line.pending_before;
      if (!open_.empty()) open_.back().dropped = true;
      return;
    }
    pending_newline_ = pending_newline_ || is_empty || text_.back() != '\n';
  }

  void StartLine(Node element, Part part, bool newline) {
    OpenLine line = {.id = element.Id(),
                     .begin = 0,
                     .begin_before = text_.size(),
                     .pending_before = pending_newline_,
                     .may_be_frame = part == Part::kBlock};
    if (newline) text_ += '\n';
    pending_newline_ = false;
    line.begin = text_.size();
    open_.push_back(line);
  }

  // Older Doxygen puts a space between the number and the line, newer does not, and the line's own
  // indentation then stands there. Other generators have a space, a no-break space or a tab.
  void NoteSeparator(std::string_view text) {
    after_line_number_ = false;
    if (text.starts_with('\n') || text.starts_with('\r')) {  // an empty line says nothing
      --numbered_lines_;
      return;
    }
    const std::size_t bytes = SeparatorBytes(text);
    if (bytes == 0) return;
    separators_.push_back(text_.size());
    const std::string_view rest = text.substr(bytes);
    begins_unindented_ =
        begins_unindented_ || text.front() != ' ' || rest.empty() || rest.front() != ' ';
  }

  // Of the one that text begins with; 0 when it begins with none.
  static std::size_t SeparatorBytes(std::string_view text) {
    if (text.starts_with("\xC2\xA0")) return 2;
    return text.starts_with(' ') || text.starts_with('\t') ? 1 : 0;
  }

  void DropSeparators() {
    if (separators_.empty() || separators_.size() != numbered_lines_ || !begins_unindented_) return;
    std::string text;
    text.reserve(text_.size());
    std::size_t at = 0;
    for (const std::size_t separator : separators_) {
      text.append(text_, at, separator - at);
      at = separator + SeparatorBytes(std::string_view(text_).substr(separator));
    }
    text.append(text_, at);
    text_ = std::move(text);
  }

  // 2<sup>31</sup> is 2^31 and not 231. Behind anything but a name, a number or a bracket it is no
  // exponent, nor is a note's mark in brackets.
  bool AddScript(Node element) {
    if (pending_newline_ || text_.empty()) return false;
    const char before = text_.back();
    if (!IsAsciiAlnum(before) && before != ')' && before != ']' && before != '}') return false;
    const std::optional<Script> script = ReadScript(element);
    if (!script || script->text.front() == '(') return false;
    const std::string text = script->InCode();
    AddText(text);
    return !text.empty();
  }

  void AddText(std::string_view text) {
    if (text.empty()) return;
    if (lines_are_divs_ && open_.empty()) {
      // Between the lines' elements white space means nothing but the line's end.
      if (IsWhite(text) && !lists_indent_) return;
    }
    if (after_break_) {
      // The source's own line ends where its <br> does.
      after_break_ = false;
      if (text.front() == '\n') text.remove_prefix(1);
    }
    if (pending_newline_) {
      pending_newline_ = false;
      if (!text.starts_with('\n') && !text.starts_with('\r')) text_ += '\n';
    }
    if (after_line_number_) NoteSeparator(text);
    collapses_ ? AppendCollapsed(text) : AppendClean(text);
  }

  // Redoc: what is inside of an object or array stands in a list of its own.
  void Indent(Node text) {
    constexpr int kMostLevels = 64;
    if (!text_.empty() && text_.back() != '\n' && !pending_newline_) return;
    std::string indentation;
    Node at = text.Parent();
    for (int level = 0; at && at != root_ && level < kMostLevels; ++level, at = at.Parent()) {
      if (at.IsElement(LXB_TAG_UL)) indentation += "  ";
    }
    AddText(indentation);
  }

  void AppendCollapsed(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      while (at < text.size() && !IsSpaceOrControl(text[at])) ++at;
      AppendClean(text.substr(begin, at - begin));
      if (at == text.size()) return;
      while (at < text.size() && IsSpaceOrControl(text[at])) ++at;
      if (!text_.empty() && text_.back() != '\n') text_ += ' ';
    }
  }

  void AppendClean(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t begin = at;
      while (at < text.size() && !IsSuspicious(text[at])) ++at;
      text_ += text.substr(begin, at - begin);
      if (at == text.size()) return;
      if (text[at] == '\r') {  // alone or in "\r\n" it would end the line twice
        ++at;
        if (at >= text.size() || text[at] != '\n') text_ += '\n';
        continue;
      }
      const text::CodePoint point = text::DecodeAt(text, at);
      if (!is_pre_ && point.value == 0xA0) {
        text_ += ' ';
      } else if (ShowsNothing(point.value, CodePointBefore(text_, text_.size()))) {
        unseen_.NoteInCode(text_.size(), point.value);
      } else {
        text_ += text.substr(at, point.bytes);
      }
      at += point.bytes;
    }
  }

  static bool IsSpaced(Node root) {
    return IsSpacedCode(root, RolesOfClasses(root.Attribute(LXB_DOM_ATTR_CLASS)));
  }

  static bool KeepsWhiteSpace(Node root) {
    return root.IsElement(LXB_TAG_TEXTAREA) || StyleSetsCode(root);
  }

  // Of what may begin a character that shows nothing, a no-break space or a line's end.
  static bool IsSuspicious(char c) {
    constexpr std::string_view kBytes = "\r\x7F\xC2\xCD\xD8\xE1\xE2\xE3\xEF\xF0\xF3";
    return (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n') || kBytes.contains(c);
  }

  Node root_;
  FunctionRef<bool(Node)> is_hidden_;
  UnseenText unseen_;
  const bool is_pre_;
  const bool collapses_;  // white space of the source is one space
  const bool lines_are_divs_;
  const bool lists_indent_;
  std::vector<std::size_t> separators_;  // where in the text they are
  std::size_t numbered_lines_ = 0;
  bool begins_unindented_ = false;  // a line, when its separator is taken off
  std::string text_;
  std::vector<OpenLine> open_;
  bool pending_newline_ = false;
  bool after_break_ = false;
  bool after_line_number_ = false;
};

// The last line's end is no line of its own; code without anything to see is none.
void TrimEnd(std::string& text) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) {
    text.clear();
  } else if (text.ends_with('\n')) {
    text.pop_back();
  }
}

}  // namespace

bool HoldsOnlyDigits(Node element, std::size_t most_bytes) {
  // A number may have an element or two of its own, and a line break.
  const std::size_t most_nodes = 64 + 4 * most_bytes;
  std::size_t bytes = 0, nodes = 0;
  for (Node at = element; at; at = at.Next(element)) {
    if (++nodes > most_nodes) return false;
    for (const char c : at.Text()) {
      const bool white = static_cast<unsigned char>(c) <= ' ';
      if ((!white && !IsAsciiDigit(c)) || ++bytes > most_bytes) return false;
    }
  }
  return true;
}

bool IsLineNumbers(Node pre) {
  return (RolesOfClasses(pre.Attribute(LXB_DOM_ATTR_CLASS)) & kGutter) != 0 &&
         HoldsOnlyDigits(pre, kMostGutterBytes);
}

Code ReadCode(Node root, FunctionRef<bool(Node)> is_hidden) {
  if (IsLineNumbers(root)) return {};
  Code code = CodeReader(root, is_hidden).Read();
  TrimEnd(code.text);
  return code;
}

std::string FenceFor(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

}  // namespace sitedoor::extract::internal
