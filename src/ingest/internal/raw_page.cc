#include "ingest/internal/raw_page.h"

#include "base/ascii.h"

namespace sitedoor::ingest {

std::size_t FindTag(std::string_view html, std::string_view tag) {
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (EqualsIgnoringAsciiCase(html.substr(at, tag.size()), tag)) return at;
  }
  return std::string_view::npos;
}

std::string WithoutFrames(std::string_view html) {
  const std::string_view head = html.substr(0, FindTag(html, "<frameset"));
  const auto inside = [&](std::string_view tag) -> std::string_view {
    const std::size_t open = FindTag(html, tag);
    const std::size_t begin = open == std::string_view::npos ? open : html.find('>', open);
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = html.substr(begin + 1);
    return rest.substr(0, FindTag(rest, "</" + std::string(tag.substr(1))));
  };
  std::string page(head);
  page += "<body>";
  page += inside("<noframes");
  page += "<h1>";
  page += inside("<title");
  return page += "</h1></body>";
}

}  // namespace sitedoor::ingest
