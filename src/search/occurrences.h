// Occurrences: where the words of a query stand in a text.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "search/query.h"
#include "search/scorer.h"
#include "text/analyzer.h"

namespace sitedoor::search {

struct Occurrence {
  std::size_t begin = 0, end = 0;  // bytes of the text, on code-point borders
  std::uint64_t words = 0;         // bits of ScoringPlan::words
  bool operator==(const Occurrence&) const = default;
};

// Made once for a query, asked for each passage. Not thread-safe.
//
// Analysing every text whole would cost more than the search. Tokens never reach over white space,
// so only those runs between white space are analysed in which a word starts with the first two
// bytes of one of the query's terms; runs with characters outside ASCII are always analysed.
class OccurrenceFinder {
 public:
  // Both must outlive the finder.
  OccurrenceFinder(const text::Analyzer& analyzer, const ScoringPlan& plan);

  // Ascending by begin. `language` is the page's primary subtag, "" when unknown.
  std::vector<Occurrence> Find(std::string_view text, const std::string& language);

 private:
  struct Match {
    std::uint64_t words = 0;
    bool part = false;  // of an identifier that the index holds whole
  };
  struct Found {
    Occurrence occurrence;
    bool part = false;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  void Analyze(std::string_view text, std::size_t offset, std::vector<Found>& found);
  void AnalyzeRun(std::string_view run, std::size_t offset, std::vector<Found>& found);
  // Bytes between white space.
  struct Run {
    std::size_t end = 0;
    bool is_ascii = true;
    bool may_hold = false;  // of an ASCII run: whether one of the terms can start in it
  };
  Run RunAt(std::string_view text, std::size_t at) const;

  const text::Analyzer& analyzer_;
  std::unordered_map<std::string, Match, Hash, std::equal_to<>> terms_;
  std::bitset<65536> starts_;  // first two bytes of a term; a term of one byte has all 256 pairs
  std::vector<std::string> languages_;
  std::unordered_map<std::string, std::vector<Found>, Hash, std::equal_to<>>
      runs_;  // of languages_
};

// Whether quoted parts stand in texts, all elements of each one directly after the other. Made once
// for a query. Not thread-safe.
class PhraseMatcher {
 public:
  // The analyzer must outlive the matcher.
  PhraseMatcher(const text::Analyzer& analyzer, std::span<const Phrase> phrases);

  // Forgets what was read.
  void Start();
  // A text that may hold some of the phrases.
  void Read(std::string_view text);
  bool HoldsAll() const { return held_ == phrases_.size(); }

 private:
  // Where an element must stand to go on with those before it: the last positions.
  struct Expected {
    std::array<std::uint32_t, 32> positions;
    std::size_t count = 0;
    void Add(std::uint32_t position) { positions[count++ % positions.size()] = position; }
    bool Holds(std::uint32_t position) const;
  };
  struct State {
    std::vector<Expected> expected;  // by element; unused for the first
    bool held = false;
  };
  struct Place {
    std::size_t phrase = 0, element = 0;
    bool is_last = false;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  const text::Analyzer& analyzer_;
  // The places of a phrase from its last to its first.
  std::unordered_map<std::string, std::vector<Place>, Hash, std::equal_to<>> places_;
  std::vector<State> phrases_;
  std::bitset<256> starts_;  // first bytes of the elements
  std::size_t held_ = 0;
};

// The same for one.
bool HoldsPhrase(const text::Analyzer& analyzer, const Phrase& phrase, std::string_view text);

}  // namespace sitedoor::search
