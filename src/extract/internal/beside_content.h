// What stands beside the densest element of a page and belongs to it: the first sentences under the
// page's title, a last short section.
#pragma once

#include <cstdint>
#include <string_view>

#include "extract/internal/element_table.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// The element round `root` that holds such blocks too, up to the one with the page's title; `root`
// where there are none. All else beside `root` in it is marked as chrome.
std::uint32_t WidenToWhatBelongs(ElementTable& table, std::uint32_t root);

// The same round a <main> or <article>: of what stands beside that, only its introduction and
// conclusion, which are paragraphs, with the title over the introduction. `title` is the
// document's, "" where it has none.
std::uint32_t WidenToTextBeside(ElementTable& table, std::uint32_t root, std::string_view title);

// The h1 of the page where it stands before `root`, which holds none; null otherwise.
html::Node TitleOutside(const ElementTable& table, std::uint32_t root, std::string_view title);

// On a page without an h1, what is called a title before `root` and says what `title` says: as
// Doxygen's pages have it. The element, or the text that it begins with; null when there is none.
html::Node NamedTitle(const ElementTable& table, std::uint32_t root, std::string_view title);

}  // namespace sitedoor::extract::internal
