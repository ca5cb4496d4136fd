// Page names: what a page calls itself and its site, read for less than half of what its extraction
// takes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "extract/extract.h"

namespace sitedoor::extract {

// All clean text (clean_text.h), without the signs of permalinks; 8 headings of a kind at most.
struct PageNames {
  std::string title;     // of <title>
  std::string language;  // as <html> declares it
  std::string site_name;
  std::string description;
  std::vector<std::string> headings;          // its h1s
  std::vector<std::string> section_headings;  // its h2s to h4s
  // Not where it leads elsewhere (meta refresh) or asks not to be indexed.
  bool is_for_readers = true;
};

// Of the first 64 KiB of a page. Errors: as ExtractPage.
Result<PageNames> ReadPageNames(const Page& page);

}  // namespace sitedoor::extract
