#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "app/command.h"
#include "app/missing_pages.h"
#include "app/open_index.h"
#include "app/project_folder.h"
#include "html/out_of_memory.h"
#include "ingest/build.h"

namespace sitedoor::app {
namespace {

Result<ingest::BuildOptions> OptionsFrom(const Invocation& invocation) {
  const Settings& settings = invocation.settings;
  ingest::BuildOptions options;
  options.source.folder =
      invocation.arguments.empty() ? settings.Text(Key::kSourceFolder) : invocation.arguments[0];
  options.source.base_url = settings.Text(Key::kBaseUrl);
  options.source.include = settings.List(Key::kSourceInclude);
  options.source.exclude = settings.List(Key::kSourceExclude);
  options.source.most_page_bytes =
      static_cast<std::uint64_t>(settings.Integer(Key::kSourceMostPageBytes));
  ASSIGN_OR_RETURN(options.extraction.include,
                   extract::PageSelectors::Parse(settings.List(Key::kExtractionInclude)));
  ASSIGN_OR_RETURN(options.extraction.exclude,
                   extract::PageSelectors::Parse(settings.List(Key::kExtractionExclude)));
  options.chunker.target_characters =
      static_cast<std::size_t>(settings.Integer(Key::kChunksTarget));
  options.chunker.most_characters = static_cast<std::size_t>(settings.Integer(Key::kChunksMost));
  options.chunker.most_fence_characters =
      static_cast<std::size_t>(settings.Integer(Key::kChunksMostFence));
  options.guards.least_pages = static_cast<std::uint64_t>(settings.Integer(Key::kGuardLeastPages));
  options.guards.most_drop = settings.Share(Key::kGuardMostDrop);
  options.guards.most_failed = settings.Share(Key::kGuardMostFailed);
  options.guards.most_textless = settings.Share(Key::kGuardMostTextless);
  options.index_path = settings.Text(Key::kIndexPath);
  options.site_name = settings.Text(Key::kSiteName);
  options.threads = static_cast<unsigned>(settings.Integer(Key::kBuildThreads));
  return options;
}

std::string_view Doing(ingest::Progress::Stage stage) {
  switch (stage) {
    case ingest::Progress::Stage::kReading:
      return "reading";
    case ingest::Progress::Stage::kIndexing:
      return "indexing";
    case ingest::Progress::Stage::kWriting:
      return "writing";
  }
  return "";
}

// On a terminal a line that is rewritten; elsewhere a line a second at most, so that a log stays
// short.
class ProgressLine {
 public:
  explicit ProgressLine(Console& console) : console_(console) {}

  void Show(const ingest::Progress& progress) {
    const bool is_first = progress.stage != stage_ || !any_;
    const bool is_last = progress.done == progress.total;
    if (!console_.NotesAreOnTerminal() && !is_first && !is_last && ++skipped_ % 25 != 0) return;
    any_ = true;
    stage_ = progress.stage;
    std::string line =
        fmt::format("{} {} of {} pages", Doing(progress.stage), progress.done, progress.total);
    if (progress.stage != ingest::Progress::Stage::kWriting && progress.done > 0) {
      line += fmt::format(", {:.0f} pages/s", progress.pages_per_second);
    }
    console_.ShowStatus(line);
  }

 private:
  Console& console_;
  ingest::Progress::Stage stage_ = ingest::Progress::Stage::kReading;
  bool any_ = false;
  unsigned skipped_ = 0;
};

std::string WhereThePagesMayBe(const std::string& folder,
                               std::span<const crawl::SkippedEntry> skipped) {
  using Kind = crawl::SkippedEntry::Kind;
  const bool has_html = std::ranges::any_of(skipped, [](const crawl::SkippedEntry& entry) {
    return entry.kind != Kind::kNotHtml && entry.kind != Kind::kExcluded;
  });
  if (has_html) return WhyNoPage(folder, skipped);
  const auto project = RecogniseProject(folder);
  if (project && project->is_built) {
    return fmt::format("{} is a {} project: its HTML is in {}", folder, project->tool,
                       project->output);
  }
  if (project) {
    return fmt::format("{} is a {} project that has not been built: {}", folder, project->tool,
                       project->build_command);
  }
  return WhyNoPage(folder, skipped);
}

Status CheckIndexPath(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0 || S_ISDIR(found.st_mode)) return {};
  return Fail(ErrorCode::kInvalidArgument, "the index cannot be in " + path + ", which is a file",
              "name a folder with --index");
}

}  // namespace

Result<int> RunBuild(const Invocation& invocation, Console& console) {
  const Settings& settings = invocation.settings;
  ASSIGN_OR_RETURN(const ingest::BuildOptions options, OptionsFrom(invocation));
  html::EndWhenOutOfMemory();
  if (options.source.folder.empty()) {
    return Fail(
        ErrorCode::kInvalidArgument, "no folder of built HTML is named",
        "as in: sitedoor build public, or write a settings file with: sitedoor init public");
  }
  const bool has_source = settings.OriginOf(Key::kSourceFolder).kind == OriginKind::kFlag;
  if (!invocation.arguments.empty() && has_source) {
    return Fail(ErrorCode::kInvalidArgument,
                "two folders are named: " + invocation.arguments[0] + " and --source " +
                    settings.Text(Key::kSourceFolder),
                "one site, one folder: leave one of the two out");
  }
  if (options.source.folder.starts_with("http://") ||
      options.source.folder.starts_with("https://")) {
    return Fail(ErrorCode::kUnsupported, "this version reads a folder of built HTML, not a URL",
                "name the folder that the site is built to");
  }
  RETURN_IF_ERROR(CheckIndexPath(options.index_path));
  const bool is_quiet = invocation.Has("--quiet");
  ProgressLine line(console);
  const auto show = [&](const ingest::Progress& progress) {
    if (!is_quiet) line.Show(progress);
  };
  ASSIGN_OR_RETURN(const ingest::BuildReport report, ingest::BuildIndex(options, show));
  console.EndStatus();
  const std::string json = ingest::EncodeReport(report);
  if (invocation.Has("--json")) {
    console.Print(json);
  } else if (!is_quiet) {
    ASSIGN_OR_RETURN(const std::string description, ingest::DescribeReport(json));
    console.Print(ForTerminal(description));
  }
  RETURN_IF_ERROR(console.Flush());  // the notes come after it, on a terminal too
  const std::string named = IndexFlag(settings);
  if (!report.refused.empty()) {
    for (const std::string& refused : report.refused) {
      console.PrintError({ErrorCode::kInvalidArgument, "refused: " + refused, ""});
    }
    if (report.pages.empty())
      console.PrintNote(ForTerminal(WhereThePagesMayBe(options.source.folder, report.skipped)));
    std::string note =
        report.previous ? "The live index stays as it is." : "There is no index yet.";
    if (::access((options.index_path + "/refused.json").c_str(), F_OK) == 0) {
      note += fmt::format(" The whole report: {} report --refused{} ({}/refused.json)",
                          console.program(), named, options.index_path);
    }
    console.PrintNote(note);
    return kNothing;
  }
  if (!is_quiet) {
    console.PrintNote(
        fmt::format("live: generation {} in {}", report.manifest->generation, options.index_path));
    if (!report.previous) {
      console.PrintNote(fmt::format("next: {0} search{1} \"your question\", or: {0} serve{1}",
                                    console.program(), named));
    }
  }
  return kFine;
}

}  // namespace sitedoor::app
