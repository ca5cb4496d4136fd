// ScreenClasses: what the classes of CSS frameworks say of the screens on which an element shows.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

// Whether a class attribute leaves its element to narrow screens: "d-lg-none" (Bootstrap),
// "md:hidden" (Tailwind), "visible-xs" (Bootstrap 3), "hide-for-large" (Foundation),
// "is-hidden-tablet" (Bulma), "hide-on-large-only" (Materialize), "uk-hidden@m" (UIkit),
// "elementor-hidden-desktop". O(length).
bool IsForNarrowScreens(std::string_view class_attribute);

}  // namespace sitedoor::extract::internal
