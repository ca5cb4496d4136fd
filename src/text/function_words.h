// FunctionWords: words that hold a sentence together and name nothing ("how", "the", "I").
#pragma once

#include <string_view>

namespace sitedoor::text {

// Whether `word` is one in English, which questions to any site come in, or in German, French,
// Spanish, Italian, Portuguese or Dutch, unless an English word with a meaning of its own is
// written the same ("die", "son"). ASCII case does not matter; "what's" is "what". Not for leaving
// words out of a search: a page may be about any of them.
bool IsFunctionWord(std::string_view word);

}  // namespace sitedoor::text
