#include "extract/internal/image_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostNameBytes = 200;

bool IsUsable(std::string_view source) {
  return !source.empty() && source != "#" && !source.starts_with("data:") &&
         !source.starts_with("about:") && !source.starts_with("//:") &&
         !source.starts_with("blob:") && !source.starts_with("javascript:");
}

std::string NameOf(std::string_view source) {
  source = source.substr(0, source.find_first_of("?#"));
  const std::string_view name = source.substr(source.rfind('/') + 1);
  return AsciiLowered(name.substr(0, kMostNameBytes));
}

bool IsPlaceholder(std::string_view source) {
  if (!IsUsable(source)) return true;
  constexpr auto kMarks = std::to_array<std::string_view>(
      {"placeholder", "blank.", "spacer.", "1x1", "pixel.", "1px.", "lazy.", "lazyload", "loading.",
       "loader.", "spinner", "transparent.", "trans.gif", "empty.", "dummy."});
  const std::string name = NameOf(source);
  // "p.gif"
  if (name.ends_with(".gif") && name.size() <= 5) return true;
  return std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return name.find(mark) != std::string::npos; });
}

// A small copy, until the picture itself is there.
bool IsPreview(std::string_view name) {
  constexpr auto kMarks =
      std::to_array<std::string_view>({"thumb", "lqip", "preview", "blur", "lowres", "low-res"});
  return std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return name.find(mark) != std::string_view::npos; });
}

bool IsDrawing(std::string_view name) { return name.ends_with(".gif") || name.ends_with(".svg"); }

// The first address of "a.png 1x, b.png 2x".
std::string_view FirstOfSourceSet(std::string_view set) {
  set = TrimmedHtmlSpace(set);
  const std::size_t end = set.find_first_of(" \t\r\n");
  std::string_view first = set.substr(0, end);
  if (first.ends_with(',')) first.remove_suffix(1);
  return first;
}

// What the same image has without a script: <img src="data:..."><noscript><img src="a.png">.
std::string_view SourceWithoutScript(Node image) {
  constexpr int kMostSiblings = 4;
  for (Node (Node::* const next)() const : {&Node::NextSibling, &Node::PreviousSibling}) {
    Node at = (image.*next)();
    for (int seen = 0; at && seen < kMostSiblings; at = (at.*next)(), ++seen) {
      if (at.IsElement(LXB_TAG_IMG) || !Trimmed(at.Text()).empty()) break;  // another one's
      if (!at.IsElement(LXB_TAG_NOSCRIPT)) continue;
      for (Node child = at.FirstChild(); child; child = child.NextSibling()) {
        if (!child.IsElement(LXB_TAG_IMG)) continue;
        const std::string_view source = TrimmedHtmlSpace(child.Attribute(LXB_DOM_ATTR_SRC));
        return IsPlaceholder(source) ? std::string_view() : source;
      }
    }
  }
  return {};
}

std::string_view SourceOfPicture(Node image) {
  const Node picture = image.Parent();
  if (!picture || !picture.IsElement(LXB_TAG_PICTURE)) return {};
  constexpr int kMostSources = 16;
  Node at = picture.FirstChild();
  for (int seen = 0; at && seen < kMostSources; at = at.NextSibling(), ++seen) {
    if (!at.IsElement(LXB_TAG_SOURCE)) continue;
    for (const std::string_view name : {"srcset", "data-srcset"}) {
      const std::string_view source = FirstOfSourceSet(at.Attribute(name));
      if (IsUsable(source)) return source;
    }
  }
  return {};
}

// Attributes of the libraries: lazysizes, lozad, vanilla-lazyload, jQuery Lazy and Unveil,
// WordPress plug-ins.
std::string_view LazySource(Node image) {
  constexpr auto kSources = std::to_array<std::string_view>(
      {"data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-image-src",
       "data-actualsrc", "data-hi-res-src", "data-orig-file"});
  for (const std::string_view name : kSources) {
    const std::string_view source = TrimmedHtmlSpace(image.Attribute(name));
    if (IsUsable(source)) return source;
  }
  for (const std::string_view name : {"data-srcset", "data-lazy-srcset", "data-original-set"}) {
    const std::string_view source = FirstOfSourceSet(image.Attribute(name));
    if (IsUsable(source)) return source;
  }
  return {};
}

bool IsCalledLazy(Node image) {
  const std::string_view classes = image.Attribute(LXB_DOM_ATTR_CLASS);
  return classes.find("lazy") != std::string_view::npos ||
         classes.find("lozad") != std::string_view::npos ||
         classes.find("unveil") != std::string_view::npos;
}

}  // namespace

std::string ImageSource(Node image) {
  const std::string_view source = TrimmedHtmlSpace(image.Attribute(LXB_DOM_ATTR_SRC));
  const bool is_placeholder = IsPlaceholder(source);
  const std::string_view lazy = LazySource(image);
  if (!lazy.empty()) {
    const std::string name = NameOf(source);
    const bool stands_for_another =
        IsPreview(name) || (IsDrawing(name) && !IsDrawing(NameOf(lazy)));
    if (is_placeholder || stands_for_another || IsCalledLazy(image)) return std::string(lazy);
  }
  if (!is_placeholder) return std::string(source);
  const std::string_view own_set = FirstOfSourceSet(image.Attribute("srcset"));
  if (IsUsable(own_set)) return std::string(own_set);
  for (const std::string_view other : {SourceWithoutScript(image), SourceOfPicture(image)}) {
    if (!other.empty()) return std::string(other);
  }
  return IsUsable(source) ? std::string(source) : std::string();
}

bool IsBlankImage(Node image) {
  // Of GIF and PNG, with the size of one pixel in them.
  constexpr auto kPixels = std::to_array<std::string_view>(
      {"data:image/gif;base64,R0lGODlhAQABA", "data:image/gif;base64,R0lGODdhAQABA",
       "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"});
  constexpr std::string_view kDrawing = "data:image/svg+xml";
  constexpr auto kShapes = std::to_array<std::string_view>(
      {"path", "rect", "circle", "ellipse", "line", "poly", "image", "text", "use", "base64"});
  constexpr std::size_t kMostLooked = 4096;
  const std::string_view source = TrimmedHtmlSpace(image.Attribute(LXB_DOM_ATTR_SRC));
  if (!source.starts_with("data:")) return false;
  const bool is_pixel = std::ranges::any_of(
      kPixels, [&](std::string_view pixel) { return source.starts_with(pixel); });
  const std::string_view drawing =
      source.substr(0, kMostLooked).substr(std::min(source.size(), kDrawing.size()));
  const bool has_no_shapes = source.starts_with(kDrawing) && source.size() <= kMostLooked &&
                             std::ranges::none_of(kShapes, [&](std::string_view shape) {
                               return drawing.find(shape) != std::string_view::npos;
                             });
  return (is_pixel || has_no_shapes) && ImageSource(image).empty();
}

}  // namespace sitedoor::extract::internal
