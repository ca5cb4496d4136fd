// ArticleExtras: what sites put round and between the text of an article: rows of cards, excerpts
// of other articles, lines to them, a box on the author.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// With less prose a page is no article.
inline constexpr std::uint32_t kLeastArticleProse = 1'000;

// A row of teasers before or after the text: linked cards with hardly any prose.
bool IsTeasers(const ElementTable::Entry& entry, const ElementTable::Entry& content);

// Articles to read next, with the beginning of each: blocks of one kind that each lead to another
// page, and little beside them.
bool IsExcerpts(const ElementTable& table, const ElementTable::Entry& entry);

// Another article in short, which a script leads to: it is a link by its role, or nothing but
// headings.
bool IsPreview(const ElementTable& table, const ElementTable::Entry& entry);

// On who wrote an article, after it. Beside other names a reader is told of them in the text.
bool IsAuthorBox(const ElementTable::Entry& entry);

// A line between the paragraphs of an article with a link to another one.
bool IsLineToOtherArticle(const ElementTable::Entry& entry);

// Whether nearly all prose of `root` that is left stands before `at`. Linear, but bounded.
bool IsBehindText(const ElementTable& table, std::uint32_t root, std::uint32_t at);

// "On this page" over the list of links that is left out, or that a script makes.
bool IsContentsLabel(const ElementTable& table, std::uint32_t root, std::uint32_t label);

}  // namespace sitedoor::extract::internal
