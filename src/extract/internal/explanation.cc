#include "extract/internal/explanation.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "extract/internal/class_hints.h"

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

namespace {

struct Block {
  std::uint32_t index;
  LeftOutBlock::Reason reason;
};

// The outermost ones.
std::vector<Block> BlocksLeftOut(const ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kFewestCharacters = 20;
  const std::vector<ElementTable::Entry>& entries = table.Entries();
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
  return blocks;
}

bool IsMenuByElement(Node element) {
  return element.IsElement(LXB_TAG_NAV) || element.IsElement(LXB_TAG_FORM) ||
         element.IsElement(LXB_TAG_MENU);
}

bool IsBesideByElement(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_NAV:
    case LXB_TAG_ASIDE:
    case LXB_TAG_FOOTER:
    case LXB_TAG_HEADER:
    case LXB_TAG_FORM:
    case LXB_TAG_MENU:
    case LXB_TAG_DIALOG:
      return true;
    default:
      return !element.Attribute("role").empty();
  }
}

}  // namespace

std::vector<std::string> ProseLeftOut(const ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastProse = 80, kLeastProseInside = 40;
  constexpr double kMostLinks = 0.3;
  constexpr std::uint32_t kOthers =
      kNavigationHint | kConsentHint | kPosterHint | kAdvertHint | kUnseenHint | kBoilerHint;
  constexpr std::size_t kMostWarnings = 3;
  const std::vector<ElementTable::Entry>& entries = table.Entries();
  std::vector<Block> blocks = BlocksLeftOut(table, root);
  std::erase_if(blocks, [&](const Block& block) {
    const ElementTable::Entry& entry = entries[block.index];
    const bool is_inside = block.index >= root && block.index < entries[root].end;
    if (entry.LinkDensity() > kMostLinks || entry.controls > 0) return true;
    if (is_inside) return entry.prose < kLeastProseInside || IsMenuByElement(entry.node);
    return entry.prose < kLeastProse || IsBesideByElement(entry.node) ||
           (entry.hints & kOthers) != 0;
  });
  std::ranges::stable_sort(blocks, std::ranges::greater(),
                           [&](const Block& block) { return entries[block.index].prose; });
  blocks.resize(std::min(blocks.size(), kMostWarnings));
  std::vector<std::string> warnings;
  for (const Block& block : blocks) {
    const std::string path = PathOf(entries[block.index].node);
    warnings.push_back("left out " + path.substr(path.rfind("> ") + 2) + ", with " +
                       std::to_string(entries[block.index].prose) + " characters of sentences");
  }
  return warnings;
}

std::vector<LeftOutBlock> LargestLeftOut(const ElementTable& table, std::uint32_t root) {
  constexpr std::size_t kMostBlocks = 8;
  const std::vector<ElementTable::Entry>& entries = table.Entries();
  std::vector<Block> blocks = BlocksLeftOut(table, root);
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
