// Written dates: dates as people read them, in the languages that sites are mostly written in:
// "June 11th, 2024", "11. Juni 2024", "11 de junio de 2024", "2024年6月11日", "11.06.2024".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sitedoor::extract::internal {

struct WrittenDate {
  std::string iso;  // "2024-06-11"; "2024-06" where no day stands with a month's name
  std::size_t begin = 0, end = 0;  // in the text
};

// The first one. Nothing for dates whose day and month cannot be told apart ("08/09/2024"; with
// points the day is first), nor for impossible ones. Of a long text the rest is not looked at.
std::optional<WrittenDate> FirstDateIn(std::string_view utf8);

// Letters of Latin, Greek and Cyrillic in lower case, byte for byte.
std::string LowerCased(std::string_view utf8);
// The first letter as a capital, where it is one of these.
std::string WithCapital(std::string_view utf8);

}  // namespace sitedoor::extract::internal
