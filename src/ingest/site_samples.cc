#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <optional>
#include <thread>

#include "base/ascii.h"
#include "ingest/build.h"
#include "ingest/internal/outline.h"
#include "ingest/internal/raw_page.h"
#include "ingest/internal/site_name.h"
#include "ingest/internal/site_urls.h"

namespace sitedoor::ingest {
namespace {

constexpr std::size_t kMostSampledHeads = 512;
constexpr std::size_t kMostHeadBytes = 64 << 10;
constexpr std::size_t kMostSampledTitles = 64;

// What the head of a page names as its canonical address, "" for none; nothing when it cannot be
// read, asks not to be indexed, or leads elsewhere.
std::optional<std::string> CanonicalUrl(const crawl::FolderSourceOptions& source,
                                        const crawl::FolderEntry& entry) {
  const auto page = crawl::ReadEntry(source, entry);
  if (!page) return std::nullopt;
  std::string_view head = std::string_view(page->body).substr(0, kMostHeadBytes);
  head = head.substr(0, FindTag(head, "<body"));
  const bool may_name_one =
      !std::ranges::search(head, std::string_view("canonical"), {}, AsciiLower).empty();
  if (!may_name_one) {
    // A redirect that is no page of its own has no vote.
    const bool may_lead_on =
        !std::ranges::search(head, std::string_view("http-equiv"), {}, AsciiLower).empty() &&
        !std::ranges::search(head, std::string_view("refresh"), {}, AsciiLower).empty();
    return may_lead_on ? std::nullopt : std::optional<std::string>("");
  }
  const auto extraction = extract::ExtractPage({head, "", page->transport_charset});
  if (!extraction || extraction->directives.no_index) return std::nullopt;
  return extraction->directives.canonical_url;
}

}  // namespace

std::string WhyNoBaseUrl(const BaseUrl& derived) {
  constexpr std::string_view kNext = "so results carry ids instead of URLs: set site.base_url";
  if (derived.named == 0) return fmt::format("the site's address is not known, {}", kNext);
  return fmt::format(
      "the site's address is not known: {} of {} pages looked at have a canonical link, and those "
      "disagree or are too few to speak for the site, {}",
      derived.named, derived.asked, kNext);
}

BaseUrl DeriveBaseUrl(const crawl::FolderSourceOptions& source,
                      const std::vector<crawl::FolderEntry>& pages) {
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < std::min(pages.size(), kMostSampledHeads); ++i)
    asked.push_back(i * pages.size() / std::min(pages.size(), kMostSampledHeads));
  for (const std::string_view front : {"index.html", "index.htm", "index.xhtml"}) {
    const auto entry = std::ranges::lower_bound(pages, front, {}, &crawl::FolderEntry::id);
    const auto number = static_cast<std::size_t>(entry - pages.begin());
    if (entry == pages.end() || entry->id != front) continue;
    if (!std::ranges::binary_search(asked, number)) asked.push_back(number);
    break;
  }
  const std::size_t samples = asked.size();
  const auto entry_of = [&](std::size_t sample) -> const crawl::FolderEntry& {
    return pages[asked[sample]];
  };
  std::vector<std::optional<std::string>> found(samples);
  std::atomic<std::size_t> next = 0;
  const auto read = [&] {
    for (std::size_t i; (i = next++) < samples;) found[i] = CanonicalUrl(source, entry_of(i));
  };
  std::vector<std::future<void>> readers;
  const std::size_t most_readers = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(most_readers, samples); ++i) {
    readers.push_back(std::async(std::launch::async, read));
  }
  read();
  for (std::future<void>& reader : readers) reader.get();
  std::vector<std::pair<std::string, std::string>> canonicals;
  for (std::size_t i = 0; i < samples; ++i) {
    if (found[i]) canonicals.emplace_back(entry_of(i).id, *std::move(found[i]));
  }
  return DeriveBaseUrl(canonicals, [&](const std::string& id) {
    return std::ranges::binary_search(pages, id, {}, &crawl::FolderEntry::id);
  });
}

std::string DeriveSiteName(const crawl::FolderSourceOptions& source,
                           const std::vector<crawl::FolderEntry>& pages) {
  std::vector<PageFacts> all(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) all[i].id = pages[i].id;
  const std::size_t front = FrontPage(all, std::vector<Decision>(all.size()));
  const std::size_t samples = std::min(pages.size(), kMostSampledTitles);
  std::vector<PageFacts> facts;
  const auto sample = [&](const crawl::FolderEntry& entry) {
    const auto page = crawl::ReadEntry(source, entry);
    if (!page) return;
    auto extraction = extract::ExtractPage({page->body, page->url, page->transport_charset});
    if (!extraction) return;
    PageFacts& read = facts.emplace_back();
    read.id = entry.id;
    read.title = std::move(extraction->document.title);
    read.head_title = std::move(extraction->head_title);
    read.site_name = std::move(extraction->site_name);
  };
  if (front < pages.size()) sample(pages[front]);
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t at = i * pages.size() / samples;
    if (at != front) sample(pages[at]);
  }
  return NameFromPages(facts, std::vector<Decision>(facts.size()));
}

}  // namespace sitedoor::ingest
