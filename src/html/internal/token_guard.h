// TokenGuard: stands between lexbor's tokenizer and its tree builder and drops what would make
// either quadratic.
//
// The tree-construction algorithm scans the stack of open elements and the list of active
// formatting elements for almost every tag; both grow with the input. The guard bounds them:
// - Depth: start tags past it are dropped, their text is kept; the end tags that belong to dropped
//   start tags are dropped with them (a stack of its own, so that they cannot close others).
// - Formatting elements: further <b>, <i>, <font>... are dropped while too many are open, and lose
//   attributes that are very long.
// - Reconstruction: elements that the builder re-opens by itself ("<p>" inside 60 unclosed <font>)
//   come out of a budget, with their attributes; when it is spent, the list of formatting elements
//   is emptied before every token.
// - Attributes are cut (the builder's check for duplicates is quadratic), and so are those that
//   further <html> and <body> tags add. So is a class attribute that is very long: for each of its
//   element's children the same classes are looked for.
// - Appended text: a text that goes on behind an ignored tag becomes a node of its own, when the
//   one before is long: a comment or <wbr> is put between them.
// - Work is counted, and CPU time taken: past the most of either every token but the end of the
//   file is dropped.
// - Class attributes that say the same share one text on large pages: highlighted code of ten
//   megabytes has hundreds of thousands of a few kinds.
// It also reads XHTML's <name/> as what it is, where HTML's rules would leave the element open.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lexbor/html/parser.h>

#include "html/internal/xhtml.h"
#include "html/tree.h"

namespace sitedoor::html::internal {

// One parse. Install it after lxb_html_parse_chunk_begin; it takes itself out when destroyed.
class TokenGuard {
 public:
  TokenGuard(lxb_html_parser_t* parser, const ParseLimits& limits, SelfClosing self_closing,
             std::size_t html_bytes);
  ~TokenGuard();
  TokenGuard(const TokenGuard&) = delete;
  TokenGuard& operator=(const TokenGuard&) = delete;

  const ParseOutcome& Outcome() const { return outcome_; }

 private:
  static lxb_html_token_t* OnToken(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token,
                                   void* context);
  lxb_html_token_t* Handle(lxb_html_token_t* token);
  lxb_html_token_t* HandleTag(lxb_html_token_t* token);
  lxb_html_token_t* HandleSelfClosed(lxb_html_token_t* token);
  lxb_html_token_t* HandleEndTag(lxb_html_token_t* token);
  lxb_html_token_t* Forward(lxb_html_token_t* token);
  void SplitLongText();
  enum class TextPlace { kInElement, kBeforeTable };
  const lxb_dom_node_t* NodeBeforeText(TextPlace place) const;
  void CountKind(lxb_tag_id_t tag);
  void CountWork(const lxb_html_token_t& token);
  void ShareClasses();  // of the element opened last
  void CountReconstructed(const lxb_dom_node_t& node);
  void CutAttributes(lxb_html_token_t* token);
  void CutClasses(lxb_html_token_t& token);
  void CutMergedAttributes(lxb_html_token_t* token);
  void CutLongAttributes(lxb_html_token_t* token);
  bool MustDrop(const lxb_html_token_t& token) const;
  void RememberDropped(lxb_tag_id_t tag);
  void ForgetDropped();
  static std::size_t CounterOf(lxb_tag_id_t tag) { return tag < LXB_TAG__LAST_ENTRY ? tag : 0; }

  lxb_html_parser_t* parser_;
  lxb_html_tree_t* tree_;
  lxb_html_tokenizer_token_f next_;
  void* next_context_;
  ParseLimits limits_;
  SelfClosing self_closing_;
  bool is_large_;
  std::chrono::nanoseconds end_;   // of this thread's CPU time
  bool text_since_break_ = false;  // text was forwarded since the last break that stands in
  ParseOutcome outcome_;
  std::size_t tokens_ = 0;
  std::uint64_t work_ = 0;
  std::size_t reconstructed_ = 0;
  std::size_t html_attributes_ = 0, body_attributes_ = 0;  // of all such tags
  std::vector<lxb_tag_id_t>
      dropped_;  // start tags dropped and not yet closed, as they would be nested
  std::array<std::size_t, LXB_TAG__LAST_ENTRY> dropped_of_tag_{};
  std::array<lexbor_str_t*, 64> classes_{};  // the last one seen of each hash
};

}  // namespace sitedoor::html::internal
