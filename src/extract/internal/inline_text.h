// InlineText: the inline content of one block (a paragraph, a heading, a table cell) as CommonMark.
//
// White space is collapsed as browsers do, and moves out of emphasis and links. Delimiters are
// written only where a CommonMark parser sees them as such; characters of the text that would be
// read as markup get a backslash, others stay as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "extract/internal/unseen_text.h"

namespace sitedoor::extract::internal {

enum class Style { kStrong, kEmphasis, kStrike };

enum class InlineMode {
  kParagraph,  // line breaks are kept
  kHeading,    // they become spaces
  kCell,       // they become <br>, and pipes are escaped
};

// Not thread-safe. Open and Close calls must nest, as elements do.
class InlineText {
 public:
  explicit InlineText(std::vector<document::Link>& links) : links_(links) {}

  void SetMode(InlineMode mode) {
    mode_ = mode;
    capturing_ = link_depth_ > 0 || mode == InlineMode::kHeading;
  }

  void Text(std::string_view text);
  void Open(Style style);
  void Close();  // the innermost style
  void OpenCode();
  void CloseCode();
  bool InCode() const { return code_depth_ > 0; }
  void OpenLink(
      std::string url);  // "" for a link that is not written; nested links are not written
  void CloseLink();
  void Atom(std::string_view markdown, std::string_view plain);  // ready Markdown, as a formula's
  void Image(std::string_view markdown,
             std::string_view alt);  // the same, but a link still waits for its text
  void LineBreak();
  void Space() { pending_space_ = true; }
  // A border between blocks that share one cell or heading: one line break, never two, never at the
  // ends.
  void Boundary();

  bool Empty() const { return out_.empty() && !HasPendingCode(); }

  // What the finished Markdown will have at most, when nothing more is added.
  std::size_t Bytes() const {
    return out_.size() + 3 * code_.size() + closing_bytes_ + 2 * spans_.size() + kLineBreakBytes;
  }
  // The same of a text, and of a link's address, that is added.
  std::size_t BytesOf(std::string_view text) const;
  static std::size_t LinkBytes(std::string_view url) { return 3 * url.size() + 5; }

  // The finished Markdown: paragraphs separated by an empty line, lines by "\n". Open styles go on
  // in the next block. The views are valid until the next call.
  struct Finished {
    std::string_view markdown;
    std::string_view plain;  // the text alone
  };
  Finished Finish();
  void Clear();

  const UnseenText& Unseen() const { return unseen_; }

 private:
  struct Span {
    enum class Kind : unsigned char { kStrong, kEmphasis, kStrike, kLink } kind;
    bool suppressed = false;  // never written: nested in its like, or its link was written before
    bool suppressed_here = false;  // not written in this block: no parser would see it here
    bool counts_as_link = false;
    bool has_text = false;         // links: more than an image was seen
    int blocks = 0;                // links: that it was written in, without text
    std::size_t begin = kPending;  // of the opening delimiter in out_
    std::size_t plain_begin = 0;   // links: of the text in plain_
    std::string url;
  };
  static constexpr std::size_t kPending = static_cast<std::size_t>(-1);
  static constexpr std::size_t kLineBreakBytes = 4;  // "<br>"
  // A delimiter taken back; dropped when the block is finished.
  static constexpr char kErased = '\x01';
  // In which one link is written again: its address may be long.
  static constexpr int kMostBlocksOfImages = 4;
  struct UnsureClose {  // valid only if white space or punctuation follows
    std::size_t open, close, size;
  };
  struct CodeLink {
    std::size_t begin, end;
    bool closed;
    std::string url;
    std::size_t listed = kPending;  // in links_, since a span of its text was written
  };

  bool HasPendingCode() const { return !code_.empty(); }
  void Prepare(char32_t next);  // writes what is pending before a visible character
  enum class PlainOf : unsigned char { kText, kImage };
  void AppendPlain(std::string_view text, PlainOf of = PlainOf::kText);
  void WriteRun(std::string_view run);
  void WriteSpecial(char c, std::string_view text, std::size_t at);
  void WriteRepeated(std::string_view text, std::size_t& at);
  void WriteMultibyte(std::string_view text, std::size_t& at);
  void NoteUnseen() { unseen_.Note(out_.size() + code_.size()); }
  void CodeText(std::string_view text);
  void AppendCode(std::string_view run);
  void FlushCode();
  void OpenSpan(Span span);
  void CloseSpan();
  void WriteOpeners(char32_t next);
  bool GoesOnFromInner(Span& span);
  bool InLongDelimiterRun(std::size_t count) const;
  void WriteCloser(Span& span);
  void ResolveUnsure(char32_t next);
  bool AtLineStart() const;
  bool InAddress() const;
  void KeepApart(std::size_t erased, std::size_t size);
  std::size_t EndOfKept() const;  // of what is in out_ before delimiters taken back

  std::vector<document::Link>& links_;
  InlineMode mode_ = InlineMode::kParagraph;
  std::string out_, plain_;
  std::string code_;  // the code span being read, or read and not yet written
  std::vector<CodeLink> code_links_;
  std::vector<Span> spans_;
  std::vector<UnsureClose> unsure_;
  std::size_t first_unwritten_ = 0;   // the spans from here on wait for a visible character
  std::size_t open_link_ = kPending;  // index of the written link
  std::size_t last_close_ =
      kPending;  // where the last closing delimiter ends, to join equal neighbours
  std::size_t last_close_size_ = 0;
  std::size_t last_close_begin_ = 0;  // of its opening delimiter
  Span::Kind last_close_kind_ = Span::Kind::kLink;
  // The same of the one before, of which the last one closed right behind.
  std::size_t inner_close_ = kPending;
  std::size_t inner_close_begin_ = 0;
  Span::Kind inner_close_kind_ = Span::Kind::kLink;
  std::size_t image_end_ = kPending;  // in plain_, of the last image's text
  std::size_t text_end_ = 0;          // end of the last character that came from text
  std::size_t last_code_end_ = kPending;
  std::size_t closing_bytes_ = 0;  // that the addresses of links not yet closed may take
  std::size_t code_begin_ = 0;     // of the open or last code element's text in code_
  int code_depth_ = 0;
  int link_depth_ = 0;
  int pending_breaks_ = 0;
  bool pending_space_ = false;
  UnseenText unseen_;
  bool code_space_ = false;
  bool capturing_ = false;       // plain_ is being kept
  bool tilde_may_open_ = false;  // one is written that could begin a strike
};

}  // namespace sitedoor::extract::internal
