#include "extract/internal/css_gradient.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_sheet.h"

namespace sitedoor::extract::internal {

std::optional<Color> OneColorOfGradient(std::string_view background) {
  constexpr std::string_view kGradient = "gradient(";
  const std::size_t begin = background.find(kGradient);
  if (begin == std::string_view::npos ||
      background.substr(0, begin).find_first_of(" ,(") != std::string_view::npos)
    return std::nullopt;
  const std::size_t open = begin + kGradient.size() - 1;
  const std::size_t end = EndOfBrackets(background, open);
  if (!Trimmed(background.substr(end)).empty()) return std::nullopt;
  std::optional<Color> one;
  bool is_first = true, are_alike = true;
  ForEachSelector(background.substr(open + 1, end - open - 2), [&](std::string_view part) {
    const auto color = ReadColor(Trimmed(part));
    const bool is_direction = !color && is_first;
    is_first = false;
    if (is_direction) return;
    const bool is_alike =
        color && (!one || (AreAlike(*color, *one) && color->transparent == one->transparent));
    are_alike = are_alike && is_alike && (color->alpha >= 1 || color->transparent);
    if (!one) one = color;
  });
  return are_alike ? one : std::nullopt;
}

}  // namespace sitedoor::extract::internal
