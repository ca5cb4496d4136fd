#include "app/served_index.h"

#include <exception>

#include "base/log.h"

namespace sitedoor::app {

ServedIndex::Outcome ServedIndex::Refuse(const std::string& why) {
  if (why != last_refusal_) {
    Log(LogLevel::kWarning, "index_refused",
        {{"path", path_}, {"why", why}, {"serving", Current()->manifest().generation}});
    last_refusal_ = why;
  }
  return Outcome::kRefused;
}

ServedIndex::Outcome ServedIndex::Replace(const index::Snapshot& damaged, const Error& why) {
  if (&damaged != logged_damage_) {
    Log(LogLevel::kError, "index_damaged", {{"path", path_}, {"why", why.Text()}});
    logged_damage_ = &damaged;
  }
  auto next = index::Snapshot::OpenNewestWhole(path_);
  if (!next) return Refuse(next.error().message);
  const index::Manifest& fresh = (*next)->manifest();
  const bool is_older = fresh.sequence < damaged.manifest().sequence;
  Log(is_older ? LogLevel::kWarning : LogLevel::kInfo,
      is_older ? "index_fell_back" : "index_swapped",
      {{"generation", fresh.generation},
       {"sequence", fresh.sequence},
       {"pages", fresh.page_count}});
  last_refusal_.clear();
  logged_damage_ = nullptr;
  published_.Publish(*std::move(next));
  return Outcome::kSwapped;
}

ServedIndex::Outcome ServedIndex::Poll() {
  const auto start = std::chrono::steady_clock::now();
  const auto current = Current();
  if (const Status whole = current->CheckWhole(); !whole) return Replace(*current, whole.error());
  const index::Manifest& serving = current->manifest();
  const auto manifest = index::PeekManifest(path_);
  if (!manifest) return Refuse(manifest.error().message);
  if (manifest->sequence == serving.sequence && manifest->generation == serving.generation) {
    last_refusal_.clear();
    return Outcome::kUnchanged;
  }
  if (manifest->sequence <= serving.sequence) {
    return Refuse("generation " + manifest->generation + " has sequence " +
                  std::to_string(manifest->sequence) + ", not a higher one than " +
                  std::to_string(serving.sequence));
  }
  auto next = index::Snapshot::Open(path_, index::Verification::kEverything);
  if (!next) return Refuse(next.error().message);
  // Another build may have gone live between the two looks; a rollback by hand may have too.
  const index::Manifest& fresh = (*next)->manifest();
  if (fresh.sequence <= serving.sequence) return Refuse("the index changed while it was opened");
  last_refusal_.clear();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  Log(LogLevel::kInfo, "index_swapped",
      {{"generation", fresh.generation},
       {"sequence", fresh.sequence},
       {"pages", fresh.page_count},
       {"ms", ms.count()}});
  published_.Publish(*std::move(next));
  return Outcome::kSwapped;
}

void ServedIndex::Watch(std::chrono::milliseconds interval) {
  watcher_ = std::jthread([this, interval](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait_for(lock, stop, interval, [this] { return poll_now_; });
      if (stop.stop_requested()) return;
      poll_now_ = false;
      lock.unlock();  // requests may ask for the next poll meanwhile
      try {
        Poll();
      } catch (const std::exception& error) {
        Log(LogLevel::kError, "index_poll_failed", {{"why", error.what()}});
      }
      lock.lock();
    }
  });
}

void ServedIndex::PollSoon(const std::shared_ptr<const index::Snapshot>& damaged) {
  {
    const std::lock_guard lock(mutex_);
    if (seen_damage_.lock() == damaged) return;
    seen_damage_ = damaged;
    poll_now_ = true;
  }
  wake_.notify_all();
}

}  // namespace sitedoor::app
