// A block: u8 width, an impact byte a posting, then the gaps to the chunk before, less one, in
// `width` bits each, lowest bit first.
#include <algorithm>
#include <array>
#include <utility>

#include "index/internal/lexical_format.h"
#include "index/lexical.h"

namespace sitedoor::index {
namespace {

using internal::Load;

constexpr unsigned kMostWidth = 32;

// Decodes whole groups of eight gaps, which take `Width` bytes. `chunk` is the chunk before, in 64
// bits so that no gap of damaged bytes can make it wrap. Returns the last chunk.
template <unsigned Width>
std::uint64_t UnpackGroups(const unsigned char* packed, std::uint32_t groups, std::uint64_t chunk,
                           ChunkId* out) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << Width) - 1;
  for (std::uint32_t group = 0; group < groups; ++group, packed += Width, out += 8) {
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint64_t gap =
          (Load<std::uint64_t>(packed + i * Width / 8) >> (i * Width % 8)) & kMask;
      chunk += gap + 1;
      out[i] = static_cast<ChunkId>(chunk);
    }
  }
  return chunk;
}

using UnpackFunction = std::uint64_t (*)(const unsigned char*, std::uint32_t, std::uint64_t,
                                         ChunkId*);
constexpr auto kUnpackGroups = []<unsigned... Width>(std::integer_sequence<unsigned, Width...>) {
  return std::array<UnpackFunction, sizeof...(Width)>{&UnpackGroups<Width>...};
}(std::make_integer_sequence<unsigned, kMostWidth + 1>());

std::uint64_t Unpack(const unsigned char* packed, unsigned width, std::uint32_t count,
                     std::uint64_t chunk, ChunkId* out) {
  const std::uint32_t groups = count / 8;
  chunk = kUnpackGroups[width](packed, groups, chunk, out);
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  for (std::uint32_t i = groups * 8; i < count; ++i) {
    const std::uint32_t bit = i * width;
    chunk += ((Load<std::uint64_t>(packed + bit / 8) >> (bit % 8)) & mask) + 1;
    out[i] = static_cast<ChunkId>(chunk);
  }
  return chunk;
}

}  // namespace

ChunkId PostingCursor::LastOf(std::uint32_t block) const {
  if (lasts_ == nullptr) return chunks_[document_frequency_ - 1];  // decoded when it was opened
  return Load<std::uint32_t>(lasts_ + 4 * std::size_t{block});
}

bool PostingCursor::LoadBlock(std::uint32_t block) {
  if (block >= block_count_) {
    End();
    return false;
  }
  const std::uint32_t count =
      block + 1 == block_count_
          ? document_frequency_ - block * static_cast<std::uint32_t>(kPostingsPerBlock)
          : static_cast<std::uint32_t>(kPostingsPerBlock);
  const std::uint64_t start =
      starts_ == nullptr ? 0 : Load<std::uint32_t>(starts_ + 4 * std::size_t{block});
  // One byte of width and the impacts must be there before the width can be read.
  if (start + 1 + count > blocks_bytes_) {
    End();
    return false;
  }
  const unsigned char* bytes = blocks_ + start;
  const unsigned width = bytes[0];
  const std::uint64_t packed_bytes = (std::uint64_t{count} * width + 7) / 8;
  if (width > kMostWidth || start + 1 + count + packed_bytes + 8 > blocks_bytes_) {
    End();
    return false;
  }
  // The chunk before chunk 0 is -1; it wraps to where it should.
  const std::uint64_t before = block == 0 ? ~std::uint64_t{0} : std::uint64_t{LastOf(block - 1)};
  const std::uint64_t last = Unpack(bytes + 1 + count, width, count, before, chunks_);
  // Chunks ascend within a block by their encoding; that they ascend from block to block, whatever
  // the headers say, follows from every block ending where its header says it does.
  if (last >= chunk_limit_ || (lasts_ != nullptr && last != LastOf(block))) {
    End();
    return false;
  }
  block_ = block;
  in_block_ = count;
  impacts_ = bytes + 1;
  at_ = kBefore;
  return true;
}

void PostingCursor::End() {
  chunk_ = kNoChunk;
  impact_ = 0;
  at_ = in_block_ = 0;
  block_ = block_count_ = 0;
  table_ = nullptr;
}

void PostingCursor::NextBlock() {
  if (table_ != nullptr) return SeekInTable(in_block_ == 0 ? 0 : chunk_ + 1);
  if (!LoadBlock(block_ + 1)) return;  // from kBefore to 0
  at_ = 0;
  Take();
}

std::uint32_t PostingCursor::FindBlock(std::uint32_t from, ChunkId target) const {
  if (from >= block_count_ || LastOf(from) >= target) return from;
  std::uint32_t low = from, step = 1;  // LastOf(low) < target
  while (step < block_count_ - low && LastOf(low + step) < target) {
    low += step;
    step *= 2;
  }
  std::uint32_t high = step < block_count_ - low ? low + step : block_count_;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (LastOf(middle) < target ? low : high) = middle;
  }
  return high;
}

void PostingCursor::SeekForward(ChunkId target) {
  if (table_ != nullptr) return SeekInTable(target);
  std::uint32_t from = at_ == kBefore ? 0 : at_ + 1;
  if (in_block_ == 0 || chunks_[in_block_ - 1] < target) {
    if (!LoadBlock(FindBlock(block_ + 1, target))) return;
    if (chunks_[in_block_ - 1] < target) return End();
    from = 0;
  }
  // The first posting of [from, in_block_) that is not before the target; there is one.
  const ChunkId* low = chunks_ + from;
  for (std::uint32_t count = in_block_ - from; count > 1;) {
    const std::uint32_t half = count / 2;
    low = low[half - 1] < target ? low + half : low;
    count -= half;
  }
  at_ = static_cast<std::uint32_t>(low - chunks_);
  Take();
}

// As a block of one posting, so that Next comes back here.
void PostingCursor::SeekInTable(ChunkId target) {
  while (target < chunk_limit_ && table_[target] == 0) ++target;
  if (target >= chunk_limit_) return End();
  chunks_[0] = target;
  impacts_ = table_ + target;
  at_ = 0;
  in_block_ = 1;
  Take();
}

}  // namespace sitedoor::index
