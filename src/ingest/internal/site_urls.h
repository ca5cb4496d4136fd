// SiteUrls: which page of the folder a URL means, and where the folder is published.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/function_ref.h"
#include "ingest/internal/page_facts.h"

namespace sitedoor::ingest {

// Stands in for the base URL of a site that has none, so that relative targets can be resolved all
// the same.
inline constexpr std::string_view kUnknownBase = "http://site.invalid/";

// Ids by which a static host serves the same file: "dir/index.html" also as "dir/" and "dir". The
// id itself is not among them; empty for other names.
std::vector<std::string> IndexAliases(std::string_view id);

// Immutable after construction; thread-safe.
class SiteUrls {
 public:
  // `ids` ascending; they must outlive this. `base_url` "" when unknown, otherwise http(s) with '/'
  // at its end.
  SiteUrls(std::span<const PageFacts> pages, std::string base_url);

  const std::string& base_url() const { return base_url_; }
  // The page that a URL (absolute, or relative to the page `from`) means, without query and
  // fragment. Host names are compared without "www.", http and https are the same.
  std::optional<std::size_t> Locate(std::string_view url, std::string_view from) const;
  std::string UrlOf(std::string_view id) const;  // base URL and id, or the id

 private:
  std::optional<std::size_t> Find(const std::string& id) const;
  std::string base_url_;
  std::string base_site_;  // host and path, for comparing
  std::unordered_map<std::string, std::size_t> number_of_;
};

// The base URL that most canonical links agree on. One votes for its URL without the path of the
// page that it names: the page's own, or that of another one, as where old versions name the
// newest.
// None when they do not agree, and when neither half of all pages (two at least) nor the front page
// votes for it: a page that a visitor of the site wrote is not its word. `canonicals` are pairs of
// id and canonical URL ("" for none), one for each page that could have one.
BaseUrl DeriveBaseUrl(std::span<const std::pair<std::string, std::string>> canonicals,
                      FunctionRef<bool(const std::string&)> is_page);

// A canonical URL as it is shown to others: without user and password, fragment, and the parameters
// that only trace where a visitor came from (utm_source and the like).
std::string PublishedUrl(const std::string& url);

}  // namespace sitedoor::ingest
