// The answer of the fetch operation: one page of a document.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "base/result.h"
#include "index/documents_codec.h"

namespace sitedoor::doors::internal {

struct FetchPosition {
  std::string anchor;                 // decoded; "" or unknown: from the start
  std::optional<std::size_t> offset;  // in bytes of the Markdown; goes before the anchor
};

// {id, title, text, url, metadata}. The pages that following next_offset gives are, put together
// and without their last lines and the fences that a part closes and the next opens again, the
// document's Markdown from the first position on. What lies before a part is looked through for
// fences, never held. `page` has its places if `position` has an anchor. Errors: kInvalidArgument
// (offset past the end), kCorruption.
Result<boost::json::object> FetchAnswer(const index::StoredPage& page,
                                        const FetchPosition& position, std::size_t most_bytes);

}  // namespace sitedoor::doors::internal
