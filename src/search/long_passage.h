// LongPassage: which part of a chunk of megabytes a search shows, and whether a quoted part stands
// in it. Code is never split, so a chunk may be as long as a page.
//
// Such a text is not analysed. Its bytes are compared with the words in lower case, from its
// beginning as far as the budget goes; what differs from them in more than ASCII case is not seen.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/function_ref.h"
#include "index/long_text.h"
#include "search/query.h"
#include "search/scorer.h"
#include "search/text_budget.h"
#include "text/analyzer.h"

namespace sitedoor::search {

// Bytes of a long text that are shown and analysed.
inline constexpr std::size_t kLongPassageBytes = 16 << 10;

struct LongPassage {
  std::string text;  // at most kLongPassageBytes, cut at word ends where it can be
  bool cut_before = false, cut_after = false;
};

// Made once for a query. Not thread-safe.
class LongPassageFinder {
 public:
  explicit LongPassageFinder(const ScoringPlan& plan);

  // Round the place where most of `words` (bits of ScoringPlan::words) stand near each other, the
  // first of several as good; the beginning when none of them is met. Of the budget's compared
  // bytes it takes a quarter, or the last ones.
  LongPassage Find(const index::LongText& text, std::uint64_t words, const Deadline& deadline,
                   TextBudget& budget) const;

 private:
  struct Needle {
    std::string text;  // two bytes or more, ASCII in lower case
    std::uint64_t words = 0;
    bool is_prefix = false;  // a stem, which words go on behind
    unsigned start = 0;      // its first two bytes
  };

  std::size_t BestPlace(const index::LongText& text, std::uint64_t words, const Deadline& deadline,
                        TextBudget& budget) const;

  std::vector<Needle> needles_;  // ascending by start
  std::bitset<65536> starts_;    // of the needles
  std::vector<double> weights_;  // of the plan's words
};

// True when the phrase is found to stand in the text. `budget` as in Find, but an eighth.
bool LongTextHolds(const text::Analyzer& analyzer, const Phrase& phrase,
                   const index::LongText& text, const Deadline& deadline, TextBudget& budget);

}  // namespace sitedoor::search
