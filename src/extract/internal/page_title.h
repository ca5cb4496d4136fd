// Page title: which of a page's own names for itself is the title, without the site's name round
// it.
#pragma once

#include <string>
#include <string_view>

#include "extract/extract.h"

namespace sitedoor::extract::internal {

// Whether the content has one h1, which names the page, or an h1 a section.
enum class HeadingUse { kOnce, kPerSection };

// Whether a page may be its site's front page, which is called as the site is.
enum class PagePlace { kFront, kInner };

// All clean text (extract/clean_text.h), "" where the page has none.
struct TitleSources {
  std::string title;       // <title>
  std::string open_graph;  // og:title
  std::string site_name;   // og:site_name, application-name
  std::string heading;     // the first h1 of the content
  HeadingUse heading_use = HeadingUse::kOnce;
  std::string outside_heading;  // the first h1 elsewhere: the page's title, or the site's name
  // The first h2 or h3 of the content behind `heading`.
  std::string first_below = {};
  std::string repeated_heading = {};  // an h1 that is the site's, for a page that has no other name
  std::string headline = {};          // JSON-LD
  std::string section = {};           // the first h2 or h3 of content that has no h1 before it
  PagePlace place = PagePlace::kFront;
};

struct PageTitle {
  std::string text;
  bool is_outside_heading = false;  // the content lacks its own title, which stands in front of it
  bool heading_is_banner = false;   // `heading` is the site's name, and opens no content
};

// What page makers put into <title> when they have none ("Untitled Document") is none. An h1 that
// is the last part of <title>, where the heading behind it is the first, is the site's name.
//
// The h1 where <title> or og:title begins with it or has it as a part of its own; else og:title or
// <title>, cut only before a site name that the page itself gives; never at a dash inside the
// title. An only h1 that shares a word with <title> is the page's longer name for itself; the first
// of several names a section.
//
// What `repeats` knows to be the site's is none of these, unless the page has no other name; on an
// inner page, nor is a <title> that is the site's name by its own word. A page without any of them
// is called by its headline, else by its first section.
PageTitle ChooseTitle(const TitleSources& sources, const SiteRepeats& repeats = {});

// Without a permalink's sign that is no link: "Install #".
std::string_view WithoutHeadingSign(std::string_view heading);

// Whether an h1 of this text is the site's name rather than the page's title.
bool IsSitesHeading(std::string_view heading, const TitleSources& sources,
                    const SiteRepeats& repeats);

// The heading, or the title that says the same with its words apart: gi-docgen leaves the signs
// between the parts of a name to the style sheet.
std::string SpelledApart(std::string_view heading, std::string_view title);

}  // namespace sitedoor::extract::internal
