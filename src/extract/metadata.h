// Metadata: what a page says about itself outside of its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "extract/content.h"
#include "extract/extract.h"
#include "extract/internal/structured_facts.h"
#include "html/tree.h"
#include "net/url.h"

namespace sitedoor::extract {

struct Metadata {
  std::string title;
  std::string
      missing_heading;     // the title as an h1 that stands outside of the content, "" otherwise
  std::string site_name;   // as the page gives it, "" when it does not
  std::string head_title;  // of <title>, with whatever names the site in it
  std::string description;
  std::string language;       // as declared, normalised; "" when the page does not say
  std::string self_language;  // hreflang of the link that leads to the page itself
  document::PageType type = document::PageType::kPage;
  std::vector<std::string> tags, categories;
  std::vector<std::string> breadcrumbs;  // outermost first
  std::string section;                   // as the page names it, else its second breadcrumb
  std::vector<std::string> authors;
  std::string modified_at;
  internal::StructuredFacts facts;
  Directives directives;
  std::optional<net::Url> base;  // what links resolve against
  std::string relative_base;     // of <base>, where `base` is not known: "" or as written
};

// `content` is what ChooseContent found in the same tree. `page_url` may be "". Dates behind
// the options' `latest_date` are not when the page was modified. Linear.
Metadata ReadMetadata(const html::Tree& tree, const Content& content, std::string_view page_url,
                      const ExtractOptions& options = {});

}  // namespace sitedoor::extract
