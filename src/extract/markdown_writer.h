// MarkdownWriter: an element's content as CommonMark with tables.
//
// Headings in ATX form without permalink signs; `<pre>` byte-exact in a fence longer than any
// inside it, with its language; nested and definition lists; tables with padded spans, pipes
// escaped; quotes and admonitions; images with alt text (decorative ones and data: URIs left out);
// absolute links; text escaped so that it means itself. One pass over the tree with an explicit
// stack: linear in its size, no recursion.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "document/document.h"
#include "html/tree.h"
#include "net/url.h"

namespace sitedoor::extract {

// Whether a script of the page reads formulas in its text: \(x\), \[x\] and $$x$$.
enum class TexInText { kNo, kYes };

struct MarkdownOptions {
  std::optional<net::Url> base;  // links resolve against it; without one they stay as written
  // What links to the site itself are written without: the part of `base` that stands in for an
  // address that is not known. They are ids of pages then ("library/sys.html#auditing").
  std::string_view unknown_site = {};
  // Output ends before this: at the end of a block, or of a line, row, sentence or word in one.
  std::size_t most_bytes = 64u << 20;
  TexInText tex_in_text = TexInText::kNo;
  const FunctionRef<bool(html::Node)>* skip =
      nullptr;  // true: leave the element and all below it out.
                // Null: what visibility.h says is left out
};

struct MarkdownOutcome {
  std::string markdown;  // ends with one newline unless empty
  std::vector<document::Heading> outline;
  std::vector<document::Anchor> anchors;
  std::vector<document::Link> links;
  int code_blocks = 0;    // fences written
  int code_in_cells = 0;  // blocks written as lines of inline code, as a table's cell has it
  int tables = 0;         // tables written as tables
  // Where most_bytes was reached: the share of the text that is in the Markdown, 0 to 1.
  bool truncated = false;
  double kept_share = 1;
  // Of links and images: addresses of more than 8 KiB, and all after the first 16 MiB of a page's.
  std::size_t links_left_out = 0;
  // Characters that show nothing, which were left out: whether many stood together or one in code
  // turned it round, so that they may say something, and how many there were.
  bool has_unseen_text = false;
  std::size_t unseen_characters = 0;
};

// Thread-safe.
MarkdownOutcome WriteMarkdown(html::Node root, const MarkdownOptions& options);

}  // namespace sitedoor::extract
