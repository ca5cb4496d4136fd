// Published<T>: the one place where a new immutable value replaces the old one while readers run.
//
// A mutex kept for one pointer copy (about 10 ns). Not std::atomic<std::shared_ptr>: libstdc++ 12
// implements it as a spin lock that ThreadSanitizer reports (google/sanitizers#1558), and it is no
// faster.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace sitedoor {

// Thread-safe. A reader keeps what it got from Current() for as long as it needs it.
template <class T>
class Published {
 public:
  Published() = default;
  explicit Published(std::shared_ptr<const T> first) : value_(std::move(first)) {}

  // The newest value; null before the first Publish.
  std::shared_ptr<const T> Current() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

  // Replaces the value and returns the old one, which the caller lets go outside the lock.
  std::shared_ptr<const T> Publish(std::shared_ptr<const T> next) {
    const std::lock_guard lock(mutex_);
    return std::exchange(value_, std::move(next));
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> value_;
};

}  // namespace sitedoor
