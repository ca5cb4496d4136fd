#include "extract/internal/seen_text.h"

#include "extract/clean_text.h"
#include "extract/content.h"
#include "extract/internal/heading_links.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostTextBytes = 4'096;

bool IsLeftOutOfText(Node element) {
  return IsLeftOut(element) || IsHidden(element) ||
         (element.IsElement(LXB_TAG_A) && IsPermalink(element));
}

}  // namespace

std::string SeenText::Of(Node element) {
  std::string text;
  for (Node at = element; at && text.size() < kMostTextBytes && Look();) {
    const bool left_out = at != element && at.IsElement() && IsLeftOutOfText(at);
    text += at.Text().substr(0, kMostTextBytes + 4);
    if (at.IsElement(LXB_TAG_BR) || at.IsElement(LXB_TAG_LI) || at.IsElement(LXB_TAG_DIV))
      text += ' ';
    at = at.Next(element, left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return CleanText(text::Prefix(text, kMostTextBytes));
}

}  // namespace sitedoor::extract::internal
