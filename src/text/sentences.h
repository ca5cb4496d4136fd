// Where a long paragraph may be cut: at the ends of its sentences (UAX #29 through ICU, root
// locale, and not after "Mr.", "e.g." and the like), or between its words.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sitedoor::text {

// Byte offsets after each sentence, ascending; the last one is text.size(). Empty text gives none.
// Thread-safe.
std::vector<std::size_t> SentenceEnds(std::string_view utf8);

// The last place in utf8[0, at] where a line may be broken, also in scripts without spaces (Thai by
// ICU's dictionary); 0 when there is none. `at` <= utf8.size(). Thread-safe.
std::size_t WordBreakBefore(std::string_view utf8, std::size_t at);

}  // namespace sitedoor::text
