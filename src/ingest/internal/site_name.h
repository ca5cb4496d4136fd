// SiteName: what a site is called, when its owner did not say.
#pragma once

#include <span>
#include <string>

#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// og:site_name of the front page, if that speaks for the site (outline.h), or of most pages; else
// what most titles end with ("Install — Acme Docs", "String (Java SE 17)") or begin with ("Acme
// Docs: Install"); else the title of such a front page, without "Home - ". "" when none of it is
// there: no other single page names the site.
std::string NameFromPages(std::span<const PageFacts> pages, std::span<const Decision> decisions);

}  // namespace sitedoor::ingest
