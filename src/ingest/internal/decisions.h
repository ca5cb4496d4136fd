// Decisions: which pages are indexed, and which are aliases of others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ingest/internal/page_facts.h"
#include "ingest/internal/site_urls.h"

namespace sitedoor::ingest {

// A page with a meta refresh and no more text than this is a redirect.
inline constexpr std::size_t kMostRedirectCharacters = 400;

struct Decisions {
  std::vector<Decision> pages;        // one for each of the facts, in their order
  std::vector<std::string> warnings;  // of the site as a whole
};

// In this order: failed, noindex, frames, a symbolic link to another page (its alias), redirect,
// empty; then pages whose canonical link names
// another indexed page become its aliases, and pages of equal title and text aliases of the
// best of them: one that a canonical link names, then one whose path is no print, archive or
// version's, then the one of the shortest path. A canonical link to a page that is not there is
// ignored with a warning, and so are one that most of the site or many pages of other titles and
// texts share, and those by which pages of different texts name each other.
Decisions Decide(std::span<const PageFacts> pages, const SiteUrls& urls);

}  // namespace sitedoor::ingest
