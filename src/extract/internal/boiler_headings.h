// Boiler headings: the titles under which sites put what is not the page's content.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

// "Related articles", "You may also like", "Leave a reply", "Customer reviews", in the languages
// that sites are mostly written in. The whole heading must be such a title: a section called
// "Related work" or "See also" is content.
bool IsBoilerHeading(std::string_view utf8);

// Of those, whether sentences are under it on the pages where it is chrome: on the author, what
// readers wrote.
bool MayBeProse(std::string_view utf8);

// "On this page", "Table of contents": it says nothing without the list under it.
bool IsContentsHeading(std::string_view utf8);

// "Related: How to start", "READ MORE: ..." in the midst of an article.
bool LeadsToOtherArticle(std::string_view utf8);

}  // namespace sitedoor::extract::internal
