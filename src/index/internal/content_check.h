// That what an opened generation says makes sense: a writer may give right sums of wrong content.
#pragma once

#include "base/result.h"
#include "index/snapshot.h"

namespace sitedoor::index::internal {

// Looks at every page's columns, and at the first, the last and some 200 lines between of pages and
// of chunks: that they can be read, their ranges lie in their texts, chunks belong to their pages,
// and addresses are those of web pages. Some 20 ms for pages of ordinary size.
// Errors: kCorruption, with the number of the page or chunk.
Status CheckContent(const Snapshot& snapshot);

}  // namespace sitedoor::index::internal
