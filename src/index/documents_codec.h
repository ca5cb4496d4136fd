// One Document or Chunk as one line of JSON: the lines of pages.jsonl and chunks.jsonl.
// The members are those of docs/reference/index-format.md (page.schema.json, chunk.schema.json).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"

namespace sitedoor::index {

// No line break inside and none at the end. Equal values give equal bytes.
std::string EncodeDocument(const document::Document& document);
std::string EncodeChunk(const document::Chunk& chunk);

// Unknown members are ignored, absent optional ones are empty. Errors: kCorruption.
Result<document::Document> DecodeDocument(std::string_view line);
Result<document::Chunk> DecodeChunk(std::string_view line);

}  // namespace sitedoor::index
