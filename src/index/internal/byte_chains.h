// ByteChains: many byte strings that grow side by side, in one arena.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace sitedoor::index::internal {

// A string is a chain of slices, each about twice as long as the one before it, so that one of two
// bytes and one of a million both waste little. Not thread-safe.
class ByteChains {
 public:
  struct Chain {
    std::uint32_t first = 0, last = 0;  // slices, in units of kUnit; valid when bytes > 0
    std::uint32_t bytes = 0;
    std::uint16_t used = 0;  // of the last slice
    std::uint8_t level = 0;  // of the last slice
  };

  void Append(Chain& chain, unsigned char byte) {
    if (chain.bytes == 0) {
      chain.first = chain.last = Allocate(0);
    } else if (chain.used == kPayload[chain.level]) {
      Lengthen(chain);
    }
    At(chain.last)[chain.used++] = byte;
    ++chain.bytes;
  }

  void AppendVarint(Chain& chain, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) Append(chain, static_cast<unsigned char>(value | 0x80));
    Append(chain, static_cast<unsigned char>(value));
  }

  // Asks for the memory that the next Append writes to.
  void Prefetch(const Chain& chain) const {
    if (chain.bytes > 0) __builtin_prefetch(At(chain.last) + chain.used, 1);
  }

  // Appends the chain's bytes to `out`.
  void Read(const Chain& chain, std::string& out) const {
    std::uint32_t slice = chain.first, left = chain.bytes;
    for (std::size_t level = 0; left > 0; level = Next(level)) {
      const std::uint32_t here = left < kPayload[level] ? left : kPayload[level];
      out.append(reinterpret_cast<const char*>(At(slice)), here);
      left -= here;
      if (left > 0) std::memcpy(&slice, At(slice) + kPayload[level], sizeof slice);
    }
  }

 private:
  // Behind a full slice's payload stands the next slice's place, four bytes.
  static constexpr std::array<std::uint16_t, 7> kPayload{8, 16, 32, 64, 128, 256, 512};
  static constexpr std::size_t kUnit = 4;
  static constexpr std::size_t kBlockBytes = 1 << 18;
  static constexpr std::size_t kUnitsPerBlock = kBlockBytes / kUnit;

  static std::size_t Next(std::size_t level) {
    return level + 1 < kPayload.size() ? level + 1 : level;
  }
  unsigned char* At(std::uint32_t place) {
    return blocks_[place / kUnitsPerBlock].get() + place % kUnitsPerBlock * kUnit;
  }
  const unsigned char* At(std::uint32_t place) const {
    return blocks_[place / kUnitsPerBlock].get() + place % kUnitsPerBlock * kUnit;
  }
  std::uint32_t Allocate(std::size_t level) {
    const std::size_t bytes = kPayload[level] + sizeof(std::uint32_t);
    if (used_ + bytes > kBlockBytes) {
      blocks_.push_back(std::make_unique_for_overwrite<unsigned char[]>(kBlockBytes));
      used_ = 0;
    }
    const auto place =
        static_cast<std::uint32_t>((blocks_.size() - 1) * kUnitsPerBlock + used_ / kUnit);
    used_ += bytes;
    return place;
  }
  void Lengthen(Chain& chain) {
    const auto level = static_cast<std::uint8_t>(Next(chain.level));
    const std::uint32_t next = Allocate(level);
    std::memcpy(At(chain.last) + kPayload[chain.level], &next, sizeof next);
    chain.last = next;
    chain.level = level;
    chain.used = 0;
  }

  std::vector<std::unique_ptr<unsigned char[]>> blocks_;
  std::size_t used_ = kBlockBytes;
};

}  // namespace sitedoor::index::internal
