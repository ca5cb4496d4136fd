// Whether the conditions round rules of a style sheet hold: @media, @supports, @container.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

// kYes: wherever a page is read from the screen of a computer, as browsers come. kNo: on no screen.
enum class Holds { kNo, kYes, kMaybe };

// Of a list such as "screen and (min-width: 0), print"; an empty one holds.
Holds MediaHold(std::string_view queries);

// "(display: grid) and (not (display: foo))", "selector(:has(a))".
Holds SupportsHold(std::string_view condition);

// "sidebar (min-width: 1px)", in a container.
Holds ContainerHolds(std::string_view condition);

}  // namespace sitedoor::extract::internal
