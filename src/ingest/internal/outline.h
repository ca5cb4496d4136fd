// Outline: what a site is about, in the names of its sections.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "document/document.h"
#include "ingest/build.h"
#include "ingest/internal/page_facts.h"
#include "ingest/internal/site_urls.h"

namespace sitedoor::ingest {

// The page that a visitor meets first: where the root's index page leads, else the index page
// nearest to the root, otherwise the first indexed one. pages.size() when none is indexed.
std::size_t FrontPage(std::span<const PageFacts> pages, std::span<const Decision> decisions);

// Whether that front page speaks for all: it is the only page, or the index page of a folder that
// holds most of the indexed pages. Any other is one page among many, which one user may have
// written.
bool SpeaksForTheSite(std::size_t front, std::span<const PageFacts> pages,
                      std::span<const Decision> decisions);

// Sections with their numbers of pages, most pages first: breadcrumbs where most pages have them,
// otherwise folders (by the title of their index page), otherwise the front page's links within the
// site, in their order, otherwise the titles of all pages, in order of id (both not counted).
std::vector<Section> Sections(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                              const document::Document& front_page, const SiteUrls& urls);

// Primary subtags of the indexed pages, most frequent first, equal ones in alphabetical order.
std::vector<std::string> Languages(std::span<const PageFacts> pages,
                                   std::span<const Decision> decisions);

}  // namespace sitedoor::ingest
