// EncodePostingList: postings to the bytes that PostingCursor walks and ImpactTable points at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "index/lexical.h"

namespace sitedoor::index::internal {

struct Posting {
  ChunkId chunk = 0;
  std::uint8_t impact = 1;
};

// A posting list as PostingCursor walks it, and what the dictionary says of it.
struct EncodedList {
  std::string_view bytes;
  std::uint64_t postings = 0;
};

// Appends the list, or the table of a frequent term, to `out`. `postings` are not empty, chunks
// strictly ascending and below `chunks`, the number of all.
void EncodePostingList(std::span<const Posting> postings, ChunkId chunks, std::string& out);

}  // namespace sitedoor::index::internal
