#include "extract/internal/heading_anchor.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "extract/internal/heading_links.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 24;     // looked at inside a heading
constexpr int kMostAncestors = 5;  // DocBook puts three <div>s between the section and its heading

bool IsWhite(Node node) {
  return node.IsText() && node.Text().find_first_not_of(" \t\r\n\f") == std::string_view::npos;
}

std::string_view IdOrName(Node element) {
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  if (!id.empty() || !element.IsElement(LXB_TAG_A)) return id;
  return element.Attribute("name");
}

bool IsEmptyAnchor(Node node) {
  if (!node.IsElement(LXB_TAG_A) && !node.IsElement(LXB_TAG_SPAN)) return false;
  if (IdOrName(node).empty()) return false;
  for (Node child = node.FirstChild(); child; child = child.NextSibling()) {
    if (!IsWhite(child)) return false;
  }
  return true;
}

std::string_view AnchorInside(Node heading) {
  int seen = 0;
  for (Node at = heading.Next(heading); at && seen < kMostNodes; at = at.Next(heading), ++seen) {
    if (!at.IsElement(LXB_TAG_A) && !at.IsElement(LXB_TAG_SPAN)) continue;
    const std::string_view id = IdOrName(at);
    // GitHub's ids inside a heading carry a prefix that only its script understands.
    if (!id.empty() && !id.starts_with("user-content-")) return id;
  }
  return {};
}

// The node before in its parent that is neither white space nor a comment nor an empty anchor.
Node ContentBefore(Node node) {
  Node before = node.PreviousSibling();
  int seen = 0;
  while (before && seen < kMostNodes &&
         (IsWhite(before) || IsEmptyAnchor(before) || (!before.IsText() && !before.IsElement()))) {
    before = before.PreviousSibling();
    ++seen;
  }
  return before;
}

std::string_view AnchorOfSection(Node heading) {
  Node at = heading;
  for (int level = 0; level < kMostAncestors && !ContentBefore(at); ++level) {
    const Node parent = at.Parent();
    if (!parent || !parent.IsElement() || parent.IsElement(LXB_TAG_BODY)) return {};
    const html::Tag tag = parent.ElementTag();
    const bool may_wrap = tag == LXB_TAG_SECTION || tag == LXB_TAG_DIV || tag == LXB_TAG_ARTICLE ||
                          tag == LXB_TAG_HEADER || tag == LXB_TAG_HGROUP ||
                          tag == LXB_TAG_DETAILS || tag == LXB_TAG_SUMMARY;
    if (!may_wrap) return {};
    const std::string_view id = parent.Attribute(LXB_DOM_ATTR_ID);
    const bool is_frame = id == "content" || id == "main" || id == "main-content";
    if (!id.empty() && !is_frame) return id;
    at = parent;
  }
  return {};
}

std::string_view AnchorBefore(Node heading) {
  Node before = heading.PreviousSibling();
  for (int seen = 0; before && seen < kMostNodes; before = before.PreviousSibling(), ++seen) {
    if (IsEmptyAnchor(before)) return IdOrName(before);
    if (before.IsText() ? !IsWhite(before) : before.IsElement()) break;
  }
  return {};
}

std::string_view FragmentOf(std::string_view href) {
  const std::size_t hash = href.find('#');
  return hash == std::string_view::npos ? std::string_view() : href.substr(hash + 1);
}

std::string_view PermalinkTarget(Node heading) {
  int seen = 0;
  for (Node at = heading.Next(heading); at && seen < kMostNodes; at = at.Next(heading), ++seen) {
    if (at.IsElement(LXB_TAG_A) && at.Attribute(LXB_DOM_ATTR_HREF).starts_with('#'))
      return FragmentOf(at.Attribute(LXB_DOM_ATTR_HREF));
  }
  const Node after = heading.NextSibling();
  if (after && after.IsElement(LXB_TAG_A) && IsPermalink(after))
    return FragmentOf(after.Attribute(LXB_DOM_ATTR_HREF));
  return {};
}

int AriaLevel(Node block) {
  if (!block.HasAttributes() || block.Attribute("role") != "heading") return 0;
  constexpr int kUsual = 2;  // where aria-level says nothing
  const std::string_view text = block.Attribute("aria-level");
  int level = kUsual;
  std::from_chars(text.data(), text.data() + text.size(), level);
  return std::clamp(level, 1, 6);
}

}  // namespace

int HeadingRank(html::Tag tag) {
  switch (tag) {
    case LXB_TAG_H1:
      return 1;
    case LXB_TAG_H2:
      return 2;
    case LXB_TAG_H3:
      return 3;
    case LXB_TAG_H4:
      return 4;
    case LXB_TAG_H5:
      return 5;
    case LXB_TAG_H6:
      return 6;
    default:
      return 0;
  }
}

int HeadingLevel(Node node) {
  if (node.InForeignContent()) return 0;
  const html::Tag tag = node.ElementTag();
  return tag == LXB_TAG_DIV || tag == LXB_TAG_P ? AriaLevel(node) : HeadingRank(tag);
}

bool BeginsWithHeading(Node element) {
  int seen = 0;
  for (Node at = element.Next(element); at && seen < 8; at = at.Next(element), ++seen) {
    if (HeadingLevel(at) > 0) return true;
  }
  return false;
}

std::string HeadingAnchor(Node heading) {
  std::string_view anchor = heading.Attribute(LXB_DOM_ATTR_ID);
  if (anchor.empty()) anchor = AnchorInside(heading);
  if (anchor.empty()) anchor = AnchorOfSection(heading);
  if (anchor.empty()) anchor = AnchorBefore(heading);
  if (anchor.empty()) anchor = PermalinkTarget(heading);
  return std::string(anchor);
}

}  // namespace sitedoor::extract::internal
