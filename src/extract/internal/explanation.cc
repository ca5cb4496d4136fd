#include "extract/internal/explanation.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sitedoor::extract::internal {

using html::Node;

std::string PathOf(Node node) {
  constexpr std::size_t kMostSteps = 12, kMostNameBytes = 40;
  constexpr std::string_view kWhite = " \t\r\n\f";
  std::vector<std::string> steps;
  for (Node at = node; at && at.IsElement() && steps.size() < kMostSteps; at = at.Parent()) {
    std::string step(at.Name());
    const std::string_view id = at.Attribute(LXB_DOM_ATTR_ID);
    std::string_view classes = at.Attribute(LXB_DOM_ATTR_CLASS);
    classes.remove_prefix(std::min(classes.find_first_not_of(kWhite), classes.size()));
    if (!id.empty()) {
      step += "#" + std::string(id.substr(0, kMostNameBytes));
    } else if (!classes.empty()) {
      step += "." + std::string(
                        classes.substr(0, std::min(classes.find_first_of(kWhite), kMostNameBytes)));
    }
    steps.push_back(std::move(step));
  }
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    path += (path.empty() ? "" : " > ") + *step;
  return path;
}

std::vector<LeftOutBlock> LargestLeftOut(const ElementTable& table, std::uint32_t root) {
  constexpr std::size_t kMostBlocks = 8;
  constexpr std::uint32_t kFewestCharacters = 20;
  const std::vector<ElementTable::Entry>& entries = table.Entries();
  struct Block {
    std::uint32_t index;
    LeftOutBlock::Reason reason;
  };
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < entries[0].end;) {
    const bool is_around = i < root && root < entries[i].end;
    const bool is_inside = i >= root && i < entries[root].end;
    if ((is_around || is_inside) && (!entries[i].chrome || i == root)) {
      ++i;
      continue;
    }
    if (entries[i].text >= kFewestCharacters) {
      blocks.push_back(
          {i, entries[i].chrome ? LeftOutBlock::Reason::kChrome : LeftOutBlock::Reason::kOutside});
    }
    i = std::max(entries[i].end, i + 1);
  }
  std::ranges::stable_sort(blocks, std::ranges::greater(),
                           [&](const Block& block) { return entries[block.index].text; });
  blocks.resize(std::min(blocks.size(), kMostBlocks));
  std::vector<LeftOutBlock> left_out;
  for (const Block& block : blocks)
    left_out.push_back(
        {PathOf(entries[block.index].node), entries[block.index].text, block.reason});
  return left_out;
}

}  // namespace sitedoor::extract::internal
