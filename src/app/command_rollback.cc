#include <fmt/format.h>
#include <sys/stat.h>

#include "app/command.h"
#include "base/directory.h"
#include "index/generation_writer.h"

namespace sitedoor::app {

Result<int> RunRollback(const Invocation& invocation, Console& console) {
  const std::string& path = invocation.settings.Text(Key::kIndexPath);
  struct stat found{};
  // Opening the folder would make it.
  if (::stat(path.c_str(), &found) != 0) {
    return Fail(ErrorCode::kNotFound, "there is no index in " + path,
                "name another folder with --index");
  }
  ASSIGN_OR_RETURN(const auto directory, OpenDirectory(path));
  if (invocation.Has("--list")) {
    ASSIGN_OR_RETURN(const auto live, index::ReadLiveManifest(*directory));
    ASSIGN_OR_RETURN(const auto generations, index::ListGenerations(*directory));
    for (const index::Manifest& manifest : generations) {
      const bool is_live = live && live->generation == manifest.generation;
      console.Print(fmt::format("{}  {}  {} pages  built {}\n", is_live ? "*" : " ",
                                manifest.generation, manifest.page_count, manifest.built_at));
    }
    return kFine;
  }
  std::optional<std::string> wanted;
  if (!invocation.arguments.empty()) wanted = invocation.arguments[0];
  auto manifest = index::RollBack(*directory, wanted);
  if (!manifest && manifest.error().code == ErrorCode::kNotFound) {
    Error error = std::move(manifest).error();
    if (error.hint.empty()) error.hint = "see what is there with: sitedoor rollback --list";
    console.PrintError(error);
    return kNothing;
  }
  if (!manifest) return std::unexpected(std::move(manifest).error());
  console.Print(fmt::format("live: generation {} ({} pages, built {})\n", manifest->generation,
                            manifest->page_count, manifest->built_at));
  return kFine;
}

}  // namespace sitedoor::app
