// SourcePlace: where in a Markdown text a part of one of its blocks begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "document/chunk.h"

namespace sitedoor::document {

// The parser says where a block begins, not where each of its sentences does. `part` is plain text;
// its first characters are looked for in `within`, whatever marks and link destinations stand
// between them. Marks in front of them are theirs. nullopt where they do not stand there, or are
// too few to tell. Bounded time, but for finding their first one in `within`.
std::optional<std::size_t> PlaceOf(std::string_view part, std::string_view markdown,
                                   ByteRange within);

}  // namespace sitedoor::document
