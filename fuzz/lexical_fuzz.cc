// Property: arbitrary bytes as a lexical file are refused or can be read whole without a crash;
// chunks of a list ascend strictly and stay below chunk_count(), seeks never go back, and pages of
// chunks exist. The bytes are tried as they are and with length and checksum made to fit.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "index/internal/lexical_format.h"
#include "index/lexical.h"

namespace {

using namespace sitedoor::index;  // NOLINT(google-build-using-namespace): one file, one program

constexpr int kMostTerms = 2000;

void Expect(bool holds) {
  if (!holds) std::abort();
}

void WalkList(const LexicalIndex& index, const TermEntry& entry) {
  PostingCursor cursor = index.Postings(entry);
  std::uint64_t next = 0;
  for (cursor.Next(); cursor.chunk() != kNoChunk; cursor.Next()) {
    Expect(cursor.chunk() >= next && cursor.chunk() < index.chunk_count());
    next = std::uint64_t{cursor.chunk()} + 1;
  }
  const ChunkId step = 1 + index.chunk_count() / 40;
  PostingCursor seeking = index.Postings(entry);
  for (std::uint64_t target = 0; target < index.chunk_count(); target += step) {
    seeking.SeekTo(static_cast<ChunkId>(target));
    Expect(seeking.chunk() >= target);
  }
  if (const auto table = index.Table(entry)) {
    // Read to its end, so that a sanitizer sees a table that reaches outside.
    const volatile unsigned char last =
        table->impacts[internal::TableBytes(index.chunk_count()) -
                       internal::TableRanges(index.chunk_count()) - 1];
    Expect(table->most < table->impacts);
    static_cast<void>(last);
  }
}

void WalkAll(std::string_view bytes) {
  const auto opened = LexicalIndex::Open(bytes);
  if (!opened) return;
  const LexicalIndex& index = *opened;
  int terms = 0;
  index.ForEachWithPrefix("", [&](const TermEntry& entry) {
    index.Find(entry.term);
    WalkList(index, entry);
    return ++terms < kMostTerms;
  });
  for (PageId page = 0; page < index.page_count() && page < 2000; ++page) {
    const PageColumns columns = index.Page(page);
    Expect(std::uint64_t{columns.first_chunk} + columns.chunk_count <= index.chunk_count());
    if (const auto found = index.FindPage(columns.id)) Expect(*found < index.page_count());
    index.FindPage(columns.url);
  }
  for (ChunkId chunk = 0; chunk < index.chunk_count(); ++chunk) {
    Expect(index.PageOf(chunk) < index.page_count());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  WalkAll(bytes);
  if (size < internal::kHeadBytes + internal::kFootBytes) return 0;
  const std::string_view head = std::string_view(bytes).substr(0, internal::kHeadBytes);
  const std::uint64_t length = size, checksum = internal::Fnv1a(head);
  char* foot = bytes.data() + size - internal::kFootBytes;
  std::memcpy(foot, &length, 8);
  std::memcpy(foot + 8, &checksum, 8);
  std::memcpy(foot + 20, internal::kFootMagic.data(), internal::kFootMagic.size());
  WalkAll(bytes);
  return 0;
}
