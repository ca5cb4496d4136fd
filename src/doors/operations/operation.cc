#include "doors/operations/operation.h"

#include <algorithm>

namespace sitedoor::doors {

const Operation* FindOperation(const std::vector<Operation>& operations, std::string_view name) {
  const auto found = std::ranges::find(operations, name, &Operation::name);
  return found == operations.end() ? nullptr : &*found;
}

}  // namespace sitedoor::doors
