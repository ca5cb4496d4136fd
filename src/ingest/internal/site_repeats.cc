#include "ingest/internal/site_repeats.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/checksum.h"
#include "extract/site_repeats.h"
#include "ingest/internal/outline.h"
#include "ingest/internal/site_name.h"
#include "net/url.h"

namespace sitedoor::ingest {
namespace {

constexpr std::size_t kMostSamples = 64;
constexpr std::size_t kMostRead = 256;  // to find them among redirects
// Larger pages would take longer to read than they are worth.
constexpr std::uint64_t kMostSampledBytes = 4u << 20;

std::optional<extract::PageNames> NamesOf(const crawl::FolderSourceOptions& source,
                                          const crawl::FolderEntry& entry) {
  if (entry.bytes > kMostSampledBytes) return std::nullopt;
  const auto page = crawl::ReadEntry(source, entry);
  if (!page) return std::nullopt;
  auto names = extract::ReadPageNames({page->body, page->url, page->transport_charset});
  if (!names) return std::nullopt;
  return *std::move(names);
}

// Pages that are not `front`, in order of a checksum of their ids.
std::vector<std::size_t> Shuffled(const std::vector<crawl::FolderEntry>& pages, std::size_t front) {
  std::vector<std::pair<std::string, std::size_t>> by_sum;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (i == front || !pages[i].real_id.empty()) continue;
    Xxh128 sum;
    sum.Add(pages[i].id);
    by_sum.emplace_back(sum.Hex(), i);
  }
  const std::size_t count = std::min(by_sum.size(), kMostRead);
  std::ranges::partial_sort(by_sum, by_sum.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<std::size_t> shuffled;
  shuffled.reserve(count);
  for (std::size_t i = 0; i < count; ++i) shuffled.push_back(by_sum[i].second);
  return shuffled;
}

// "docs.acme.example" and "acme.example" are names; "acme" may be one.
void AddHostNames(const std::string& base_url, extract::SiteNames& names) {
  const auto url = net::Url::Parse(base_url);
  if (!url || !url->IsHttp()) return;
  std::string_view host = url->Host();
  for (std::size_t dot = host.find('.'); dot != std::string_view::npos; dot = host.find('.')) {
    names.known.emplace_back(host);
    names.possible.emplace_back(host.substr(0, dot));
    host.remove_prefix(dot + 1);
  }
}

}  // namespace

std::size_t SpeakingFrontPage(const std::vector<crawl::FolderEntry>& pages) {
  std::vector<PageFacts> facts(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) facts[i].id = pages[i].id;
  const std::vector<Decision> decisions(pages.size());
  const std::size_t front = FrontPage(facts, decisions);
  const bool is_index = front < pages.size() && IsFoldersIndex(pages[front].id);
  if (!is_index || !SpeaksForTheSite(front, facts, decisions)) return pages.size();
  if (pages[front].real_id.empty()) return front;
  const auto real =
      std::ranges::lower_bound(pages, pages[front].real_id, {}, &crawl::FolderEntry::id);
  return static_cast<std::size_t>(real - pages.begin());
}

extract::SiteRepeats DeriveSiteRepeats(const crawl::FolderSourceOptions& source,
                                       const std::vector<crawl::FolderEntry>& pages,
                                       const std::string& site_name) {
  const std::size_t front = SpeakingFrontPage(pages);
  extract::SiteNames site_names = {.known = {site_name}, .possible = {}};
  AddHostNames(source.base_url, site_names);
  if (front < pages.size()) {
    if (const auto names = NamesOf(source, pages[front])) {
      std::ranges::move(NamesOnFrontPage(*names), std::back_inserter(site_names.known));
      std::ranges::move(TitlePartsOnFrontPage(*names), std::back_inserter(site_names.possible));
    }
  }
  std::vector<extract::PageNames> sample;
  for (const std::size_t page : Shuffled(pages, front)) {
    if (sample.size() == kMostSamples) break;
    auto names = NamesOf(source, pages[page]);
    if (names && names->is_for_readers) sample.push_back(*std::move(names));
  }
  return extract::FindSiteRepeats(sample, site_names);
}

}  // namespace sitedoor::ingest
