#include "search/lexical_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace sitedoor::search {
namespace {

using index::ChunkId;
using index::kNoChunk;

// Sums and words of one window stay in the first-level cache (24 KB).
constexpr std::uint32_t kWindow = 2048;

// One list of the plan while it is walked.
struct Walk {
  index::PostingCursor cursor;
  std::uint32_t weight = 0;
  std::uint64_t words = 0;
  std::uint32_t window_most = 0;  // no chunk of the window gets more from this list
};

// The best chunks so far, the worst of them on top.
class BestChunks {
 public:
  explicit BestChunks(std::size_t limit) : limit_(std::max<std::size_t>(1, limit)) {
    heap_.reserve(std::min<std::size_t>(limit_, 4096));
  }

  // What a score must be above to get in. Chunks come in ascending order, so that an equal one
  // stays out.
  double Threshold() const { return threshold_; }

  void Offer(const ScoredChunk& chunk) {
    if (heap_.size() == limit_) {
      if (chunk.score <= threshold_) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = chunk;
    } else {
      heap_.push_back(chunk);
    }
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() == limit_) threshold_ = heap_.front().score;
  }

  std::vector<ScoredChunk> Sorted() && {
    std::sort(heap_.begin(), heap_.end());
    return std::move(heap_);
  }

 private:
  std::size_t limit_;
  double threshold_ = 0;
  std::vector<ScoredChunk>
      heap_;  // a heap under operator<, whose greatest element is the worst chunk
};

class WindowedSearch {
 public:
  WindowedSearch(const index::LexicalIndex& index, const ScoringPlan& plan,
                 const LexicalSearchOptions& options, FunctionRef<bool(ChunkId)> accepts)
      : plan_(plan), options_(options), accepts_(accepts), best_(options.limit) {
    end_ = std::min<ChunkId>(options.range.end, index.chunk_count());
    walks_.reserve(plan.lists.size());
    for (const PlanList& list : plan.lists) {
      walks_.push_back({index.Postings(list.entry), list.weight, list.words, 0});
    }
    for (Walk& walk : walks_) order_.push_back(&walk);
  }

  Result<std::vector<ScoredChunk>> Run() {
    for (ChunkId begin = options_.range.begin; begin < end_;) {
      if (options_.deadline.Passed()) {
        return Fail(ErrorCode::kDeadlineExceeded, "search took longer than its deadline");
      }
      const ChunkId end = begin + std::min<ChunkId>(kWindow, end_ - begin);
      SearchWindow(begin, end);
      begin = end;
    }
    return std::move(best_).Sorted();
  }

 private:
  void SearchWindow(ChunkId begin, ChunkId end) {
    std::uint64_t most_sum = 0;
    for (Walk* walk : order_) {
      walk->window_most = WindowMost(*walk, begin, end);
      most_sum += walk->window_most;
    }
    if (most_sum < needed_) return;
    std::ranges::sort(order_,
                      [](const Walk* a, const Walk* b) { return a->window_most < b->window_most; });
    // order_[0, optional) together stay below what is needed: a chunk that only they hold cannot
    // get in, all the less as it does not cover the other words.
    std::size_t optional = 0;
    std::uint64_t optional_most = 0;
    optional_words_ = 0;
    for (; optional < order_.size(); ++optional) {
      const Walk& walk = *order_[optional];
      if (CanGetIn(optional_most + walk.window_most, optional_words_ | walk.words)) break;
      optional_most += walk.window_most;
      optional_words_ |= walk.words;
    }
    for (std::size_t i = optional; i < order_.size(); ++i) AddUp(*order_[i], begin, end);
    Collect(begin, end, optional, optional_most);
  }

  // Whether a chunk with that sum and those words, at the most, may be among the best.
  bool CanGetIn(std::uint64_t most_sum, std::uint64_t most_words) const {
    if (most_sum < needed_) return false;
    if (needed_ == 1) return true;
    const double most = static_cast<double>(most_sum) * ScoringPlan::kSumUnit;
    return most * plan_.Coverage(most_words) * (1 + 1e-9) > best_.Threshold();
  }

