#include "base/end_of_memory.h"

#include <unistd.h>

#include <string_view>

namespace sitedoor {

void EndWithoutMemory() {
  constexpr std::string_view kMessage =
      "error: out of memory\n"
      "  hint: give it more, or fewer threads (build.threads); a live index stays as it was\n";
  // Nothing is left to do where standard error is closed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(2);
}

}  // namespace sitedoor
