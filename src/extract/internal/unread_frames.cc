#include "extract/internal/unread_frames.h"

#include <optional>

#include "extract/clean_text.h"
#include "extract/content.h"
#include "extract/internal/image_source.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/media.h"
#include "net/url.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

bool IsSeen(Node frame) {
  return !frame.HasAttribute("hidden") && !IsPixel(frame) &&
         HidingOfStyle(frame.Attribute(LXB_DOM_ATTR_STYLE)) == StyleHiding::kNo;
}

bool IsOfTheSite(std::string_view source, std::string_view page_url) {
  constexpr std::string_view kNoSite = "http://site.invalid/";
  const auto page = net::Url::Parse(page_url.empty() ? kNoSite : page_url);
  if (!page) return false;
  const auto url = net::Url::Parse(source, *page);
  return url && url->IsHttp() && url->Origin() == page->Origin();
}

bool ShowsContent(Node frame, std::string_view page_url) {
  if (!CleanText(frame.Attribute("srcdoc")).empty()) return true;
  const std::string source = ImageSource(frame);  // frames load as lazily as images
  if (source.empty() || source.starts_with("javascript:")) return false;
  return !CleanText(frame.Attribute(LXB_DOM_ATTR_TITLE)).empty() || IsOfTheSite(source, page_url);
}

}  // namespace

int CountUnreadFrames(Node root, std::string_view page_url) {
  int count = 0;
  for (Node at = root; at;) {
    const bool is_frame = at.IsElement(LXB_TAG_IFRAME);
    if (is_frame && IsSeen(at) && ShowsContent(at, page_url)) ++count;
    const bool left_out = at != root && at.IsElement() && IsLeftOut(at);
    at = at.Next(root, left_out || is_frame ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return count;
}

}  // namespace sitedoor::extract::internal
