#include "index/snapshot.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/checksum.h"
#include "base/file_error.h"
#include "index/documents_codec.h"
#include "index/internal/analysis_pool.h"
#include "index/internal/generation_files.h"
#include "index/internal/line_offsets.h"
#include "index/internal/page_key.h"
#include "index/internal/page_spellings.h"
#include "text/analyzer.h"

namespace sitedoor::index {
namespace {

// A generation may be replaced and removed between the reading of the manifest and the opening of
// its files, which takes far less than a build.
constexpr int kMostAttempts = 10;

std::unexpected<Error> Damaged(const std::string& path, std::string_view what) {
  return Fail(ErrorCode::kCorruption, path + ": " + std::string(what),
              "go back with \"sitedoor rollback\", or build the index again");
}

// The part of `key` behind `site`, where the site's pages have their ids; nullopt elsewhere.
std::optional<std::string_view> BehindSite(std::string_view key, std::string_view site) {
  if (site.empty() || !key.starts_with(site)) return std::nullopt;
  key.remove_prefix(site.size());
  if (key.empty()) return "/";
  return key.front() == '/' ? std::optional(key) : std::nullopt;
}

// A key is decoded. As part of a reference it must not be decoded again, nor hold a fragment.
std::string EncodedKey(std::string_view key) {
  std::string encoded;
  for (const char c : key) {
    if (c == '%') {
      encoded += "%25";
    } else if (c == '#') {
      encoded += "%23";
    } else {
      encoded += c;
    }
  }
  return encoded;
}

}  // namespace

Result<Manifest> PeekManifest(const std::string& index_path) {
  const std::string path = index_path + "/" + std::string(internal::kManifestFile);
  // Read, not mapped: this one file is replaced, and what copies an index may write it in place.
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    if (errno != ENOENT && errno != ENOTDIR)
      return FailWithErrno(FileAccess::kRead, "open", path, errno);
    return Fail(ErrorCode::kNotFound, "there is no index in " + index_path,
                "build one with \"sitedoor build\", or name its folder with --index");
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return Fail(ErrorCode::kUnavailable, "reading " + path + " failed");
  return internal::DecodeManifestOf(text, path);
}

Result<std::shared_ptr<const Snapshot>> Snapshot::Open(const std::string& index_path,
                                                       Verification verification) {
  ASSIGN_OR_RETURN(Manifest manifest, PeekManifest(index_path));
  for (int attempt = 1;; ++attempt) {
    auto snapshot = OpenGeneration(index_path, manifest, verification);
    if (snapshot || attempt == kMostAttempts) return snapshot;
    ASSIGN_OR_RETURN(Manifest next, PeekManifest(index_path));
    if (next == manifest) return snapshot;
    manifest = std::move(next);
  }
}

Result<std::shared_ptr<const Snapshot>> Snapshot::OpenGeneration(const std::string& index_path,
                                                                 Manifest manifest,
                                                                 Verification verification) {
  const std::shared_ptr<Snapshot> snapshot(new Snapshot);
  snapshot->folder_ = index_path + "/" + internal::GenerationPath(manifest.generation);
  snapshot->manifest_ = std::move(manifest);
  const std::string& site = snapshot->manifest_.site_url;
  if (!site.empty()) snapshot->site_key_ = internal::PageKey(site);
  while (snapshot->site_key_.ends_with('/')) snapshot->site_key_.pop_back();
  // Held open before anything is read: a generation that is removed meanwhile can be read to its
  // end.
  std::vector<std::ifstream> held;
  if (verification == Verification::kEverything) {
    for (const ManifestFile& file : snapshot->manifest_.files) {
      held.emplace_back(snapshot->PathOf(file.name), std::ios::binary);
    }
  }
  RETURN_IF_ERROR(snapshot->OpenLines());
  RETURN_IF_ERROR(snapshot->OpenLexical());
  for (std::size_t i = 0; i < held.size(); ++i) {
    const ManifestFile& file = snapshot->manifest_.files[i];
    const std::string path = snapshot->PathOf(file.name);
    if (!held[i].is_open()) {
      if (file.name == internal::kLexicalFile) continue;  // rebuilt
      return Damaged(path, "cannot be read");
    }
    const auto sum = Sha256HexOfStream(held[i]);
    if (!sum) return Damaged(path, sum.error().message);
    if (*sum != file.sha256) return Damaged(path, "is not what the manifest says");
  }
  return snapshot;
}

std::string Snapshot::PathOf(std::string_view name) const {
  return folder_ + "/" + std::string(name);
}

// A file that the manifest lists, with the size that it says.
Result<MappedFile> Snapshot::OpenFile(std::string_view name) const {
  const std::string path = PathOf(name);
  const ManifestFile* listed = internal::FindFile(manifest_, name);
  if (listed == nullptr) return Damaged(path, "is not in the manifest");
  auto file = MappedFile::Open(path);
  if (!file) {
    if (file.error().code != ErrorCode::kNotFound) return file;
    return Damaged(path, "is missing");
  }
  if (file->Bytes().size() != listed->bytes) {
    return Damaged(path, "has " + std::to_string(file->Bytes().size()) +
                             " bytes, the manifest says " + std::to_string(listed->bytes));
  }
  return file;
}

Status Snapshot::OpenLines() {
  ASSIGN_OR_RETURN(pages_, OpenFile(internal::kPagesFile));
  ASSIGN_OR_RETURN(page_offsets_, OpenFile(internal::kPageOffsetsFile));
  ASSIGN_OR_RETURN(chunks_, OpenFile(internal::kChunksFile));
  ASSIGN_OR_RETURN(chunk_offsets_, OpenFile(internal::kChunkOffsetsFile));
  const auto check = [&](std::string_view name, const MappedFile& offsets, std::uint64_t lines,
                         const MappedFile& file) -> Status {
    auto checked = internal::CheckLineOffsets(offsets.Bytes(), lines, file.Bytes().size());
    if (!checked) return WithPrefix(PathOf(name), std::move(checked).error());
    return {};
  };
  RETURN_IF_ERROR(check(internal::kPageOffsetsFile, page_offsets_, manifest_.page_count, pages_));
  return check(internal::kChunkOffsetsFile, chunk_offsets_, manifest_.chunk_count, chunks_);
}

Status Snapshot::OpenLexical() {
  const std::string path = PathOf(internal::kLexicalFile);
  if (internal::FindFile(manifest_, internal::kLexicalFile) == nullptr) return RebuildLexical();
  auto file = MappedFile::Open(path);
  if (!file && file.error().code == ErrorCode::kNotFound) return RebuildLexical();
  ASSIGN_OR_RETURN(lexical_file_, OpenFile(internal::kLexicalFile));
  auto lexical = LexicalIndex::Open(lexical_file_.Bytes());
  if (!lexical && lexical.error().code == ErrorCode::kUnsupported) return RebuildLexical();
  if (!lexical) return Damaged(path, lexical.error().message);
  if (lexical->page_count() != manifest_.page_count ||
      lexical->chunk_count() != manifest_.chunk_count) {
    return Damaged(path, "is of other pages than the manifest");
  }
  if (lexical->analyzer_fingerprint() != text::Analyzer::Fingerprint()) return RebuildLexical();
  lexical_ = *std::move(lexical);
  return {};
}

Status Snapshot::RebuildLexical() {
  lexical_file_ = MappedFile();
  internal::AnalysisPool pool(0);
  std::uint64_t next_chunk = 0;
  std::vector<document::Chunk> chunks;
  std::optional<document::Chunk> ahead;  // read already, of a page to come
  for (std::uint64_t page = 0; page < manifest_.page_count; ++page) {
    ASSIGN_OR_RETURN(const document::Document document, ReadPage(static_cast<PageId>(page)));
    chunks.clear();
    while (ahead || next_chunk < manifest_.chunk_count) {
      if (!ahead) {
        ASSIGN_OR_RETURN(ahead, ReadChunk(static_cast<ChunkId>(next_chunk++)));
      }
      if (ahead->document_id != document.id) break;
      chunks.push_back(*std::exchange(ahead, std::nullopt));
    }
    pool.Add(internal::LexicalPageOf(document), chunks);
  }
  if (ahead || next_chunk < manifest_.chunk_count) {
    return Damaged(PathOf(internal::kChunksFile), "holds a chunk out of the order of the pages");
  }
  ASSIGN_OR_RETURN(rebuilt_lexical_, pool.Finish());
  ASSIGN_OR_RETURN(lexical_, LexicalIndex::Open(rebuilt_lexical_));
  return {};
}

Result<document::Document> Snapshot::ReadPage(PageId page) const {
  if (page >= manifest_.page_count) {
    return Fail(ErrorCode::kNotFound, "there is no page number " + std::to_string(page));
  }
  const std::string where = "page number " + std::to_string(page);
  const auto line = internal::LineAt(pages_.Bytes(), page_offsets_.Bytes(), page);
  if (!line) return WithPrefix(where, line.error());
  auto document = DecodeDocument(*line);
  if (!document) return WithPrefix(where, document.error());
  return document;
}

Result<document::Chunk> Snapshot::ReadChunk(ChunkId chunk) const {
  if (chunk >= manifest_.chunk_count) {
    return Fail(ErrorCode::kNotFound, "there is no chunk number " + std::to_string(chunk));
  }
  const auto line = internal::LineAt(chunks_.Bytes(), chunk_offsets_.Bytes(), chunk);
  if (!line) return WithPrefix("chunk number " + std::to_string(chunk), line.error());
  auto decoded = DecodeChunk(*line);
  if (!decoded) return WithPrefix("chunk number " + std::to_string(chunk), decoded.error());
  return decoded;
}

std::optional<PageId> Snapshot::FindPage(std::string_view reference) const {
  reference = reference.substr(0, reference.find('#'));
  // Nothing left names no page; the front page is "/".
  if (reference.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::nullopt;
  if (const auto page = FindSpelling(reference)) return page;
  for (const std::string& spelling : internal::OtherSpellings(reference)) {
    if (const auto page = FindSpelling(spelling)) return page;
  }
  return std::nullopt;
}

std::optional<PageId> Snapshot::FindSpelling(std::string_view reference) const {
  const auto find_id = [&](std::string_view id) { return lexical_->FindPage(EncodedKey(id)); };
  const auto find = [&](std::string_view text) -> std::optional<PageId> {
    if (const auto page = lexical_->FindPage(text)) return page;
    const std::string key = internal::PageKey(text);
    if (const auto id = BehindSite(key, site_key_)) return find_id(*id);
    // A path from the root of the host: where the site is below a folder, its ids are not.
    if (!text.starts_with('/') || site_key_.empty()) return std::nullopt;
    const std::size_t folder = site_key_.find('/', 2);
    if (folder == std::string::npos) return std::nullopt;
    const std::string from_root = "/" + key;
    const auto id = BehindSite(from_root, std::string_view(site_key_).substr(folder));
    return id ? find_id(*id) : std::nullopt;
  };
  if (const auto page = find(reference)) return page;
  const std::size_t query = reference.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  reference = reference.substr(0, query);
  return reference.empty() ? std::nullopt : find(reference);
}

Result<std::string> Snapshot::ReadReport() const {
  ASSIGN_OR_RETURN(const MappedFile file, OpenFile(internal::kReportFile));
  return std::string(file.Bytes());
}

}  // namespace sitedoor::index
