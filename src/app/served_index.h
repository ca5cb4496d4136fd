// ServedIndex: the index that a server answers from, swapped when a newer one is there.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "base/published.h"
#include "index/snapshot.h"

namespace sitedoor::app {

// Current and PollSoon are thread-safe; Poll is called from one thread at a time (Watch's, once
// that runs).
class ServedIndex {
 public:
  ServedIndex(std::string path, std::shared_ptr<const index::Snapshot> first)
      : path_(std::move(path)), published_(std::move(first)) {}

  // Never null. A request takes it once and keeps it to its end.
  std::shared_ptr<const index::Snapshot> Current() const { return published_.Current(); }

  enum class Outcome { kUnchanged, kSwapped, kRefused };
  // Looks at the folder's manifest once. One with a higher sequence is opened, verified whole and
  // published; a bad one is logged once for each change of what is wrong, tried again at the next
  // poll, and the old one keeps serving. Where the files of the current one were changed in place,
  // the newest generation that is whole takes its place, even an older one.
  Outcome Poll();

  // Polls every `interval` until destroyed.
  void Watch(std::chrono::milliseconds interval);

  // `damaged` does not CheckWhole: the watcher need not wait for its next poll. Once a snapshot.
  void PollSoon(const std::shared_ptr<const index::Snapshot>& damaged);

 private:
  Outcome Refuse(const std::string& why);
  Outcome Replace(const index::Snapshot& damaged, const Error& why);

  const std::string path_;
  Published<index::Snapshot> published_;
  std::string last_refusal_;
  const index::Snapshot* logged_damage_ = nullptr;  // the current one, or null
  std::mutex mutex_;
  bool poll_now_ = false;                             // under mutex_
  std::weak_ptr<const index::Snapshot> seen_damage_;  // under mutex_
  std::condition_variable_any wake_;
  std::jthread watcher_;  // last: it is joined first
};

}  // namespace sitedoor::app
