// SiteRepeats of a folder: what its pages repeat round their own titles.
#pragma once

#include <string>
#include <vector>

#include "crawl/folder_source.h"
#include "extract/extract.h"
#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// The page that speaks for the whole site (outline.h), as far as names of files tell; pages.size()
// for none. What it repeats is its own title.
std::size_t SpeakingFrontPage(const std::vector<crawl::FolderEntry>& pages);

// Asks that page and 64 others, for which it reads at most 256. They are chosen by a checksum of
// their ids, so that a page more or less leaves the others in the sample. `site_name` is the
// owner's word, "" for none.
extract::SiteRepeats DeriveSiteRepeats(const crawl::FolderSourceOptions& source,
                                       const std::vector<crawl::FolderEntry>& pages,
                                       const std::string& site_name);

}  // namespace sitedoor::ingest
