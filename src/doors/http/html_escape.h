// HTML escaping: the one way in which text of a site or of a caller gets into a page or a snippet.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::doors::http {

// Appends `text` so that it is text between tags and in quoted attributes: & < > " ' become
// character references. Nothing else changes. Thread-safe.
void AppendHtmlEscaped(std::string& out, std::string_view text);

std::string HtmlEscaped(std::string_view text);

}  // namespace sitedoor::doors::http
