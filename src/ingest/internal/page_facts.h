// PageFacts: what the later stages of a build need to know of each page, when its text may already
// be on disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/build.h"

namespace sitedoor::ingest {

struct PageFacts {
  std::string id;
  std::string failure;        // why it could not be read, "" when it was
  std::string canonical_url;  // absolute http(s), "" when it names none
  std::string refresh_url;    // as extract::Directives has it
  bool no_index = false;
  // Of a page that is nothing but its frames; its text is then what it has for clients without
  // them.
  std::vector<std::string> frame_urls;
  bool runs_scripts = false;  // a page without text that does is a JavaScript shell
  std::string title;
  std::string head_title, site_name;  // as extract::Extraction has them
  std::string content_hash;           // of the stored page
  std::string text_hash;              // equal where title and text are, wherever their links lead
  std::string language;
  std::vector<std::string> breadcrumbs;
  std::string charset, charset_evidence;
  document::ExtractionRecord extraction;
  std::uint32_t chunk_count = 0;
  // The number of the page that this one is, when a symbolic link leads to it: its facts are that
  // page's, but for the id.
  std::optional<std::size_t> real;
};

// What becomes of a page.
struct Decision {
  PageOutcome outcome = PageOutcome::kIndexed;
  std::string detail;
  std::size_t keeper =
      0;  // the indexed page that this one is an alias of; its own number when indexed
  bool is_alias = false;  // its id leads to `keeper`
  std::string url;        // of an indexed page: canonical, or base URL and id, or the id
  std::vector<std::string> warnings;
};

inline bool IsIndexed(const Decision& decision) {
  return decision.outcome == PageOutcome::kIndexed;
}

// Whether `id` is the page that stands for its folder.
inline bool IsFoldersIndex(std::string_view id) {
  return id.substr(id.rfind('/') + 1).starts_with("index.");
}

}  // namespace sitedoor::ingest
