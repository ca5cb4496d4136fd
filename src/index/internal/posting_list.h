// EncodePostingList: postings to the bytes that PostingCursor walks.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "index/lexical.h"

namespace sitedoor::index::internal {

struct Posting {
  ChunkId chunk = 0;
  std::uint8_t impact = 1;
};

// Appends the list to `out`. `postings` are not empty, chunks strictly ascending.
void EncodePostingList(std::span<const Posting> postings, std::string& out);

}  // namespace sitedoor::index::internal
