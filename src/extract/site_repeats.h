// Site repeats: what a site writes on page after page round their own titles, which is its name and
// no page's title. One page cannot tell; a sample of the site's pages can.
//
// That many titles begin or end alike proves nothing: "Release notes: 1.0" names a section, and
// without it the page has no name. A beginning or ending is the site's where
//   - it is a name of the site's, on however many pages: then no page more or less turns it round;
//   - the headings of pages say so: on at least five pages of different titles, and half of those
//     that have it, an h1 (or h2, where no h1 does) is what is left of the title without it;
//   - it may be a name, as a part of the front page's title or the host may, and at least five
//     pages and 60% of all have it.
// What is longer than another one ("JSDoc: Class: ", "JSDoc: ") names a section, unless hardly any
// page has only the other. Titles that are left whole where they might have been cut harm nobody.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extract.h"
#include "extract/page_names.h"
#include "html/tree.h"

namespace sitedoor::extract {

// What a site is called, "" among it for what is not known.
struct SiteNames {
  std::vector<std::string> known;     // by its owner, or by its front page as a whole
  std::vector<std::string> possible;  // parts of the front page's title, the host
};

// `pages` are a sample of those that are not the front page, copies of each other among them.
//
// Names that two pages give the site themselves are known too. An h1 that five pages of different
// names have, two where it is a name, is not what one of them is called. It is the site's banner if
// it is its name as well, and 80% of all pages, or of those in a language, have it. A whole <title>
// says nothing where it is the site's name, or five pages and 60% of all have it; a description
// where five pages have it.
SiteRepeats FindSiteRepeats(std::span<const PageNames> pages, const SiteNames& names);

// `title` without the beginning and ending that are the site's; as it is where nothing would be
// left.
std::string_view OwnTitle(std::string_view title, const SiteRepeats& repeats);

// Whether a whole title is one that says nothing of the page.
bool IsSitesTitle(std::string_view title, const SiteRepeats& repeats);

// Whether a description is one that several pages have.
bool IsSitesDescription(std::string_view description, const SiteRepeats& repeats);

// The h1s that are nothing but the site's name, and stand in front of the page's own. None where
// the page has no other name than the site's.
std::vector<html::Node> SiteHeadings(const html::Tree& tree, const SiteRepeats& repeats);

}  // namespace sitedoor::extract
