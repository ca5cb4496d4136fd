// GenerationWriter: writes one generation beside the live ones and makes it live, all or nothing.
//
// Order: lock; files under generations/next.building/, each synced; the folder renamed to
// generations/<id> and synced; manifest.json of the index folder last, by rename (the commit). A
// crash before that rename leaves the old generation live; leftovers (*.building) are removed by
// the next writer. The last three complete generations stay.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"
#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/manifest.h"

namespace sitedoor::index {

// What the caller knows; counts, files, sequence, generation and fingerprint are the writer's.
struct ManifestDraft {
  std::string site_name, site_url, built_at, instructions;
  std::vector<std::string> languages;
};

struct GenerationWriterOptions {
  unsigned threads = 0;              // for analysis; 0: one a core
  std::size_t keep_generations = 3;  // complete ones, the live one included
};

// Not thread-safe. Destroyed without Commit, it removes what it wrote.
class GenerationWriter {
 public:
  // Errors: kUnavailable when another process is writing or the folder cannot be written.
  static Result<std::unique_ptr<GenerationWriter>> Begin(
      std::unique_ptr<Directory> index_folder, const GenerationWriterOptions& options = {});
  virtual ~GenerationWriter() = default;

  // In strictly ascending order of Document.id; `chunks` are all of the document's, in order.
  // Errors: kInvalidArgument (order), kUnavailable (disk).
  virtual Status AddPage(const document::Document& document,
                         std::span<const document::Chunk> chunks) = 0;

  // Builds lexical.bin, writes manifest and `report_json`, commits. Returns the live manifest.
  virtual Result<Manifest> Commit(const ManifestDraft& draft, std::string_view report_json) = 0;
};

// The live manifest of an index folder; nullopt when there is none yet. Errors: kCorruption,
// kUnavailable.
Result<std::optional<Manifest>> ReadLiveManifest(const Directory& index_folder);

// Complete generations, newest sequence first.
Result<std::vector<Manifest>> ListGenerations(const Directory& index_folder);

// Makes an older complete generation live under a higher sequence number, after verifying it whole:
// the one before the live one, or `generation`. Errors: kNotFound (nothing to go back to),
// kCorruption, kUnavailable (a build runs).
Result<Manifest> RollBack(Directory& index_folder, const std::optional<std::string>& generation);

}  // namespace sitedoor::index
