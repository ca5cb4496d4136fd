#include "index/snapshot.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/directory.h"
#include "index/documents_codec.h"
#include "index/internal/analysis_pool.h"
#include "index/internal/content_check.h"
#include "index/internal/generation_files.h"
#include "index/internal/line_offsets.h"
#include "index/internal/page_key.h"
#include "index/internal/page_spellings.h"
#include "index/internal/verify_files.h"
#include "text/analyzer.h"

namespace sitedoor::index {
namespace {

// A generation may be replaced and removed between the reading of the manifest and the opening of
// its files, which takes far less than a build.
constexpr int kMostAttempts = 10;

// A manifest has some kilobytes.
constexpr std::size_t kMostManifestBytes = 4 << 20;

constexpr std::string_view kDamageHint =
    "go back with \"sitedoor rollback\", or build the index again";

constexpr std::string_view kInPlaceHint =
    "never change a generation in place: build the index again, or roll back";

std::unexpected<Error> Damaged(const std::string& path, std::string_view what) {
  return Fail(ErrorCode::kCorruption, path + ": " + std::string(what), std::string(kDamageHint));
}

// A file in the folder's place is no index either.
bool IsMissing(const Error& error, const std::string& path) {
  std::error_code ignored;
  return error.code == ErrorCode::kNotFound || std::filesystem::is_regular_file(path, ignored);
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
  const auto no_index = [&] {
    return Fail(ErrorCode::kNotFound, "there is no index in " + index_path,
                "build one with \"sitedoor build\", or name its folder with --index");
  };
  const auto folder = OpenFolder::Open(index_path);
  if (!folder && IsMissing(folder.error(), index_path)) return no_index();
  if (!folder) return std::unexpected(folder.error());
  // Read, not mapped: this one file is replaced, and what copies an index may write it in place.
  const auto file = folder->File(internal::kManifestFile);
  if (!file && file.error().code == ErrorCode::kNotFound) return no_index();
  if (!file) return std::unexpected(file.error());
  ASSIGN_OR_RETURN(const std::string text, ReadAll(*file, kMostManifestBytes));
  return internal::DecodeManifestOf(text, file->path);
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

Result<std::shared_ptr<const Snapshot>> Snapshot::OpenNewestWhole(const std::string& index_path) {
  auto live = Open(index_path, Verification::kEverything);
  if (live || !std::filesystem::is_directory(index_path)) return live;
  ASSIGN_OR_RETURN(const auto directory, OpenDirectory(index_path));
  ASSIGN_OR_RETURN(const auto generations, internal::CompleteGenerations(*directory));
  for (const Manifest& manifest : generations) {
    if (auto snapshot = OpenGeneration(index_path, manifest, Verification::kEverything)) {
      return snapshot;
    }
  }
  return live;
}

Snapshot::Snapshot(Manifest manifest, OpenFolder folder)
    : manifest_(std::move(manifest)), folder_(std::move(folder)) {
  if (!manifest_.site_url.empty()) site_key_ = internal::PageKey(manifest_.site_url);
  while (site_key_.ends_with('/')) site_key_.pop_back();
}

Result<std::shared_ptr<const Snapshot>> Snapshot::OpenGeneration(const std::string& index_path,
                                                                 Manifest manifest,
                                                                 Verification verification) {
  const std::string name = internal::GenerationPath(manifest.generation);
  ASSIGN_OR_RETURN(const OpenFolder index, OpenFolder::Open(index_path));
  auto folder = index.Folder(name);
  if (!folder && folder.error().code == ErrorCode::kNotFound) {
    return Damaged(index_path + "/" + name, "is missing");
  }
  if (!folder) return std::unexpected(std::move(folder).error());
  std::shared_ptr<Snapshot> snapshot(new Snapshot(std::move(manifest), *std::move(folder)));
  // All files are open before one is read: a generation that is removed meanwhile can be read to
  // its end.
  RETURN_IF_ERROR(snapshot->OpenFiles());
  RETURN_IF_ERROR(snapshot->CheckLines());
  if (verification == Verification::kEverything) RETURN_IF_ERROR(snapshot->VerifyBytes());
  RETURN_IF_ERROR(snapshot->OpenLexical());
  if (verification == Verification::kEverything) {
    auto content = internal::CheckContent(*snapshot);
    if (!content) return Damaged(snapshot->folder_.path(), content.error().message);
  }
  RETURN_IF_ERROR(snapshot->CheckWhole());
  return snapshot;
}

std::string Snapshot::PathOf(std::string_view name) const {
  return folder_.path() + "/" + std::string(name);
}

// A file that the manifest lists, with the size that it says.
Result<OpenFile> Snapshot::OpenListed(std::string_view name) const {
  const std::string path = PathOf(name);
  const ManifestFile* listed = internal::FindFile(manifest_, name);
  if (listed == nullptr) return Damaged(path, "is not in the manifest");
  auto file = folder_.File(name);
  if (!file) {
    if (file.error().code != ErrorCode::kNotFound) return file;
    return Damaged(path, "is missing");
  }
  if (file->bytes != listed->bytes) {
    return Damaged(path, "has " + std::to_string(file->bytes) + " bytes, the manifest says " +
                             std::to_string(listed->bytes));
  }
  return file;
}

Result<MappedFile> Snapshot::MapListed(std::string_view name) const {
  ASSIGN_OR_RETURN(OpenFile file, OpenListed(name));
  return MappedFile::Map(std::move(file));
}

Status Snapshot::OpenFiles() {
  ASSIGN_OR_RETURN(pages_, MapListed(internal::kPagesFile));
  ASSIGN_OR_RETURN(page_offsets_, MapListed(internal::kPageOffsetsFile));
  ASSIGN_OR_RETURN(chunks_, MapListed(internal::kChunksFile));
  ASSIGN_OR_RETURN(chunk_offsets_, MapListed(internal::kChunkOffsetsFile));
  for (const ManifestFile& listed : manifest_.files) {  // those that are not mapped as well
    if (listed.name == internal::kLexicalFile) continue;
    if (const auto file = OpenListed(listed.name); !file) return std::unexpected(file.error());
  }
  if (internal::FindFile(manifest_, internal::kLexicalFile) == nullptr) return {};
  const auto derived = folder_.File(internal::kLexicalFile);
  if (!derived && derived.error().code == ErrorCode::kNotFound) return {};  // rebuilt
  ASSIGN_OR_RETURN(lexical_file_, MapListed(internal::kLexicalFile));
  return {};
}

Status Snapshot::CheckLines() const {
  const auto check = [&](std::string_view name, const MappedFile& offsets, std::uint64_t lines,
                         const MappedFile& file) -> Status {
    auto checked = internal::CheckLineOffsets(offsets.Bytes(), lines, file.Bytes().size());
    if (!checked) return WithPrefix(PathOf(name), std::move(checked).error());
    return {};
  };
  RETURN_IF_ERROR(check(internal::kPageOffsetsFile, page_offsets_, manifest_.page_count, pages_));
  return check(internal::kChunkOffsetsFile, chunk_offsets_, manifest_.chunk_count, chunks_);
}

Status Snapshot::VerifyBytes() const {
  std::vector<internal::FileToVerify> files;
  std::vector<OpenFile> others;  // not mapped, such as the report
  others.reserve(manifest_.files.size());
  for (const ManifestFile& listed : manifest_.files) {
    internal::FileToVerify file{nullptr, PathOf(listed.name), &listed, {}};
    if (listed.name == internal::kPagesFile) {
      file.descriptor = &pages_.descriptor();
      file.line_offsets = page_offsets_.Bytes();
    } else if (listed.name == internal::kChunksFile) {
      file.descriptor = &chunks_.descriptor();
      file.line_offsets = chunk_offsets_.Bytes();
    } else if (listed.name == internal::kPageOffsetsFile) {
      file.descriptor = &page_offsets_.descriptor();
    } else if (listed.name == internal::kChunkOffsetsFile) {
      file.descriptor = &chunk_offsets_.descriptor();
    } else if (listed.name == internal::kLexicalFile) {
      file.descriptor = &lexical_file_.descriptor();
      if (!file.descriptor->is_open()) continue;  // missing
    } else {
      ASSIGN_OR_RETURN(OpenFile other, OpenListed(listed.name));
      file.descriptor = &others.emplace_back(std::move(other)).descriptor;
    }
    files.push_back(std::move(file));
  }
  auto verified = internal::VerifyFiles(files);
  if (verified) return {};
  Error error = std::move(verified).error();
  error.hint = std::string(kDamageHint);
  return std::unexpected(std::move(error));
}

std::unexpected<Error> Snapshot::Misread(const std::string& line, Error error) const {
  if (error.code == ErrorCode::kCorruption) misread_ = true;
  return WithPrefix(line, std::move(error));
}

Status Snapshot::CheckWhole() const {
  if (misread_) {
    return Fail(ErrorCode::kUnavailable,
                "the index is damaged: a line of generation " + manifest_.generation +
                    " is not what was written",
                std::string(kInPlaceHint));
  }
  const std::pair<const MappedFile*, std::string_view> files[] = {
      {&pages_, internal::kPagesFile},
      {&page_offsets_, internal::kPageOffsetsFile},
      {&chunks_, internal::kChunksFile},
      {&chunk_offsets_, internal::kChunkOffsetsFile},
      {&lexical_file_, internal::kLexicalFile}};
  for (const auto& [file, name] : files) {
    auto whole = file->CheckWhole();
    if (whole) continue;
    // Callers pass it on to strangers: no path.
    return Fail(ErrorCode::kUnavailable,
                "the index is damaged: " + std::string(name) + " of generation " +
                    manifest_.generation + " " + whole.error().message,
                std::string(kInPlaceHint));
  }
  return {};
}

Status Snapshot::OpenLexical() {
  if (!lexical_file_.descriptor().is_open()) return RebuildLexical();
  const std::string path = PathOf(internal::kLexicalFile);
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

Result<std::string_view> Snapshot::PageLine(PageId page) const {
  if (page >= manifest_.page_count) {
    return Fail(ErrorCode::kNotFound, "there is no page number " + std::to_string(page));
  }
  auto line = internal::LineAt(pages_.Bytes(), page_offsets_.Bytes(), page);
  if (!line) return Misread("page number " + std::to_string(page), line.error());
  return line;
}

Result<document::Document> Snapshot::ReadPage(PageId page) const {
  ASSIGN_OR_RETURN(const std::string_view line, PageLine(page));
  auto document = DecodeDocument(line);
  if (!document) return Misread("page number " + std::to_string(page), document.error());
  return document;
}

Result<StoredPage> Snapshot::ReadStoredPage(PageId page, Places places) const {
  ASSIGN_OR_RETURN(const std::string_view line, PageLine(page));
  auto stored = DecodeStoredPage(line, places);
  if (!stored) return Misread("page number " + std::to_string(page), stored.error());
  return stored;
}

Result<std::string_view> Snapshot::ChunkLine(ChunkId chunk) const {
  if (chunk >= manifest_.chunk_count) {
    return Fail(ErrorCode::kNotFound, "there is no chunk number " + std::to_string(chunk));
  }
  auto line = internal::LineAt(chunks_.Bytes(), chunk_offsets_.Bytes(), chunk);
  if (!line) return Misread("chunk number " + std::to_string(chunk), line.error());
  return line;
}

Result<document::Chunk> Snapshot::ReadChunk(ChunkId chunk) const {
  ASSIGN_OR_RETURN(const std::string_view line, ChunkLine(chunk));
  auto decoded = DecodeChunk(line);
  if (!decoded) return Misread("chunk number " + std::to_string(chunk), decoded.error());
  return decoded;
}

Result<StoredChunk> Snapshot::ReadStoredChunk(ChunkId chunk) const {
  ASSIGN_OR_RETURN(const std::string_view line, ChunkLine(chunk));
  auto stored = DecodeStoredChunk(line);
  if (!stored) return Misread("chunk number " + std::to_string(chunk), stored.error());
  return stored;
}

void Snapshot::FetchAhead(std::span<const ChunkId> chunks) const {
  internal::FetchLinesAhead(chunks_.Bytes(), chunk_offsets_.Bytes(), chunks);
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
  ASSIGN_OR_RETURN(const OpenFile file, OpenListed(internal::kReportFile));
  return ReadAll(file, file.bytes);
}

}  // namespace sitedoor::index
