#include "search/long_passage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "search/occurrences.h"

namespace sitedoor::search {
namespace {

constexpr std::size_t kBlockBytes = 64 << 10;
// Blocks overlap by so much that no word is missed, nor a phrase of usual length.
constexpr std::size_t kOverlapBytes = 2048;
// What a text may take of the budget even when little is left.
constexpr std::size_t kLeastComparedBytes = 64 << 10;
// Words so near each other count as standing together.
constexpr std::size_t kNearBytes = 2048;
constexpr std::size_t kLeadInBytes = 4096;
constexpr std::size_t kMostCutBytes = 256;
// Between two words of a phrase.
constexpr std::size_t kMostSeparators = 16;
// Windows of a long text that are analysed for one phrase, and the bytes of each a word.
constexpr std::size_t kMostPhraseWindows = 8;
constexpr std::size_t kPhraseWindowBytesAWord = 64;

unsigned StartOf(std::string_view text) {
  return static_cast<unsigned char>(AsciiLower(text[0])) * 256u +
         static_cast<unsigned char>(AsciiLower(text[1]));
}

// Whether a word may start at `at` of the escaped text: "error" in "KeyError", and behind a line
// break, but not in "terror".
bool IsWordStart(std::string_view block, std::size_t at) {
  if (at == 0 || !IsAsciiAlnum(block[at])) return true;
  const char before = block[at - 1];
  std::size_t escapes = at - 1;  // where the backslashes begin that stand in front of `before`
  if (before == '\\') {
    while (escapes > 0 && block[escapes - 1] == '\\') --escapes;
    return (at - escapes) % 2 == 0;  // the letter of an escape is no word's
  }
  if (!IsAsciiAlnum(before)) return true;
  if (at >= 2 && block[at - 2] == '\\') return true;
  return IsAsciiUpper(block[at]) && !IsAsciiUpper(before);
}

bool IsWordEnd(std::string_view block, std::size_t end) {
  if (end >= block.size() || !IsAsciiAlnum(block[end]) || !IsAsciiAlnum(block[end - 1])) {
    return true;
  }
  return IsAsciiUpper(block[end]) && !IsAsciiUpper(block[end - 1]);
}

// Calls `visit(place, block, at)` for the places of the text, block after block, at which a word
// starts with two bytes of `starts`; it returns how many bytes it compared, or nullopt to end. Ends
// when `most_bytes` are looked at. Places ascend, but for those in the overlap of two blocks.
template <class Visit>
void ForEachStart(const index::LongText& text, const std::bitset<65536>& starts,
                  std::size_t most_bytes, const Deadline& deadline, TextBudget& budget,
                  Visit visit) {
  most_bytes = std::min(most_bytes, budget.compared);
  std::size_t spent = 0;
  for (std::size_t begin = 0; spent < most_bytes && !deadline.Passed();) {
    const std::size_t wanted = std::min(kBlockBytes, most_bytes - spent);
    const std::string_view block = text.Block(begin, wanted);
    spent += block.size();
    for (std::size_t at = 0; at + 1 < block.size() && spent < most_bytes + kBlockBytes; ++at) {
      if (!starts.test(StartOf(block.substr(at))) || !IsWordStart(block, at)) continue;
      const std::optional<std::size_t> compared = visit(begin + at, block, at);
      if (!compared) {
        budget.TakeCompared(spent - block.size() + at);
        return;
      }
      spent += *compared;
    }
    if (block.size() < wanted || block.size() < kBlockBytes) break;
    begin = text.Aligned(begin + block.size() - kOverlapBytes);
  }
  budget.TakeCompared(spent);
}

// The words within the last kNearBytes, as places come in.
class NearWords {
 public:
  explicit NearWords(std::span<const double> weights) : weights_(weights) {}

  void Add(std::size_t place, std::uint64_t words) {
    while (!near_.empty() && near_.front().first + kNearBytes < place) {
      Change(near_.front().second, -1);
      near_.pop_front();
    }
    near_.emplace_back(place, words);
    Change(words, 1);
  }
  std::uint64_t words() const { return words_; }
  std::size_t begin() const { return near_.front().first; }
  double Worth() const {
    double worth = 0;
    for (std::uint64_t left = words_; left != 0; left &= left - 1) {
      const auto word = static_cast<std::size_t>(std::countr_zero(left));
      if (word < weights_.size()) worth += weights_[word];
    }
    return worth;
  }

 private:
  void Change(std::uint64_t words, int by) {
    for (std::uint64_t left = words; left != 0; left &= left - 1) {
      const auto word = static_cast<std::size_t>(std::countr_zero(left));
      counts_[word] += by;
      const std::uint64_t bit = std::uint64_t{1} << word;
      words_ = counts_[word] > 0 ? words_ | bit : words_ & ~bit;
    }
  }

