// Sentence ends, for cutting long paragraphs (UAX #29 through ICU, root locale).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sitedoor::text {

// Byte offsets after each sentence, ascending; the last one is text.size(). Empty text gives none.
// Thread-safe.
std::vector<std::size_t> SentenceEnds(std::string_view utf8);

}  // namespace sitedoor::text
