// A site of two pages for fuzz targets that ask a door.
#pragma once

#include <memory>
#include <string>

#include "doors/operations/operation.h"
#include "search/testing/small_site.h"

namespace sitedoor::fuzz {

// A request's context over that site. The site is made once a process.
inline doors::RequestContext SmallSiteContext(const std::string& request_id) {
  static const search::testing::SmallSite site(
      {{"a.html",
        "Install",
        {{"Run the <b>installer</b> with --prefix & wait.", "Setup", "setup"}}},
       {"b.html", "Reference", {{"std::vector grows.\n\nIts size doubles."}}}});
  static const search::Searcher searcher;
  doors::RequestContext context;
  context.snapshot = {std::shared_ptr<void>(), &site.snapshot()};
  context.searcher = &searcher;
  context.request_id = request_id;
  return context;
}

}  // namespace sitedoor::fuzz
