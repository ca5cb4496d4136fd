// Deadline: a point in time after which nobody wants the answer any more.
#pragma once

#include <chrono>

namespace sitedoor {

// A value; copy it freely.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  static Deadline Never() { return Deadline(Clock::time_point::max()); }
  static Deadline After(std::chrono::milliseconds wait) { return Deadline(Clock::now() + wait); }

  bool Passed() const { return when_ != Clock::time_point::max() && Clock::now() >= when_; }
  Clock::time_point When() const { return when_; }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_;
};

}  // namespace sitedoor
