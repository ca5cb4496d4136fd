// Explanation: what `extract --explain` shows of a choice, for a person who knows the page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/extract.h"
#include "extract/internal/element_table.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// "html > body > div#main > article.post": the last 12 steps, with the id or the first class.
std::string PathOf(html::Node node);

// The largest blocks that the content, entry `root` of the table, goes without: inside it what
// looks like chrome, outside of it all. Most characters first, at most eight.
std::vector<LeftOutBlock> LargestLeftOut(const ElementTable& table, std::uint32_t root);

// A warning for each of the largest blocks of sentences that are not in the content, a few at most:
// those that no element or role says to be beside it.
std::vector<std::string> ProseLeftOut(const ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
