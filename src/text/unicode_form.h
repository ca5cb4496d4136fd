// Unicode normalization forms: an accented letter as one code point, or as a letter and its mark.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::text {

// NFC and NFD (UAX #15). Invalid UTF-8 becomes U+FFFD.
std::string Composed(std::string_view text);
std::string Decomposed(std::string_view text);

}  // namespace sitedoor::text
