// The answer of the search operation: hits with as much of their passages as fits a budget.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>

#include "search/search.h"

namespace sitedoor::doors::internal {

// {results: [{id, title, url, text, heading_path?}], note?}. Its JSON is never longer than
// `budget_bytes` (at least 1,000). What does not fit is given up in this order: further passages of
// long hits, the ends of passages farthest from the match, whole hits from the last up; the note
// says so. Hits share the budget evenly; what a short one leaves goes to the others, best first.
boost::json::object SearchAnswer(const search::SearchResponse& response, std::size_t budget_bytes);

}  // namespace sitedoor::doors::internal
