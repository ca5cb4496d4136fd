#include "index/internal/analysis_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace sitedoor::index::internal {
namespace {

constexpr std::size_t kBatchBytes = 128 << 10;
constexpr std::size_t kBatchesWaiting = 8;
constexpr unsigned kMostThreads = 64;

unsigned ThreadCount(unsigned wanted) {
  if (wanted == 0) wanted = std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, kMostThreads);
}

}  // namespace

LexicalPage LexicalPageOf(const document::Document& document) {
  return {document.id, document.url, document.title, document.language, document.aliases};
}

AnalysisPool::AnalysisPool(unsigned threads)
    : builders_(ThreadCount(threads)), queue_(kBatchesWaiting) {
  if (builders_.size() == 1) return;
  threads_.reserve(builders_.size());
  // Where a limit of memory or of processes allows no more threads, those that run do it all.
  try {
    for (LexicalBuilder& builder : builders_) {
      threads_.emplace_back([this, &builder] { Run(builder); });
    }
  } catch (const std::system_error&) {
  }
}

AnalysisPool::~AnalysisPool() { Stop(); }

void AnalysisPool::Add(LexicalPage page, std::span<const document::Chunk> chunks) {
  const PagePlace place = next_;
  ++next_.page;
  next_.first_chunk += static_cast<ChunkId>(chunks.size());
  if (threads_.empty()) return builders_[0].AddPage(page, chunks, place);
  for (const document::Chunk& chunk : chunks) batch_bytes_ += chunk.text.size();
  batch_.push_back({std::move(page), {chunks.begin(), chunks.end()}, place});
  if (batch_bytes_ < kBatchBytes) return;
  queue_.Push(std::exchange(batch_, {}));
  batch_bytes_ = 0;
}

Result<std::string> AnalysisPool::Finish() {
  if (!batch_.empty()) queue_.Push(std::exchange(batch_, {}));
  Stop();
  return LexicalBuilder::Finish(std::move(builders_));
}

void AnalysisPool::Run(LexicalBuilder& builder) {
  while (const std::optional<Batch> batch = queue_.Pop()) {
    for (const Work& work : *batch) builder.AddPage(work.page, work.chunks, work.place);
  }
}

void AnalysisPool::Stop() {
  queue_.Close();
  threads_.clear();
}

}  // namespace sitedoor::index::internal
