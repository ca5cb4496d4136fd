// MappedFile: a file's bytes as memory, without reading them first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/map_guard.h"
#include "base/open_folder.h"
#include "base/result.h"

namespace sitedoor {

// Safe from any thread. The file must not be rewritten in place while it is mapped; generations
// never are. Where somebody does, the bytes change: under a map guard those that the file lost read
// as zeros, and CheckWhole tells. An empty file maps to empty bytes.
class MappedFile {
 public:
  // Errors: kNotFound (no such file), kUnavailable (cannot be read or mapped).
  static Result<MappedFile> Open(const std::string& path);
  static Result<MappedFile> Map(OpenFile file);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view Bytes() const { return {address_, size_}; }

  // One system call. Errors: kCorruption when the file has another size than it had, or could not
  // be read somewhere; the message goes on behind the file's name.
  Status CheckWhole() const;

  // The file itself, however it is called by now; closed for a MappedFile that maps none.
  const Descriptor& descriptor() const { return descriptor_; }

 private:
  const char* address_ = nullptr;
  std::size_t size_ = 0;
  Descriptor descriptor_;
  GuardedRange guard_;
};

}  // namespace sitedoor
