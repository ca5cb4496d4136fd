// Fact times: whether a text says a date, a duration or opening hours in one of the ways in which
// people write them (fact_forms.h). All give "" where it does not.
#pragma once

#include <string>
#include <string_view>

#include "extract/internal/shown_text.h"

namespace sitedoor::extract::internal {

// "2024-05-01T19:30" where it says "1 May 2024" or "05/01/2024": "2024-05-01", with the time where
// it says that as well.
std::string ShownDate(const ShownText& text, std::string_view iso);

// "PT1H30M" where it says "90 min" or "1 Std. 30 Min.": "1 h 30 min".
std::string ShownDuration(const ShownText& text, std::string_view iso);

// "Mo-Fr 09:00-18:00" where it says "Monday to Friday, 9 am to 6 pm": "Mon–Fri 09:00–18:00".
std::string ShownHours(const ShownText& text, std::string_view hours);

}  // namespace sitedoor::extract::internal
