#include <sys/stat.h>

#include "app/command.h"
#include "app/open_index.h"
#include "ingest/build.h"

namespace sitedoor::app {

Result<int> RunReport(const Invocation& invocation, Console& console) {
  ASSIGN_OR_RETURN(const auto snapshot,
                   OpenIndex(invocation.settings, index::Verification::kStructure));
  ASSIGN_OR_RETURN(const std::string json, snapshot->ReadReport());
  if (invocation.Has("--json")) {
    console.Print(json);
  } else {
    ASSIGN_OR_RETURN(const std::string description, ingest::DescribeReport(json));
    console.Print(ForTerminal(description));
  }
  const std::string refused = invocation.settings.Text(Key::kIndexPath) + "/refused.json";
  struct stat found{};
  if (::stat(refused.c_str(), &found) == 0) {
    console.PrintWarning("a later build was refused: its report is " + refused);
  }
  return kFine;
}

}  // namespace sitedoor::app
