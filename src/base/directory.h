// Directory: the file operations that make a commit durable, behind one interface so that a test
// can cut them off.
//
// Paths are relative to the directory's root, with '/'. The root itself may be a symbolic link;
// below it none is read, written or made folders through: that is kUnavailable. Two
// implementations: OpenDirectory (POSIX) and the FaultyDirectory of base/testing, which stops after
// n operations as a power cut would.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sitedoor {

// A file being written. Append buffers; Close flushes, and syncs to disk. Not thread-safe.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status Append(std::string_view bytes) = 0;
  virtual Status Close() = 0;  // flush and fsync; afterwards nothing may be appended
};

// Thread-safe as far as callers use different files.
class Directory {
 public:
  virtual ~Directory() = default;

  virtual const std::string& Root() const = 0;  // the path on disk, without a trailing slash
  std::string PathOf(std::string_view name) const { return Root() + "/" + std::string(name); }

  virtual Result<std::string> Read(
      std::string_view name) const = 0;  // kNotFound where there is none
  virtual bool Exists(std::string_view name) const = 0;
  virtual Result<std::uint64_t> SizeOf(std::string_view name) const = 0;
  virtual Result<std::vector<std::string>> List(
      std::string_view name) const = 0;  // sorted names, no "." and ".."

  // In the place of a file or link of that name.
  virtual Result<std::unique_ptr<WritableFile>> Create(std::string_view name) = 0;
  // With parents; fine if there.
  virtual Status MakeFolders(std::string_view name) = 0;
  virtual Status Rename(std::string_view from, std::string_view to) = 0;  // replaces atomically
  virtual Status Sync(std::string_view folder) = 0;  // fsync of the folder itself
  virtual Status Remove(std::string_view name) = 0;  // a file or a whole folder; fine if gone
};

// Creates the folder (and parents) when it is not there.
// Errors: kUnavailable, with the path and the user id in the message when permissions refuse it.
Result<std::unique_ptr<Directory>> OpenDirectory(const std::string& path);

// Writes `bytes` to `name` so that a crash leaves the old file or the new one: aside, sync, rename,
// sync the folder. Where that fails, nothing is left aside.
Status WriteAtomically(Directory& directory, std::string_view name, std::string_view bytes);

// Held while one process writes; the kernel lets go of it when the process dies.
class FolderLock {
 public:
  // Errors: kUnavailable when another process holds it.
  static Result<FolderLock> Take(const Directory& directory, std::string_view name);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace sitedoor
