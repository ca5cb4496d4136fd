// Little-endian integers and variable-length integers in byte strings: the codec under the binary
// index files.
//
// A varint is LEB128: seven bits a byte, lowest first, the high bit set on all bytes but the last.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace sitedoor {

static_assert(std::endian::native == std::endian::little,
              "the index files are mapped, and little-endian");

template <class Integer>
void AppendFixed(std::string& out, Integer value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline void AppendVarint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

// Reads forward through untrusted bytes. After the first read past the end, or a varint that is too
// long, `failed()` stays true and every further read gives 0.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  template <class Integer>
  Integer Fixed() {
    Integer value{};
    if (static_cast<std::size_t>(end_ - next_) < sizeof value) return Failure<Integer>();
    std::memcpy(&value, next_, sizeof value);
    next_ += sizeof value;
    return value;
  }

  std::uint64_t Varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (next_ == end_) return Failure<std::uint64_t>();
      const auto byte = static_cast<unsigned char>(*next_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return Failure<std::uint64_t>();
  }

  std::string_view Take(std::size_t count) {
    if (static_cast<std::size_t>(end_ - next_) < count) {
      Failure<int>();
      return {};
    }
    const std::string_view taken(next_, count);
    next_ += count;
    return taken;
  }

  std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
  bool failed() const { return failed_; }

 private:
  template <class T>
  T Failure() {
    failed_ = true;
    next_ = end_;
    return T{};
  }

  const char* next_;
  const char* end_;
  bool failed_ = false;
};

}  // namespace sitedoor
