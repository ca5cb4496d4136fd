// Traditional to simplified Han, one character to one, over the unified ideographs from U+3400 to
// U+9FFF. Made when sitedoor is built, by generate/han_table.cc.
#pragma once

#include <array>

namespace sitedoor::text {

inline constexpr char32_t kFirstHan = 0x3400, kLastHan = 0x9FFF;
// By character less kFirstHan. Every entry takes three bytes in UTF-8, as its index does.
extern const std::array<char16_t, kLastHan - kFirstHan + 1> kSimplifiedHan;

}  // namespace sitedoor::text
