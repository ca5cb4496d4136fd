#include "index/generation_writer.h"

#include <algorithm>
#include <future>
#include <utility>

#include "base/checksum.h"
#include "index/documents_codec.h"
#include "index/internal/analysis_pool.h"
#include "index/internal/generation_files.h"
#include "index/internal/line_offsets.h"
#include "index/snapshot.h"
#include "text/analyzer.h"

namespace sitedoor::index {
namespace {

using internal::GenerationPath;

constexpr std::size_t kHashDigits = 6;

// A file of the new generation: written, counted and summed in one go.
class SummedFile {
 public:
  static Result<SummedFile> Create(Directory& directory, const std::string& folder,
                                   std::string_view name) {
    SummedFile file;
    file.name_ = name;
    ASSIGN_OR_RETURN(file.file_, directory.Create(folder + "/" + file.name_));
    return file;
  }

  Status Append(std::string_view bytes) {
    sha256_.Add(bytes);
    xxh128_.Add(bytes);
    bytes_ += bytes.size();
    return file_->Append(bytes);
  }
  std::uint64_t bytes() const { return bytes_; }

  Result<ManifestFile> Close() {
    RETURN_IF_ERROR(file_->Close());
    return ManifestFile{name_, bytes_, sha256_.Hex(), xxh128_.Hex()};
  }

 private:
  SummedFile() = default;
  std::string name_;
  std::unique_ptr<WritableFile> file_;
  Sha256 sha256_;
  Xxh128 xxh128_;
  std::uint64_t bytes_ = 0;
};

// A .jsonl file and where its lines end.
class LineFile {
 public:
  explicit LineFile(SummedFile file) : file_(std::move(file)) {}

  Status Append(std::string line) {
    line += '\n';
    RETURN_IF_ERROR(file_.Append(line));
    ends_.push_back(file_.bytes());
    return {};
  }
  SummedFile& file() { return file_; }
  const std::vector<std::uint64_t>& ends() const { return ends_; }

 private:
  SummedFile file_;
  std::vector<std::uint64_t> ends_;
};

// "2026-11-30T04:15:00Z" gives "20261130t041500".
std::string CompactTime(std::string_view built_at) {
  std::string compact;
  for (const char c : built_at) {
    if (c >= '0' && c <= '9') compact += c;
    if (c == 'T') compact += 't';
    if (compact.size() == 15) break;
  }
  return compact;
}

class Writer final : public GenerationWriter {
 public:
  Writer(std::unique_ptr<Directory> directory, FolderLock lock,
         const GenerationWriterOptions& options)
      : directory_(std::move(directory)),
        lock_(std::move(lock)),
        options_(options),
        folder_(GenerationPath("next") + std::string(internal::kBuildingSuffix)) {}

