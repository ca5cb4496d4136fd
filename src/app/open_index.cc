#include "app/open_index.h"

namespace sitedoor::app {

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
    error.hint =
        "make one with: sitedoor build <folder of HTML>, or name another folder with --index";
  } else if (error.code == ErrorCode::kCorruption && error.hint.empty()) {
    error.hint = "go back with: sitedoor rollback, or build again";
  }
  return std::unexpected(std::move(error));
}

}  // namespace sitedoor::app
