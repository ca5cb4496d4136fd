#include "extract/page_names.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/heading_links.h"
#include "html/byte_form.h"
#include "html/charset.h"
#include "html/tree.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;

constexpr std::size_t kMostBytes = 64u << 10;  // of a page
constexpr std::size_t kMostTextBytes = 1'024;  // of a name
constexpr std::size_t kMostHeadings = 8;

std::string Clean(std::string_view text) { return CleanText(text::Prefix(text, kMostTextBytes)); }

void ReadMeta(Node meta, PageNames& names) {
  const std::string_view content = meta.Attribute("content");
  if (AsciiLowered(meta.Attribute("http-equiv")) == "refresh") {
    // Without an address it loads itself again.
    if (AsciiLowered(content).find("url") != std::string::npos) names.is_for_readers = false;
    return;
  }
  std::string_view name = meta.Attribute("property");
  if (name.empty()) name = meta.Attribute("name");
  const std::string lower = AsciiLowered(name);
  if (lower == "robots") {
    const std::string rules = AsciiLowered(content);
    for (const std::string_view rule : {"noindex", "none"}) {
      if (rules.find(rule) != std::string::npos) names.is_for_readers = false;
    }
  }
  if (names.description.empty() && lower == "description") names.description = Clean(content);
  if (names.site_name.empty() && (lower == "og:site_name" || lower == "application-name"))
    names.site_name = Clean(content);
}

void AddHeading(Node heading, std::vector<std::string>& headings) {
  if (headings.size() >= kMostHeadings) return;
  std::string text;
  for (Node at = heading; at && text.size() < kMostTextBytes;) {
    const bool is_sign = at.IsElement(LXB_TAG_A) && internal::IsPermalink(at);
    text += at.Text().substr(0, kMostTextBytes);
    at = at.Next(heading, is_sign ? Node::Descend::kNo : Node::Descend::kYes);
  }
  text = Clean(text);
  if (!text.empty()) headings.push_back(std::move(text));
}

PageNames NamesIn(const html::Tree& tree) {
  PageNames names;
  names.language = text::NormalizeLanguageTag(tree.Html().Attribute("lang"));
  for (Node at = tree.Html(); at;) {
    bool descend = true;
    switch (at.ElementTag()) {
      case LXB_TAG_META:
        ReadMeta(at, names);
        break;
      case LXB_TAG_TITLE:
        if (!at.InForeignContent() && names.title.empty()) names.title = Clean(at.TextContent());
        break;
      case LXB_TAG_H1:
        AddHeading(at, names.headings);
        break;
      case LXB_TAG_H2:
      case LXB_TAG_H3:
      case LXB_TAG_H4:
        AddHeading(at, names.section_headings);
        break;
      case LXB_TAG_TEMPLATE:
      case LXB_TAG_NOSCRIPT:
      case LXB_TAG_SVG:
        descend = false;
        break;
      default:
        break;
    }
    at = at.Next(tree.Html(), descend ? Node::Descend::kYes : Node::Descend::kNo);
  }
  return names;
}

}  // namespace

Result<PageNames> ReadPageNames(const Page& page) {
  const std::string_view start = page.bytes.substr(0, kMostBytes);
  if (html::FormOf(start) == html::ByteForm::kNotText)
    return Fail(ErrorCode::kUnsupported, "not text", "name a file of HTML");
  const html::DecodedText decoded = html::DecodeHtml(start, page.transport_charset);
  ASSIGN_OR_RETURN(const html::Tree tree, html::Tree::Parse(decoded.utf8));
  return NamesIn(tree);
}

}  // namespace sitedoor::extract
