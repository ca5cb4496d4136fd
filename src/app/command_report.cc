#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "app/command.h"
#include "app/open_index.h"
#include "ingest/build.h"

namespace sitedoor::app {
namespace {

Status PrintReport(const std::string& json, const Invocation& invocation, Console& console) {
  if (invocation.Has("--json")) {
    console.Print(json);
    return {};
  }
  ASSIGN_OR_RETURN(const std::string description, ingest::DescribeReport(json));
  console.Print(ForTerminal(description));
  return {};
}

Result<int> ReportRefused(const std::string& path, const Invocation& invocation, Console& console) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    console.PrintError(
        {ErrorCode::kNotFound, "no build was refused since the last one that went live",
         "of that one: " + console.program() + " report" + IndexFlag(invocation.settings)});
    return kNothing;
  }
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) return Fail(ErrorCode::kUnavailable, "cannot read " + path);
  RETURN_IF_ERROR(PrintReport(std::move(bytes).str(), invocation, console));
  return kFine;
}

}  // namespace

Result<int> RunReport(const Invocation& invocation, Console& console) {
  const std::string refused = invocation.settings.Text(Key::kIndexPath) + "/refused.json";
  if (invocation.Has("--refused")) return ReportRefused(refused, invocation, console);
  ASSIGN_OR_RETURN(const auto snapshot,
                   OpenIndex(invocation.settings, index::Verification::kStructure));
  ASSIGN_OR_RETURN(const std::string json, snapshot->ReadReport());
  RETURN_IF_ERROR(PrintReport(json, invocation, console));
  RETURN_IF_ERROR(console.Flush());
  struct stat found{};
  if (::stat(refused.c_str(), &found) == 0) {
    console.PrintWarning("a later build was refused: see it with " + console.program() +
                         " report --refused" + IndexFlag(invocation.settings) + " (" + refused +
                         ")");
  }
  return kFine;
}

}  // namespace sitedoor::app
