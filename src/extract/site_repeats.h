// Site repeats: what a site writes on page after page round their own titles, which is its name and
// no page's title. One page cannot tell; a sample of the site's pages can.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "extract/extract.h"
#include "html/tree.h"

namespace sitedoor::extract {

// What a page calls itself, and maybe its site.
struct PageNames {
  std::string title;     // of <title>, clean
  std::string language;  // as <html> declares it
  std::string site_name;
  std::vector<std::string> headings;  // its h1s, clean: 8 at most
  // Not where it leads elsewhere (meta refresh) or asks not to be indexed.
  bool is_for_readers = true;
};

// Of the first 64 KiB of a page, for less than half of what its extraction takes. Errors: as
// ExtractPage.
Result<PageNames> ReadPageNames(const Page& page);

// `pages` are a sample of those that are not the front page, copies of each other among them;
// `names` is what the site is called by its owner or its front page, without "".
//
// A beginning or ending of <title>, a whole <title> or an h1 is the site's where at least 5 pages
// of different names and 60% of them have it; 2 and 25% where it is one of `names`. A beginning or
// ending may also be that of the pages of one language. One that the page's own h1 has too ("Class:
// String") is a part of its title. Sites are mostly far from both shares, so a page more or less
// turns nothing round; fewer than 5 pages may have a word in common by chance.
SiteRepeats FindSiteRepeats(std::span<const PageNames> pages, std::span<const std::string> names);

// `title` without the beginning and ending that are the site's; as it is where nothing would be
// left.
std::string_view OwnTitle(std::string_view title, const SiteRepeats& repeats);

// The h1s that are nothing but the site's name, and stand in front of the page's own. None where
// the page has no other name than the site's.
std::vector<html::Node> SiteHeadings(const html::Tree& tree, const SiteRepeats& repeats);

}  // namespace sitedoor::extract
