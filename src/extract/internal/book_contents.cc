#include "extract/internal/book_contents.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

bool LeadsToPages(Node list) {
  constexpr std::size_t kLeastPages = 3, kMostSeen = 600;
  std::vector<std::string_view> pages;
  std::size_t seen = 0;
  for (Node at = list; at && seen < kMostSeen && pages.size() < kLeastPages;
       at = at.Next(list), ++seen) {
    if (!at.IsElement(LXB_TAG_A)) continue;
    std::string_view page = at.Attribute(LXB_DOM_ATTR_HREF);
    page = page.substr(0, page.find('#'));
    if (!page.empty() && std::ranges::find(pages, page) == pages.end()) pages.push_back(page);
  }
  return pages.size() >= kLeastPages;
}

bool IsBookContents(const ElementTable& table, std::uint32_t at) {
  constexpr double kLeastLinks = 0.7;
  constexpr std::uint32_t kMostInner = 16;
  const std::vector<Entry>& entries = table.Entries();
  const Entry& entry = entries[at];
  if ((entry.hints & kContentsHint) == 0 || entry.LinkDensity() < kLeastLinks ||
      entry.controls > 0 || HasLandmark(entry)) {
    return false;
  }
  const std::uint32_t end = std::min(entry.end, at + kMostInner);
  for (std::uint32_t i = at; i < end; ++i) {
    if (entries[i].node.IsElement(LXB_TAG_DL)) return LeadsToPages(entries[i].node);
  }
  return false;
}

}  // namespace

std::uint32_t WidenToBookContents(const ElementTable& table, std::uint32_t root) {
  constexpr int kMostLevels = 4, kMostSiblings = 8;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t at = root;
  for (int level = 0; level < kMostLevels && entries[at].parent != ElementTable::kNone; ++level) {
    const std::uint32_t parent = entries[at].parent;
    std::uint32_t next = entries[at].end;
    for (int seen = 0; next < entries[parent].end && seen < kMostSiblings; ++seen) {
      if (!entries[next].chrome && entries[next].text > 0) {
        const bool is_large = 2 * entries[next].text >= entries[root].text;
        return is_large && IsBookContents(table, next) ? parent : root;
      }
      next = entries[next].end;
    }
    at = parent;
  }
  return root;
}

}  // namespace sitedoor::extract::internal
