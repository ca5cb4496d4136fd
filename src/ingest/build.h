// Build: the pipeline from a folder of HTML to a live generation, with the guards in between.
//
//   list -> [read, decode, parse, extract, chunk: one worker a core] -> merge duplicates -> guards
//   -> generation -> report
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/folder_source.h"
#include "document/chunker.h"
#include "extract/extract.h"
#include "index/manifest.h"

namespace sitedoor::ingest {

// A guard that fails leaves the old generation live.
struct GuardOptions {
  std::uint64_t least_pages = 1;
  double most_drop = 0.5;      // share of the last index's pages that may be gone
  double most_failed = 0.3;    // share of pages found that could not be read
  double most_textless = 0.5;  // share of pages read that have hardly any text (a JavaScript shell)
};

struct BuildOptions {
  crawl::FolderSourceOptions source;
  extract::ExtractOptions extraction;
  document::ChunkerOptions chunker;
  GuardOptions guards;
  std::string index_path = "index";
  std::string site_name;  // "" takes it from the pages' og:site_name or titles
  unsigned threads = 0;   // 0: one a core
  std::size_t most_bytes_in_memory =
      256u << 20;        // of extracted pages; more go through a file in the index folder
  std::string built_at;  // ISO 8601; "" for now
};

struct Progress {
  enum class Stage { kReading, kIndexing, kWriting } stage = Stage::kReading;
  std::uint64_t done = 0, total = 0;  // pages
  double pages_per_second = 0;
};

// What became of one page.
enum class PageOutcome { kIndexed, kDuplicate, kNoIndex, kRedirect, kEmpty, kFailed, kFrames };
std::string_view PageOutcomeName(PageOutcome outcome);

struct PageReport {
  std::string id;
  PageOutcome outcome = PageOutcome::kIndexed;
  std::string detail;  // duplicate of what, why it failed
  std::string charset, charset_evidence;
  document::ExtractionRecord extraction;
  std::uint32_t chunks = 0;
};

// Beside the generation that was live before: ids of indexed pages, sorted.
struct PageChanges {
  std::string since;  // that generation
  std::vector<std::string> added, gone;
  std::vector<std::string> lost_all_code, lost_all_tables;  // had some then, and has none now
  std::vector<std::string> lost_half_the_text;              // of 500 characters at least
};

struct BuildReport {
  std::string built_at, site_name, site_url;
  std::vector<PageReport> pages;  // every page found, in id order
  std::vector<crawl::SkippedEntry> skipped;
  std::vector<std::string> warnings;  // of the build as a whole
  std::vector<std::string>
      refused;  // guards that failed, one sentence each; empty when the build went live
  std::optional<index::Manifest> manifest;  // the new live one, when the build went live
  std::optional<index::Manifest> previous;
  std::optional<PageChanges> changes;  // where the last build's report can be read
  double seconds = 0;
};

// JSON, as it stands in report.json (docs/reference/report.schema.json).
std::string EncodeReport(const BuildReport& report);
// What `sitedoor build` and `sitedoor report` print for a person, from report.json.
Result<std::string> DescribeReport(std::string_view report_json);

struct BaseUrl {
  std::string url;        // "" when it is not known
  std::size_t named = 0;  // pages with a canonical web address
  std::size_t asked = 0;  // pages that could have one
};

// The base URL of a folder, as the pages' canonical links to pages of the folder have it when most
// of those agree, and half of all pages or the front page are among them. Reads the heads of at
// most 512 pages, evenly spread, and that of the front page.
BaseUrl DeriveBaseUrl(const crawl::FolderSourceOptions& source,
                      const std::vector<crawl::FolderEntry>& pages);
// What to say where it is not known.
std::string WhyNoBaseUrl(const BaseUrl& derived);

// What the pages call their site, as a build would have it; "" when they do not. Reads the front
// page and at most 64 others, evenly spread.
std::string DeriveSiteName(const crawl::FolderSourceOptions& source,
                           const std::vector<crawl::FolderEntry>& pages);

// Runs a whole build. A refused build is not an error: its report says why, and lies in the index
// folder as refused.json until a build goes through. `progress` is called from one thread, a few
// times a second. Errors: kNotFound (no such folder), kInvalidArgument, kUnavailable (disk, lock).
Result<BuildReport> BuildIndex(const BuildOptions& options,
                               const std::function<void(const Progress&)>& progress = {});

struct Section {
  std::string name;
  std::uint64_t page_count = 0;  // 0: not counted
};

// What MCP clients are told about the site: what it is, pages, date, when to use the tools, an
// outline. Under 2,000 characters. `sections` come with most pages first. Names, description and
// sections are words of pages, and hostile pages may be among them: they are cleaned of what nobody
// sees, cut, stand in quotation marks that they cannot close, and are said to be content.
struct SiteOutline {
  std::string name, url, description, built_at;
  std::uint64_t page_count = 0;
  std::vector<Section> sections;
};
std::string WriteInstructions(const SiteOutline& outline);

}  // namespace sitedoor::ingest