  std::span<const double> weights_;
  std::deque<std::pair<std::size_t, std::uint64_t>> near_;
  std::array<int, 64> counts_{};
  std::uint64_t words_ = 0;
};

// Where the next word may start: behind white space, punctuation and escapes, at most
// kMostSeparators of them, or earlier where `first` stands.
std::size_t BehindSeparators(std::string_view block, std::size_t at, char first) {
  for (std::size_t count = 0; at < block.size() && count < kMostSeparators; ++count) {
    const char c = block[at];
    if (c == '\\') {
      at += at + 1 < block.size() && block[at + 1] == 'u' ? 6 : 2;
      continue;
    }
    if (IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80 || c == first) break;
    ++at;
  }
  return std::min(at, block.size());
}

struct Comparison {
  bool equal = false;
  std::size_t bytes = 0;  // compared
};

// Whether the words stand one after the other from the block's beginning on.
Comparison StandsAt(std::string_view block, const Phrase& phrase) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < phrase.elements.size(); ++i) {
    const std::string& word = phrase.elements[i].exact;
    if (i > 0) at = BehindSeparators(block, at, word[0]);
    if (!StartsWithIgnoringAsciiCase(block.substr(at), word) ||
        !IsWordEnd(block, at + word.size())) {
      return {false, at + word.size()};
    }
    at += word.size();
  }
  return {true, at};
}

bool IsAscii(const Phrase& phrase) {
  return std::ranges::all_of(phrase.elements, [](const Phrase::Element& element) {
    return std::ranges::all_of(element.exact,
                               [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  });
}

}  // namespace

LongPassageFinder::LongPassageFinder(const ScoringPlan& plan) {
  for (const PlanWord& word : plan.words) weights_.push_back(std::max(word.idf, 1e-6));
  for (const PlanList& list : plan.lists) {
    const std::string_view text = WithoutMark(list.term);
    if (!list.marked || list.words == 0 || text.size() < 2) continue;
    needles_.push_back(
        {std::string(text), list.words, list.role == TermRole::kStem, StartOf(text)});
    starts_.set(needles_.back().start);
  }
  std::ranges::stable_sort(needles_, {}, &Needle::start);
}

LongPassage LongPassageFinder::Find(const index::LongText& text, std::uint64_t words,
                                    const Deadline& deadline, TextBudget& budget) const {
  const std::size_t place = BestPlace(text, words, deadline, budget);
  const std::size_t begin = place > kLeadInBytes ? text.Aligned(place - kLeadInBytes) : 0;
  index::LongText::Window window = text.Read(begin, kLongPassageBytes);
  LongPassage passage{std::move(window.text), begin > 0, !window.is_last};
  if (passage.cut_after) {
    const std::size_t space = passage.text.find_last_of(" \n");
    if (space != std::string::npos && passage.text.size() - space <= kMostCutBytes) {
      passage.text.resize(space);
    }
  }
  return passage;
}

std::size_t LongPassageFinder::BestPlace(const index::LongText& text, std::uint64_t words,
                                         const Deadline& deadline, TextBudget& budget) const {
  std::uint64_t wanted = 0;  // that can be met
  for (const Needle& needle : needles_) wanted |= needle.words & words;
  if (wanted == 0) return 0;
  NearWords near(weights_);
  std::size_t best = 0, reached = 0;
  double most = 0;
  ForEachStart(
      text, starts_, std::max(budget.compared / 4, kLeastComparedBytes), deadline, budget,
      [&](std::size_t place, std::string_view block, std::size_t at) -> std::optional<std::size_t> {
        if (place < reached) return 0;  // in the overlap
        const std::string_view rest = block.substr(at);
        std::uint64_t met = 0;
        std::size_t compared = 0;
        for (const Needle& needle :
             std::ranges::equal_range(needles_, StartOf(rest), {}, &Needle::start)) {
          compared += needle.text.size();
          if (StartsWithIgnoringAsciiCase(rest, needle.text) &&
              (needle.is_prefix || IsWordEnd(block, at + needle.text.size()))) {
            met |= needle.words & wanted;
          }
        }
        if (met == 0) return compared;
        reached = place + 1;
        near.Add(place, met);
        if (const double worth = near.Worth(); worth > most + 1e-9) {
          most = worth;
          best = near.begin();
        }
        if (near.words() == wanted) return std::nullopt;
        return compared;
      });
  return best;
}

bool LongTextHolds(const text::Analyzer& analyzer, const Phrase& phrase,
                   const index::LongText& text, const Deadline& deadline, TextBudget& budget) {
  const std::string& first = phrase.elements.front().exact;
  if (first.size() < 2) return false;
  std::bitset<65536> starts;
  starts.set(StartOf(first));
  const bool is_ascii = IsAscii(phrase);
  const std::size_t window_bytes = kPhraseWindowBytesAWord * (phrase.elements.size() + 2);
  std::size_t windows = 0, next = 0;
  bool holds = false;
  const auto look = [&](std::size_t place, std::string_view block,
                        std::size_t at) -> std::optional<std::size_t> {
    const std::string_view rest = block.substr(at);
    if (is_ascii) {
      const Comparison comparison = StandsAt(rest, phrase);
      holds = comparison.equal;
      return holds ? std::nullopt : std::optional(comparison.bytes);
    }
    if (place < next || !StartsWithIgnoringAsciiCase(rest, first)) return first.size();
    if (++windows > kMostPhraseWindows || !budget.TakeAnalysed(window_bytes)) return std::nullopt;
    next = place + window_bytes / 2;
    holds = HoldsPhrase(analyzer, phrase, text.Read(place, window_bytes).text);
    return holds ? std::nullopt : std::optional(first.size());
  };
  ForEachStart(text, starts, std::max(budget.compared / 8, kLeastComparedBytes), deadline, budget,
               look);
  return holds;
}

}  // namespace sitedoor::search
