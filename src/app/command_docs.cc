#include "app/command.h"
#include "app/reference.h"
#include "base/directory.h"

namespace sitedoor::app {

Result<int> RunDocs(const Invocation& invocation, Console& console) {
  const std::string folder = invocation.Option("--to");
  if (folder.empty())
    return Fail(ErrorCode::kInvalidArgument, "name the folder to write to: --to docs/reference");
  ASSIGN_OR_RETURN(const auto directory, OpenDirectory(folder));
  RETURN_IF_ERROR(WriteAtomically(*directory, "settings.md", SettingsReference()));
  RETURN_IF_ERROR(WriteAtomically(*directory, "cli.md", CommandReference()));
  RETURN_IF_ERROR(WriteAtomically(*directory, "sitedoor.1", ManualPage()));
  console.PrintNote("wrote settings.md, cli.md and sitedoor.1 in " + folder);
  return kFine;
}

}  // namespace sitedoor::app
