// Clean text: what a page wrote, without the characters that a reader can never see.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::extract {

// Zero-width, bidirectional, tag and control characters are left out (ZWJ and ZWNJ stay where
// scripts and emoji need them); white space, no-break spaces included, collapses to one space, and
// is left out at both ends. Linear.
std::string CleanText(std::string_view utf8);

}  // namespace sitedoor::extract
