#include "ingest/internal/site_urls.h"

#include <algorithm>
#include <array>
#include <map>

#include "net/url.h"

namespace sitedoor::ingest {
namespace {

constexpr std::size_t kMostPathSteps = 64;

// "index.html" and the like; 0 when the id ends otherwise.
std::size_t IndexNameBytes(std::string_view id) {
  const std::size_t name = id.rfind('/') + 1;  // npos + 1 is 0
  for (const std::string_view index : {"index.html", "index.htm", "index.xhtml"}) {
    if (id.substr(name) == index) return index.size();
  }
  return 0;
}

// Host without "www." and a port of the other scheme, and path: what two addresses of one place
// have in common.
std::string SiteOf(const net::Url& url) {
  std::string_view host = url.Host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string site(host);
  if (!url.Port().empty()) site += ":" + std::string(url.Port());
  return site + std::string(url.Path());
}

std::string Normalised(std::string_view encoded) {
  return net::PercentEncode(net::PercentDecode(encoded), "/");
}

std::string_view WithoutHtml(std::string_view id) {
  for (const std::string_view ending : {".html", ".htm", ".xhtml"}) {
    if (id.ends_with(ending)) return id.substr(0, id.size() - ending.size());
  }
  return id;
}

// Where in a canonical URL's path begins what names the page `id`, or else another page of the
// folder, by as much of the path as does; npos when nothing does.
std::size_t TailThatNames(const std::string& path, const std::string& id,
                          FunctionRef<bool(const std::string&)> is_page) {
  std::vector<std::string> own = IndexAliases(id);
  if (IndexNameBytes(id) == id.size()) own.emplace_back("");
  own.push_back(id);
  const std::string without(WithoutHtml(id));
  own.push_back(without);
  own.push_back(without + "/");
  for (const std::string& ending : own) {
    if (path.ends_with("/" + ending)) return path.size() - ending.size();
  }
  std::size_t steps = 0;
  for (std::size_t slash = path.find('/'); slash != std::string::npos && ++steps <= kMostPathSteps;
       slash = path.find('/', slash + 1)) {
    const std::string tail = path.substr(slash + 1);
    const bool is_folder = tail.empty() || tail.ends_with('/');
    for (const char* ending : {"", "index.html", "index.htm", ".html", ".htm", "/index.html"}) {
      const bool fits = is_folder == std::string_view(ending).starts_with("index");
      if (fits && is_page(tail + ending)) return slash + 1;
    }
  }
  return std::string::npos;
}

// Campaign and click parameters that the common trackers add.
bool TracesVisitors(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {"gclid",  "dclid",   "gbraid", "wbraid",
                                                       "fbclid", "msclkid", "yclid",  "mc_cid",
                                                       "mc_eid", "igshid",  "_ga",    "_gl"};
  return name.starts_with("utm_") || std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

std::vector<std::string> IndexAliases(std::string_view id) {
  const std::size_t bytes = IndexNameBytes(id);
  if (bytes == 0) return {};
  const std::string folder(id.substr(0, id.size() - bytes));
  if (folder.empty()) return {};
  return {folder.substr(0, folder.size() - 1), folder};
}

SiteUrls::SiteUrls(std::span<const PageFacts> pages, std::string base_url)
    : base_url_(std::move(base_url)) {
  if (const auto base = net::Url::Parse(base_url_.empty() ? kUnknownBase : base_url_))
    base_site_ = SiteOf(*base);
  number_of_.reserve(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) number_of_.emplace(pages[i].id, i);
}

std::string SiteUrls::UrlOf(std::string_view id) const { return base_url_ + std::string(id); }

std::optional<std::size_t> SiteUrls::Find(const std::string& id) const {
  const auto found = number_of_.find(id);
  if (found == number_of_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> SiteUrls::Locate(std::string_view url, std::string_view from) const {
  const auto page = net::Url::Parse((base_url_.empty() ? std::string(kUnknownBase) : base_url_) +
                                    std::string(from));
  if (!page) return std::nullopt;
  const auto target = net::Url::Parse(url, *page);
  if (!target || !target->IsHttp()) return std::nullopt;
  const std::string site = SiteOf(*target);
  std::string path;
  if (site.starts_with(base_site_)) {
    path = Normalised(std::string_view(site).substr(base_site_.size()));
  } else if (site + "/" != base_site_) {
    return std::nullopt;
  }
  if (path.empty() || path.ends_with('/')) {
    for (const char* index : {"index.html", "index.htm", "index.xhtml"}) {
      if (const auto found = Find(path + index)) return found;
    }
    // Hosts without extensions in their addresses serve "a.html" as "a/" as well as "a".
    if (path.size() < 2) return std::nullopt;
    path.pop_back();
    for (const char* ending : {".html", ".htm"}) {
      if (const auto found = Find(path + ending)) return found;
    }
    return std::nullopt;
  }
  for (const char* ending : {"", "/index.html", ".html", ".htm", "/index.htm"}) {
    if (const auto found = Find(path + ending)) return found;
  }
  return std::nullopt;
}

BaseUrl DeriveBaseUrl(std::span<const std::pair<std::string, std::string>> canonicals,
                      FunctionRef<bool(const std::string&)> is_page) {
  BaseUrl derived{.url = "", .named = 0, .asked = canonicals.size()};
  // By what http and https, with and without "www.", have in common; of one such place by spelling.
  std::map<std::string, std::map<std::string, std::size_t>> votes;
  std::vector<std::string> sites;  // of the voters
  std::string front_pages;         // what the front page votes for
  for (const auto& [id, canonical] : canonicals) {
    const auto url = net::Url::Parse(canonical);
    if (!url || !url->IsHttp() || url->Host().empty()) continue;
    const std::string path = Normalised(url->Path());
    std::string host = SiteOf(*url);
    host.resize(host.size() - url->Path().size());
    sites.push_back(host + path);
    const std::size_t tail = TailThatNames(path, id, is_page);
    if (tail == std::string::npos) continue;
    const std::string base = host + path.substr(0, tail);
    ++votes[base][url->Origin() + path.substr(0, tail)];
    if (IndexNameBytes(id) == id.size()) front_pages = base;
  }
  const auto count_of = [](const auto& vote) {
    std::size_t count = 0;
    for (const auto& [spelling, voters] : vote.second) count += voters;
    return count;
  };
  const auto best = std::ranges::max_element(votes, {}, count_of);
  derived.named = sites.size();
  if (best == votes.end()) return derived;
  // Below the same address, a page that is gone from the folder is no vote against it.
  auto against = static_cast<std::size_t>(std::ranges::count_if(
      sites, [&](const std::string& site) { return !site.starts_with(best->first); }));
  for (const auto& vote : votes) {
    if (vote.first != best->first && vote.first.starts_with(best->first)) against += count_of(vote);
  }
  const std::size_t most = count_of(*best);
  if (most <= against || most * 4 <= sites.size()) return derived;
  // Other people may write some of the pages: theirs are not the most, nor the front page.
  const auto below = static_cast<std::size_t>(std::ranges::count_if(
      sites, [&](const std::string& site) { return site.starts_with(best->first); }));
  const bool is_of_most = below * 2 >= canonicals.size() && (below > 1 || canonicals.size() == 1);
  if (!is_of_most && front_pages != best->first) return derived;
  const auto by_voters = [](const auto& spelling) { return spelling.second; };
  derived.url = std::ranges::max_element(best->second, {}, by_voters)->first;
  return derived;
}

std::string PublishedUrl(const std::string& url) {
  const auto parsed = net::Url::Parse(url);
  if (!parsed || !parsed->IsHttp()) return url;
  std::string published = parsed->Origin() + std::string(parsed->Path());
  char separator = '?';
  const std::string_view query = parsed->Query();
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view parameter = query.substr(at, end - at);
    at = end + 1;
    if (parameter.empty() || TracesVisitors(parameter.substr(0, parameter.find('=')))) continue;
    published += separator;
    published += parameter;
    separator = '&';
  }
  return published;
}

}  // namespace sitedoor::ingest
