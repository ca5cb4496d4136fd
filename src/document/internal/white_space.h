// White space as Markdown's plain text has it.
#pragma once

namespace sitedoor::document {

constexpr bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace sitedoor::document
