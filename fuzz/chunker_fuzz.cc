// Property: for arbitrary bytes taken as Markdown, no text outside markup is lost (every printable
// byte of the plain text is in some chunk or heading path as often as there, unless a heading is so
// long that its paths are cut), ordinals count up, ranges lie inside the Markdown and begin in
// ascending order, and code ranges lie inside the chunk's text, ascending and disjoint.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "document/chunker.h"
#include "text/utf8.h"

namespace {

using Counts = std::array<std::size_t, 256>;

void Count(std::string_view text, Counts& counts) {
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
}

void CheckRanges(const sitedoor::document::Chunk& chunk) {
  std::size_t end = 0;
  for (const auto& range : chunk.code_ranges) {
    if (range.begin < end || range.begin >= range.end || range.end > chunk.text.size())
      std::abort();
    end = range.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sitedoor::document::Document document;
  document.markdown.assign(reinterpret_cast<const char*>(data), size);
  // Small limits, so that small inputs reach every way to cut.
  const sitedoor::document::ChunkerOptions options{
      .target_characters = 40, .most_characters = 60, .most_fence_characters = 80};
  Counts kept{}, expected{};
  Count(sitedoor::document::MarkdownToPlainText(document.markdown).text, expected);
  std::size_t ordinal = 0, begin = 0;
  bool has_cut_path = false;
  for (const auto& chunk : sitedoor::document::ChunkDocument(document, options)) {
    if (chunk.ordinal != ordinal++ || chunk.text.empty() || chunk.token_count == 0) std::abort();
    if (!sitedoor::text::IsValid(chunk.text)) std::abort();
    const auto range = chunk.markdown_range;
    if (range.begin < begin || range.begin > range.end || range.end > size) std::abort();
    begin = range.begin;
    CheckRanges(chunk);
    Count(chunk.text, kept);
    for (const std::string& heading : chunk.heading_path) {
      if (heading.ends_with("…")) has_cut_path = true;
      Count(heading, kept);
    }
  }
  if (has_cut_path) return 0;
  for (int c = 0x21; c < 256; ++c) {
    if (kept[c] < expected[c]) std::abort();
  }
  return 0;
}
