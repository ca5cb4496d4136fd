// Seen text: what a reader sees of an element, on one line.
#pragma once

#include <cstddef>
#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Of one page. Elements inside each other may all be asked about: what it looks at is bounded over
// all of them. Texts are cut at 4 KiB.
class SeenText {
 public:
  // Clean (clean_text.h), without the signs of permalinks.
  std::string Of(html::Node element);

  // False once it has looked at as much of the page as it will.
  bool Look() { return nodes_left_ > 0 && nodes_left_-- > 0; }

 private:
  std::size_t nodes_left_ = 400'000;
};

}  // namespace sitedoor::extract::internal
