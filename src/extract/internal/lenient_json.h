// Lenient JSON: what pages put in place of JSON, as JSON.
//
// Templates glue it together without a writer of JSON, and search engines read most of what comes
// out. Repaired is what has one meaning only:
//   - "<!--", "-->", "<![CDATA[", "]]>" and comments round the values or between them, which old
//     templates use to hide scripts from XML; a byte-order mark; a semicolon at the end;
//   - a comma before "}" or "]", from a loop over a list;
//   - line breaks, tabs and other control characters inside a string, from a description that was
//     not escaped, and a backslash before what needs none ("it\'s");
//   - a text that is escaped as HTML once too often: &quot; in place of every quotation mark;
//   - several values one after another, which become a list.
// What was cut off, lacks a quotation mark or has other words in between stays broken: what it
// meant would be a guess.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

// A list of the values in `text`; what is beyond repair is as broken as it was. Linear, at most
// twice as long as `text`.
std::string RepairedJson(std::string_view text);

}  // namespace sitedoor::extract::internal
