// MarkdownWalk's paragraphs, headings, code blocks, quotes and admonitions.
#include <algorithm>
#include <utility>

#include "extract/internal/admonition.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/code_form.h"
#include "extract/internal/element_table.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/line_start.h"
#include "extract/internal/markdown_walk.h"
#include "extract/internal/word_items.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using BlockKind = BlockOutput::BlockKind;

// Texinfo heads each footnote with its number: <h5>(1)</h5>.
bool IsNumberAlone(Node heading) {
  constexpr std::size_t kMostBytes = 8, kMostNodes = 64;
  const std::string text = heading.StartOfText(kMostBytes + 1, kMostNodes);
  return text.size() <= kMostBytes && text.find_first_of("0123456789") != std::string::npos &&
         text.find_first_not_of("0123456789()[] \n") == std::string::npos;
}

Node ElementFrom(Node node) {
  while (node && !node.IsElement()) node = node.NextSibling();
  return node;
}

// Scaladoc: the first sentence, shown while what follows is folded, and said there again.
bool IsBeginningOfNext(Node comment) {
  const Node next = ElementFrom(comment.NextSibling());
  if (!next || !next.HasClass("fullcomment")) return false;
  const Node first = ElementFrom(next.FirstChild());
  return first && first.HasClass("comment");
}

// For a table's cell.
std::string CodeSpan(std::string_view line) {
  std::string fence = FenceFor(line);
  if (line.find("``") == std::string_view::npos) fence = line.contains('`') ? "``" : "`";
  // Of spaces on both sides one is not the code's own.
  const bool pad = line.ends_with(' ') || line.ends_with('`') || line.starts_with('`');
  std::string span = fence + (pad ? " " : "");
  for (const char c : line) {
    if (c == '|') span += '\\';
    span += c;
  }
  return span + (pad ? " " : "") + fence;
}

}  // namespace

void MarkdownWalk::EndParagraph() {
  if (signature_depth_ > 0) {
    inline_.Text(" ");
    return;
  }
  if (heading_ || in_cell_) {
    inline_.Boundary();
    return;
  }
  const std::string_view markdown = inline_.Finish().markdown;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t end = std::min(markdown.find("\n\n", at), markdown.size());
    if (end > at && !blocks_.Full()) WriteParagraph(markdown.substr(at, end - at));
    at = end + 2;
  }
  inline_.Clear();
}

void MarkdownWalk::WriteParagraph(std::string_view lines) {
  blocks_.Begin(BlockKind::kParagraph);
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = lines.substr(at, end - at);
    if (const std::size_t escape = LineStartEscape(lines.substr(at)); escape != kNoEscape) {
      blocks_.Append(line.substr(0, escape));
      blocks_.Append("\\");
      blocks_.Append(line.substr(escape));
    } else {
      blocks_.Append(line);
    }
    if (end == lines.size()) break;
    const std::size_t next_end = std::min(lines.find('\n', end + 1), lines.size());
    if (next_end - end + 1 > blocks_.RoomInNextLine()) {
      Stop(Node());
      break;
    }
    blocks_.Append("  ");  // a hard line break
    blocks_.NewLine();
    at = end + 1;
  }
  blocks_.End();
}

void MarkdownWalk::WriteBoldParagraph(std::string_view text) {
  EndParagraph();
  inline_.Open(Style::kStrong);
  WriteText(text, Node());
  inline_.Close();
  EndParagraph();
}

