// Breadcrumb trail: the line of links from the front page to a page.
#pragma once

#include <string>
#include <vector>

#include "extract/internal/seen_text.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether an element is one: by its label (in the languages that sites are mostly written in),
// class, id or type. Cheap for others.
bool IsBreadcrumbTrail(html::Node element);

// Its entries, outermost first, as a reader sees them: those of its list, or its links and what
// stands between them. Separators, labels ("You are here:") and the links of a page's tools are
// left out. Nothing for what is too much for a line.
std::vector<std::string> CrumbsOf(html::Node trail, SeenText& seen);

// Whether the way to the front page is a sign without text, and so no entry: the first entry is
// then a level below it.
bool BeginsWithSign(html::Node trail, SeenText& seen);

}  // namespace sitedoor::extract::internal
