#include "app/command.h"
#include "app/reference.h"

namespace sitedoor::app {

Result<int> RunCompletion(const Invocation& invocation, Console& console) {
  constexpr const char* kHint = "as in: source <(sitedoor completion bash)";
  if (invocation.arguments.empty())
    return Fail(ErrorCode::kInvalidArgument, "name a shell: bash, zsh or fish", kHint);
  const auto script = CompletionScript(invocation.arguments[0]);
  if (!script) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "there is no completion for " + invocation.arguments[0] + ", only for bash, zsh and fish",
        kHint);
  }
  console.Print(*script);
  return kFine;
}

}  // namespace sitedoor::app
