// How a page means <name/>: by HTML's rules as <name>, by XML's as <name></name>.
#pragma once

#include <string_view>

namespace sitedoor::html::internal {

enum class SelfClosing {
  kIgnored,    // HTML
  kOfRawText,  // XHTML's namespace alone: HTML, but <script/> does not take the rest of the page
  kOfAll,      // an XML declaration too: XHTML
};

// Looks at the page's first 4 KiB.
SelfClosing SelfClosingOf(std::string_view utf8);

}  // namespace sitedoor::html::internal
