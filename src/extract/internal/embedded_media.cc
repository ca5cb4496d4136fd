#include "extract/internal/embedded_media.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/image_source.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/media.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostNameBytes = 200;

bool IsSeen(Node element) {
  return !element.HasAttribute("hidden") && element.Attribute("aria-hidden") != "true" &&
         !IsPixel(element) &&
         HidingOfStyle(element.Attribute(LXB_DOM_ATTR_STYLE)) == StyleHiding::kNo;
}

// "google_ads_iframe_1" and "https://ads.example/frame?x" have such words, "loads" and "adobe"
// none.
bool HasServiceWord(std::string_view text) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"ad",        "ads",       "advert",    "advertisement", "advertising", "adserver",
       "adframe",   "captcha",   "recaptcha", "hcaptcha",      "tracking",    "tracker",
       "pixel",     "analytics", "gtm",       "consent",       "login",       "oauth",
       "signin",    "sso",       "chat",      "chatbot",       "newsletter",  "subscribe",
       "share",     "like",      "cookie",    "comments",      "disqus",      "doubleclick",
       "sponsored", "beacon",    "widget",    "widgets",       "checkout",    "payment",
       "button",    "badge"});
  constexpr std::size_t kMostBytes = 512;
  const std::string lower = AsciiLowered(text.substr(0, kMostBytes));
  for (std::size_t at = 0; at < lower.size();) {
    const std::size_t begin = at;
    while (at < lower.size() && IsAsciiLetter(lower[at])) ++at;
    const std::string_view word = std::string_view(lower).substr(begin, at - begin);
    if (!word.empty() && std::ranges::find(kWords, word) != kWords.end()) return true;
    ++at;
  }
  return false;
}

std::string TitleOf(Node element) {
  for (const std::string_view name : {"title", "aria-label", "data-title"}) {
    std::string title = CleanText(element.Attribute(name));
    if (!title.empty() && title.size() <= kMostNameBytes) return title;
  }
  return "";
}

// "clip.mp4" of "/media/clip.mp4?x", the host of an address without a file.
std::string NameFromSource(std::string_view source) {
  source = source.substr(0, source.find_first_of("?#"));
  const std::size_t scheme = source.find("//");
  std::string_view host;
  if (scheme != std::string_view::npos) {
    host = source.substr(scheme + 2);
    host = host.substr(0, host.find('/'));
  }
  const std::string_view file = source.substr(source.rfind('/') + 1);
  const bool is_file = file.find('.') != std::string_view::npos && file != host;
  return CleanText((is_file ? file : host).substr(0, kMostNameBytes));
}

// Relative, or of https.
bool MayBeLinked(std::string_view source) {
  if (source.empty()) return false;
  const std::size_t colon = source.find(':');
  const std::size_t slash = source.find_first_of("/?#");
  const bool has_scheme = colon != std::string_view::npos && colon < slash;
  return !has_scheme || StartsWithIgnoringAsciiCase(source, "https://");
}

std::string SourceOfPlayer(Node player) {
  std::string source = ImageSource(player);
  constexpr int kMostChildren = 16;
  Node child = player.FirstChild();
  for (int seen = 0; source.empty() && child && seen < kMostChildren; ++seen) {
    if (child.IsElement(LXB_TAG_SOURCE)) source = ImageSource(child);
    child = child.NextSibling();
  }
  return source;
}

bool IsDocument(Node element, std::string_view source) {
  const std::string_view type = element.Attribute(LXB_DOM_ATTR_TYPE);
  const std::string_view path = source.substr(0, source.find_first_of("?#"));
  return type == "application/pdf" || type.starts_with("video/") || type.starts_with("audio/") ||
         (type.empty() && AsciiLowered(path.substr(path.rfind('/') + 1)).ends_with(".pdf"));
}

bool IsPlayer(Node frame) {
  return frame.HasAttribute("allowfullscreen") ||
         frame.Attribute("allow").find("fullscreen") != std::string_view::npos;
}

std::optional<EmbeddedMedia> Named(Node element, std::string source) {
  std::string name = TitleOf(element);
  if (name.empty()) name = NameFromSource(source);
  if (name.empty() || !MayBeLinked(source)) return std::nullopt;
  return EmbeddedMedia{std::move(name), std::move(source)};
}

}  // namespace

std::optional<EmbeddedMedia> ReadEmbeddedMedia(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_IFRAME: {
      if (!IsSeen(element) || (TitleOf(element).empty() && !IsPlayer(element))) return std::nullopt;
      std::string source = ImageSource(element);  // frames load as lazily as images
      const bool is_service = HasServiceWord(source) ||
                              HasServiceWord(element.Attribute(LXB_DOM_ATTR_ID)) ||
                              HasServiceWord(element.Attribute(LXB_DOM_ATTR_CLASS)) ||
                              HasServiceWord(element.Attribute(LXB_DOM_ATTR_TITLE)) ||
                              HasServiceWord(element.Attribute("name"));
      return is_service ? std::nullopt : Named(element, std::move(source));
    }
    case LXB_TAG_VIDEO:
    case LXB_TAG_AUDIO:
      // Without controls a video is the page's ornament, and an <audio> is not there at all.
      if (!IsSeen(element) || !element.HasAttribute("controls")) return std::nullopt;
      return Named(element, SourceOfPlayer(element));
    case LXB_TAG_OBJECT:
    case LXB_TAG_EMBED: {
      if (!IsSeen(element)) return std::nullopt;
      const std::string_view name = element.IsElement(LXB_TAG_OBJECT) ? "data" : "src";
      std::string source(TrimmedHtmlSpace(element.Attribute(name)));
      return IsDocument(element, source) ? Named(element, std::move(source)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace sitedoor::extract::internal
