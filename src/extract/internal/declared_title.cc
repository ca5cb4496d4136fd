#include "extract/internal/declared_title.h"

#include "extract/internal/title_parts.h"

namespace sitedoor::extract::internal {

std::string DeclaredTitle(html::Node body) {
  constexpr int kMostNodes = 1'000;
  html::Node head = body.PreviousSibling();
  int seen = 0;
  while (head && !head.IsElement(LXB_TAG_HEAD) && seen++ < kMostNodes)
    head = head.PreviousSibling();
  for (html::Node at = head; at && seen < kMostNodes; at = at.Next(head), ++seen) {
    if (at.IsElement(LXB_TAG_TITLE)) return at.TextContent();
  }
  return "";
}

bool NamesPage(std::string_view text, std::string_view title) {
  constexpr std::size_t kLeastBytes = 3, kMostBytes = 1'000, kMostColons = 4;
  if (text.size() > kMostBytes || title.size() > kMostBytes) return false;
  const std::string said = TitleKey(text);
  if (said.size() < kLeastBytes) return false;
  const std::string declared = TitleKey(title);
  if (declared == said) return true;
  std::size_t colons = 0;
  for (std::size_t at = title.find(": "); at != std::string_view::npos && colons < kMostColons;
       at = title.find(": ", at + 1), ++colons) {
    const bool is_between_spaces = at > 0 && title[at - 1] == ' ';
    if (!is_between_spaces && TitleKey(title.substr(at)) == said) return true;
  }
  for (const TitlePart& part : TitleParts(title)) {
    if (TitleKey(title.substr(0, part.end)) == said) return true;
  }
  return false;
}

}  // namespace sitedoor::extract::internal
