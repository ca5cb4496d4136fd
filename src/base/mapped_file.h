// MappedFile: a file's bytes as memory, without reading them first.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor {

// Immutable after Open and safe from any thread. The file must not be rewritten in place while it
// is mapped; generations never are. An empty file maps to empty bytes.
class MappedFile {
 public:
  // Errors: kNotFound (no such file), kUnavailable (cannot be read or mapped).
  static Result<MappedFile> Open(const std::string& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view Bytes() const { return {address_, size_}; }

 private:
  const char* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sitedoor
