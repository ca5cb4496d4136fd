#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file_error.h"

namespace sitedoor {

Result<MappedFile> MappedFile::Open(const std::string& path) {
  OpenFile file;
  file.path = path;
  file.descriptor = Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.descriptor.is_open()) return FailWithErrno(FileAccess::kRead, "open", path, errno);
  struct stat status{};
  if (::fstat(file.descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Fail(ErrorCode::kUnavailable, path + " is not a regular file");
  }
  file.bytes = static_cast<std::size_t>(status.st_size);
  return Map(std::move(file));
}

Result<MappedFile> MappedFile::Map(OpenFile file) {
  MappedFile mapped;
  if (file.bytes > 0) {
    void* address = ::mmap(nullptr, file.bytes, PROT_READ, MAP_SHARED, file.descriptor.number(), 0);
    if (address == MAP_FAILED) {
      return Fail(ErrorCode::kUnavailable, "map " + file.path + ": " + std::strerror(errno));
    }
    mapped.address_ = static_cast<const char*>(address);
    mapped.size_ = file.bytes;
    auto guard = GuardedRange::Register(address, file.bytes);
    if (!guard) return WithPrefix("map " + file.path, std::move(guard).error());
    mapped.guard_ = *std::move(guard);
  }
  mapped.descriptor_ = std::move(file.descriptor);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(guard_, other.guard_);
  return *this;
}

MappedFile::~MappedFile() {
  guard_ = GuardedRange();  // the old one goes with this temporary, before the addresses do
  if (address_ != nullptr) ::munmap(const_cast<char*>(address_), size_);
}

Status MappedFile::CheckWhole() const {
  if (!descriptor_.is_open()) return {};
  if (guard_.IsDamaged()) return Fail(ErrorCode::kCorruption, "lost bytes while in use");
  struct stat status{};
  if (::fstat(descriptor_.number(), &status) != 0) {
    return Fail(ErrorCode::kCorruption,
                "cannot be looked at: " + std::generic_category().message(errno));
  }
  if (static_cast<std::size_t>(status.st_size) == size_) return {};
  return Fail(ErrorCode::kCorruption, "had " + std::to_string(size_) + " bytes and has " +
                                          std::to_string(status.st_size) + " now");
}

}  // namespace sitedoor
