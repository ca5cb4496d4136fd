// Facts block: what a page shows outside of its content and its structured data says in so many
// words, as a few lines of Markdown.
#pragma once

#include <string>
#include <string_view>

#include "extract/internal/structured_facts.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// "" or a block that ends with a line break. In it is only what a reader of the page sees outside
// of its menus and footers, letter by letter or in another form of the same value, and what
// `markdown` does not say yet; and answers to questions that the page shows, where they stand
// folded in the page itself. What a site says of its organisation is the front page's alone, as
// are its footers. The text of a script alone never reaches it. Values are escaped.
std::string FactsBlock(const StructuredFacts& facts, html::Node body, std::string_view markdown,
                       std::string_view page_address);

}  // namespace sitedoor::extract::internal
