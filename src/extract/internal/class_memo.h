// ClassMemo: what a function said of class attributes, of which a page has few different ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sitedoor::extract::internal {

// For a function that depends on the attribute alone. One thread's; constant initialisation keeps
// thread_local free of a check at each use.
class ClassMemo {
 public:
  template <class Function>
  std::uint32_t Of(std::string_view classes, Function function) {
    if (classes.empty() || classes.size() > kMostBytes) return function(classes);
    Slot& slot = slots_[SlotOf(classes)];
    if (slot.Key() != classes) {
      slot.value = function(classes);
      slot.size = static_cast<std::uint8_t>(classes.size());
      std::ranges::copy(classes, slot.classes.begin());
    }
    return slot.value;
  }

 private:
  static constexpr std::size_t kMostBytes = 59;
  static constexpr int kSlotBits = 7;

  struct Slot {  // a cache line
    std::uint32_t value = 0;
    std::uint8_t size = 0;  // 0: free
    std::array<char, kMostBytes> classes{};

    std::string_view Key() const { return {classes.data(), size}; }
  };

  template <class Number>
  static std::uint64_t Read(const char* from) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
  }

  // Of its beginning, its end and its size.
  static std::size_t SlotOf(std::string_view classes) {
    const char* const first = classes.data();
    const char* const last = first + classes.size();
    std::uint64_t begin = 0, end = 0;
    if (classes.size() >= 8) {
      begin = Read<std::uint64_t>(first);
      end = Read<std::uint64_t>(last - 8);
    } else if (classes.size() >= 4) {
      begin = Read<std::uint32_t>(first);
      end = Read<std::uint32_t>(last - 4);
    } else {
      begin = Read<std::uint8_t>(first);
      end = Read<std::uint8_t>(last - 1) << 8 | Read<std::uint8_t>(first + classes.size() / 2);
    }
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    const std::uint64_t mixed = ((begin + classes.size()) * kOdd ^ end) * kOdd;
    return static_cast<std::size_t>(mixed >> (64 - kSlotBits));
  }

  std::array<Slot, std::size_t{1} << kSlotBits> slots_{};
};

}  // namespace sitedoor::extract::internal
