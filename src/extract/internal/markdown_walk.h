// MarkdownWalk: one pass over a tree, writing each element as it is entered and left. The engine of
// WriteMarkdown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/internal/admonition.h"
#include "extract/internal/block_output.h"
#include "extract/internal/code_language.h"
#include "extract/internal/inline_text.h"
#include "extract/internal/tab_labels.h"
#include "extract/internal/table_grid.h"
#include "extract/markdown_writer.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Used once. Not thread-safe.
class MarkdownWalk {
 public:
  explicit MarkdownWalk(const MarkdownOptions& options);
  MarkdownOutcome Run(html::Node root);

 private:
  // What is to be done when an element is left. One element may have several, undone last first.
  enum class Undo : unsigned char {
    kEndBlock,        // the paragraph so far
    kCloseContainer,  // a list, an item, a quote
    kCloseStyle,
    kCloseCode,
    kCloseLink,
    kEndHeading,
    kEndBold,
    kEndList,
    kEndDefinitions,
    kEndFootnote,
    kEndFootnoteLabel,
    kEndAdmonition,
    kEndSignature,
    kCloseQuotation,
    kCloseParenthesis,
    kBoundaryBehind,
    kSpaceBehind,
  };
  struct Frame {
    const void* element;
    Undo undo;
  };
  struct Admonished {  // an open admonition
    std::string kind;
    bool title_seen = false;
    bool first_paragraph_is_title = false;
  };
  struct Numbering {
    int next = 1;
    int step = 1;  // -1 where it counts down
  };
  enum class Step { kDescend, kSkip };

  // markdown_walk.cc: the pass and the dispatch by element
  void Walk(html::Node root);
  Step Enter(html::Node element);
  Step EnterByTag(html::Node element, std::uint32_t roles);
  Step EnterInline(html::Node element, std::uint32_t roles);
  void SetApart(html::Node element);
  void SetApartByLooks(html::Node element);
  void MarkAnchors(html::Node element);
  void TakeAnchors();
  void Leave(html::Node element);
  void UndoOne(Undo undo);
  bool IsExcluded(html::Node element) const;
  bool IsHiddenFormula(html::Node element) const;
  bool IsLeftOutText(html::Node text) const;
  void OnLeave(html::Node element, Undo undo) { frames_.push_back({element.Id(), undo}); }

  // walk_limit.cc: what of the page fits in. Where the limit is reached the walk stops, and what is
  // open is closed, so that the Markdown is whole as far as it goes.
  std::size_t Room() const;            // bytes that the block being collected may still get
  bool Fits(std::size_t bytes) const;  // whether there is room for them; mostly faster
  // What does not fit is left out, from the end of a sentence or word on. `from` may be null.
  void WriteText(std::string_view text, html::Node from);
  // `at` is the first node that is not written as a whole, null where the walk is; `written` what
  // is of its text.
  void Stop(html::Node at, std::string_view written = {});
  double ShareBeforeStop() const;

  // walk_blocks.cc
  void EndParagraph();
  void WriteParagraph(std::string_view lines);
  Step EnterBlock(html::Node element, std::uint32_t roles);
  Step EnterHeading(html::Node element, std::uint32_t roles);
  void EndHeading();
  Step EnterCodeBlock(html::Node element);
  void WriteCodeLine(std::string_view line, html::Node code);
  Step EnterParagraph(html::Node element, std::uint32_t roles);
  Step EnterBold(html::Node element);
  Step EnterButton(html::Node element, std::uint32_t roles);
  Step EnterAdmonition(html::Node element, Admonition admonition);
  bool IsOpenAdmonitionsTitle(html::Node element, std::uint32_t roles) const;
  Step EnterSignature(html::Node element);
  Step EnterTabPanel(html::Node element);
  bool IsRowOfTabs(html::Node element, std::uint32_t roles);
  Step EnterPanelOfGroup(html::Node element, std::uint32_t roles);
  Step EnterQuote(html::Node element);
  void WriteBoldParagraph(std::string_view text);

