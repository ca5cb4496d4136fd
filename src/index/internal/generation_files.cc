#include "index/internal/generation_files.h"

#include <algorithm>
#include <chrono>

namespace sitedoor::index::internal {
namespace {

// Rollbacks give out numbers that only the live manifest keeps. When it cannot be read, this many
// are skipped, so that a server that still knows it takes the next one.
constexpr std::uint64_t kSkippedSequences = 1000;

// Beside what the folder knows, so that an index in a folder that was emptied is newer than the one
// that a server took from it before. Below 2^53, which every JSON reader keeps exactly.
std::uint64_t MillisecondsSince1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return elapsed > 0 ? static_cast<std::uint64_t>(elapsed) : 1;
}

bool HasItsFiles(const Directory& index_folder, const Manifest& manifest) {
  return std::ranges::all_of(manifest.files, [&](const ManifestFile& file) {
    const auto size = index_folder.SizeOf(GenerationPath(manifest.generation) + "/" + file.name);
    return size && *size == file.bytes;
  });
}

}  // namespace

std::string GenerationPath(std::string_view generation) {
  return std::string(kGenerationsFolder) + "/" + std::string(generation);
}

Result<Manifest> DecodeManifestOf(std::string_view text, const std::string& path) {
  auto manifest = DecodeManifest(text);
  if (manifest) return manifest;
  Error error = std::move(manifest).error();
  if (error.hint.empty()) {
    error.hint = "go back with \"sitedoor rollback\", or build the index again";
  }
  return WithPrefix(path, std::move(error));
}

Result<std::vector<Manifest>> CompleteGenerations(const Directory& index_folder) {
  std::vector<Manifest> generations;
  auto names = index_folder.List(kGenerationsFolder);
  if (!names) {
    if (names.error().code == ErrorCode::kNotFound) return generations;
    return std::unexpected(std::move(names).error());
  }
  for (const std::string& name : *names) {
    if (name.ends_with(kBuildingSuffix)) continue;
    const auto text = index_folder.Read(GenerationPath(name) + "/" + std::string(kManifestFile));
    if (!text) continue;
    auto manifest = DecodeManifest(*text);
    if (!manifest || manifest->generation != name || !HasItsFiles(index_folder, *manifest)) {
      continue;
    }
    generations.push_back(*std::move(manifest));
  }
  std::ranges::sort(generations, [](const Manifest& a, const Manifest& b) {
    return a.sequence != b.sequence ? a.sequence > b.sequence : a.generation > b.generation;
  });
  return generations;
}

const ManifestFile* FindFile(const Manifest& manifest, std::string_view name) {
  const auto file = std::ranges::find(manifest.files, name, &ManifestFile::name);
  return file == manifest.files.end() ? nullptr : &*file;
}

Result<std::uint64_t> NextSequence(const std::vector<Manifest>& generations,
                                   const Result<std::optional<Manifest>>& live) {
  std::uint64_t most = generations.empty() ? 0 : generations.front().sequence;
  if (live && live->has_value()) most = std::max(most, (*live)->sequence);
  const std::uint64_t next =
      std::max(most + (live ? 1 : kSkippedSequences), MillisecondsSince1970());
  if (next <= MostSequence()) return next;
  return Fail(ErrorCode::kUnavailable,
              "no sequence number above " + std::to_string(most) + " is left to give",
              "put the clock right, or build into an emptied folder and start the server again");
}

void RemoveOldGenerations(Directory& index_folder, const Manifest& live, std::size_t keep) {
  const auto generations = CompleteGenerations(index_folder);
  if (!generations) return;
  for (std::size_t i = keep; i < generations->size(); ++i) {
    const std::string& name = (*generations)[i].generation;
    if (name == live.generation) continue;
    // A rename first: a folder that is half gone must not look like a generation.
    const std::string doomed = GenerationPath(name) + std::string(kBuildingSuffix);
    if (!index_folder.Rename(GenerationPath(name), doomed)) return;
    if (!index_folder.Remove(doomed)) return;
  }
}

}  // namespace sitedoor::index::internal
