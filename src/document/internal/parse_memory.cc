#include "document/internal/parse_memory.h"

#include <cmark-gfm.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "base/end_of_memory.h"

namespace sitedoor::document {
namespace {

constexpr std::size_t kFirstBlockBytes = 256 << 10;
constexpr std::size_t kMostBlockBytes = 16 << 20;
// Blocks up to this size in all stay for the thread's next run.
constexpr std::size_t kMostKeptBytes = 1 << 20;

// Stands before every piece, and keeps it aligned for any type.
struct alignas(std::max_align_t) PieceHead {
  std::size_t bytes;  // that the piece has room for
};

class Arena {
 public:
  void* Allocate(std::size_t bytes) {
    constexpr std::size_t kUnit = alignof(PieceHead);
    if (bytes > kMostPieceBytes) std::abort();
    const std::size_t room = (bytes + kUnit - 1) / kUnit * kUnit;
    if (sizeof(PieceHead) + room > static_cast<std::size_t>(end_ - next_)) AddBlock(room);
    auto* const head = reinterpret_cast<PieceHead*>(next_);
    head->bytes = room;
    next_ += sizeof(PieceHead) + room;
    return head + 1;
  }

  void* Reallocate(void* piece, std::size_t bytes) {
    if (piece == nullptr) return Allocate(bytes);
    PieceHead* const head = static_cast<PieceHead*>(piece) - 1;
    if (head->bytes >= bytes) return piece;
    const std::size_t copied = head->bytes;
    Release(piece);  // the newest piece grows where it is
    void* const grown = Allocate(bytes);
    if (grown != piece) std::memcpy(grown, piece, copied);
    return grown;
  }

  void Release(void* piece) {
    if (piece == nullptr) return;
    PieceHead* const head = static_cast<PieceHead*>(piece) - 1;
    char* const begin = reinterpret_cast<char*>(head);
    if (begin + sizeof(PieceHead) + head->bytes == next_) next_ = begin;
  }

  void ReleaseAll() {
    std::size_t kept = 0;
    std::erase_if(blocks_, [&](const Block& block) {
      const bool fits = kept + block.bytes <= kMostKeptBytes;
      if (fits) kept += block.bytes;
      return !fits;
    });
    used_blocks_ = 0;
    next_ = end_ = nullptr;
  }

 private:
  static constexpr std::size_t kMostPieceBytes = SIZE_MAX / 4;

  struct Block {
    struct Delete {
      void operator()(void* memory) const { ::operator delete(memory); }
    };
    std::unique_ptr<void, Delete> memory;
    std::size_t bytes;
  };

  // Makes a block current that has room for a piece of `room` bytes.
  void AddBlock(std::size_t room) {
    const std::size_t least = sizeof(PieceHead) + room;
    while (used_blocks_ < blocks_.size() && blocks_[used_blocks_].bytes < least) ++used_blocks_;
    if (used_blocks_ == blocks_.size()) {
      const std::size_t usual =
          blocks_.empty() ? kFirstBlockBytes : std::min(2 * blocks_.back().bytes, kMostBlockBytes);
      const std::size_t bytes = std::max(usual, least);
      // Asks the program's handler for memory that runs out; cmark cannot take null.
      void* const memory = ::operator new(bytes, std::nothrow);
      if (memory == nullptr) EndWithoutMemory();
      blocks_.push_back({std::unique_ptr<void, Block::Delete>(memory), bytes});
    }
    next_ = static_cast<char*>(blocks_[used_blocks_].memory.get());
    end_ = next_ + blocks_[used_blocks_].bytes;
    ++used_blocks_;
  }

  std::vector<Block> blocks_;
  std::size_t used_blocks_ = 0;  // of them, from the first; the last of those is being filled
  char* next_ = nullptr;
  char* end_ = nullptr;
};

Arena& ThreadArena() {
  thread_local Arena arena;
  return arena;
}

void* AllocateZeroed(std::size_t count, std::size_t bytes) {
  if (bytes != 0 && count > SIZE_MAX / bytes) std::abort();
  void* const piece = ThreadArena().Allocate(count * bytes);
  return std::memset(piece, 0, count * bytes);
}

void* Reallocate(void* piece, std::size_t bytes) { return ThreadArena().Reallocate(piece, bytes); }

void Release(void* piece) { ThreadArena().Release(piece); }

}  // namespace

ParseMemory::~ParseMemory() { ThreadArena().ReleaseAll(); }

cmark_mem* ParseMemory::Functions() {
  static cmark_mem functions{&AllocateZeroed, &Reallocate, &Release};
  return &functions;
}

}  // namespace sitedoor::document
