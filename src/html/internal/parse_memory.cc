#include "html/internal/parse_memory.h"

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <lexbor/core/base.h>
#include <lexbor/core/lexbor.h>

namespace sitedoor::html::internal {
namespace {

// One allocation may pass the budget by so much. The next one, which lexbor makes for the record of
// a further block, then throws before there is anything that could get lost.
constexpr std::ptrdiff_t kSlack = 64 << 20;

void (*out_of_memory_handler)() = nullptr;

struct Account {
  std::ptrdiff_t used = 0;  // less than nothing where older memory was freed
  std::ptrdiff_t most = 0;
  bool is_open = false;
};
thread_local Account account;

void* OutOfMemory() {
  if (account.is_open) throw std::bad_alloc();
  if (out_of_memory_handler != nullptr) out_of_memory_handler();
  return nullptr;
}

void CheckBudget(std::size_t bytes) {
  if (!account.is_open) return;
  const bool is_past = account.used > account.most ||
                       bytes > static_cast<std::size_t>(account.most + kSlack) ||
                       account.used + static_cast<std::ptrdiff_t>(bytes) > account.most + kSlack;
  if (is_past) throw PastParseMemory();
}

std::ptrdiff_t BytesOf(void* memory) {
  return static_cast<std::ptrdiff_t>(::malloc_usable_size(memory));
}

void* Allocate(std::size_t bytes) {
  CheckBudget(bytes);
  void* const memory = std::malloc(bytes);
  if (memory == nullptr && bytes != 0) return OutOfMemory();
  account.used += BytesOf(memory);
  return memory;
}

void* AllocateZeros(std::size_t count, std::size_t bytes) {
  CheckBudget(bytes != 0 && count > PTRDIFF_MAX / bytes ? PTRDIFF_MAX : count * bytes);
  void* const memory = std::calloc(count, bytes);
  if (memory == nullptr && count != 0 && bytes != 0) return OutOfMemory();
  account.used += BytesOf(memory);
  return memory;
}

void* Reallocate(void* old, std::size_t bytes) {
  CheckBudget(bytes);
  const std::ptrdiff_t old_bytes = BytesOf(old);
  void* const memory = std::realloc(old, bytes);
  if (memory == nullptr && bytes != 0) return OutOfMemory();
  account.used += BytesOf(memory) - old_bytes;
  return memory;
}

void Free(void* memory) {
  account.used -= BytesOf(memory);
  std::free(memory);
}

// Before main: lexbor reads these pointers from all threads.
[[maybe_unused]] const lxb_status_t installed =
    lexbor_memory_setup(Allocate, Reallocate, AllocateZeros, Free);

}  // namespace

ParseMemory::ParseMemory(std::size_t most_bytes) {
  constexpr std::size_t kMost = PTRDIFF_MAX / 2;
  account = {.used = 0,
             .most = static_cast<std::ptrdiff_t>(most_bytes < kMost ? most_bytes : kMost),
             .is_open = true};
}

ParseMemory::~ParseMemory() { account.is_open = false; }

void SetOutOfMemoryHandler(void (*handler)()) { out_of_memory_handler = handler; }

}  // namespace sitedoor::html::internal
