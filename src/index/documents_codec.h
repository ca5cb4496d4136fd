// One Document or Chunk as one line of JSON: the lines of pages.jsonl and chunks.jsonl.
// The members are those of docs/reference/index-format.md (page.schema.json, chunk.schema.json).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/escaped_text.h"
#include "index/long_text.h"

namespace sitedoor::index {

// No line break inside and none at the end. Equal values give equal bytes.
std::string EncodeDocument(const document::Document& document);
std::string EncodeChunk(const document::Chunk& chunk);

// Unknown members are ignored, absent optional ones are empty. Errors: kCorruption.
Result<document::Document> DecodeDocument(std::string_view line);
Result<document::Chunk> DecodeChunk(std::string_view line);

// A page of which a part is to be shown: its Markdown is still as the line holds it.
struct StoredPage {
  document::Document document;  // without Markdown, links and extraction
  EscapedText markdown;         // good as long as the line
};

// kLeftOut: without outline and anchors too.
enum class Places { kLeftOut, kRead };

// In time of the line's length, but ten times faster than DecodeDocument. Errors: kCorruption.
Result<StoredPage> DecodeStoredPage(std::string_view line, Places places);

// What a search shows of a chunk.
struct StoredChunk {
  std::vector<std::string> heading_path;
  std::string anchor;
  std::string text;  // "" where:
  // The text is longer than kMostWholeText. Good as long as the line.
  std::optional<LongText> long_text;
};
inline constexpr std::size_t kMostWholeText = 64 << 10;  // bytes

// Refuses what DecodeChunk does, but in time of kMostWholeText at the most, however long the line:
// of a longer text nothing behind its beginning is looked at. Errors: kCorruption.
Result<StoredChunk> DecodeStoredChunk(std::string_view line);

}  // namespace sitedoor::index
