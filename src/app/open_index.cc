#include "app/open_index.h"

#include <fmt/format.h>
#include <unistd.h>

#include "app/program.h"

namespace sitedoor::app {
namespace {

constexpr std::string_view kGenerations = "/generations/";

// Nobody named the index, so it was looked for beside the settings file; the current folder has
// one too.
bool IsElsewhere(const Settings& settings) {
  const std::string here(SettingOf(Key::kIndexPath).fallback);
  return settings.OriginOf(Key::kIndexPath).kind == OriginKind::kDefault &&
         settings.Text(Key::kIndexPath) != here &&
         ::access((here + "/manifest.json").c_str(), F_OK) == 0;
}

}  // namespace

Result<std::shared_ptr<const index::Snapshot>> OpenIndex(const Settings& settings,
                                                         index::Verification verification) {
  const std::string& path = settings.Text(Key::kIndexPath);
  if (path.starts_with("http://") || path.starts_with("https://")) {
    return Fail(ErrorCode::kUnsupported, "this version opens an index folder, not a URL",
                "copy the index folder here, and name it with --index");
  }
  auto snapshot = index::Snapshot::Open(path, verification);
  if (snapshot) return snapshot;
  Error error = std::move(snapshot).error();
  const bool has_generations = ::access((path + std::string(kGenerations)).c_str(), F_OK) == 0;
  if (error.code == ErrorCode::kNotFound && has_generations) {
    error = {ErrorCode::kCorruption,
             "no generation is live: there is no " + path + "/manifest.json", ""};
  } else if (error.code == ErrorCode::kNotFound) {
    error.message = "there is no index in " + path;
    error.hint = IsElsewhere(settings)
                     ? "there is one in the current folder: take it with --index index"
                     : "make one with: sitedoor build <folder of HTML>, or name another folder "
                       "with --index";
  }
  if (const std::size_t at = path.find(kGenerations); at != std::string::npos) {
    error.hint =
        "that is one generation of an index: name the whole, --index " + path.substr(0, at);
  }
  return std::unexpected(std::move(error));
}

Error WithWayBack(Error error, const Settings& settings, const std::string& program) {
  const std::string& path = settings.Text(Key::kIndexPath);
  if (path.find(kGenerations) != std::string::npos) return error;  // that is said already
  const std::string flag = IndexFlag(settings);
  const auto whole = index::Snapshot::OpenNewestWhole(path);
  if (whole) {
    const index::Manifest& manifest = (*whole)->manifest();
    error.hint =
        fmt::format("generation {} ({}, built {}) is whole; make it live: {} rollback {}{}",
                    manifest.generation, Counted(manifest.page_count, "page"), manifest.built_at,
                    program, manifest.generation, flag);
  } else {
    error.hint = fmt::format(
        "no generation there is whole; build again: {} build <folder of HTML>{}", program, flag);
  }
  return error;
}

Result<int> WithDamage(const index::Snapshot& snapshot, Result<int> outcome) {
  if (!outcome && !snapshot.CheckWhole()) outcome.error().code = ErrorCode::kCorruption;
  return outcome;
}

std::string IndexFlag(const Settings& settings) {
  const std::string& path = settings.Text(Key::kIndexPath);
  const Origin& origin = settings.OriginOf(Key::kIndexPath);
  const bool is_found_without =
      origin.kind == OriginKind::kVariable ||
      (origin.kind == OriginKind::kDefault && path == SettingOf(Key::kIndexPath).fallback) ||
      (origin.kind == OriginKind::kFile &&
       origin.text.starts_with(std::string(kSettingsFileName) + ":"));
  if (is_found_without) return "";
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+/@%,:=~";
  if (path.find_first_not_of(kPlain) == std::string::npos) return " --index " + path;
  std::string quoted = " --index '";
  for (const char c : path) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace sitedoor::app
