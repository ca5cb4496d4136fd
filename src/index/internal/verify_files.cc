#include "index/internal/verify_files.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/checksum.h"
#include "index/internal/line_offsets.h"

namespace sitedoor::index::internal {
namespace {

// Read, not mapped: bytes that are looked at once need not become resident.
constexpr std::size_t kPieceBytes = 256 << 10;  // stays in a core's cache
// Below the process: searches that run meanwhile get most of a core, and a busy server still ends
// its verification.
constexpr int kMoreNice = 2;

class Sum {
 public:
  explicit Sum(const ManifestFile& listed) : listed_(listed) {
    if (listed.xxh128.empty()) sha256_.emplace();
  }
  void Add(std::string_view bytes) { sha256_ ? sha256_->Add(bytes) : xxh128_.Add(bytes); }
  bool IsAsListed() {
    return sha256_ ? sha256_->Hex() == listed_.sha256 : xxh128_.Hex() == listed_.xxh128;
  }

 private:
  const ManifestFile& listed_;
  std::optional<Sha256> sha256_;
  Xxh128 xxh128_;
};

Status VerifyFile(const FileToVerify& file, const std::atomic<bool>& give_up) {
  const auto damaged = [&](std::string_view what) {
    return Fail(ErrorCode::kCorruption, file.path + ": " + std::string(what));
  };
  Sum sum(*file.listed);
  LineCheck lines(file.line_offsets);
  if (!lines.Add("")) return damaged("has no line where the offsets say");
  std::string piece(kPieceBytes, '\0');
  for (std::uint64_t done = 0; done < file.listed->bytes;) {
    if (give_up.load(std::memory_order_relaxed)) return {};
    const ssize_t got =
        ::pread(file.descriptor->number(), piece.data(), piece.size(), static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return damaged("reading fails: " + std::generic_category().message(errno));
    if (got == 0) return damaged("became shorter while it was read");
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    sum.Add(bytes);
    if (!lines.Add(bytes)) return damaged("has no line where the offsets say");
    done += bytes.size();
  }
  if (!sum.IsAsListed()) return damaged("is not what the manifest says");
  if (!lines.IsComplete()) return damaged("has no line where the offsets say");
  return {};
}

}  // namespace

Status VerifyFiles(std::span<const FileToVerify> files) {
  std::vector<std::size_t> order(files.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return files[i].listed->bytes; });
  std::vector<Status> outcomes(files.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> give_up = false;
  const auto work = [&] {
    // Of this thread alone, as Linux has it. Refused: then it runs as others do.
    const auto thread = static_cast<id_t>(::gettid());
    ::setpriority(PRIO_PROCESS, thread, ::getpriority(PRIO_PROCESS, thread) + kMoreNice);
    for (std::size_t i = next++; i < order.size(); i = next++) {
      outcomes[order[i]] = VerifyFile(files[order[i]], give_up);
      if (!outcomes[order[i]]) give_up = true;
    }
  };
  {
    // Never on the caller's thread, whose priority is its own.
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(cores, files.size()); ++i) threads.emplace_back(work);
  }
  for (Status& outcome : outcomes) RETURN_IF_ERROR(std::move(outcome));
  return {};
}

}  // namespace sitedoor::index::internal
