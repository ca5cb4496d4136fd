#include "ingest/internal/outline.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "net/url.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::ingest {
namespace {

// Most first; equal ones in alphabetical order.
std::vector<std::pair<std::string, std::size_t>> ByCount(
    const std::map<std::string, std::size_t>& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

std::vector<Section> Counted(const std::map<std::string, std::size_t>& counts) {
  std::vector<Section> sections;
  for (const auto& [name, count] : ByCount(counts)) sections.push_back({name, count});
  return sections;
}

// Breadcrumbs at the first level that tells pages apart; empty when less than half of the pages
// have any there.
std::map<std::string, std::size_t> ByBreadcrumb(std::span<const PageFacts> pages,
                                                std::span<const Decision> decisions) {
  for (std::size_t level = 0; level < 3; ++level) {
    std::map<std::string, std::size_t> counts;
    std::size_t indexed = 0, with = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (!IsIndexed(decisions[i])) continue;
      ++indexed;
      if (pages[i].breadcrumbs.size() <= level) continue;
      ++with;
      ++counts[pages[i].breadcrumbs[level]];
    }
    if (with * 2 < indexed) return {};
    if (counts.size() >= 2 && counts.size() * 2 <= indexed) return counts;
  }
  return {};
}

std::map<std::string, std::size_t> ByFolder(std::span<const PageFacts> pages,
                                            std::span<const Decision> decisions) {
  std::map<std::string, std::size_t> counts;
  std::map<std::string, std::string> titles;
  std::size_t inside = 0, indexed = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i])) continue;
    ++indexed;
    const std::size_t slash = pages[i].id.find('/');
    if (slash == std::string::npos) continue;
    const std::string folder = pages[i].id.substr(0, slash);
    ++inside;
    ++counts[folder];
    if (pages[i].id == folder + "/index.html") titles[folder] = pages[i].title;
  }
  if (counts.size() < 2 || inside * 2 < indexed) return {};
  std::map<std::string, std::size_t> named;
  for (const auto& [folder, count] : counts) {
    const auto title = titles.find(folder);
    const bool has_title = title != titles.end() && !title->second.empty();
    named[has_title ? title->second : text::Repair(net::PercentDecode(folder))] += count;
  }
  return named;
}

std::vector<Section> ByFrontPageLinks(const document::Document& front_page, const SiteUrls& urls) {
  std::vector<Section> sections;
  std::set<std::string> seen;
  for (const document::Link& link : front_page.links) {
    const auto target = urls.Locate(link.url, "");
    if (!target || link.text.size() < 3 || !seen.insert(link.text).second) continue;
    sections.push_back({link.text});
  }
  return sections;
}

// Of a site without folders, breadcrumbs and contents: what its pages are called.
std::vector<Section> ByTitle(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                             std::string_view front_id) {
  std::vector<Section> sections;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i]) || pages[i].id == front_id || pages[i].title.empty()) continue;
    if (seen.insert(pages[i].title).second) sections.push_back({pages[i].title});
  }
  return sections;
}

// The indexed page to which the root's index page leads by a redirect or as its copy; pages.size()
// when there is none.
std::size_t RootIndexTarget(std::span<const PageFacts> pages, std::span<const Decision> decisions) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Decision& decision = decisions[i];
    if (!decision.is_alias || !pages[i].id.starts_with("index.")) continue;
    if (IsIndexed(decisions[decision.keeper])) return decision.keeper;
  }
  return pages.size();
}

}  // namespace

std::size_t FrontPage(std::span<const PageFacts> pages, std::span<const Decision> decisions) {
  if (const std::size_t target = RootIndexTarget(pages, decisions); target < pages.size())
    return target;
  std::size_t best = pages.size();
  std::tuple<bool, std::ptrdiff_t> best_rank;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i])) continue;
    const std::string_view id = pages[i].id;
    const std::tuple rank(!IsFoldersIndex(id), std::ranges::count(id, '/'));
    if (best == pages.size() || rank < best_rank) {
      best = i;
      best_rank = rank;
    }
  }
  return best;
}

bool SpeaksForTheSite(std::size_t front, std::span<const PageFacts> pages,
                      std::span<const Decision> decisions) {
  if (front >= pages.size()) return false;
  if (front == RootIndexTarget(pages, decisions)) return true;
  const std::string_view id = pages[front].id;
  const std::string_view folder = id.substr(0, id.rfind('/') + 1);
  std::size_t indexed = 0, inside = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i])) continue;
    ++indexed;
    if (pages[i].id.starts_with(folder)) ++inside;
  }
  return indexed == 1 || (IsFoldersIndex(id) && inside * 2 > indexed);
}

std::vector<Section> Sections(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                              const document::Document& front_page, const SiteUrls& urls) {
  if (const auto counts = ByBreadcrumb(pages, decisions); !counts.empty()) return Counted(counts);
  if (const auto counts = ByFolder(pages, decisions); !counts.empty()) return Counted(counts);
  constexpr std::size_t kFewestLinks = 3;
  std::vector<Section> linked = ByFrontPageLinks(front_page, urls);
  return linked.size() >= kFewestLinks ? linked : ByTitle(pages, decisions, front_page.id);
}

std::vector<std::string> Languages(std::span<const PageFacts> pages,
                                   std::span<const Decision> decisions) {
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i]) || pages[i].language.empty()) continue;
    ++counts[std::string(text::PrimaryLanguage(pages[i].language))];
  }
  std::vector<std::string> languages;
  for (const auto& [language, count] : ByCount(counts)) languages.push_back(language);
  return languages;
}

}  // namespace sitedoor::ingest
