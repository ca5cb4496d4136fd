// Expansion: other terms of the vocabulary that a query word may stand for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/lexical.h"
#include "search/query.h"

namespace sitedoor::search {

struct Expansion {
  std::string term;  // as the index holds it
  std::uint32_t document_frequency = 0;
  int edits = 0;
};

// How many terms of the vocabulary a query may be compared with, over all of its words. A
// comparison letter by letter counts as kTermsPerDistance.
struct ExpansionBudget {
  std::size_t terms = kMostTermsCompared;

  static constexpr std::size_t kMostTermsCompared = 300'000;
  static constexpr std::size_t kTermsPerDistance = 8;
  bool Take(std::size_t count) {
    terms -= std::min(count, terms);
    return terms > 0;
  }
};

// Exact terms that start with `exact`, most frequent first, at most kMostPrefixExpansions. Numbers
// and single ASCII letters are not continued.
inline constexpr std::size_t kMostPrefixExpansions = 12;
std::vector<Expansion> ExpandByPrefix(const index::LexicalIndex& index, std::string_view exact,
                                      ExpansionBudget& budget);

// Exact terms one edit away (insertion, deletion, substitution, transposition of neighbours), or,
// when there are none and the word has 8 letters or more, two; most frequent first, at most
// kMostTypoExpansions. With most_edits 1 never two. Where the budget ends before the terms do, what
// was found by then. Only words of 5 letters and more that are letters alone, and only terms with
// the same first letter.
inline constexpr std::size_t kMostTypoExpansions = 3;
inline constexpr int kMostTypoEdits = 2;
std::vector<Expansion> ExpandByEdits(const index::LexicalIndex& index, std::string_view exact,
                                     int most_edits, ExpansionBudget& budget);

// Two neighbouring words written as one ("pre commit": "pre-commit", "precommit", "pre_commit").
std::vector<Expansion> Compounds(const index::LexicalIndex& index, const QueryWord& first,
                                 const QueryWord& second);

// Edits between the two (optimal string alignment), or most + 1 when there are more than `most` (1
// or 2).
int EditDistance(std::u32string_view a, std::u32string_view b, int most);

}  // namespace sitedoor::search