  static std::uint32_t WindowMost(Walk& walk, ChunkId begin, ChunkId end) {
    std::uint8_t most = 0;
    for (ChunkId at = begin; at < end;) {
      const std::uint8_t block_most = walk.cursor.BlockMostImpact(at);
      if (block_most == 0) break;
      most = std::max(most, block_most);
      const ChunkId last = walk.cursor.block_last();
      if (last < at || last >= end - 1) break;
      at = last + 1;
    }
    return most * walk.weight;
  }

  void AddUp(Walk& walk, ChunkId begin, ChunkId end) {
    index::PostingCursor& cursor = walk.cursor;
    if (walk.window_most == 0) return;
    cursor.SeekTo(begin);
    for (; cursor.chunk() < end; cursor.Next()) {
      const std::uint32_t slot = cursor.chunk() - begin;
      sums_[slot] += walk.weight * cursor.impact();
      words_[slot] |= walk.words;
      touched_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    }
  }

  void Collect(ChunkId begin, ChunkId end, std::size_t optional, std::uint64_t optional_most) {
    const std::size_t groups = (end - begin + 63) / 64;
    for (std::size_t group = 0; group < groups; ++group) {
      for (std::uint64_t left = touched_[group]; left != 0; left &= left - 1) {
        const std::uint32_t slot = static_cast<std::uint32_t>(
            group * 64 + static_cast<std::size_t>(std::countr_zero(left)));
        Consider(begin + slot, sums_[slot], words_[slot], optional, optional_most);
        sums_[slot] = 0;
        words_[slot] = 0;
      }
      touched_[group] = 0;
    }
  }

  void Consider(ChunkId chunk, std::uint32_t sum, std::uint64_t words, std::size_t optional,
                std::uint64_t optional_most) {
    if (!CanGetIn(sum + optional_most, words | optional_words_)) return;
    for (std::size_t i = optional; i > 0; --i) {
      if (sum + optional_most < needed_) return;
      Walk& walk = *order_[i - 1];
      optional_most -= walk.window_most;
      if (walk.window_most == 0) continue;
      walk.cursor.SeekTo(chunk);
      if (walk.cursor.chunk() != chunk) continue;
      sum += walk.weight * walk.cursor.impact();
      words |= walk.words;
    }
    if (sum < needed_ || (words & options_.required_words) != options_.required_words) return;
    const double score = plan_.Score(sum, words);
    if (score <= best_.Threshold() || !accepts_(chunk)) return;
    best_.Offer({chunk, score, sum, words});
    // Coverage only takes away, so a smaller sum cannot get in. The share less is for rounding.
    needed_ =
        static_cast<std::uint64_t>(best_.Threshold() / ScoringPlan::kSumUnit * (1 - 1e-9)) + 1;
  }

  const ScoringPlan& plan_;
  const LexicalSearchOptions& options_;
  FunctionRef<bool(ChunkId)> accepts_;
  BestChunks best_;
  ChunkId end_ = 0;
  std::uint64_t needed_ = 1;          // the least sum that gets in
  std::uint64_t optional_words_ = 0;  // of the window: what the lists that are not walked may add
  std::vector<Walk> walks_;
  std::vector<Walk*> order_;  // by window_most, least first
  std::array<std::uint32_t, kWindow> sums_{};
  std::array<std::uint64_t, kWindow> words_{};
  std::array<std::uint64_t, kWindow / 64> touched_{};
};

}  // namespace

Result<std::vector<ScoredChunk>> SearchChunks(const index::LexicalIndex& index,
                                              const ScoringPlan& plan,
                                              const LexicalSearchOptions& options,
                                              FunctionRef<bool(ChunkId)> accepts) {
  if (plan.lists.empty()) return std::vector<ScoredChunk>();
  return WindowedSearch(index, plan, options, accepts).Run();
}

}  // namespace sitedoor::search
