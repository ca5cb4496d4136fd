// The files of an index folder: their names, and reading the manifests among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"
#include "base/result.h"
#include "index/manifest.h"

namespace sitedoor::index::internal {

inline constexpr std::string_view kManifestFile = "manifest.json";
inline constexpr std::string_view kGenerationsFolder = "generations";
inline constexpr std::string_view kBuildingSuffix = ".building";
inline constexpr std::string_view kLockFile = "lock";

inline constexpr std::string_view kPagesFile = "pages.jsonl";
inline constexpr std::string_view kPageOffsetsFile = "pages.offsets";
inline constexpr std::string_view kChunksFile = "chunks.jsonl";
inline constexpr std::string_view kChunkOffsetsFile = "chunks.offsets";
inline constexpr std::string_view kLexicalFile = "lexical.bin";
inline constexpr std::string_view kReportFile = "report.json";

// "generations/<generation>", from the index folder.
std::string GenerationPath(std::string_view generation);

// The manifest in `text`, which stands in the file `path`; errors name it and say what to do.
Result<Manifest> DecodeManifestOf(std::string_view text, const std::string& path);

// Complete ones, newest first: their manifest can be read, names them, and every file that it lists
// is there with its size.
Result<std::vector<Manifest>> CompleteGenerations(const Directory& index_folder);

// Null when the manifest does not list the file.
const ManifestFile* FindFile(const Manifest& manifest, std::string_view name);

// Higher than every sequence number that the folder knows, and no lower than the milliseconds since
// 1970: `live` is the live manifest, or an error when it cannot be read. Errors: kUnavailable where
// readers would take no number that is higher.
Result<std::uint64_t> NextSequence(const std::vector<Manifest>& generations,
                                   const Result<std::optional<Manifest>>& live);

// Removes what is beyond the `keep` newest generations, but never one that `live` or its copy
// names. What cannot be removed is left for the next time.
void RemoveOldGenerations(Directory& index_folder, const Manifest& live, std::size_t keep);

}  // namespace sitedoor::index::internal
