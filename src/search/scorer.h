// Scorer: which posting lists a query reads and what each is worth.
//
//   sum(c)   = sum over lists l that hold chunk c of  weight_l * impact_l(c)
//   score(c) = sum(c) * coverage(words matched in c),   coverage in (0, 1]
// Weights are whole numbers, so that a sum does not depend on the order in which it is added up:
// equal chunks have equal scores wherever they stand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/lexical.h"
#include "search/query.h"
#include "search/scoring_parameters.h"
#include "search/search.h"

namespace sitedoor::search {

enum class TermRole : std::uint8_t {
  kExact,
  kStem,
  kUnfolded,
  kPart,
  kSpelling,
  kCompound,
  kPrefix,
  kTypo,
  kTitle,
  kHeading
};
// "exact", "stem", "part" ... as explanations print it.
std::string_view TermRoleName(TermRole role);

// A term without the mark of its kind: "haus" of "\x01de\x01haus".
std::string_view WithoutMark(std::string_view term);

// A weight of 1.0 in whole numbers. With impacts of at most 255, 512 lists and an idf of at most
// 23, a sum stays below 2^32: AddList caps what would not.
inline constexpr double kWeightScale = 1024.0;

// Words beyond share the last bit.
inline constexpr std::size_t kMostPlanWords = 32;

struct PlanList {
  index::TermEntry entry;
  std::string term;          // as the index holds it, with its mark
  std::uint32_t weight = 1;  // per unit of impact
  std::uint64_t words =
      0;  // bits of the words that a match covers; 0 for one that only adds to the score
  TermRole role = TermRole::kExact;
  bool marked = true;  // worth marking in a passage: not a word that stands nearly everywhere
};

// One word, or one part of an identifier that the index does not hold whole.
struct PlanWord {
  double idf = 0;  // of its most telling list
};

struct ScoringPlan {
  std::vector<PlanList> lists;
  std::vector<PlanWord> words;  // word i is bit i, the most telling first; at most kMostPlanWords
  double idf_sum = 0;           // over `words`
  std::vector<std::size_t> word_bits;  // of the query's words, in their order
  std::string language;  // of the query, as far as the stems tell; "" when they do not
  std::vector<std::string> unmatched_words;  // no list could be found for them
  std::vector<CorrectedWord> corrected_words;
  ScoringParameters parameters;
  // [256 * i + b]: what the words whose bits are b in byte i add to the factor of Coverage.
  std::vector<double> coverage;

  // A sum's worth before coverage.
  static constexpr double kSumUnit = index::kImpactStep / kWeightScale;

  // The factor for the words matched in a chunk.
  double Coverage(std::uint64_t words_matched) const {
    double factor = parameters.coverage_floor;
    for (std::size_t i = 0; i < coverage.size(); i += 256, words_matched >>= 8) {
      factor += coverage[i + (words_matched & 255)];
    }
    return factor;
  }
  // A sum as a score: about 1 for each telling word.
  double Score(std::uint32_t sum, std::uint64_t words_matched) const {
    return sum * kSumUnit * Coverage(words_matched);
  }
};

// The analyzer gives the stems of what a mistyped word was corrected to.
ScoringPlan PlanQuery(const index::LexicalIndex& index, const text::Analyzer& analyzer,
                      const Query& query, const ScoringParameters& parameters);

}  // namespace sitedoor::search
