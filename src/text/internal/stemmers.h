// Snowball stemmers by language, with a cache of stems for each thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::text {

struct StemmedLanguage {
  std::string_view code;       // primary subtag
  std::string_view algorithm;  // libstemmer's name
  std::int16_t script = 0;     // ICU's code of the script that it stems; -1: more than one
};

// Sorted by code. Languages that share an algorithm (nb, nn, no) keep their own codes.
const std::vector<StemmedLanguage>& StemmedLanguageTable();

// The index into the table, or nothing.
std::optional<std::uint8_t> FindStemmedLanguage(std::string_view code);

// The stem's term ("\x01en\x01run") of a folded word with its diacritics, through this thread's
// cache. The view is good until the next call on the thread. "" where there is no stem.
std::string_view StemTermOf(std::uint8_t language, std::string_view word);

}  // namespace sitedoor::text
