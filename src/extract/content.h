// Content selection: the one element of a page that holds what its reader came for.
//
//   1  <main> (or role=main), or the single <article> in it that holds at least half of its text
//   2  a lone <article>
//   3  the element that a density score finds: prose counts, text in links does not, short labels
//      hardly; with the texts that stand between it and the page's title, and behind it
//   4  the visible text
// Of several articles or main elements with texts of their own all are kept, and with 1 and 2 the
// paragraphs right beside them (internal/beside_content.h).
//
// What is hidden, navigation and other chrome is marked at its nodes, so that the Markdown writer
// leaves it out. A choice that keeps too little of the page's prose gives way to a wider element,
// and says so. A page that shows nothing is taken from its <noscript>, or as it is once a script
// has shown what hides it (internal/page_guard.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "document/document.h"
#include "extract/extract.h"
#include "extract/page_selectors.h"
#include "html/tree.h"

namespace sitedoor::extract {

struct Content {
  html::Node root;  // null when the page has no body
  // Behind it: what the owner's selectors match besides, the address of a contact page.
  std::vector<html::Node> more_roots;
  html::Node
      outer_heading;  // an h1 outside of `root` that opens the content; null when there is none
  document::Strategy strategy = document::Strategy::kVisibleText;
  std::string modified_at;  // ISO 8601, of a row of the content that is left out; "" without one
  std::size_t visible_characters = 0;  // of the whole body
  std::size_t kept_characters = 0;     // of `root`, without what is left out
  int code_blocks = 0;                 // in `root`
  int tables = 0;                      // in `root`: those with several rows, some of several cells
  std::vector<Candidate> candidates;
  std::vector<LeftOutBlock> left_out;
  std::vector<std::string> warnings;
};

// Chooses, and marks what to leave out (IsLeftOut). Exactly what `include` matches is chosen, but
// for what is hidden; where it matches nothing that a reader sees, the choice is made as without
// it, with a warning. Linear in the size of the tree.
Content ChooseContent(const html::Tree& tree, const PageSelectors& include = {});

// What ChooseContent marked: hidden, or chrome. Its descendants are left out with it.
bool IsLeftOut(html::Node node);

}  // namespace sitedoor::extract
