// Any bytes as a page: extraction ends, soon, with valid UTF-8 and an outline that points into its
// Markdown. Under a small limit the Markdown ends before it, and is there as long as there is text.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "extract/extract.h"
#include "text/utf8.h"

namespace {

void Require(bool property) {
  if (!property) std::abort();
}

void CheckLimit(std::string_view bytes, std::size_t most_bytes) {
  sitedoor::extract::ExtractOptions options;
  options.most_markdown_bytes = most_bytes;
  const auto cut = sitedoor::extract::ExtractPage(
      {.bytes = bytes, .url = "", .transport_charset = "", .path = "docs/page.html"}, options);
  if (!cut) return;
  const auto& document = cut->document;
  Require(sitedoor::text::IsValid(document.markdown));
  Require(document.markdown.empty() || document.markdown.back() == '\n');
  // A heading from outside of the content comes on top.
  const std::size_t heading =
      document.outline.empty() ? 0 : 2 * document.outline.front().text.size() + 4;
  Require(document.markdown.size() <= most_bytes + heading);
  Require(document.extraction.kept_characters <= document.extraction.visible_characters);
  for (const auto& anchor : document.anchors) Require(anchor.offset < document.markdown.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  sitedoor::extract::ExtractOptions options;
  options.parse.most_time = std::chrono::milliseconds(2'000);
  options.most_markdown_bytes = 1u << 20;
  const auto start = std::chrono::steady_clock::now();
  const auto extraction = sitedoor::extract::ExtractPage(
      {.bytes = bytes, .url = "https://example.com/docs/page.html", .transport_charset = ""},
      options);
  // Generous for a sanitizer on a busy machine; the inputs are at most some hundred kilobytes.
  Require(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  if (!extraction) return 0;
  const auto& document = extraction->document;
  Require(sitedoor::text::IsValid(document.markdown));
  Require(sitedoor::text::IsValid(document.title));
  Require(sitedoor::text::IsValid(document.description));
  Require(document.markdown.empty() || document.markdown.back() == '\n');
  for (const auto& heading : document.outline) Require(heading.offset < document.markdown.size());
  for (const auto& link : document.links) Require(sitedoor::text::IsValid(link.text));
  CheckLimit(bytes, 16 + size % 512);
  return 0;
}
