// Snapshot: one opened generation. Immutable; what one request searches and reads from.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/mapped_file.h"
#include "base/open_folder.h"
#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/documents_codec.h"
#include "index/lexical.h"
#include "index/manifest.h"

namespace sitedoor::index {

enum class Verification {
  kStructure,   // sizes, headers, footers: the start from a local folder
  kEverything,  // every byte's sum and samples of the content as well: before a swap or a rollback
};

// Thread-safe. The files stay mapped, so a generation that is deleted meanwhile can still be read.
// One that is changed in place cannot: CheckWhole tells (base/map_guard.h has why a read still
// ends).
class Snapshot {
 public:
  // Opens what `<index_path>/manifest.json` names. Nothing below `index_path` is read through a
  // symbolic link. Errors: kNotFound (no index there), kCorruption, kUnavailable, kUnsupported. A
  // lexical.bin that is missing or of another version is rebuilt in memory.
  static Result<std::shared_ptr<const Snapshot>> Open(const std::string& index_path,
                                                      Verification verification);

  // The same of one generation, as `manifest` has it.
  static Result<std::shared_ptr<const Snapshot>> OpenGeneration(const std::string& index_path,
                                                                Manifest manifest,
                                                                Verification verification);

  // The live generation, or else the newest that can be verified whole, for a server whose own
  // files were damaged. Errors: those of the live one.
  static Result<std::shared_ptr<const Snapshot>> OpenNewestWhole(const std::string& index_path);

  // That the files are still what they were when they were opened, as far as their sizes, failed
  // reads and lines that made no sense tell: a few system calls, cheap enough for every request.
  // Errors: kUnavailable, with what to do.
  Status CheckWhole() const;

  const Manifest& manifest() const { return manifest_; }
  const LexicalIndex& lexical() const { return *lexical_; }
  std::uint32_t page_count() const { return lexical_->page_count(); }

  // Errors: kCorruption (a line that is not what it should be), kNotFound (no such number).
  Result<document::Document> ReadPage(PageId page) const;
  // For a part of a page. Good as long as the snapshot.
  Result<StoredPage> ReadStoredPage(PageId page, Places places) const;
  Result<document::Chunk> ReadChunk(ChunkId chunk) const;
  // The same for showing a part of it, in time of kMostWholeText at the most. Good as long as the
  // snapshot.
  Result<StoredChunk> ReadStoredChunk(ChunkId chunk) const;
  // Has the processor fetch the beginnings of the chunks' lines together, for reads that follow:
  // one by one they would wait for memory each. A hint, which nothing rests on.
  void FetchAhead(std::span<const ChunkId> chunks) const;

  // By id, alias or full URL, or by what a link on the site may hold ("/docs/a.html" where the site
  // is below /docs/); a fragment and, failing a match, a query are ignored, "index.html"
  // and "/" mean the same, percent-encoding and a leading slash do not matter. Failing a match, so
  // do dot segments, composed or decomposed letters, "www." and ".html".
  std::optional<PageId> FindPage(std::string_view reference) const;

  // The report of the build, as JSON.
  Result<std::string> ReadReport() const;

 private:
  Snapshot(Manifest manifest, OpenFolder folder);
  std::optional<PageId> FindSpelling(std::string_view reference) const;
  Status OpenFiles();
  Status CheckLines() const;
  Status VerifyBytes() const;
  Status OpenLexical();
  Status RebuildLexical();
  Result<OpenFile> OpenListed(std::string_view name) const;
  Result<MappedFile> MapListed(std::string_view name) const;
  std::string PathOf(std::string_view name) const;
  std::unexpected<Error> Misread(const std::string& line, Error error) const;
  Result<std::string_view> PageLine(PageId page) const;
  Result<std::string_view> ChunkLine(ChunkId chunk) const;

  Manifest manifest_;
  OpenFolder folder_;
  std::string site_key_;  // the site's base URL as names are compared, "" when unknown
  MappedFile pages_, page_offsets_, chunks_, chunk_offsets_, lexical_file_;
  std::string rebuilt_lexical_;
  std::optional<LexicalIndex> lexical_;
  mutable std::atomic<bool> misread_ = false;  // a line was not what it should be
};

// The manifest that a folder's manifest.json holds now, without opening the generation: what the
// server polls.
Result<Manifest> PeekManifest(const std::string& index_path);

}  // namespace sitedoor::index
