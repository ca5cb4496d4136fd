// What the names of classes and ids say of elements that a style sheet hides.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

// Has a word of what a reader opens or a script fades in: "tabPanel", "is-collapsed".
bool NamesWhatOpens(std::string_view name);

// Has "content" as a word: the element round a page's text is called so.
bool NamesContent(std::string_view name);

// "open" in ":not(.is-open)": a script gives it to what is shown.
bool NamesState(std::string_view name);

}  // namespace sitedoor::extract::internal
