// Manifest: which files make up one generation. Its rename into place is the commit.
//
// Format: docs/reference/index-format.md, and docs/reference/manifest.schema.json, which a test
// holds real output against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sitedoor::index {

inline constexpr int kIndexFormatVersion = 1;
inline constexpr std::size_t kMostTitleBytes = 4096;  // of a page

struct ManifestFile {
  std::string name;  // within the generation's folder: one plain file name
  std::uint64_t bytes = 0;
  std::string sha256;  // hexadecimal
  std::string xxh128;  // hexadecimal; "" where a writer left it out
  bool operator==(const ManifestFile&) const = default;
};

struct Manifest {
  int format_version = kIndexFormatVersion;
  std::uint64_t sequence = 0;  // higher is newer; a server never goes back
  std::string generation;      // folder name under generations/: [a-z0-9-]{1,64}
  std::string built_at;        // ISO 8601, UTC, seconds
  std::string site_name;       // what the owner calls the site
  std::string site_url;        // its base URL, "" when unknown
  std::uint64_t page_count = 0;
  std::uint64_t chunk_count = 0;
  std::vector<std::string> languages;  // primary subtags of the pages, most frequent first
  std::string analyzer_fingerprint;
  std::string embedding_model;  // "none" for a keyword-only index
  std::string instructions;     // what MCP clients are told, under 2,000 characters
  std::vector<ManifestFile> files;
  bool operator==(const Manifest&) const = default;
};

// The highest sequence number that a reader takes now: 100 years ahead, in milliseconds since 1970,
// so that a later build always has a higher one to give.
std::uint64_t MostSequence();

// JSON, indented, one newline at the end.
std::string EncodeManifest(const Manifest& manifest);

// Unknown members are ignored. Errors: kCorruption (not JSON, wrong types, a bad name, a path in a
// file name, a sequence above MostSequence, other limits of the schema), kUnsupported (a format
// version of the future).
Result<Manifest> DecodeManifest(std::string_view json);

}  // namespace sitedoor::index
