// Changes: what extraction made of the pages of this build beside what it made of them in the last.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/build.h"

namespace sitedoor::ingest {

// `last_report` is the report.json of `generation`; `pages` are those of this build. Indexed pages
// alone count. Errors: kCorruption.
Result<PageChanges> CompareWithLast(std::string_view generation, std::string_view last_report,
                                    const std::vector<PageReport>& pages);

}  // namespace sitedoor::ingest
