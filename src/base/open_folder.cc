#include "base/open_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/file_error.h"

namespace sitedoor {
namespace {

// A link shows itself as ELOOP, or as ENOTDIR where a folder was asked for.
std::unexpected<Error> OpenError(int folder, const std::string& name, const std::string& path,
                                 int number) {
  struct stat status{};
  if ((number == ELOOP || number == ENOTDIR) &&
      ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK(status.st_mode)) {
    return Fail(ErrorCode::kUnavailable, path + " is a symbolic link, which is not followed",
                "put the file or folder itself there; only the whole index folder may be a link");
  }
  return FailWithErrno(FileAccess::kRead, "open", path, number);
}

}  // namespace

Result<OpenFolder> OpenFolder::Open(const std::string& path) {
  Descriptor folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return FailWithErrno(FileAccess::kRead, "open", path, errno);
  return OpenFolder(std::move(folder), path);
}

Result<OpenFolder> OpenFolder::Folder(std::string_view name) const {
  Descriptor folder;
  std::string path = path_;
  while (!name.empty()) {
    const std::size_t end = name.find('/');
    const std::string part(name.substr(0, end));
    name.remove_prefix(end == std::string_view::npos ? name.size() : end + 1);
    const int parent = folder.is_open() ? folder.number() : descriptor_.number();
    path += "/" + part;
    Descriptor child(::openat(parent, part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!child.is_open()) return OpenError(parent, part, path, errno);
    folder = std::move(child);
  }
  if (!folder.is_open()) return Fail(ErrorCode::kInvalidArgument, "a folder without a name");
  return OpenFolder(std::move(folder), std::move(path));
}

Result<OpenFile> OpenFolder::File(std::string_view name) const {
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) {
    ASSIGN_OR_RETURN(const OpenFolder folder, Folder(name.substr(0, slash)));
    return folder.File(name.substr(slash + 1));
  }
  OpenFile file;
  file.path = path_ + "/" + std::string(name);
  const std::string part(name);
  // Not blocking: a named pipe would wait for a writer.
  file.descriptor = Descriptor(
      ::openat(descriptor_.number(), part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.descriptor.is_open()) return OpenError(descriptor_.number(), part, file.path, errno);
  struct stat status{};
  if (::fstat(file.descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Fail(ErrorCode::kUnavailable, file.path + " is not a regular file");
  }
  file.bytes = static_cast<std::size_t>(status.st_size);
  return file;
}

Result<std::string> ReadAll(const OpenFile& file, std::size_t most) {
  std::string bytes;
  char piece[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.descriptor.number(), piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FailWithErrno(FileAccess::kRead, "read", file.path, errno);
    if (got == 0) return bytes;
    bytes.append(piece, static_cast<std::size_t>(got));
    if (bytes.size() > most) {
      return Fail(ErrorCode::kUnavailable,
                  file.path + " has more than " + std::to_string(most) + " bytes");
    }
  }
}

}  // namespace sitedoor
