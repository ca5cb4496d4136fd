// The language of a page that does not declare one on its html element.
#pragma once

#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract {

// Guessed from the prose of its Markdown, as text::DetectLanguage does. Where the content's
// element, one round it, or a part of `path` (a URL or a path, "" when not known) names another
// language than English, a page that is partly in that language is in it: half-translated pages
// often open in the language that they are translated from.
std::string PageLanguage(html::Node content_root, std::string_view path, std::string_view markdown);

}  // namespace sitedoor::extract
