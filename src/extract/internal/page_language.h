// The language of a page: what it declares, held against what its text is in.
#pragma once

#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract {

// Normalised tags, "" where the page says nothing.
struct DeclaredLanguages {
  std::string of_page;   // html lang, Content-Language, og:locale
  std::string of_links;  // hreflang of the link that leads to the page itself
};

struct LanguageFinding {
  std::string language;     // "" unknown
  std::string contradicts;  // what the page declares, where its text is clearly in another language
};

// The nearest of what the content's element, those round it and the page declare counts, unless a
// good part of the prose is in another language, and next to none in that one. Where nothing is
// declared, hreflang, a part of `path` (a URL or a path, "" when not known) and the prose decide,
// the last as text::DetectLanguage does: where something names another language than English, a
// page that is partly in it is in it. Half-translated pages often open in the language that they
// are translated from. Where the prose is too short to tell, the first two decide alone.
//
// Of those that agree on the language, the one that also names a region or a script counts.
LanguageFinding FindLanguage(const DeclaredLanguages& declared, html::Node content_root,
                             std::string_view path, std::string_view markdown);

}  // namespace sitedoor::extract
