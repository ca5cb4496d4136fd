// MergeRuns: several LexicalRuns to the bytes of one lexical.bin.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "index/internal/lexical_run.h"

namespace sitedoor::index::internal {

// The bytes depend on the pages and their places alone, not on how they are spread over runs.
// Errors: kUnsupported past 2^32-2 chunks, kInvalidArgument for runs of other parameters and for
// places with gaps.
Result<std::string> MergeRuns(std::span<const LexicalRun* const> runs);

}  // namespace sitedoor::index::internal
