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

#include "search/byte_kinds.h"
#include "search/query.h"
#include "search/run_cache.h"
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
// so only those runs between white space are analysed in which a part of a token starts with the
// first two bytes of one of the query's terms; runs with characters outside ASCII always are.
class OccurrenceFinder {
 public:
  // Both must outlive the finder.
  OccurrenceFinder(const text::Analyzer& analyzer, const ScoringPlan& plan);

  // Ascending by begin; good until the next call. `language` is the page's primary subtag, "" when
  // unknown.
  std::span<const Occurrence> Find(std::string_view text, std::string_view language);

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

  // `is_whole`: a token or a part of one is the term as it stands, but for its case.
  void AddStart(std::string_view term, bool is_whole);
  void SetLanguage(std::string_view language);
  void FindInRuns(std::string_view text);
  // Whether a term can start with the part of a token that starts at `at`. Behind the text's end
  // there is a byte that no term has, but those of one byte go on with any.
  bool MayStartAt(std::string_view text, std::size_t at) const {
    const auto second = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : '\0');
    return starts_[static_cast<unsigned char>(text[at]) * 256u + second];
  }
  void Analyze(std::string_view text, std::size_t offset, std::vector<Found>& found);
  void AnalyzeRun(std::string_view run, std::size_t offset);

  const text::Analyzer& analyzer_;
  std::unordered_map<std::string, Match, Hash, std::equal_to<>> terms_;
  // The first two bytes of a term, in small letters and capitals.
  std::bitset<65536> starts_;
  WantedStarts wanted_;  // the same, but each of the two bytes with each other
  std::vector<std::string> languages_;
  bool has_suffixes_alone_ = false;  // the stemmer of the language
  RunCache<Found> runs_;             // of languages_
  std::vector<Found> found_in_run_;  // of the one that is analysed
  // Of the text that is read.
  std::vector<ByteKinds> kinds_;
  std::vector<Found> found_;
  std::vector<Occurrence> occurrences_;
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
