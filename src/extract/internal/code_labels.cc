#include "extract/internal/code_labels.h"

#include <cstddef>

#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBadgeBytes = 20;
constexpr int kMostNodesOfWord = 64;

bool IsShortWord(Node element) {
  std::size_t bytes = 0;
  int seen = 0;
  for (Node at = element; at; at = at.Next(element)) {
    if (++seen > kMostNodesOfWord) return false;
    for (const char c : at.Text().substr(0, kMostBadgeBytes + 1))
      bytes += static_cast<unsigned char>(c) > ' ' ? 1 : 0;
    if (bytes > kMostBadgeBytes) return false;
  }
  return true;
}

bool HasCodeSibling(Node element) {
  int seen = 0;
  for (Node next = element.NextSibling(); next && seen < 8; next = next.NextSibling(), ++seen) {
    if (next.IsElement(LXB_TAG_PRE)) return true;
  }
  return false;
}

}  // namespace

bool IsGutter(Node element, std::uint32_t roles) {
  constexpr std::size_t kMostBytes = 1u << 16;
  return (roles & kGutter) != 0 && element.IsElement(LXB_TAG_DIV) &&
         HoldsOnlyDigits(element, kMostBytes);
}

bool IsLanguageBadge(Node element, std::uint32_t roles) {
  if ((roles & kLanguageBadge) == 0) return false;
  const html::Tag tag = element.ElementTag();
  if (tag == LXB_TAG_PRE || tag == LXB_TAG_CODE) return false;
  return HasCodeSibling(element) && IsShortWord(element);
}

}  // namespace sitedoor::extract::internal
