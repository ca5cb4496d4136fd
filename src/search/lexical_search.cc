#include "search/lexical_search.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sitedoor::search {
namespace {

using index::ChunkId;
using index::kNoChunk;

// Sums and words of one window stay in the first-level cache (32 KB).
constexpr std::uint32_t kWindow = 4096;
// Asking a list about one chunk takes about as long as walking this many of its postings.
constexpr std::uint64_t kSeekCost = 10;
// From this share of a window's chunks on, looking at every one of them is faster than remembering
// which were touched.
constexpr std::uint64_t kDenseShare = 4;

// One list of the plan while it is walked.
struct Walk {
  index::PostingCursor cursor;
  std::uint64_t postings_offset = 0;
  std::uint32_t weight = 0;
  std::uint64_t words = 0;
  std::uint32_t window_most = 0;  // no chunk of the window gets more from this list
  std::uint32_t in_window = 0;    // about so many postings
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

// The sum of one chunk in the lower half, its words in the upper.
using Tally = std::uint64_t;
static_assert(kMostPlanWords <= 32);

std::uint32_t SumOf(Tally tally) { return static_cast<std::uint32_t>(tally); }
std::uint64_t WordsOf(Tally tally) { return tally >> 32; }

// Which chunks of a window can still get in: sum and coverage, with what they may get on top at the
// most, are above the bar. Of the words, those beyond the first eight, of which a long question has
// many and which tell little, are taken to be there.
struct Bound {
  double bar = 0;
  double most = 0;
  std::uint64_t words = 0;
  const double* coverage = nullptr;  // of the first eight words, with all others

  bool operator()(Tally tally) const {
    const double sum = static_cast<double>(static_cast<std::int64_t>(SumOf(tally)));
    return (sum + most) * coverage[(WordsOf(tally) | words) & 255] > bar;
  }
};

class WindowedSearch {
 public:
  WindowedSearch(const index::LexicalIndex& index, const ScoringPlan& plan,
                 const LexicalSearchOptions& options, FunctionRef<bool(ChunkId)> accepts)
      : plan_(plan), options_(options), accepts_(accepts), best_(options.limit) {
    end_ = std::min<ChunkId>(options.range.end, index.chunk_count());
    walks_.reserve(plan.lists.size());
    for (const PlanList& list : plan.lists) AddWalk(index, list);
    for (Walk& walk : walks_) order_.push_back(&walk);
    words_before_.resize(order_.size());
    for (std::size_t i = 0; i < coverage_.size(); ++i) {
      coverage_[i] = plan.Coverage(i | ~std::uint64_t{255});
    }
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
  // Terms that share a list are walked as one.
  void AddWalk(const index::LexicalIndex& index, const PlanList& list) {
    const index::TermEntry& entry = list.entry;
    for (Walk& walk : walks_) {
      if (walk.postings_offset != entry.postings_offset ||
          walk.cursor.document_frequency() != entry.document_frequency) {
        continue;
      }
      walk.weight += list.weight;
      walk.words |= list.words;
      return;
    }
    const std::uint64_t in_window = std::uint64_t{entry.document_frequency} * kWindow /
                                    std::max<std::uint32_t>(1, index.chunk_count());
    walks_.push_back({index.Postings(entry), entry.postings_offset, list.weight, list.words, 0,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(in_window, kWindow))});
  }

  void SearchWindow(ChunkId begin, ChunkId end) {
    std::int64_t most_sum = 0;
    for (Walk* walk : order_) {
      walk->window_most = WindowMost(*walk, begin, end);
      most_sum += walk->window_most;
    }
    if (static_cast<double>(most_sum) <= bar_) return;
    std::ranges::sort(order_,
                      [](const Walk* a, const Walk* b) { return a->window_most < b->window_most; });
    // order_[0, optional) together stay below what is needed: a chunk that only they hold cannot
    // get in, all the less as it does not cover the other words.
    std::size_t optional = 0;
    std::int64_t optional_most = 0;
    std::uint64_t optional_words = 0;
    for (; optional < order_.size(); ++optional) {
      const Walk& walk = *order_[optional];
      if (CanGetIn(optional_most + walk.window_most, optional_words | walk.words)) break;
      words_before_[optional] = optional_words;
      optional_most += walk.window_most;
      optional_words |= walk.words;
    }
    Gather(begin, end, optional, BoundOf(optional_most, optional_words));
    for (std::size_t i = optional; i > 0 && candidate_count_ > 0; --i) {
      Walk& walk = *order_[i - 1];
      if (walk.window_most == 0) break;  // nor has any before it
      optional_most -= walk.window_most;
      Ask(walk, begin, end);
      Keep(BoundOf(optional_most, words_before_[i - 1]));
    }
    for (std::size_t i = 0; i < candidate_count_; ++i) {
      Consider(begin + candidates_[i], tallies_[candidates_[i]]);
    }
    tallies_.fill(0);
  }

