#include "html/out_of_memory.h"

#include <unistd.h>

#include <new>
#include <string_view>

#include "html/internal/parse_memory.h"

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

thread_local int page_tasks = 0;

void EndOrThrow() {
  if (page_tasks > 0) throw std::bad_alloc();
  End();
}

}  // namespace

PageTask::PageTask() { ++page_tasks; }
PageTask::~PageTask() { --page_tasks; }

void EndWhenOutOfMemory() {
  std::set_new_handler(EndOrThrow);
  internal::SetOutOfMemoryHandler(End);
}

}  // namespace sitedoor::html
