#include "html/internal/xhtml.h"

#include <algorithm>

#include "html/internal/html_space.h"

namespace sitedoor::html::internal {

SelfClosing SelfClosingOf(std::string_view utf8) {
  constexpr std::size_t kMostBytes = 4096;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view start = utf8.substr(0, kMostBytes);
  if (start.find("http://www.w3.org/1999/xhtml") == std::string_view::npos)
    return SelfClosing::kIgnored;
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  start.remove_prefix(
      static_cast<std::size_t>(std::ranges::find_if_not(start, IsHtmlSpace) - start.begin()));
  return start.starts_with("<?xml") ? SelfClosing::kOfAll : SelfClosing::kOfRawText;
}

}  // namespace sitedoor::html::internal
