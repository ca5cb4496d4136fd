// The normalization forms of Unicode (UAX #15) that text is brought into.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sitedoor::text {

enum class NormalizationForm : std::uint8_t {
  kCasefolded,  // NFKC_Casefold
  kComposed,    // NFC
  kDecomposed,  // NFD
};

// `utf8` in that form; as it is when ICU's data is missing. Any thread may call it.
std::string Normalize(std::string_view utf8, NormalizationForm form);

}  // namespace sitedoor::text
