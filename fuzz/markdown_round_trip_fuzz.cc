// Property: cmark-gfm reads in our Markdown exactly the code blocks, headings and tables that we
// say we wrote, whatever the HTML, no link that we do not name, no image and no code span in a page
// without one, and no HTML but <br>; the Markdown stays within a constant multiple of it.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include "extract/markdown_writer.h"
#include "text/utf8.h"

namespace {

struct Counts {
  int code_blocks = 0;
  int tables = 0;
  std::size_t headings = 0;
  std::size_t links = 0;
  std::size_t images = 0;
  std::size_t code_spans = 0;
  std::size_t html = 0;  // but <br>
};

Counts Parse(std::string_view markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  cmark_node* document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  Counts counts;
  cmark_iter* iterator = cmark_iter_new(document);
  for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator);
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_CODE_BLOCK) ++counts.code_blocks;
    if (type == CMARK_NODE_HEADING) ++counts.headings;
    if (type == CMARK_NODE_LINK) ++counts.links;
    if (type == CMARK_NODE_IMAGE) ++counts.images;
    if (type == CMARK_NODE_CODE) ++counts.code_spans;
    if (type == CMARK_NODE_HTML_BLOCK) ++counts.html;
    if (type == CMARK_NODE_HTML_INLINE && cmark_node_get_literal(node) != std::string_view("<br>"))
      ++counts.html;
    if (std::string_view(cmark_node_get_type_string(node)) == "table") ++counts.tables;
  }
  cmark_iter_free(iterator);
  cmark_node_free(document);
  return counts;
}

// What a page's elements may become code of.
bool MayHoldCode(sitedoor::html::Node body) {
  for (auto at = body; at; at = at.Next(body)) {
    switch (at.ElementTag()) {
      case LXB_TAG_CODE:
      case LXB_TAG_KBD:
      case LXB_TAG_SAMP:
      case LXB_TAG_TT:
      case LXB_TAG_PRE:
      case LXB_TAG_LISTING:
      case LXB_TAG_XMP:
      case LXB_TAG_PLAINTEXT:
        return true;
      default:
        if (at.HasAttribute(LXB_DOM_ATTR_CLASS)) return true;
    }
  }
  return false;
}

std::size_t CountImages(sitedoor::html::Node body) {
  std::size_t images = 0;
  for (auto at = body; at; at = at.Next(body)) images += at.IsElement(LXB_TAG_IMG) ? 1 : 0;
  return images;
}

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string html = sitedoor::text::Repair(bytes);
  const auto tree = sitedoor::html::Tree::Parse(html);
  if (!tree) return 0;
  const auto outcome = sitedoor::extract::WriteMarkdown(tree->Body(), {});
  Require(outcome.markdown.size() <= 256 * html.size() + 4096);
  Require(outcome.markdown.empty() || outcome.markdown.back() == '\n');
  Require(sitedoor::text::IsValid(outcome.markdown));
  const Counts counts = Parse(outcome.markdown);
  Require(counts.code_blocks == outcome.code_blocks);
  Require(counts.tables == outcome.tables);
  Require(counts.headings == outcome.outline.size());
  Require(counts.links <= outcome.links.size());
  Require(counts.images <= CountImages(tree->Body()));
  Require(counts.code_spans == 0 || MayHoldCode(tree->Body()));
  Require(counts.html == 0);
  return 0;
}
