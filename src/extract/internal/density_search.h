// DensitySearch: the element that holds most of a page's prose, found from the body inwards until
// the next step would lose a title, a heading or content beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/internal/element_table.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

struct DensestBlock {
  std::uint32_t block = 0;
  html::Node outer_heading;  // an h1 before it that opens it; null when there is none
  // What was gone into, and at last what was not, with the reason.
  struct Step {
    std::uint32_t block;
    std::string reason;
  };
  std::vector<Step> steps;
  std::string end;  // what `block` is
};

DensestBlock FindDensest(const ElementTable& table);

// What an entry counts beside others: its prose, and a little for other text that is not linked; on
// an index or a shop's list, all text.
std::uint32_t Weight(const ElementTable& table, std::uint32_t entry);

// The same of any page: beside a short text a list of links, however long, is a menu.
std::uint32_t UnlinkedWeight(const ElementTable::Entry& entry);

// Whether an h1 stands in `outer` but none in `inner`, which then is only a part of the content.
bool LosesTitle(const ElementTable::Entry& outer, const ElementTable::Entry& inner);

}  // namespace sitedoor::extract::internal
