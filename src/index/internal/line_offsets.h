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

// Line `line` (< what was checked), without its break. Errors: kCorruption.
Result<std::string_view> LineAt(std::string_view jsonl, std::string_view offsets,
                                std::uint64_t line);

}  // namespace sitedoor::index::internal
