// Expansion: other terms of the vocabulary that a query word may stand for.
#pragma once

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

// Exact terms that start with `exact`, most frequent first, at most kMostPrefixExpansions. Numbers
// and single ASCII letters are not continued.
inline constexpr std::size_t kMostPrefixExpansions = 12;
std::vector<Expansion> ExpandByPrefix(const index::LexicalIndex& index, std::string_view exact);

// Exact terms one edit away (insertion, deletion, substitution, transposition of neighbours), or,
// when there are none and the word has 8 letters or more, two; most frequent first, at most
// kMostTypoExpansions. Only words of 5 letters and more that are letters alone, and only terms with
// the same first letter.
inline constexpr std::size_t kMostTypoExpansions = 3;
std::vector<Expansion> ExpandByEdits(const index::LexicalIndex& index, std::string_view exact);

// Two neighbouring words written as one ("pre commit": "pre-commit", "precommit", "pre_commit").
std::vector<Expansion> Compounds(const index::LexicalIndex& index, const QueryWord& first,
                                 const QueryWord& second);

// Edits between the two (optimal string alignment), or most + 1 when there are more than `most` (1
// or 2).
int EditDistance(std::u32string_view a, std::u32string_view b, int most);

}  // namespace sitedoor::search
