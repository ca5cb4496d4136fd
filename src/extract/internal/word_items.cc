#include "extract/internal/word_items.h"

namespace sitedoor::extract::internal {

using html::Node;

int WordItemLevel(Node paragraph) {
  if (!paragraph.IsElement(LXB_TAG_P)) return 0;
  if (!paragraph.Attribute(LXB_DOM_ATTR_CLASS).starts_with("Mso")) return 0;
  const std::string_view style = paragraph.Attribute(LXB_DOM_ATTR_STYLE);
  const std::size_t list = style.find("mso-list:");
  if (list == std::string_view::npos) return 0;
  const std::string_view value = style.substr(list, style.find(';', list) - list);
  const std::size_t level = value.find("level");
  if (level == std::string_view::npos || level + 5 >= value.size()) return 0;
  const char digit = value[level + 5];
  return digit >= '1' && digit <= '9' ? digit - '0' : 0;
}

bool IsWordMarker(Node element) {
  if (!element.IsElement() || !element.HasAttributes()) return false;
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  const std::size_t list = style.find("mso-list:");
  return list != std::string_view::npos &&
         style.substr(list + 9).find("gnore") < std::string_view("Ignore ").size();
}

std::string WordItemMarker(Node paragraph) {
  constexpr int kMostNodesToMarker = 16;
  constexpr std::size_t kMostBytes = 12, kMostNodes = 8;
  int seen = 0;
  for (Node at = paragraph.Next(paragraph); at && seen < kMostNodesToMarker;
       at = at.Next(paragraph), ++seen) {
    if (IsWordMarker(at)) return at.StartOfText(kMostBytes, kMostNodes);
  }
  return "";
}

bool IsWordNumber(std::string_view marker) {
  const std::size_t end = marker.find_first_of(".)");
  return end != std::string_view::npos && end > 0;
}

}  // namespace sitedoor::extract::internal
