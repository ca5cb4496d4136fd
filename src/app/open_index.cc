#include "app/open_index.h"

#include <unistd.h>

namespace sitedoor::app {
namespace {

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
  if (error.code == ErrorCode::kNotFound) {
    error.message = "there is no index in " + path;
    error.hint = IsElsewhere(settings)
                     ? "there is one in the current folder: take it with --index index"
                     : "make one with: sitedoor build <folder of HTML>, or name another folder "
                       "with --index";
  } else if (error.code == ErrorCode::kCorruption && error.hint.empty()) {
    error.hint = "go back with: sitedoor rollback, or build again";
  }
  if (const std::size_t at = path.find("/generations/"); at != std::string::npos) {
    error.hint =
        "that is one generation of an index: name the whole, --index " + path.substr(0, at);
  }
  return std::unexpected(std::move(error));
}

std::string IndexFlag(const Settings& settings) {
  const bool has_flag = settings.OriginOf(Key::kIndexPath).kind == OriginKind::kFlag;
  return has_flag ? " --index " + settings.Text(Key::kIndexPath) : "";
}

}  // namespace sitedoor::app
