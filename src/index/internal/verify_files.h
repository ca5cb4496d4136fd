// Every byte of a generation's files, held against what the manifest says of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "index/manifest.h"

namespace sitedoor::index::internal {

struct FileToVerify {
  const Descriptor* descriptor = nullptr;
  std::string path;  // for messages
  const ManifestFile* listed = nullptr;
  // Of a .jsonl file, "" for others: its offsets, which CheckLineOffsets took.
  std::string_view line_offsets;
};

// Reads all files, several at once, on threads that leave the processor to others: the sum that the
// manifest gives, and that lines end where the offsets say. Errors: kCorruption, with the path.
Status VerifyFiles(std::span<const FileToVerify> files);

}  // namespace sitedoor::index::internal
