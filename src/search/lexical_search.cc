#include "search/lexical_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

#include "search/range_tallies.h"

namespace sitedoor::search {
namespace {

using index::ChunkId;
using index::kNoChunk;

// What is known of one window stays in the second-level cache: 4 KB a list at the most.
constexpr ChunkId kWindow = 4096;
constexpr std::size_t kRanges = kWindow / index::kRangeChunks;

// One list of the plan while it is walked.
struct Walk {
  std::uint64_t postings_offset = 0;
  std::uint32_t document_frequency = 0;
  std::uint32_t weight = 0;
  std::uint32_t words = 0;
  std::optional<index::ImpactTable> table;
  std::optional<index::PostingCursor> cursor;  // of a list that is no table
};

// A list that is no table, laid out as one for a window. All zeros between windows.
struct LaidOut {
  std::array<unsigned char, kRanges> most;
  std::array<unsigned char, kWindow> impacts;
};

// Puts those for which `is_first` in front, and returns how many they are. Without a branch: of
// scores nothing could foresee which.
template <class IsFirst>
std::size_t Partition(std::span<double> values, IsFirst is_first) {
  std::size_t first = 0;
  for (double& place : values) {
    const double value = place;
    place = values[first];
    values[first] = value;
    first += is_first(value) ? 1 : 0;
  }
  return first;
}

// The value in front of which `n` (< values.size()) greater or equal ones would stand, were they
// sorted. Changes their order.
double NthGreatest(std::span<double> values, std::size_t n) {
  for (;;) {
    const double first = values.front(), middle = values[values.size() / 2], last = values.back();
    const double pivot = std::max(std::min(first, last), std::min(std::max(first, last), middle));
    const std::size_t greater = Partition(values, [&](double value) { return value > pivot; });
    if (n < greater) {
      values = values.first(greater);
      continue;
    }
    values = values.subspan(greater);
    n -= greater;
    const std::size_t equal = Partition(values, [&](double value) { return value == pivot; });
    if (n < equal) return pivot;
    values = values.subspan(equal);
    n -= equal;
  }
}

// The best chunks so far.
class BestChunks {
 public:
  explicit BestChunks(std::size_t limit) : limit_(std::max<std::size_t>(1, limit)) {
    chunks_.reserve(std::min<std::size_t>(2 * limit_, 4096));
  }

  // What a score must be above to get in. Chunks come in ascending order, so that an equal one
  // stays out.
  double Threshold() const { return threshold_; }

  // Sorting out now and then costs a quarter of what a heap does, for a threshold that lags a bit.
  void Offer(const ScoredChunk& chunk) {
    chunks_.push_back(chunk);
    if (chunks_.size() == limit_ || chunks_.size() == 2 * limit_) Cut();
  }

  std::vector<ScoredChunk> Sorted() && {
    if (chunks_.size() > limit_) Cut();
    std::sort(chunks_.begin(), chunks_.end());
    return std::move(chunks_);
  }

 private:
  void Cut() {
    scores_.clear();
    for (const ScoredChunk& chunk : chunks_) scores_.push_back(chunk.score);
    threshold_ = NthGreatest(scores_, limit_ - 1);
    // They are in ascending order: of equal ones the first stay.
    const auto above = std::ranges::count_if(
        chunks_, [&](const ScoredChunk& chunk) { return chunk.score > threshold_; });
    std::size_t equal = limit_ - static_cast<std::size_t>(above), kept = 0;
    for (const ScoredChunk& chunk : chunks_) {
      const bool is_equal = chunk.score == threshold_ && equal > 0;
      chunks_[kept] = chunk;
      kept += chunk.score > threshold_ || is_equal ? 1 : 0;
      equal -= is_equal ? 1 : 0;
    }
    chunks_.resize(limit_);
  }

  std::size_t limit_;
  double threshold_ = 0;
  std::vector<ScoredChunk> chunks_;  // ascending
  std::vector<double> scores_;       // of chunks_, while they are sorted out
};

class WindowedSearch {
 public:
  WindowedSearch(const index::LexicalIndex& index, const ScoringPlan& plan,
                 const LexicalSearchOptions& options, FunctionRef<bool(ChunkId)> accepts)
      : plan_(plan), options_(options), accepts_(accepts), best_(options.limit) {
    end_ = std::min<ChunkId>(options.range.end, index.chunk_count());
    walks_.reserve(plan.lists.size());
    for (const PlanList& list : plan.lists) AddWalk(index, list);
    laid_out_.resize(static_cast<std::size_t>(
        std::ranges::count_if(walks_, [](const Walk& walk) { return !walk.table; })));
    for (std::size_t i = 0; i < coverage_.size(); ++i) {
      coverage_[i] = plan.Coverage(i | ~std::uint64_t{255});
    }
  }