MarkdownWalk::Step MarkdownWalk::EnterBlock(Node element, std::uint32_t roles) {
  if (HeadingLevel(element) > 0) return EnterHeading(element, roles);
  if (join_next_block_ || (bold_is_title_ && element.IsElement(LXB_TAG_P))) {
    join_next_block_ = false;
    inline_.Space();
    if (bold_is_title_) return Step::kDescend;
  } else {
    EndParagraph();
  }
  OnLeave(element, Undo::kEndBlock);
  if (in_cell_ && IsCodeWithoutPre(element, roles)) return EnterCodeBlock(element);
  if (IsFlat()) return Step::kDescend;
  if ((roles & kFootnote) != 0) {
    ++footnote_depth_;
    OnLeave(element, Undo::kEndFootnote);
  }
  if (IsOpenAdmonitionsTitle(element, roles)) return EnterBold(element);
  if ((roles & kTabLabel) != 0) return EnterBold(element);
  const bool is_symbol = (roles & kCodeByName) != 0 && element.HasClass("symbol");  // Dokka
  if ((roles & kSignature) != 0 || is_symbol) return EnterSignature(element);
  if (IsCodeWithoutPre(element, roles)) return EnterCodeBlock(element);
  if (TabLabels::IsTabPanel(element, roles) || LabelledCodeGroupLevel(element) == 2)
    return EnterTabPanel(element);
  if (auto admonition = ReadAdmonition(element, roles))
    return EnterAdmonition(element, *std::move(admonition));
  if (IsAriaTable(element)) return EnterTableOfBlocks(ReadAriaTable(element));
  if ((roles & kFlatTable) != 0) return EnterTableOfBlocks(ReadFlatTable(element));
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterParagraph(Node element, std::uint32_t roles) {
  if (!element.HasAttributes()) return EnterBlock(element, roles);
  const std::string_view name = element.Attribute(LXB_DOM_ATTR_CLASS);
  if (WordItemLevel(element) > 0) return EnterWordItems(element);
  if (name.starts_with("shortcomment") && IsBeginningOfNext(element)) return Step::kSkip;
  // Haddock: <p class="src">f :: Int -> Int. Others have <pre class="src">.
  const bool is_signature = name == "src" || name.starts_with("src ");
  return EnterBlock(element, is_signature ? roles | kSignature : roles);
}

bool MarkdownWalk::IsOpenAdmonitionsTitle(Node element, std::uint32_t roles) const {
  if (admonitions_.empty() || admonitions_.back().title_seen) return false;
  const Admonished& open = admonitions_.back();
  return IsAdmonitionTitle(element, roles) || SaysKindAlone(element) ||
         (open.first_paragraph_is_title && element.IsElement(LXB_TAG_P));
}

MarkdownWalk::Step MarkdownWalk::EnterHeading(Node element, std::uint32_t roles) {
  EndParagraph();
  if (IsFlat() || bold_depth_ > 0) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  if (!admonitions_.empty() && !admonitions_.back().title_seen) return EnterBold(element);
  if ((roles & kFootnoteLabel) != 0 || (footnote_depth_ > 0 && IsNumberAlone(element))) {
    OnLeave(element, Undo::kEndFootnoteLabel);
    return Step::kDescend;
  }
  heading_ = true;
  heading_node_ = element;
  inline_.SetMode(InlineMode::kHeading);
  OnLeave(element, Undo::kEndHeading);
  if ((roles & kSignature) != 0) {
    inline_.OpenCode();
    OnLeave(element, Undo::kCloseCode);
  }
  return Step::kDescend;
}

void MarkdownWalk::EndHeading() {
  const InlineText::Finished text = inline_.Finish();
  heading_ = false;
  inline_.SetMode(InlineMode::kParagraph);
  if (!text.markdown.empty()) {
    const int level = HeadingLevel(heading_node_);
    const std::size_t offset = blocks_.Begin(BlockKind::kHeading);
    blocks_.Append(std::string_view("######").substr(0, static_cast<std::size_t>(level)));
    blocks_.Append(" ");
    const std::size_t escape = std::min(HeadingEndEscape(text.markdown), text.markdown.size());
    blocks_.Append(text.markdown.substr(0, escape));
    if (escape < text.markdown.size()) {
      blocks_.Append("\\");
      blocks_.Append(text.markdown.substr(escape));
    }
    blocks_.End();
    if (!blocks_.Full()) {
      outcome_.outline.push_back(
          {level, std::string(text.plain), HeadingAnchor(heading_node_), offset});
    }
  }
  inline_.Clear();
}

MarkdownWalk::Step MarkdownWalk::EnterCodeBlock(Node element) {
  const auto is_hidden = [&](Node part) {
    return options_.skip != nullptr ? (*options_.skip)(part) : IsHiddenInCode(part);
  };
  const Code code = ReadCode(element, is_hidden);
  unseen_in_code_.Add(code.unseen);
  EndParagraph();
  if (code.text.empty()) return Step::kSkip;
  const Node parent = element.Parent();
  if (!IsFlat() && parent && parent.IsElement() &&
      (RolesOfClasses(parent.Attribute(LXB_DOM_ATTR_CLASS)) & kCodePanels) != 0) {
    EnterTabPanel(element);
  }
  const std::string_view text = code.text;
  if (!IsFlat()) {
    const std::string fence = FenceFor(text);
    blocks_.Begin(BlockKind::kOther);
    blocks_.Append(fence);
    blocks_.Append(languages_.Of(element));
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      const std::size_t room = blocks_.RoomInNextTwoLines();
      if (line.size() + fence.size() > room) {
        // Of a first line that is too long, what fits is better than nothing.
        const std::size_t part = at > 0 || room < fence.size() ? 0 : room - fence.size();
        line = text::Prefix(line, part);
        Stop(element, at > 0 ? text.substr(0, at) : line);
        if (line.empty()) break;
      }
      if (line.empty()) {
        blocks_.EmptyLine();
      } else {
        blocks_.NewLine();
        blocks_.Append(line);
      }
      if (stopped_) break;
      at = end + 1;
    }
    blocks_.NewLine();
    blocks_.Append(fence);
    blocks_.End();
    if (!stopped_ && !blocks_.Full()) ++outcome_.code_blocks;
    return Step::kSkip;
  }
  for (std::size_t at = 0; at <= text.size() && !stopped_;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    WriteCodeLine(text.substr(at, end - at), element);
    EndParagraph();
    at = end + 1;
  }
  if (!stopped_ && !blocks_.Full()) ++outcome_.code_in_cells;
  return Step::kSkip;
}

