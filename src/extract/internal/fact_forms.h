// Fact forms: whether a text says a machine's value in one of the ways in which people write it,
// and the value as it is then to be written. All give "" where the text does not say it.
#pragma once

#include <string>
#include <string_view>

#include "extract/internal/shown_text.h"

namespace sitedoor::extract::internal {

// "19.99", "EUR" where it says "19,99 €": "19.99 EUR"; where no currency stands beside it: "19.99".
// A whole number counts beside its currency only.
std::string ShownPrice(const ShownText& text, std::string_view number, std::string_view currency);

// "InStock" where it says "auf Lager": "in stock".
std::string ShownAvailability(const ShownText& text, std::string_view availability);

// "4.5" of "5" where it says "4,5", with the number of those who rated where it says that: "4.5 of
// 5 (123 ratings)".
std::string ShownRating(const ShownText& text, std::string_view value, std::string_view best,
                        std::string_view count);

// "+49 30 1234567" where it says "030 / 12345-67".
std::string ShownPhone(const ShownText& text, std::string_view number);

// "4" where it says "serves 4", "4 servings" where it says so.
std::string ShownYield(const ShownText& text, std::string_view yield);

}  // namespace sitedoor::extract::internal
