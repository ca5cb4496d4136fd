#include "ingest/internal/site_urls.h"

#include <map>

#include "net/url.h"

namespace sitedoor::ingest {
namespace {

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
    return std::nullopt;
  }
  for (const char* ending : {"", "/index.html", ".html", ".htm", "/index.htm"}) {
    if (const auto found = Find(path + ending)) return found;
  }
  return std::nullopt;
}

std::string DeriveBaseUrl(std::span<const std::pair<std::string, std::string>> canonicals) {
  std::map<std::string, std::size_t> votes;
  std::size_t voters = 0;
  for (const auto& [id, canonical] : canonicals) {
    const auto url = net::Url::Parse(canonical);
    if (!url || !url->IsHttp() || url->Host().empty()) continue;
    ++voters;
    const std::string path = Normalised(url->Path());
    std::vector<std::string> endings = IndexAliases(id);
    if (IndexNameBytes(id) == id.size()) endings.emplace_back("");
    endings.push_back(id);
    endings.emplace_back(WithoutHtml(id));
    for (const std::string& ending : endings) {
      if (!path.ends_with("/" + ending)) continue;
      ++votes[url->Origin() + path.substr(0, path.size() - ending.size())];
      break;
    }
  }
  for (const auto& [base, count] : votes) {
    if (count * 2 > voters) return base;
  }
  return "";
}

}  // namespace sitedoor::ingest
