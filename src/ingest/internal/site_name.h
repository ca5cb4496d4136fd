// SiteName: what a site is called, when its owner did not say.
#pragma once

#include <span>
#include <string>

#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// og:site_name of the front page or of most pages; else what most titles end with ("Install — Acme
// Docs", "String (Java SE 17)") or begin with ("Acme Docs: Install"); else the front page's title,
// without "Home - ", when that is an index page. "" when none of it is there.
std::string NameFromPages(std::span<const PageFacts> pages, std::span<const Decision> decisions);

}  // namespace sitedoor::ingest
