#include "base/directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <tuple>
#include <utility>

#include "base/file_error.h"
#include "base/open_folder.h"

namespace sitedoor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReadBytes = 256 << 20;

class PosixFile final : public WritableFile {
 public:
  PosixFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~PosixFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  Status Append(std::string_view bytes) override {
    buffer_ += bytes;
    return buffer_.size() >= kBufferBytes ? Flush() : Status{};
  }

  Status Close() override {
    RETURN_IF_ERROR(Flush());
    if (::fsync(descriptor_) != 0) return FailWithErrno(FileAccess::kWrite, "sync", path_, errno);
    const int closing = std::exchange(descriptor_, -1);
    if (::close(closing) != 0) return FailWithErrno(FileAccess::kWrite, "close", path_, errno);
    return {};
  }

 private:
  static constexpr std::size_t kBufferBytes = 1 << 18;

  Status Flush() {
    const char* next = buffer_.data();
    std::size_t left = buffer_.size();
    while (left > 0) {
      const ssize_t written = ::write(descriptor_, next, left);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return FailWithErrno(FileAccess::kWrite, "write", path_, errno);
      next += written;
      left -= static_cast<std::size_t>(written);
    }
    buffer_.clear();
    return {};
  }

  int descriptor_;
  std::string path_;
  std::string buffer_;
};

class PosixDirectory final : public Directory {
 public:
  explicit PosixDirectory(std::string root) : root_(std::move(root)) {}

  const std::string& Root() const override { return root_; }

  Result<std::string> Read(std::string_view name) const override {
    ASSIGN_OR_RETURN(const OpenFolder folder, OpenFolder::Open(root_));
    ASSIGN_OR_RETURN(const OpenFile file, folder.File(name));
    return ReadAll(file, kMostReadBytes);
  }

  bool Exists(std::string_view name) const override {
    return ::access(PathOf(name).c_str(), F_OK) == 0;
  }

  Result<std::uint64_t> SizeOf(std::string_view name) const override {
    ASSIGN_OR_RETURN(const OpenFolder folder, OpenFolder::Open(root_));
    ASSIGN_OR_RETURN(const OpenFile file, folder.File(name));
    return file.bytes;
  }

  Result<std::vector<std::string>> List(std::string_view name) const override {
    std::error_code error;
    std::vector<std::string> names;
    fs::directory_iterator entries(PathOf(name), error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
      names.push_back(entries->path().filename().string());
    }
    if (error) return FailWithErrno(FileAccess::kRead, "list", PathOf(name), error.value());
    std::ranges::sort(names);
    return names;
  }

  Result<std::unique_ptr<WritableFile>> Create(std::string_view name) override {
    const std::string path = PathOf(name);
    // What stands there goes first, be it a link or mapped by a reader: neither is written through.
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
      return FailWithErrno(FileAccess::kWrite, "replace", path, errno);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) return FailWithErrno(FileAccess::kWrite, "create", path, errno);
    return std::make_unique<PosixFile>(descriptor, path);
  }

  Status MakeFolders(std::string_view name) override {
    ASSIGN_OR_RETURN(const OpenFolder folder, OpenFolder::Open(root_));
    for (std::size_t end = 0; end != name.size();) {
      end = std::min(name.find('/', end + 1), name.size());
      const std::string path = PathOf(name.substr(0, end));
      if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
        return FailWithErrno(FileAccess::kWrite, "create folder", path, errno);
      ASSIGN_OR_RETURN(const OpenFolder made, folder.Folder(name.substr(0, end)));
    }
    return {};
  }

  Status Rename(std::string_view from, std::string_view to) override {
    if (::rename(PathOf(from).c_str(), PathOf(to).c_str()) != 0)
      return FailWithErrno(FileAccess::kWrite, "rename", PathOf(from), errno);
    return {};
  }

  Status Sync(std::string_view folder) override {
    const std::string path = folder.empty() ? root_ : PathOf(folder);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return FailWithErrno(FileAccess::kWrite, "sync", path, errno);
    const int outcome = ::fsync(descriptor);
    const int number = errno;
    ::close(descriptor);
    if (outcome != 0 && number != EINVAL)
      return FailWithErrno(FileAccess::kWrite, "sync", path,
                           number);  // some file systems refuse it
    return {};
  }

  Status Remove(std::string_view name) override {
    std::error_code error;
    fs::remove_all(PathOf(name), error);
    if (error) return FailWithErrno(FileAccess::kWrite, "remove", PathOf(name), error.value());
    return {};
  }

 private:
  std::string root_;
};

}  // namespace

Result<std::unique_ptr<Directory>> OpenDirectory(const std::string& path) {
  std::string root = path.empty() ? "." : path;
  while (root.size() > 1 && root.back() == '/') root.pop_back();
  std::error_code error;
  fs::create_directories(root, error);
  if (error) return FailWithErrno(FileAccess::kWrite, "create folder", root, error.value());
  if (!fs::is_directory(root, error))
    return Fail(ErrorCode::kUnavailable, root + " is not a folder");
  return std::make_unique<PosixDirectory>(std::move(root));
}

Status WriteAtomically(Directory& directory, std::string_view name, std::string_view bytes) {
  const std::string aside = std::string(name) + ".new";
  ASSIGN_OR_RETURN(auto file, directory.Create(aside));
  const auto put = [&]() -> Status {
    RETURN_IF_ERROR(file->Append(bytes));
    RETURN_IF_ERROR(file->Close());
    return directory.Rename(aside, name);
  };
  if (Status written = put(); !written) {
    file.reset();
    // What the disk had no room for takes none. The first error is the one to tell.
    std::ignore = directory.Remove(aside);
    return written;
  }
  const std::size_t slash = name.rfind('/');
  return directory.Sync(slash == std::string_view::npos ? "" : name.substr(0, slash));
}

Result<FolderLock> FolderLock::Take(const Directory& directory, std::string_view name) {
  const std::string path = directory.PathOf(name);
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor < 0 && errno == ELOOP)
    return Fail(ErrorCode::kUnavailable, path + " is a symbolic link", "remove it");
  if (descriptor < 0) return FailWithErrno(FileAccess::kWrite, "lock", path, errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    return Fail(ErrorCode::kUnavailable, "another process is writing " + directory.Root(),
                "wait until it ends, or build into another folder with --index");
  }
  return FolderLock(descriptor);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace sitedoor
