// JSON-LD: what a page's structured data says that sitedoor keeps (schema.org types and
// properties).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extract/internal/structured_facts.h"

namespace sitedoor::extract::internal {

struct StructuredPage {
  bool is_post = false;  // BlogPosting, NewsArticle
  std::string headline;
  std::string description;
  std::string site_name;      // of a WebSite
  std::string date_modified;  // as written
  std::string date_published;
  std::vector<std::string> keywords;
  std::vector<std::string> sections;
  std::vector<std::string> breadcrumbs;  // outermost first
  std::vector<std::string> authors;      // names, as written
  // Authors may be named by the @id of another object, maybe in a later script.
  std::vector<std::string> author_ids;
  std::map<std::string, std::string> names_by_id;
  StructuredFacts facts;
};

// Adds what one <script type="application/ld+json"> says; the first value of a property wins. What
// is nearly JSON is repaired (lenient_json.h); what is none, too deep or too long is ignored.
// Bounded time.
void ReadJsonLd(std::string_view json, StructuredPage& page);

}  // namespace sitedoor::extract::internal
