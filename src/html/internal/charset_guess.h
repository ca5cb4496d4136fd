// Guessing the legacy encoding of a text that does not say it.
#pragma once

#include <string>
#include <string_view>

#include "base/function_ref.h"

namespace sitedoor::html::internal {

// The WHATWG name of the encoding in which `html`, which is not UTF-8, reads best: with what ICU's
// statistics say of the bytes, and how plausible the decoded text is (letters of its language's
// alphabet, no controls, no signs within words). `decode` gives bytes in an encoding as UTF-8.
// Thread-safe.
std::string GuessLegacyCharset(
    std::string_view html,
    FunctionRef<std::string(std::string_view bytes, std::string_view charset)> decode);

}  // namespace sitedoor::html::internal
