// Guards: sums over a build that say whether it may replace the live index.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// A page with less text than this has hardly any. Of one that runs scripts more is asked: shells
// say "Loading" or "Please enable JavaScript", while a short page without scripts is all that it is
// meant to be.
inline constexpr std::size_t kLeastTextCharacters = 10;
inline constexpr std::size_t kLeastTextBesideScripts = 50;

struct GuardCounts {
  std::uint64_t found = 0;     // pages found, unreadable, empty and too large files among them
  std::uint64_t failed = 0;    // of `found`
  std::uint64_t read = 0;      // read, and meant to have text
  std::uint64_t textless = 0;  // of `read`: with hardly any text
  std::uint64_t shells = 0;    // of `textless`: with scripts that would show more
  std::uint64_t indexed = 0;
  std::optional<std::uint64_t> previous;  // pages of the live index
  // Pages of the live index that are neither here under their id nor moved, where that is known.
  std::optional<std::uint64_t> gone;
  std::vector<std::string> gone_examples;
};

GuardCounts CountForGuards(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                           std::span<const crawl::SkippedEntry> skipped);

// One sentence for each guard that fails, with the setting that would let it pass.
std::vector<std::string> FailedGuards(const GuardCounts& counts, const GuardOptions& options);

}  // namespace sitedoor::ingest
