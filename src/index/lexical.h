// The lexical file (lexical.bin): term dictionary, posting lists with impacts, and the columns of
// pages and chunks.
//
// Its bytes are described in docs/reference/index-format.md. It is derived from pages.jsonl and
// chunks.jsonl. Opening checks header, section table, bounds and footer; every read is bounded, so
// that damaged bytes give wrong answers at worst, never a crash.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/function_ref.h"
#include "base/result.h"
#include "index/bm25f.h"

namespace sitedoor::index {

using ChunkId = std::uint32_t;  // dense, in page order; means something in one Snapshot only
using PageId =
    std::uint32_t;  // dense, in order of Document.id; means something in one Snapshot only
inline constexpr ChunkId kNoChunk = std::numeric_limits<ChunkId>::max();

inline constexpr std::size_t kPostingsPerBlock = 128;
// Where impacts are bounded for chunks side by side: of so many.
inline constexpr ChunkId kRangeChunks = 16;

// A dictionary entry: a value that stays good as long as its LexicalIndex.
struct TermEntry {
  std::string_view
      term;  // ForEachWithPrefix: valid during the callback. Find: the caller's own text
  std::uint32_t document_frequency = 0;  // chunks that hold it
  std::uint64_t postings_offset = 0;
};

// The postings of a frequent term as impacts by chunk, 0 where the chunk does not hold it. Both
// arrays go on to a whole number of eight ranges. Whatever damaged bytes hold, all of it can be
// read.
struct ImpactTable {
  const unsigned char* most = nullptr;  // a byte a range of kRangeChunks: its greatest impact
  const unsigned char* impacts = nullptr;
};

// Walks one posting list in ascending order of chunk. Starts before the first posting: call Next or
// SeekTo before the first chunk(). Whatever the bytes hold, chunks ascend strictly and stay below
// the index's chunk_count(); a damaged block ends the list. Not thread-safe. Good as long as its
// LexicalIndex; may be copied and moved.
class PostingCursor {
 public:
  ChunkId chunk() const { return chunk_; }  // kNoChunk at the end
  std::uint8_t impact() const { return impact_; }
  std::uint32_t document_frequency() const { return document_frequency_; }

  // To the next posting, or the end.
  void Next() {
    if (++at_ < in_block_) [[likely]] {
      Take();
    } else {
      NextBlock();
    }
  }

  // To the first posting at or after `target` (never backwards).
  void SeekTo(ChunkId target) {
    if (chunk_ >= target && at_ != kBefore) return;
    SeekForward(target);
  }

  // The posting that the cursor stands at and those behind it in its block; empty at the end.
  struct Postings {
    const ChunkId* chunks = nullptr;
    const unsigned char* impacts = nullptr;
    std::uint32_t count = 0;
  };
  Postings RestOfBlock() const { return {chunks_ + at_, impacts_ + at_, in_block_ - at_}; }
  // To the first posting of the next block, or the end.
  void NextBlock();

 private:
  friend class LexicalIndex;
  static constexpr std::uint32_t kBefore = std::numeric_limits<std::uint32_t>::max();

  PostingCursor() = default;
  void Take() {
    chunk_ = chunks_[at_];
    impact_ = impacts_[at_];
  }
  void SeekForward(ChunkId target);
  // Of a table: stands at the first chunk from `target` on that holds the term.
  void SeekInTable(ChunkId target);
  // Decodes a block and stands before its first posting; false at the end and on damaged bytes.
  bool LoadBlock(std::uint32_t block);
  void End();
  // The first block at or after `from` that may hold `target`; block_count_ when none does.
  std::uint32_t FindBlock(std::uint32_t from, ChunkId target) const;
  ChunkId LastOf(std::uint32_t block) const;

  const unsigned char* table_ = nullptr;   // impacts by chunk; else null, and:
  const unsigned char* lasts_ = nullptr;   // u32 a block; null for a list of one block
  const unsigned char* starts_ = nullptr;  // u32 a block, from blocks_
  const unsigned char* blocks_ = nullptr;
  std::uint64_t blocks_bytes_ = 0;          // readable from blocks_
  const unsigned char* impacts_ = nullptr;  // of the decoded block
  std::uint32_t document_frequency_ = 0;
  std::uint32_t block_count_ = 0;
  std::uint32_t block_ = kBefore;  // the decoded block
  std::uint32_t at_ = kBefore, in_block_ = 0;
  ChunkId chunk_ = 0;
  ChunkId chunk_limit_ = 0;
  std::uint8_t impact_ = 0;
  ChunkId chunks_[kPostingsPerBlock];
};

struct PageColumns {
  std::string_view id, url, title, language;
  ChunkId first_chunk = 0;
  std::uint32_t chunk_count = 0;
};

// Immutable; safe from any thread.
class LexicalIndex {
 public:
  // `bytes` must outlive the index. Errors: kCorruption; kUnsupported for another format version.
  static Result<LexicalIndex> Open(std::string_view bytes);

  std::uint32_t chunk_count() const { return chunk_count_; }
  std::uint32_t page_count() const { return page_count_; }
  std::uint32_t term_count() const;
  std::string_view analyzer_fingerprint() const;
  const Bm25fParameters& parameters() const;

  std::optional<TermEntry> Find(std::string_view term) const;
  // Terms that start with `prefix`, in byte order, until `visit` returns false.
  void ForEachWithPrefix(std::string_view prefix, FunctionRef<bool(const TermEntry&)> visit) const;
  PostingCursor Postings(const TermEntry& entry) const;
  // The same as a table, where the term stands in at least an eighth of the chunks (and in more
  // than kPostingsPerBlock).
  std::optional<ImpactTable> Table(const TermEntry& entry) const;

  PageColumns Page(PageId page) const;  // page < page_count()
  PageId PageOf(ChunkId chunk) const;   // chunk < chunk_count()
  // A page by its id, its URL or one of its aliases, in any spelling that means the same:
  // percent-encoding, a leading slash, "index.html", a trailing slash, the case of the host and
  // http or https do not matter, a fragment is ignored. The very spelling goes before others, and
  // an id before a URL before an alias.
  std::optional<PageId> FindPage(std::string_view id_or_alias) const;

 private:
  struct Sections;
  LexicalIndex() = default;
  std::shared_ptr<const Sections> sections_;
  std::uint32_t chunk_count_ = 0, page_count_ = 0;
};

}  // namespace sitedoor::index
