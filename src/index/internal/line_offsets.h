// Where each line of a .jsonl file begins: the .offsets file beside it.
//
//   "SDOF", u32 version 1, u64 lines, then u64 a line: the byte at which it begins, then u64: the
//   size of the .jsonl file. Little-endian.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor::index::internal {

// `ends` are the bytes at which the lines end, line breaks included.
std::string EncodeLineOffsets(std::span<const std::uint64_t> ends);

// That `offsets` is such a file of `lines` lines for a .jsonl file of `bytes`.
// Errors: kCorruption; kUnsupported for another version.
Status CheckLineOffsets(std::string_view offsets, std::uint64_t lines, std::uint64_t bytes);

// That lines end where such offsets say, while a .jsonl file passes by in pieces.
class LineCheck {
 public:
  // "": any bytes will do.
  explicit LineCheck(std::string_view offsets) : offsets_(offsets) {}

  // False when a line does not begin behind a line break, or the offsets do not ascend.
  bool Add(std::string_view bytes);
  // True when every line has passed by.
  bool IsComplete() const;

 private:
  std::string_view offsets_;
  std::uint64_t next_ = 0;  // the number of the offset to come
  std::uint64_t last_ = 0;  // the offset before that
  std::uint64_t done_ = 0;  // bytes that passed by
};

// Line `line` (< what was checked), without its break. Errors: kCorruption.
Result<std::string_view> LineAt(std::string_view jsonl, std::string_view offsets,
                                std::uint64_t line);

// Has the processor fetch the first kilobyte of each of the lines into its cache.
void FetchLinesAhead(std::string_view jsonl, std::string_view offsets,
                     std::span<const std::uint32_t> lines);

}  // namespace sitedoor::index::internal