  ~Writer() override {
    if (!committed_) [[maybe_unused]]
      const Status ignored = directory_->Remove(folder_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Status Prepare() {
    RETURN_IF_ERROR(RemoveLeftovers());
    RETURN_IF_ERROR(directory_->MakeFolders(folder_));
    ASSIGN_OR_RETURN(SummedFile pages,
                     SummedFile::Create(*directory_, folder_, internal::kPagesFile));
    ASSIGN_OR_RETURN(SummedFile chunks,
                     SummedFile::Create(*directory_, folder_, internal::kChunksFile));
    pages_.emplace(std::move(pages));
    chunks_.emplace(std::move(chunks));
    pool_ = std::make_unique<internal::AnalysisPool>(options_.threads);
    return {};
  }

  Status AddPage(const document::Document& document,
                 std::span<const document::Chunk> chunks) override {
    if (pool_ == nullptr) return Fail(ErrorCode::kInvalidArgument, "a page after the commit");
    if (document.id.empty() || document.id <= last_id_) {
      return Fail(ErrorCode::kInvalidArgument,
                  "page \"" + document.id + "\" does not come after \"" + last_id_ + "\"");
    }
    for (const document::Chunk& chunk : chunks) {
      if (chunk.document_id == document.id) continue;
      return Fail(ErrorCode::kInvalidArgument,
                  "a chunk of \"" + chunk.document_id + "\" with page \"" + document.id + "\"");
    }
    last_id_ = document.id;
    failure_ = Append(document, chunks);
    return failure_;
  }

  Result<Manifest> Commit(const ManifestDraft& draft, std::string_view report_json) override {
    if (pool_ == nullptr) return Fail(ErrorCode::kInvalidArgument, "a second commit");
    RETURN_IF_ERROR(failure_);  // a page may be lost
    ASSIGN_OR_RETURN(Manifest manifest, WriteFiles(draft, report_json));
    ASSIGN_OR_RETURN(const std::vector<Manifest> before,
                     internal::CompleteGenerations(*directory_));
    ASSIGN_OR_RETURN(manifest.sequence,
                     internal::NextSequence(before, ReadLiveManifest(*directory_)));
    manifest.generation = FreeName(manifest);
    const std::string text = EncodeManifest(manifest);
    RETURN_IF_ERROR(WriteManifest(text));
    const std::string home = GenerationPath(manifest.generation);
    RETURN_IF_ERROR(directory_->Rename(folder_, home));
    folder_ = home;
    RETURN_IF_ERROR(directory_->Sync(internal::kGenerationsFolder));
    // From here on the new generation is whole on disk; this rename makes it live.
    committed_ = true;
    RETURN_IF_ERROR(WriteAtomically(*directory_, internal::kManifestFile, text));
    internal::RemoveOldGenerations(*directory_, manifest, options_.keep_generations);
    return manifest;
  }

 private:
  Status RemoveLeftovers() {
    const auto names = directory_->List(internal::kGenerationsFolder);
    if (!names) return {};  // none yet
    for (const std::string& name : *names) {
      if (!name.ends_with(internal::kBuildingSuffix)) continue;
      RETURN_IF_ERROR(directory_->Remove(GenerationPath(name)));
    }
    return {};
  }

  Status Append(const document::Document& document, std::span<const document::Chunk> chunks) {
    pool_->Add(internal::LexicalPageOf(document), chunks);
    RETURN_IF_ERROR(pages_->Append(EncodeDocument(document)));
    for (const document::Chunk& chunk : chunks) {
      RETURN_IF_ERROR(chunks_->Append(EncodeChunk(chunk)));
    }
    return {};
  }

  Result<ManifestFile> WriteWhole(std::string_view name, std::string_view bytes) {
    ASSIGN_OR_RETURN(SummedFile file, SummedFile::Create(*directory_, folder_, name));
    RETURN_IF_ERROR(file.Append(bytes));
    return file.Close();
  }

  // All but the manifest, which is returned without sequence and generation.
  Result<Manifest> WriteFiles(const ManifestDraft& draft, std::string_view report_json) {
    Manifest manifest;
    manifest.built_at = draft.built_at;
    manifest.site_name = draft.site_name;
    manifest.site_url = draft.site_url;
    manifest.page_count = pages_->ends().size();
    manifest.chunk_count = chunks_->ends().size();
    manifest.languages = draft.languages;
    manifest.analyzer_fingerprint = text::Analyzer::Fingerprint();
    manifest.embedding_model = "none";
    manifest.instructions = draft.instructions;
    const auto keep = [&](Result<ManifestFile> file) -> Status {
      if (!file) return std::unexpected(std::move(file).error());
      manifest.files.push_back(*std::move(file));
      return {};
    };
    // The disk is waited for meanwhile.
    auto lexical = std::async(std::launch::async,
                              [pool = std::exchange(pool_, nullptr)] { return pool->Finish(); });
    RETURN_IF_ERROR(keep(pages_->file().Close()));
    RETURN_IF_ERROR(
        keep(WriteWhole(internal::kPageOffsetsFile, internal::EncodeLineOffsets(pages_->ends()))));
    RETURN_IF_ERROR(keep(chunks_->file().Close()));
    RETURN_IF_ERROR(keep(
        WriteWhole(internal::kChunkOffsetsFile, internal::EncodeLineOffsets(chunks_->ends()))));
    ASSIGN_OR_RETURN(const std::string lexical_bytes, lexical.get());
    RETURN_IF_ERROR(keep(WriteWhole(internal::kLexicalFile, lexical_bytes)));
    RETURN_IF_ERROR(keep(WriteWhole(internal::kReportFile, report_json)));
    return manifest;
  }

  Status WriteManifest(std::string_view text) {
    ASSIGN_OR_RETURN(const auto file,
                     directory_->Create(folder_ + "/" + std::string(internal::kManifestFile)));
    RETURN_IF_ERROR(file->Append(text));
    RETURN_IF_ERROR(file->Close());
    return directory_->Sync(folder_);
  }

  // Time, then the beginning of a sum over what stands in the files but for the report; a number
  // behind it where the same content was built in the same second.
  std::string FreeName(const Manifest& manifest) const {
    Sha256 sum;
    for (const ManifestFile& file : manifest.files) {
      if (file.name != internal::kReportFile) sum.Add(file.sha256);
    }
    std::string name = CompactTime(manifest.built_at);
    if (!name.empty()) name += '-';
    name += sum.Hex().substr(0, kHashDigits);
    std::string free = name;
    for (int i = 2; directory_->Exists(GenerationPath(free)); ++i) {
      free = name + "-" + std::to_string(i);
    }
    return free;
  }

  std::unique_ptr<Directory> directory_;
  FolderLock lock_;
  GenerationWriterOptions options_;
  std::string folder_;
  std::optional<LineFile> pages_, chunks_;
  std::unique_ptr<internal::AnalysisPool> pool_;  // null after the commit
  std::string last_id_;
  Status failure_;  // of the last page that could not be written
  bool committed_ = false;
};

// Which generation to go back to.
Result<Manifest> ChooseOlder(const std::vector<Manifest>& generations,
                             const Result<std::optional<Manifest>>& live,
                             const std::optional<std::string>& wanted) {
  if (wanted) {
    const auto found = std::ranges::find(generations, *wanted, &Manifest::generation);
    if (found != generations.end()) return *found;
    return Fail(ErrorCode::kNotFound, "there is no complete generation \"" + *wanted + "\"");
  }
  auto candidate = generations.begin();
  if (live && live->has_value()) {
    // The live manifest may carry a later number than its generation was built with.
    const auto living = std::ranges::find(generations, (*live)->generation, &Manifest::generation);
    if (living != generations.end()) candidate = living + 1;
  }
  if (candidate != generations.end()) return *candidate;
  return Fail(ErrorCode::kNotFound, "there is no older generation to go back to");
}

}  // namespace

Result<std::unique_ptr<GenerationWriter>> GenerationWriter::Begin(
    std::unique_ptr<Directory> index_folder, const GenerationWriterOptions& options) {
  ASSIGN_OR_RETURN(FolderLock lock, FolderLock::Take(*index_folder, internal::kLockFile));
  auto writer = std::make_unique<Writer>(std::move(index_folder), std::move(lock), options);
  RETURN_IF_ERROR(writer->Prepare());
  return writer;
}

Result<std::optional<Manifest>> ReadLiveManifest(const Directory& index_folder) {
  const auto text = index_folder.Read(internal::kManifestFile);
  if (!text) {
    if (text.error().code == ErrorCode::kNotFound) return std::nullopt;
    return std::unexpected(text.error());
  }
  ASSIGN_OR_RETURN(Manifest manifest,
                   internal::DecodeManifestOf(*text, index_folder.PathOf(internal::kManifestFile)));
  return manifest;
}

Result<std::vector<Manifest>> ListGenerations(const Directory& index_folder) {
  return internal::CompleteGenerations(index_folder);
}

Result<Manifest> RollBack(Directory& index_folder, const std::optional<std::string>& generation) {
  ASSIGN_OR_RETURN(const FolderLock lock, FolderLock::Take(index_folder, internal::kLockFile));
  ASSIGN_OR_RETURN(const std::vector<Manifest> generations, ListGenerations(index_folder));
  const auto live = ReadLiveManifest(index_folder);
  ASSIGN_OR_RETURN(Manifest manifest, ChooseOlder(generations, live, generation));
  ASSIGN_OR_RETURN(const auto whole, Snapshot::OpenGeneration(index_folder.Root(), manifest,
                                                              Verification::kEverything));
  if (live && live->has_value() && (*live)->generation == manifest.generation) return **live;
  ASSIGN_OR_RETURN(manifest.sequence, internal::NextSequence(generations, live));
  RETURN_IF_ERROR(WriteAtomically(index_folder, internal::kManifestFile, EncodeManifest(manifest)));
  return manifest;
}

}  // namespace sitedoor::index