  Result<std::vector<ScoredChunk>> Run() {
    // Tables begin with a range.
    for (ChunkId begin = options_.range.begin / index::kRangeChunks * index::kRangeChunks;
         begin < end_;) {
      if (options_.deadline.Passed()) {
        return Fail(ErrorCode::kDeadlineExceeded, "search took longer than its deadline");
      }
      const ChunkId end = begin + std::min<ChunkId>(kWindow, end_ - begin);
      LayOut(begin, end);
      SearchWindow(begin, end);
      Clear();
      begin = end;
    }
    return std::move(best_).Sorted();
  }

 private:
  // Terms that share a list are walked as one.
  void AddWalk(const index::LexicalIndex& index, const PlanList& list) {
    const index::TermEntry& entry = list.entry;
    const auto words = static_cast<std::uint32_t>(list.words);
    for (Walk& walk : walks_) {
      if (walk.postings_offset != entry.postings_offset ||
          walk.document_frequency != entry.document_frequency) {
        continue;
      }
      walk.weight += list.weight;
      walk.words |= words;
      return;
    }
    Walk& walk = walks_.emplace_back(
        Walk{entry.postings_offset, entry.document_frequency, list.weight, words, {}, {}});
    walk.table = index.Table(entry);
    if (!walk.table) walk.cursor = index.Postings(entry);
  }

  // Gathers the lists that hold any chunk of [begin, end).
  void LayOut(ChunkId begin, ChunkId end) {
    lists_.clear();
    used_ = 0;
    for (Walk& walk : walks_) {
      WindowList list{nullptr, nullptr, walk.weight, walk.words};
      if (walk.table) {
        list.most = walk.table->most + begin / index::kRangeChunks;
        list.impacts = walk.table->impacts + begin;
      } else {
        walk.cursor->SeekTo(begin);
        if (walk.cursor->chunk() >= end) continue;
        LaidOut& laid_out = laid_out_[used_++];
        // Without a branch; ranges do not wait for each other.
        ForEachPosting(*walk.cursor, begin, end, [&](std::uint32_t slot, std::uint32_t impact) {
          const auto byte = static_cast<unsigned char>(impact);
          unsigned char& most = laid_out.most[slot / index::kRangeChunks];
          laid_out.impacts[slot] = byte;
          most = std::max(most, byte);
        });
        list.most = laid_out.most.data();
        list.impacts = laid_out.impacts.data();
      }
      lists_.push_back(list);
    }
  }

  void Clear() {
    for (std::size_t i = 0; i < used_; ++i) {
      laid_out_[i].most.fill(0);
      laid_out_[i].impacts.fill(0);
    }
  }

  // Calls `visit(slot, impact)` for the postings in [begin, end), from where the cursor stands.
  template <class Visit>
  static void ForEachPosting(index::PostingCursor& cursor, ChunkId begin, ChunkId end,
                             Visit visit) {
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

  void SearchWindow(ChunkId begin, ChunkId end) {
    // By eights, as tables are.
    const std::size_t ranges = ((end - begin - 1) / (8 * index::kRangeChunks) + 1) * 8;
    Tallies<kRanges> bounds;
    for (const WindowList& list : lists_) AddMost(list, ranges, bounds.sums, bounds.words);
    // Without a branch, which nothing could foresee.
    std::size_t count = 0;
    for (std::size_t range = 0; range < ranges; ++range) {
      promising_[count] = range;
      count += MostOf(bounds.sums[range], bounds.words[range]) > bar_ ? 1 : 0;
    }
    for (const std::size_t range : std::span(promising_).first(count)) {
      if (MostOf(bounds.sums[range], bounds.words[range]) > bar_) {
        SearchRange(begin + static_cast<ChunkId>(range) * index::kRangeChunks, range);
      }
    }
  }

  void SearchRange(ChunkId begin, std::size_t range) {
    // Coverage is at most 1, so that most chunks are not even above the bar as it was.
    const RangeTallies tallies = TallyRange(lists_, range, static_cast<std::uint32_t>(bar_));
    for (std::uint32_t left = tallies.above; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (MostOf(tallies.sums[i], tallies.words[i]) > bar_) {
        Consider(begin + static_cast<ChunkId>(i), tallies.sums[i], tallies.words[i]);
      }
    }
  }

  // Sum times coverage of chunks with that sum and those words, at the most. Of the words, those
  // beyond the first eight, of which a long question has many and which tell little, are taken to
  // be there.
  double MostOf(std::uint32_t sum, std::uint32_t words) const {
    return static_cast<std::int32_t>(sum) * coverage_[words & 255];
  }

  void Consider(ChunkId chunk, std::uint32_t sum, std::uint64_t words) {
    if (chunk < options_.range.begin || chunk >= end_ ||
        (words & options_.required_words) != options_.required_words) {
      return;
    }
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
  std::vector<LaidOut> laid_out_;                   // as many as there are walks without a table
  std::array<std::size_t, kRanges + 1> promising_;  // ranges, ascending; room for one refused
  std::size_t used_ = 0;                            // of laid_out_, in this window
  std::vector<WindowList> lists_;                   // of this window
  std::array<double, 256> coverage_{};              // of the first eight words, with all others
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
