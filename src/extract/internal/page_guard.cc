#include "extract/internal/page_guard.h"

#include <algorithm>
#include <cstddef>

namespace sitedoor::extract::internal {
namespace {

using html::Node;

std::size_t TextBytesBelow(Node element) {
  std::size_t bytes = 0;
  for (Node at = element; at;) {
    for (const char c : at.Text()) bytes += static_cast<unsigned char>(c) > ' ';
    const bool is_code = at.IsElement(LXB_TAG_SCRIPT) || at.IsElement(LXB_TAG_STYLE);
    at = at.Next(element, is_code ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return bytes;
}

bool HoldsPartsOfPage(Node element) {
  for (Node at = element; at; at = at.Next(element)) {
    switch (at.ElementTag()) {
      case LXB_TAG_MAIN:
      case LXB_TAG_ARTICLE:
      case LXB_TAG_HEADER:
      case LXB_TAG_FOOTER:
      case LXB_TAG_NAV:
      case LXB_TAG_H1:
        return true;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

Node FindGuard(const ElementTable& table) {
  Node fullest;
  std::size_t most = 0;
  std::size_t all = 0;
  for (const ElementTable::HiddenElement& hidden : table.HiddenElements()) {
    const std::size_t bytes = TextBytesBelow(hidden.node);
    all += bytes;
    if (bytes > most) fullest = hidden.node;
    most = std::max(most, bytes);
  }
  const bool is_the_page = most >= kLeastGuardedProse && most * 10 >= all * 8;
  return is_the_page && HoldsPartsOfPage(fullest) ? fullest : Node();
}

}  // namespace sitedoor::extract::internal
