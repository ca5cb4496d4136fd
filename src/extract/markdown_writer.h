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
#include <vector>

#include "base/function_ref.h"
#include "document/document.h"
#include "html/tree.h"
#include "net/url.h"

namespace sitedoor::extract {

struct MarkdownOptions {
  std::optional<net::Url> base;        // links resolve against it; without one they stay as written
  std::size_t most_bytes = 64u << 20;  // output is cut at a block boundary past this
  const FunctionRef<bool(html::Node)>* skip =
      nullptr;  // true: leave the element and all below it out.
                // Null: what visibility.h says is left out
};

struct MarkdownOutcome {
  std::string markdown;  // ends with one newline unless empty
  std::vector<document::Heading> outline;
  std::vector<document::Anchor> anchors;
  std::vector<document::Link> links;
  int code_blocks = 0;  // fences written
  int tables = 0;       // tables written as tables
  bool truncated = false;
};

// Thread-safe.
MarkdownOutcome WriteMarkdown(html::Node root, const MarkdownOptions& options);

}  // namespace sitedoor::extract
