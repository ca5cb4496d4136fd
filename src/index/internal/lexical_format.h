// The layout of lexical.bin, as writer and reader share it (docs/reference/index-format.md).
//
//   header   "SDLX", u32 version, u32 sections, u32 0, then {u64 offset, u64 bytes} a section
//   sections each at a multiple of 8 bytes
//   footer   u64 length of the file, u64 FNV-1a of header and section table, u32 0, "XLDS"
// All integers are little-endian.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "index/lexical.h"

namespace sitedoor::index::internal {

inline constexpr std::string_view kHeadMagic = "SDLX";
inline constexpr std::string_view kFootMagic = "XLDS";
inline constexpr std::uint32_t kLexicalVersion = 3;

enum class Section : std::uint8_t {
  kParameters,   // f64 k1, f64 weight a field, f64 b a field, then u32 chunks, pages, terms, names
  kFingerprint,  // the analyzer's, as text
  kTermBlocks,   // entries in order of term, kTermsPerBlock a block
  kTermBlockKeys,    // u64 a block: the first eight bytes of its first term, as a big-endian number
  kTermBlockStarts,  // u32 a block and one more, into kTermBlocks
  kPostings,         // posting lists, then kPostingsPadding zero bytes
  kPageOfChunk,      // u32 a chunk
  kFirstChunks,      // u32 a page and one more
  kStringEnds,       // u32 for id, URL, title, language of each page: where it ends in kStrings
  kStrings,          // id, URL, title, language of each page; then the names that are none of these
  kNameHashes,       // u64 a name (id, URL or alias), ascending: FNV-1a of its PageKey
  kNames,            // u32 page, u32 offset in kStrings, u32 bytes a name
};
inline constexpr std::size_t kSectionCount = 12;

inline constexpr std::size_t kHeadBytes = 16 + kSectionCount * 16;
inline constexpr std::size_t kFootBytes = 24;
inline constexpr std::size_t kTermsPerBlock = 16;
inline constexpr std::size_t kMostTermBytes = 1024;
inline constexpr std::size_t kStringsPerPage = 4;
inline constexpr std::size_t kNameBytes = 12;

// Lists of at least so many postings are written once, whoever needs them: a word that has one form
// shares its stem's list.
inline constexpr std::size_t kFewestSharedPostings = 16;

// A block's header in a list of more than one block: u32 last chunk, u32 start.
inline constexpr std::size_t kBlockHeaderBytes = 8;
// The decoder loads eight bytes at a time.
inline constexpr std::size_t kPostingsPadding = 16;

// A term that stands in so great a share of the chunks has a table in place of a list: an impact
// byte a chunk, which takes twice the room and needs no decoding.
constexpr bool IsTable(std::uint64_t postings, std::uint64_t chunks) {
  constexpr std::uint64_t kTableShare = 8;
  return postings > kPostingsPerBlock && postings * kTableShare >= chunks;
}
// Of a table: by eights, as the search takes them.
constexpr std::uint64_t TableRanges(std::uint64_t chunks) {
  return (chunks + 8 * kRangeChunks - 1) / (8 * kRangeChunks) * 8;
}
// A table is the greatest impact of each range, then the impacts of each range's chunks.
constexpr std::uint64_t TableBytes(std::uint64_t chunks) {
  return TableRanges(chunks) * (1 + kRangeChunks);
}

constexpr std::uint64_t Fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

// Distances between lists, forwards and backwards, as numbers that are small when the distance is.
constexpr std::uint64_t ZigZag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t UnZigZag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

// The first eight bytes as a big-endian number, zeros behind a shorter text: orders as bytes do,
// but for texts that begin alike.
inline std::uint64_t PrefixKey(std::string_view text) {
  std::uint64_t key = 0;
  std::memcpy(&key, text.data(), text.size() < 8 ? text.size() : 8);
  return __builtin_bswap64(key);
}

template <class Integer>
Integer Load(const void* from) {
  Integer value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace sitedoor::index::internal
