#include "html/out_of_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <new>
#include <string_view>

#include <lexbor/core/base.h>
#include <lexbor/core/lexbor.h>

namespace sitedoor::html {
namespace {

// Neither allocates nor runs destructors: other threads go on meanwhile.
[[noreturn]] void End() {
  constexpr std::string_view kMessage =
      "error: out of memory\n"
      "  hint: give it more, or fewer threads (build.threads); a live index stays as it was\n";
  // Nothing is left to do where standard error is closed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(2);
}

void* Allocate(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr && bytes != 0) End();
  return memory;
}

void* AllocateZeros(std::size_t count, std::size_t bytes) {
  void* const memory = std::calloc(count, bytes);
  if (memory == nullptr && count != 0 && bytes != 0) End();
  return memory;
}

void* Reallocate(void* old, std::size_t bytes) {
  void* const memory = std::realloc(old, bytes);
  if (memory == nullptr && bytes != 0) End();
  return memory;
}

void Free(void* memory) { std::free(memory); }

}  // namespace

void EndWhenOutOfMemory() {
  std::set_new_handler(End);
  lexbor_memory_setup(Allocate, Reallocate, AllocateZeros, Free);
}

}  // namespace sitedoor::html
