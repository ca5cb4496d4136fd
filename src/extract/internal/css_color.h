// CSS colours, as far as it matters whether a text is seen.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sitedoor::extract::internal {

struct Color {
  std::array<int, 3> channels{};  // red, green, blue, to 255
  bool transparent = false;       // as far as anyone sees
  double alpha = 1;
};

// Whether nobody tells one from the other.
bool AreAlike(const Color& a, const Color& b);

// Whether browsers read it as a colour, as far as that is known: any function, and any name.
bool MayBeColor(std::string_view value);

// In hexadecimal, by name, rgb(), hsl() and the like; of lab(), lch() and theirs black and white
// alone; of light-dark() what is for the light. Nothing for what depends on something else.
std::optional<Color> ReadColor(std::string_view value);

// The colour in "url(x.png) no-repeat #fff"; the value itself when it has none.
std::string_view ColorPartOf(std::string_view background);

}  // namespace sitedoor::extract::internal
