// BoundedQueue<T>: hands values from some threads to others and makes the fast side wait or refuses
// it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace sitedoor {

// Thread-safe. After Close nothing goes in, and Pop drains what is left before it returns nullopt.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity == 0 ? 1 : capacity) {}

  // Waits for room. False after Close: the value is dropped.
  bool Push(T value) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return closed_ || values_.size() < capacity_; });
    if (closed_) return false;
    values_.push_back(std::move(value));
    lock.unlock();
    has_value_.notify_one();
    return true;
  }

  // Never waits. False when full or closed; `value` is then untouched.
  bool TryPush(T& value) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_ || values_.size() >= capacity_) return false;
      values_.push_back(std::move(value));
    }
    has_value_.notify_one();
    return true;
  }

  // Puts what Pop gave back behind all the others, full or not, so that it is never lost: there are
  // at most as many values beyond the capacity as threads that pop. False after Close; `value` is
  // then untouched.
  bool Return(T& value) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
      values_.push_back(std::move(value));
    }
    has_value_.notify_one();
    return true;
  }

  // Waits for a value; nullopt when the queue is closed and empty.
  std::optional<T> Pop() {
    std::unique_lock lock(mutex_);
    has_value_.wait(lock, [&] { return closed_ || !values_.empty(); });
    if (values_.empty()) return std::nullopt;
    std::optional<T> value(std::move(values_.front()));
    values_.pop_front();
    lock.unlock();
    has_room_.notify_one();
    return value;
  }

  void Close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    has_value_.notify_all();
    has_room_.notify_all();
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable has_value_, has_room_;
  std::deque<T> values_;
  bool closed_ = false;
};

}  // namespace sitedoor
