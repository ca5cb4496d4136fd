// What keeps a mapped file that is shortened in place from ending the process.
//
// Reading a mapped page that its file no longer has raises SIGBUS. InstallMapGuard takes that
// signal: where the address lies in a registered mapping, zeros are mapped from there to the
// mapping's end, the mapping is marked as damaged, and the read goes on. Other addresses get what
// was installed before. systemd treats its journal files this way (src/basic/sigbus.c).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/result.h"

namespace sitedoor {

// For the whole process, once; later calls do nothing. Without it SIGBUS ends the process.
void InstallMapGuard();

// A registered read-only mapping. Movable; safe from any thread.
class GuardedRange {
 public:
  // `address` begins a page. Errors: kUnavailable when too many are registered.
  static Result<GuardedRange> Register(const void* address, std::size_t bytes);

  GuardedRange() = default;
  GuardedRange(GuardedRange&& other) noexcept : slot_(std::exchange(other.slot_, kNone)) {}
  GuardedRange& operator=(GuardedRange&& other) noexcept {
    std::swap(slot_, other.slot_);
    return *this;
  }
  // Before the mapping is taken away.
  ~GuardedRange();

  // True from the moment that a part of the mapping could not be read.
  bool IsDamaged() const;

  static constexpr std::size_t kMostRanges = 4096;

 private:
  static constexpr std::size_t kNone = kMostRanges;
  explicit GuardedRange(std::size_t slot) : slot_(slot) {}

  std::size_t slot_ = kNone;
};

}  // namespace sitedoor
