// PageStore: extracted pages on their way to the index, in memory up to a limit and in a nameless
// file past it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"

namespace sitedoor::ingest {

struct StoredPage {
  document::Document document;
  std::vector<document::Chunk> chunks;
};

// Put and Take may be called from any number of threads.
class PageStore {
 public:
  // The file is made in `folder` when it is first needed, and has no name: a process that is killed
  // leaves nothing.
  PageStore(std::string folder, std::size_t page_count, std::size_t most_bytes_in_memory);
  ~PageStore();
  PageStore(const PageStore&) = delete;
  PageStore& operator=(const PageStore&) = delete;

  // Each number once. Errors: kUnavailable (disk).
  Status Put(std::size_t number, StoredPage page);
  // What was put, once. Errors: kInternal for a number without a page; kUnavailable, kCorruption of
  // the file.
  Result<StoredPage> Take(std::size_t number);

 private:
  struct Slot {
    std::unique_ptr<StoredPage> page;     // in memory
    std::uint64_t offset = 0, bytes = 0;  // in the file; 0 bytes for none
  };

  Result<int> OpenFile();

  const std::string folder_;
  const std::size_t most_bytes_in_memory_;
  std::mutex mutex_;
  std::vector<Slot> slots_;
  std::size_t bytes_in_memory_ = 0;
  std::uint64_t file_bytes_ = 0;
  int descriptor_ = -1;
};

}  // namespace sitedoor::ingest
