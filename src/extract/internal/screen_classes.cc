#include "extract/internal/screen_classes.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

// From narrow to wide; a name's place is its rank.
constexpr std::array<std::string_view, 7> kWidths = {"xs", "sm", "md", "lg", "xl", "xxl", "2xl"};

int RankOf(std::string_view width) {
  const auto* const found = std::ranges::find(kWidths, width);
  return found == kWidths.end() ? -1 : static_cast<int>(found - kWidths.begin());
}

// Values of `display` as classes write them.
bool ShowsAs(std::string_view value) {
  constexpr auto kShown = std::to_array<std::string_view>(
      {"block", "flex", "grid", "inline", "inline-block", "inline-flex", "table", "table-cell",
       "table-row", "contents", "inline-grid", "flow-root"});
  return std::ranges::find(kShown, value) != kShown.end();
}

// What one class says of the screens from a width on.
struct FromWidth {
  int rank = -1;  // -1 where it says nothing
  bool hides = false;
};

// "md:hidden", "lg:flex"
FromWidth ReadPrefixed(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {};
  const int rank = RankOf(name.substr(0, colon));
  const std::string_view value = name.substr(colon + 1);
  if (rank < 0 || (value != "hidden" && !ShowsAs(value))) return {};
  return {.rank = rank, .hides = value == "hidden"};
}

// "d-md-none", "d-lg-block"
FromWidth ReadInfixed(std::string_view name) {
  if (!name.starts_with("d-")) return {};
  name.remove_prefix(2);
  const std::size_t hyphen = name.find('-');
  if (hyphen == std::string_view::npos) return {};
  const int rank = RankOf(name.substr(0, hyphen));
  const std::string_view value = name.substr(hyphen + 1);
  if (rank < 0 || (value != "none" && !ShowsAs(value))) return {};
  return {.rank = rank, .hides = value == "none"};
}

// Those that name the one width, or all from it on.
bool IsHiddenOnWide(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({"hidden-lg",
                                                           "hide-for-medium",
                                                           "hide-for-large",
                                                           "hide-for-medium-up",
                                                           "hide-for-large-up",
                                                           "show-for-small-only",
                                                           "is-hidden-tablet",
                                                           "is-hidden-desktop",
                                                           "is-hidden-widescreen",
                                                           "hide-on-large-only",
                                                           "hide-on-med-and-up",
                                                           "hidden-md-and-up",
                                                           "hidden-lg-and-up",
                                                           "uk-hidden@s",
                                                           "uk-hidden@m",
                                                           "uk-hidden@l",
                                                           "elementor-hidden-desktop",
                                                           "hide-on-desktop",
                                                           "ion-hide-md-up",
                                                           "ion-hide-lg-up"});
  return std::ranges::find(kNames, name) != kNames.end();
}

// Bootstrap 3: "visible-xs", "visible-sm-block".
int RankOfVisible(std::string_view name) {
  constexpr std::string_view kVisible = "visible-";
  if (!name.starts_with(kVisible)) return -1;
  name.remove_prefix(kVisible.size());
  return RankOf(name.substr(0, name.find('-')));
}

}  // namespace

bool IsForNarrowScreens(std::string_view class_attribute) {
  // Nearly all classes fail this.
  constexpr auto kParts =
      std::to_array<std::string_view>({"hid", "-none", "visible-", "show-for-small"});
  const bool may_be = std::ranges::any_of(kParts, [&](std::string_view part) {
    return class_attribute.find(part) != std::string_view::npos;
  });
  if (!may_be) return false;
  constexpr int kWide = 3;  // lg
  FromWidth widest;
  int visible = -1;
  bool is_hidden = false;
  for (std::size_t at = 0; at < class_attribute.size();) {
    std::size_t end = at;
    while (end < class_attribute.size() && !IsCssSpace(class_attribute[end])) ++end;
    const std::string_view name = class_attribute.substr(at, end - at);
    at = end + 1;
    for (const FromWidth& from : {ReadPrefixed(name), ReadInfixed(name)}) {
      if (from.rank > widest.rank) widest = from;
    }
    visible = std::max(visible, RankOfVisible(name));
    is_hidden = is_hidden || IsHiddenOnWide(name);
  }
  return is_hidden || (widest.rank >= 0 && widest.hides) || (visible >= 0 && visible < kWide);
}

}  // namespace sitedoor::extract::internal
