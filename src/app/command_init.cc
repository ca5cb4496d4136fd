#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "app/command.h"
#include "app/missing_pages.h"
#include "app/program.h"
#include "app/project_folder.h"
#include "app/reference.h"
#include "base/directory.h"
#include "crawl/folder_source.h"
#include "ingest/build.h"

namespace sitedoor::app {
namespace {

// The built site that `folder` means: itself, or where its project's tool writes.
Result<std::string> BuiltFolder(const std::string& folder, Console& console) {
  const auto project = RecogniseProject(folder);
  const bool has_front_page = ::access((folder + "/index.html").c_str(), F_OK) == 0;
  if (!project || (!project->is_built && has_front_page)) return folder;
  if (!project->is_built) {
    return Fail(ErrorCode::kNotFound,
                fmt::format("{} is a {} project that has not been built: there is no {}", folder,
                            project->tool, project->output),
                fmt::format("build it first, as with: {}", project->build_command));
  }
  console.PrintNote(
      fmt::format("{} is a {} project; its HTML is in {}", folder, project->tool, project->output));
  return project->output;
}

}  // namespace

Result<int> RunInit(const Invocation& invocation, Console& console) {
  if (invocation.arguments.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "name the folder of built HTML",
                "as in: sitedoor init public");
  }
  const std::string& place = invocation.arguments[0];
  if (place.starts_with("http://") || place.starts_with("https://")) {
    return Fail(ErrorCode::kUnsupported, "this version cannot read a site from its URL yet",
                "name the folder that the site is built to");
  }
  const std::string file(kSettingsFileName);
  if (!invocation.Has("--force") && ::access(file.c_str(), F_OK) == 0) {
    return Fail(ErrorCode::kInvalidArgument, "there is a " + file + " here already",
                "overwrite it with --force");
  }
  crawl::FolderSourceOptions source;
  ASSIGN_OR_RETURN(source.folder, BuiltFolder(place, console));
  ASSIGN_OR_RETURN(const crawl::FolderListing listing, crawl::ListFolder(source));
  if (listing.pages.empty()) {
    return Fail(ErrorCode::kNotFound, "there are no pages below " + source.folder,
                WhyNoPage(source.folder, listing.skipped));
  }
  InitialSettings initial;
  initial.folder = source.folder;
  const ingest::BaseUrl base_url = ingest::DeriveBaseUrl(source, listing.pages);
  initial.site_url = base_url.url;
  initial.site_name = ingest::DeriveSiteName(source, listing.pages);
  ASSIGN_OR_RETURN(const auto directory, OpenDirectory("."));
  RETURN_IF_ERROR(WriteAtomically(*directory, file, CommentedSettingsFile(initial)));
  console.Print(ForTerminal(
      fmt::format("wrote {}: {} in {}{}{}\n", file, Counted(listing.pages.size(), "page"),
                  source.folder, initial.site_name.empty() ? "" : ", called " + initial.site_name,
                  initial.site_url.empty() ? "" : ", published at " + initial.site_url)));
  RETURN_IF_ERROR(console.Flush());  // the notes come after it, on a terminal too
  if (initial.site_url.empty()) console.PrintNote(ingest::WhyNoBaseUrl(base_url));
  console.PrintNote("next: sitedoor build");
  return kFine;
}

}  // namespace sitedoor::app