  // walk_lists.cc
  Step EnterList(html::Node element);
  Step EnterNumberedList(Numbering numbering, html::Node element);
  Step EnterItem(html::Node element);
  Step EnterWordItems(html::Node first);
  Step EnterDefinitions(html::Node element);
  Step EnterTerm(html::Node element, std::uint32_t roles);
  Step EnterDescription(html::Node element);
  Step EnterCheckbox(html::Node element);

  // walk_inline.cc
  Step EnterLink(html::Node element);
  bool IsFootnoteNumber(html::Node link, std::string_view href) const;
  Step EnterImage(html::Node element);
  Step EnterEmbedded(html::Node element);
  Step EnterScript(html::Node element);  // <sub> and <sup>
  Step EnterStyle(html::Node element, Style style);
  Step WriteFormula(std::string_view tex, bool display);
  void WriteTextWithFormulas(std::string_view text, html::Node from);
  // "" for what leads nowhere, and for what is too long or too much: a long <base> and many short
  // links would make a small page huge.
  std::string Resolve(std::string_view href);
  std::string ResolveAny(std::string_view href) const;

  // walk_tables.cc
  Step EnterTable(html::Node element, std::uint32_t roles);
  Step EnterTableOfBlocks(const TableGrid& grid);
  void WriteTable(const TableGrid& grid);
  void WriteColumns(const TableGrid& grid);  // each under its title
  void WriteRow(const GridRow* row, std::size_t columns, std::size_t& padding_left);
  void WriteCell(html::Node cell);
  Step EnterLayoutRow(html::Node element, std::uint32_t roles);
  Step EnterLayoutCell(html::Node element, std::uint32_t roles);

  // Only inline content is wanted: in a heading, a cell or a signature.
  bool IsFlat() const { return heading_ || in_cell_ || signature_depth_ > 0; }
  int LabelledCodeGroupLevel(html::Node element) const;

  static constexpr std::size_t kMostUrlBytes = 8192;
  static constexpr std::size_t kMostLinkBytes = 16u << 20;  // of all addresses of a page
  static constexpr std::size_t kMostAnchors = 20'000, kMostAnchorBytes = 300;

  const MarkdownOptions& options_;
  std::string page_url_;    // of the base, without fragment
  std::string folder_url_;  // what a plain relative link resolves behind; "" when not known
  std::optional<net::Url> short_base_;  // the base, or its origin where the base is too long
  MarkdownOutcome outcome_;
  BlockOutput blocks_;
  InlineText inline_;
  UnseenText unseen_in_code_;
  TabLabels tabs_;
  CodeLanguages languages_;
  std::vector<Frame> frames_;
  std::vector<Numbering> numbering_;  // of the open lists
  std::vector<Admonished> admonitions_;
  html::Node root_;
  html::Node heading_node_;
  bool heading_ = false;
  bool in_cell_ = false;
  bool header_cell_ = false;
  bool in_note_ = false;          // that stands in brackets
  bool bold_is_title_ = false;    // what is written in bold is an admonition's title
  bool join_next_block_ = false;  // what was written is a label of the block that follows
  std::size_t anchors_marked_ = 0;
  std::size_t link_bytes_ = 0;
  std::size_t row_bytes_ = 0;  // that the rest of an open table row takes beside its texts
  bool stopped_ = false;
  html::Node stop_;                     // as Stop has it
  std::size_t stop_visible_bytes_ = 0;  // that are written of its text
  int signature_depth_ = 0;
  int bold_depth_ = 0;
  int footnote_depth_ = 0;
  int layout_table_depth_ = 0;
  std::vector<bool> definitions_nested_;  // open <dl>s: whether it is written as a list
  std::vector<bool> definition_item_open_;
  std::vector<bool> definitions_are_terms_;  // none has a description: they are a list
  html::Node word_item_;                     // being written
  const void* last_word_item_ = nullptr;     // of those written with the first of them
};

}  // namespace sitedoor::extract::internal
