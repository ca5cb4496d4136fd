// Which pseudo-classes and pseudo-elements browsers know: a selector with another is none, and
// neither is the list that it stands in.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

enum class Pseudo { kUnknown, kClass, kFunction, kElement };

// Of "hover", in any case; of what has two colons only elements are known.
enum class Colons { kOne, kTwo };
Pseudo PseudoNamed(std::string_view name, Colons colons);

}  // namespace sitedoor::extract::internal
