#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file_error.h"

namespace sitedoor {

Result<MappedFile> MappedFile::Open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return FailWithErrno(FileAccess::kRead, "open", path, errno);
  struct stat status{};
  MappedFile file;
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Fail(ErrorCode::kUnavailable, path + " is not a regular file");
  }
  if (status.st_size > 0) {
    void* address = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED,
                           descriptor, 0);
    if (address == MAP_FAILED) {
      const std::string reason = std::strerror(errno);
      ::close(descriptor);
      return Fail(ErrorCode::kUnavailable, "map " + path + ": " + reason);
    }
    file.address_ = static_cast<const char*>(address);
    file.size_ = static_cast<std::size_t>(status.st_size);
  }
  ::close(descriptor);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(const_cast<char*>(address_), size_);
}

}  // namespace sitedoor
