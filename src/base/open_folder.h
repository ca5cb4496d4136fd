// OpenFolder: a folder whose files are read through the folder itself, and never through links.
//
// What is opened stays what it is when the folder is renamed, removed or replaced meanwhile, and a
// symbolic link that somebody put there leads nowhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"

namespace sitedoor {

// A regular file, open for reading.
struct OpenFile {
  Descriptor descriptor;
  std::string path;  // for messages
  std::size_t bytes = 0;
};

// Immutable after Open; safe from any thread.
class OpenFolder {
 public:
  // `path` itself, and the folders above it, may be links.
  // Errors: kNotFound, kUnavailable (no folder, no rights).
  static Result<OpenFolder> Open(const std::string& path);

  // A folder or regular file below it: names with '/' between them.
  // Errors: kNotFound; kUnavailable (a link on the way, no regular file, no rights).
  Result<OpenFolder> Folder(std::string_view name) const;
  Result<OpenFile> File(std::string_view name) const;

  const std::string& path() const { return path_; }

 private:
  OpenFolder(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  Descriptor descriptor_;
  std::string path_;
};

// What is left of the file, at most `most` bytes. Errors: kUnavailable (reading fails, or more).
Result<std::string> ReadAll(const OpenFile& file, std::size_t most);

}  // namespace sitedoor
