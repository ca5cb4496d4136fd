#include "extract/internal/code_block.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "extract/internal/class_roles.h"
#include "extract/internal/unicode_classes.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }

bool IsUnselectable(Node element) {
  const std::string_view style = element.Attribute("style");
  const std::size_t at = style.find("user-select");
  if (at == std::string_view::npos) return false;
  const std::string_view value = style.substr(at + 11, 8);
  return value.find("none") != std::string_view::npos;
}

// Of one line's number, with the white space round it.
constexpr std::size_t kMostNumberBytes = 64;

enum class Part { kCode, kLine, kBlock, kBreak, kDropped, kLineNumber };

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
      return Part::kDropped;
    default:
      break;
  }
  const std::uint32_t roles = RolesOfClasses(element.Attribute("class"));
  if ((roles & (kCopyControl | kUnseenCode | kTooltip)) != 0) return Part::kDropped;
  const bool may_hold_numbers = tag != LXB_TAG_CODE && tag != LXB_TAG_PRE;
  if ((roles & kGutter) != 0 && may_hold_numbers) return Part::kLineNumber;
  if (element.HasAttribute("data-line-number") && HoldsOnlyDigits(element, kMostNumberBytes))
    return Part::kLineNumber;
  if (IsUnselectable(element)) return Part::kDropped;
  switch (tag) {
    case LXB_TAG_DIV:
    case LXB_TAG_P:
    case LXB_TAG_LI:
    case LXB_TAG_TR:
    case LXB_TAG_PRE:
      return Part::kBlock;
    default:
      return (roles & kCodeLine) != 0 ? Part::kLine : Part::kCode;
  }
}

class CodeReader {
 public:
  explicit CodeReader(Node root) : root_(root), lines_are_divs_(!root.IsElement(LXB_TAG_PRE)) {}

  std::string Read() {
    Node at = root_.FirstChild();
    while (at && at != root_) {
      bool descend = false;
      if (at.IsText()) {
        AddText(at.Text());
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
    return std::move(text_);
  }

 private:
  struct OpenLine {
    const void* id;
    std::size_t begin;
  };

  bool Enter(Node element) {
    switch (PartOf(element)) {
      case Part::kDropped:
        return false;
      case Part::kLineNumber:
        after_line_number_ = true;
        return false;
      case Part::kBreak:
        text_ += '\n';
        pending_newline_ = false;
        after_break_ = true;
        return false;
      case Part::kLine:
        StartLine(element, pending_newline_);
        return true;
      case Part::kBlock:
        StartLine(element, pending_newline_ || (!text_.empty() && text_.back() != '\n'));
        return true;
      case Part::kCode:
        return true;
    }
    return true;
  }

  void Leave(Node element) {
    if (open_.empty() || open_.back().id != element.Id()) return;
    const std::size_t begin = open_.back().begin;
    open_.pop_back();
    pending_newline_ = pending_newline_ || text_.size() == begin || text_.back() != '\n';
  }

  void StartLine(Node element, bool newline) {
    if (newline) text_ += '\n';
    pending_newline_ = false;
    open_.push_back({element.Id(), text_.size()});
  }

  void AddText(std::string_view text) {
    if (text.empty()) return;
    if (lines_are_divs_ && open_.empty()) {
      // Between the lines' elements white space means nothing but the line's end.
      if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
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
    if (after_line_number_) {
      after_line_number_ = false;
      if (lines_are_divs_ && text.starts_with("\xC2\xA0")) {
        text.remove_prefix(2);
      } else if (lines_are_divs_ && text.starts_with(' ')) {
        text.remove_prefix(1);
      }
    }
    AppendClean(text);
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
      if (lines_are_divs_ && point.value == 0xA0) {
        text_ += ' ';
      } else if (!IsDeceptiveInCode(point.value)) {
        text_ += text.substr(at, point.bytes);
      }
      at += point.bytes;
    }
  }

  static bool IsSuspicious(char c) {
    return c == '\r' || c == '\xC2' || c == '\xD8' || c == '\xE2' || c == '\xF3';
  }

  Node root_;
  const bool lines_are_divs_;
  std::string text_;
  std::vector<OpenLine> open_;
  bool pending_newline_ = false;
  bool after_break_ = false;
  bool after_line_number_ = false;
};

void TrimEnd(std::string& text) {
  const std::size_t last = text.find_last_not_of(" \t\n");
  if (last == std::string::npos) {
    text.clear();
    return;
  }
  const std::size_t newline = text.find('\n', last);
  if (newline != std::string::npos) text.resize(newline);
}

}  // namespace

bool HoldsOnlyDigits(Node element, std::size_t most_bytes) {
  std::size_t bytes = 0;
  for (Node at = element; at; at = at.Next(element)) {
    for (const char c : at.Text()) {
      const bool white = static_cast<unsigned char>(c) <= ' ';
      if ((!white && !IsAsciiDigit(c)) || ++bytes > most_bytes) return false;
    }
  }
  return true;
}

CodeBlock ReadCodeBlock(Node root) {
  CodeBlock block;
  block.text = CodeReader(root).Read();
  TrimEnd(block.text);
  if (!block.text.empty()) block.language = CodeLanguage(root);
  return block;
}

std::string FenceFor(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

bool IsSignOnly(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    at += point.bytes;
    const char32_t c = point.value;
    const bool sign = c == '#' || c == 0xB6 || c == 0xA7 || c == 0x1F517 || c == 0x25C6 ||
                      c == 0x2693 || c == 0xFE0F || (c >= 0xE000 && c <= 0xF8FF);
    if (!sign && !IsMarkdownSpace(c) && !IsInvisible(c)) return false;
  }
  return true;
}

}  // namespace sitedoor::extract::internal
