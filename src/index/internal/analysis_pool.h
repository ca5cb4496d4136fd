// AnalysisPool: pages to lexical.bin on several threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"
#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/lexical_builder.h"

namespace sitedoor::index::internal {

LexicalPage LexicalPageOf(const document::Document& document);

// Add and Finish from one thread. Destroyed without Finish, it drops what it was given.
class AnalysisPool {
 public:
  // 0: one thread a core. 1: no thread but the caller's. Fewer where the system refuses more.
  explicit AnalysisPool(unsigned threads);
  ~AnalysisPool();

  // In order of page.
  void Add(LexicalPage page, std::span<const document::Chunk> chunks);
  // The file's bytes; the pool is spent.
  Result<std::string> Finish();

 private:
  struct Work {
    LexicalPage page;
    std::vector<document::Chunk> chunks;
    PagePlace place;
  };
  using Batch = std::vector<Work>;

  void Run(LexicalBuilder& builder);
  void Stop();

  std::vector<LexicalBuilder> builders_;  // one a thread
  BoundedQueue<Batch> queue_;
  PagePlace next_;
  Batch batch_;
  std::size_t batch_bytes_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace sitedoor::index::internal
