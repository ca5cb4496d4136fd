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

}  // namespace

void EndWhenOutOfMemory() {
  std::set_new_handler(End);
  internal::SetOutOfMemoryHandler(End);
}

}  // namespace sitedoor::html