// A line of code in a cell, as it is.
void MarkdownWalk::WriteCodeLine(std::string_view line, Node code) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  if (!in_cell_ || signature_depth_ > 0) {
    inline_.OpenCode();
    WriteText(line, code);
    inline_.CloseCode();
    return;
  }
  const std::string markdown = CodeSpan(line);
  if (Fits(markdown.size())) {
    inline_.Atom(markdown, line);
  } else {
    Stop(code);
  }
}

MarkdownWalk::Step MarkdownWalk::EnterBold(Node element) {
  EndParagraph();
  const bool is_title = !admonitions_.empty() && !admonitions_.back().title_seen;
  if (is_title) admonitions_.back().title_seen = true;
  if (IsFlat() || bold_depth_ > 0 || (!is_title && BeginsWithHeading(element))) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  ++bold_depth_;
  bold_is_title_ = is_title;
  inline_.Open(Style::kStrong);
  OnLeave(element, Undo::kEndBold);
  return Step::kDescend;
}

// Of the buttons, only the labels of what they show are kept. One with a line of its own heads it.
MarkdownWalk::Step MarkdownWalk::EnterButton(Node element, std::uint32_t roles) {
  const bool stands_alone = !IsFlat() && bold_depth_ == 0 && inline_.Empty();
  const bool in_term = element.Parent() && element.Parent().IsElement(LXB_TAG_DT);
  if (!stands_alone || in_term || element.Attribute("role") == "tab")
    return EnterInline(element, roles);
  return HoldsParagraph(element) ? EnterBlock(element, roles) : EnterBold(element);
}

MarkdownWalk::Step MarkdownWalk::EnterAdmonition(Node element, Admonition admonition) {
  EndParagraph();
  if (IsFlat()) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  blocks_.OpenQuote();
  OnLeave(element, Undo::kCloseContainer);
  const std::string& title = admonition.missing_title;
  if (!title.empty()) WriteBoldParagraph(title);
  admonitions_.push_back({std::move(admonition.kind), !title.empty() && !admonition.has_own_title,
                          admonition.first_paragraph_is_title});
  OnLeave(element, Undo::kEndAdmonition);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterQuote(Node element) {
  EndParagraph();
  if (IsFlat()) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  blocks_.OpenQuote();
  OnLeave(element, Undo::kCloseContainer);
  return Step::kDescend;
}

// A signature is code, whatever markup its parts have: one code span, links and styles in it left
// out.
MarkdownWalk::Step MarkdownWalk::EnterSignature(Node element) {
  ++signature_depth_;
  inline_.OpenCode();
  OnLeave(element, Undo::kEndSignature);
  return Step::kDescend;
}

// Reads the labels. One in a <nav> is looked for there, which is left out as chrome.
bool MarkdownWalk::IsRowOfTabs(Node element, std::uint32_t roles) {
  if (tabs_.IsLabelRow(element)) return true;
  const bool is_hidden =
      options_.skip != nullptr ? element.Mark() == kSkipHidden : IsHidden(element);
  if (is_hidden) return false;
  if (tabs_.ReadGroup(element)) return true;
  if (TabLabels::IsTabList(element, roles) || LabelledCodeGroupLevel(element) == 1)
    return tabs_.Read(element) || element.Attribute("role") == "tablist";
  if (!element.IsElement(LXB_TAG_NAV)) return false;
  for (Node child = element.FirstChild(); child; child = child.NextSibling()) {
    if (!child.IsElement()) continue;
    const std::uint32_t child_roles = RolesOfClasses(child.Attribute(LXB_DOM_ATTR_CLASS));
    return TabLabels::IsTabList(child, child_roles) && tabs_.Read(child);
  }
  return false;
}

MarkdownWalk::Step MarkdownWalk::EnterPanelOfGroup(Node element, std::uint32_t roles) {
  if (IsFlat()) return EnterByTag(element, roles);
  const std::string label = tabs_.LabelOf(element);
  if (!label.empty()) WriteBoldParagraph(label);
  switch (element.ElementTag()) {
    case LXB_TAG_PRE:
    case LXB_TAG_TABLE:
      return EnterByTag(element, roles);
    default:
      return EnterBlock(element, roles);
  }
}

MarkdownWalk::Step MarkdownWalk::EnterTabPanel(Node element) {
  const std::string label = tabs_.LabelOf(element);
  if (!label.empty()) WriteBoldParagraph(label);
  return Step::kDescend;
}

}  // namespace sitedoor::extract::internal