  // Whether a chunk with that sum and those words, at the most, may be among the best.
  bool CanGetIn(std::int64_t most_sum, std::uint64_t most_words) const {
    return static_cast<double>(most_sum) * plan_.Coverage(most_words) > bar_;
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

  // Calls `visit(slot, impact)` for the list's postings in [begin, end).
  template <class Visit>
  static void ForEachPosting(Walk& walk, ChunkId begin, ChunkId end, Visit visit) {
    index::PostingCursor& cursor = walk.cursor;
    cursor.SeekTo(begin);
    while (cursor.chunk() < end) {
      const index::PostingCursor::Postings rest = cursor.RestOfBlock();
      const bool whole = rest.chunks[rest.count - 1] < end;
      std::uint32_t count = rest.count;
      if (!whole) {
        count = static_cast<std::uint32_t>(
            std::lower_bound(rest.chunks, rest.chunks + rest.count, end) - rest.chunks);
      }
      for (std::uint32_t i = 0; i < count; ++i) visit(rest.chunks[i] - begin, rest.impacts[i]);
      if (!whole) return cursor.SeekTo(end);
      cursor.NextBlock();
    }
  }

  // Adds what the list gives to every chunk of the window that it holds; `touch(slot)` for each.
  template <class Touch>
  void AddUp(Walk& walk, ChunkId begin, ChunkId end, Touch touch) {
    if (walk.window_most == 0) return;
    const Tally words = walk.words << 32;
    const Tally weight = walk.weight;
    ForEachPosting(walk, begin, end, [&](std::uint32_t slot, std::uint8_t impact) {
      tallies_[slot] = (tallies_[slot] + weight * impact) | words;
      touch(slot);
    });
  }

  // Adds up order_[optional, end) and makes candidates of all chunks that they hold.
  void Gather(ChunkId begin, ChunkId end, std::size_t optional, const Bound& can_get_in) {
    candidate_count_ = 0;
    std::uint64_t expected = 0;
    for (std::size_t i = optional; i < order_.size(); ++i) {
      if (order_[i]->window_most > 0) expected += order_[i]->in_window;
    }
    if (expected * kDenseShare >= kWindow) {
      for (std::size_t i = optional; i < order_.size(); ++i) {
        AddUp(*order_[i], begin, end, [](std::uint32_t) {});
      }
      for (std::uint32_t slot = 0; slot < end - begin; ++slot) {
        candidates_[candidate_count_] = static_cast<std::uint16_t>(slot);
        candidate_count_ += can_get_in(tallies_[slot]) ? 1 : 0;
      }
      return;
    }
    for (std::size_t i = optional; i < order_.size(); ++i) {
      AddUp(*order_[i], begin, end,
            [&](std::uint32_t slot) { touched_[slot / 64] |= std::uint64_t{1} << (slot % 64); });
    }
    for (std::size_t group = 0; group < touched_.size(); ++group) {
      for (std::uint64_t left = touched_[group]; left != 0; left &= left - 1) {
        const std::size_t slot = group * 64 + static_cast<std::size_t>(std::countr_zero(left));
        candidates_[candidate_count_] = static_cast<std::uint16_t>(slot);
        candidate_count_ += can_get_in(tallies_[slot]) ? 1 : 0;
      }
      touched_[group] = 0;
    }
  }

  // Adds what the list gives to the candidates.
  void Ask(Walk& walk, ChunkId begin, ChunkId end) {
    if (candidate_count_ * kSeekCost >= walk.in_window) {
      AddUp(walk, begin, end, [](std::uint32_t) {});  // to others too; nobody looks at them
      return;
    }
    const Tally words = walk.words << 32;
    for (std::size_t i = 0; i < candidate_count_; ++i) {
      const std::uint16_t slot = candidates_[i];
      walk.cursor.SeekTo(begin + slot);
      if (walk.cursor.chunk() != begin + slot) continue;
      tallies_[slot] = (tallies_[slot] + Tally{walk.weight} * walk.cursor.impact()) | words;
    }
  }

  // For what a chunk may get on top at the most.
  Bound BoundOf(std::int64_t most, std::uint64_t words) const {
    return {bar_, static_cast<double>(most), words, coverage_.data()};
  }

  // Keeps the candidates that can get in. Without a branch, which nothing could foresee.
  void Keep(const Bound& can_get_in) {
    std::size_t kept = 0;
    const std::size_t count = candidate_count_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint16_t slot = candidates_[i];
      candidates_[kept] = slot;
      kept += can_get_in(tallies_[slot]) ? 1 : 0;
    }
    candidate_count_ = kept;
  }

  void Consider(ChunkId chunk, Tally tally) {
    const std::uint32_t sum = SumOf(tally);
    const std::uint64_t words = WordsOf(tally);
    if (sum == 0 || (words & options_.required_words) != options_.required_words) return;
    const double score = plan_.Score(sum, words);
    if (score <= best_.Threshold() || !accepts_(chunk)) return;
    best_.Offer({chunk, score, sum, words});
    bar_ = best_.Threshold() / ScoringPlan::kSumUnit * (1 - 1e-9);
  }

  const ScoringPlan& plan_;
  const LexicalSearchOptions& options_;
  FunctionRef<bool(ChunkId)> accepts_;
  BestChunks best_;
  ChunkId end_ = 0;
  // Sum times coverage must be above it to get in: the threshold, a share less for rounding.
  double bar_ = 0;
  std::vector<Walk> walks_;
  std::vector<Walk*> order_;                 // by window_most, least first
  std::vector<std::uint64_t> words_before_;  // by place in order_: the words of those before it
  std::size_t candidate_count_ = 0;
  std::array<std::uint16_t, kWindow + 1> candidates_;  // slots, ascending; room for one refused
  std::array<double, 256> coverage_{};                 // of the first eight words, with all others
  std::array<Tally, kWindow> tallies_{};
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
