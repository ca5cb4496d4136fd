#include "base/map_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <string>

namespace sitedoor {
namespace {

// Written by Register and ~GuardedRange, read by the handler, which may take no lock. `change` is
// odd while the others are written: the handler then takes the slot for an empty one. A thread that
// faults in a mapping holds it, so its own slot stands still.
struct Slot {
  std::atomic<std::uint32_t> change{0};
  std::atomic<std::uintptr_t> begin{0}, end{0};  // both 0: free
  std::atomic<bool> damaged{false};
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free &&
              std::atomic<std::uintptr_t>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free);

constinit std::array<Slot, GuardedRange::kMostRanges> slots{};
constinit std::mutex writing;
constinit std::size_t next_slot = 0;  // under `writing`: where the search for a free one begins
constinit std::once_flag installed;
struct sigaction before;
std::uintptr_t page_bytes = 4096;

void Write(Slot& slot, std::uintptr_t begin, std::uintptr_t end) {
  const std::uint32_t change = slot.change.load(std::memory_order_relaxed);
  slot.change.store(change + 1);
  slot.begin.store(begin);
  slot.end.store(end);
  slot.damaged.store(false);
  slot.change.store(change + 2);
}

// Async-signal-safe: lock-free atomics and one system call.
bool MapZeros(std::uintptr_t address) {
  for (Slot& slot : slots) {
    const std::uint32_t change = slot.change.load();
    const std::uintptr_t begin = slot.begin.load(), end = slot.end.load();
    if (address < begin || address >= end || change % 2 != 0 || slot.change.load() != change) {
      continue;
    }
    // To the end at once: what a file lost it lost from there on, and one mapping stays two.
    const std::uintptr_t page = address & ~(page_bytes - 1);
    // The kernel's interface: an address as a pointer.
    void* const from = reinterpret_cast<void*>(page);  // NOLINT(performance-no-int-to-ptr)
    slot.damaged.store(true);
    // Not through mmap, which sanitizers replace by what is no handler's business.
    return ::syscall(SYS_mmap, from, end - page, PROT_READ,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != -1;
  }
  return false;
}

void OnBusError(int signal, siginfo_t* details, void* /*context*/) {
  const int number = errno;
  const bool is_fault = details->si_code > 0;  // not sent by a process
  const bool healed = is_fault && MapZeros(reinterpret_cast<std::uintptr_t>(details->si_addr));
  errno = number;
  if (healed) return;
  // As if this handler were not there: a fault comes again on return, another signal does not.
  ::sigaction(SIGBUS, &before, nullptr);
  if (!is_fault) ::raise(signal);
}

}  // namespace

void InstallMapGuard() {
  std::call_once(installed, [] {
    page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = &OnBusError;
    action.sa_flags = SA_SIGINFO;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &before);
  });
}

Result<GuardedRange> GuardedRange::Register(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::lock_guard lock(writing);
  for (std::size_t tried = 0; tried < kMostRanges; ++tried) {
    const std::size_t at = (next_slot + tried) % kMostRanges;
    if (slots[at].end.load() != 0) continue;
    Write(slots[at], begin, begin + bytes);
    next_slot = at + 1;
    return GuardedRange(at);
  }
  return Fail(ErrorCode::kUnavailable,
              "more than " + std::to_string(kMostRanges) + " files are mapped");
}

GuardedRange::~GuardedRange() {
  if (slot_ == kNone) return;
  const std::lock_guard lock(writing);
  Write(slots[slot_], 0, 0);
}

bool GuardedRange::IsDamaged() const { return slot_ != kNone && slots[slot_].damaged.load(); }

}  // namespace sitedoor
