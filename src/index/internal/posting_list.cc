#include "index/internal/posting_list.h"

#include <algorithm>
#include <bit>

#include "base/bytes.h"
#include "index/internal/lexical_format.h"

namespace sitedoor::index::internal {
namespace {

// `before` is the chunk before the first; -1 in front of chunk 0.
void EncodeBlock(std::span<const Posting> postings, ChunkId before, std::string& out) {
  std::uint32_t bits = 0;
  for (ChunkId last = before; const Posting& posting : postings) {
    bits |= posting.chunk - last - 1;
    last = posting.chunk;
  }
  const auto width = static_cast<unsigned>(std::bit_width(bits));
  out += static_cast<char>(width);
  for (const Posting& posting : postings) out += static_cast<char>(posting.impact);
  std::uint64_t packed = 0;
  unsigned filled = 0;
  for (ChunkId last = before; const Posting& posting : postings) {
    packed |= std::uint64_t{posting.chunk - last - 1} << filled;
    last = posting.chunk;
    for (filled += width; filled >= 8; filled -= 8) {
      out += static_cast<char>(packed);
      packed >>= 8;
    }
  }
  if (filled > 0) out += static_cast<char>(packed);
}

void EncodeTable(std::span<const Posting> postings, ChunkId chunks, std::string& out) {
  const std::size_t begin = out.size(), ranges = TableRanges(chunks);
  out.resize(begin + TableBytes(chunks), '\0');
  auto* const most = reinterpret_cast<unsigned char*>(out.data()) + begin;
  for (const Posting& posting : postings) {
    most[ranges + posting.chunk] = posting.impact;
    unsigned char& of_range = most[posting.chunk / kRangeChunks];
    of_range = std::max(of_range, posting.impact);
  }
}

}  // namespace

void EncodePostingList(std::span<const Posting> postings, ChunkId chunks, std::string& out) {
  if (IsTable(postings.size(), chunks)) return EncodeTable(postings, chunks, out);
  constexpr ChunkId kBeforeFirst = ~ChunkId{0};
  if (postings.size() <= kPostingsPerBlock) return EncodeBlock(postings, kBeforeFirst, out);
  std::string lasts, starts, blocks;
  ChunkId before = kBeforeFirst;
  for (std::size_t begin = 0; begin < postings.size(); begin += kPostingsPerBlock) {
    const auto block =
        postings.subspan(begin, std::min(kPostingsPerBlock, postings.size() - begin));
    AppendFixed(lasts, block.back().chunk);
    AppendFixed(starts, static_cast<std::uint32_t>(blocks.size()));
    EncodeBlock(block, before, blocks);
    before = block.back().chunk;
  }
  out += lasts + starts + blocks;
}

}  // namespace sitedoor::index::internal
