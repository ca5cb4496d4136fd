#include "ingest/internal/guards.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sitedoor::ingest {
namespace {

bool IsAbove(std::uint64_t part, std::uint64_t whole, double share) {
  return static_cast<double>(part) > share * static_cast<double>(whole);
}

void CountText(const PageFacts& page, GuardCounts& counts) {
  const std::size_t least = page.runs_scripts ? kLeastTextBesideScripts : kLeastTextCharacters;
  if (page.extraction.kept_characters >= least) return;
  ++counts.textless;
  counts.shells += page.runs_scripts ? 1 : 0;
}

double Percent(double share) { return share * 100; }

}  // namespace

GuardCounts CountForGuards(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                           std::span<const crawl::SkippedEntry> skipped) {
  GuardCounts counts;
  counts.found = pages.size();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    switch (decisions[i].outcome) {
      case PageOutcome::kFailed:
        ++counts.failed;
        break;
      case PageOutcome::kIndexed:
      case PageOutcome::kDuplicate:
      case PageOutcome::kEmpty:
        ++counts.read;
        CountText(pages[i], counts);
        break;
      case PageOutcome::kNoIndex:
      case PageOutcome::kRedirect:
      case PageOutcome::kFrames:
        break;
    }
    if (decisions[i].outcome == PageOutcome::kIndexed) ++counts.indexed;
  }
  for (const crawl::SkippedEntry& entry : skipped) {
    using Kind = crawl::SkippedEntry::Kind;
    // A disk that was full leaves empty files. A broken link was no page.
    if (entry.kind != Kind::kUnreadable && entry.kind != Kind::kEmpty &&
        entry.kind != Kind::kTooLarge) {
      continue;
    }
    ++counts.found;
    ++counts.failed;
  }
  return counts;
}

std::vector<std::string> FailedGuards(const GuardCounts& counts, const GuardOptions& options) {
  std::vector<std::string> failed;
  if (counts.indexed < options.least_pages) {
    failed.push_back(fmt::format(
        "{} of {} pages can be indexed, but there must be {} at least (guards.least_pages)",
        counts.indexed, counts.found, options.least_pages));
  }
  if (counts.gone && counts.previous &&
      IsAbove(*counts.gone, *counts.previous, options.most_drop)) {
    failed.push_back(fmt::format(
        "{} of the live index's {} pages are gone{}{}, more than {:g} % (guards.most_drop; where "
        "it "
        "is meant, build once with --most-drop 1)",
        *counts.gone, *counts.previous, counts.gone_examples.empty() ? "" : ", such as ",
        fmt::join(counts.gone_examples, ", "), Percent(options.most_drop)));
  } else if (counts.previous && counts.indexed < *counts.previous &&
             IsAbove(*counts.previous - counts.indexed, *counts.previous, options.most_drop)) {
    failed.push_back(
        fmt::format("the live index has {} pages and this build {}, a drop of more than {:g} % "
                    "(guards.most_drop; where it is meant, build once with --most-drop 1)",
                    *counts.previous, counts.indexed, Percent(options.most_drop)));
  }
  if (counts.found > 0 && IsAbove(counts.failed, counts.found, options.most_failed)) {
    failed.push_back(
        fmt::format("{} of {} pages could not be read, more than {:g} % (guards.most_failed)",
                    counts.failed, counts.found, Percent(options.most_failed)));
  }
  if (counts.read > 0 && IsAbove(counts.textless, counts.read, options.most_textless)) {
    const bool are_shells = counts.shells * 2 > counts.textless;
    failed.push_back(fmt::format(
        "{} of {} pages have hardly any text, more than {:g} %{} (guards.most_textless)",
        counts.textless, counts.read, Percent(options.most_textless),
        are_shells ? ": a site that is put together in the browser must be built to HTML first"
                   : ""));
  }
  return failed;
}

}  // namespace sitedoor::ingest
