// SiteName: what a site is called, when its owner did not say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "extract/page_names.h"
#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// og:site_name of the front page, if that speaks for the site (outline.h), or of most pages; else
// what most titles end with ("Install — Acme Docs", "String (Java SE 17)") or begin with ("Acme
// Docs: Install"); else the title of such a front page, without "Home - ". "" when none of it is
// there: no other single page names the site.
std::string NameFromPages(std::span<const PageFacts> pages, std::span<const Decision> decisions);

// The names that a front page may give its site: by what it says of it, by <title>, without
// "Home - ", and by its first heading. "" where it says nothing.
std::vector<std::string> NamesOnFrontPage(const extract::PageNames& front);
// What stands on either side of its title's separators: "Acme" of "Acme - build faster".
std::vector<std::string> TitlePartsOnFrontPage(const extract::PageNames& front);

}  // namespace sitedoor::ingest
