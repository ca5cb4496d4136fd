#include "search/expansion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "text/utf8.h"

namespace sitedoor::search {
namespace {

constexpr std::size_t kMostWordLetters = 40;

bool IsBigramScript(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
         (c >= 0x1780 && c <= 0x17FF) || (c >= 0x2E80 && c <= 0x31FF) ||
         (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || c >= 0x20000;
}

// Letters of the scripts that are written with words. Terms are folded, so there are no capitals.
bool IsLetter(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  if (c < 0xDF || c == 0xF7 || IsBigramScript(c)) return false;
  if ((c >= 0x0660 && c <= 0x066D) || (c >= 0x06F0 && c <= 0x06F9)) return false;
  return c < 0x2000 || (c >= 0xAC00 && c <= 0xD7A3);
}

struct Word {
  std::array<char32_t, kMostWordLetters> letters;
  std::size_t size = 0;
  std::uint32_t kinds = 0;  // a bit for each letter by its last five bits
  std::u32string_view view() const { return {letters.data(), size}; }
};

// The letters of a term, or nullopt when anything else is in it or it is longer than `most`.
std::optional<Word> Letters(std::string_view term, std::size_t most) {
  Word word;
  most = std::min(most, word.letters.size());
  for (std::size_t at = 0; at < term.size();) {
    const text::CodePoint point = text::DecodeAt(term, at);
    if (!IsLetter(point.value) || word.size == most) return std::nullopt;
    word.letters[word.size++] = point.value;
    word.kinds |= std::uint32_t{1} << (point.value % 32);
    at += point.bytes;
  }
  return word;
}

bool IsDigitsAndDots(std::string_view term) {
  return std::ranges::all_of(term, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

void MostFrequentFirst(std::vector<Expansion>& expansions, std::size_t most) {
  std::ranges::sort(expansions, [](const Expansion& a, const Expansion& b) {
    if (a.edits != b.edits) return a.edits < b.edits;
    if (a.document_frequency != b.document_frequency) {
      return a.document_frequency > b.document_frequency;
    }
    return a.term < b.term;
  });
  if (expansions.size() > most) expansions.resize(most);
}

void AddIfHeld(const index::LexicalIndex& index, std::string term, std::vector<Expansion>& out) {
  if (const auto entry = index.Find(term)) {
    out.push_back({std::move(term), entry->document_frequency, 0});
  }
}

}  // namespace

int EditDistance(std::u32string_view a, std::u32string_view b, int most) {
  const std::size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
  if (longer - shorter > static_cast<std::size_t>(most) || longer > kMostWordLetters) {
    return most + 1;
  }
  std::array<std::array<int, kMostWordLetters + 1>, 3> rows;
  int *before = rows[0].data(), *above = rows[1].data(), *row = rows[2].data();
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    int least = row[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int edits = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        edits = std::min(edits, before[j - 2] + 1);
      }
      row[j] = edits;
      least = std::min(least, edits);
    }
    if (least > most) return most + 1;
    int* const oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return std::min(above[b.size()], most + 1);
}

std::vector<Expansion> ExpandByPrefix(const index::LexicalIndex& index, std::string_view exact,
                                      ExpansionBudget& budget) {
  std::vector<Expansion> expansions;
  if (budget.terms == 0 || exact.size() < 2 || IsDigitsAndDots(exact)) return expansions;
  index.ForEachWithPrefix(exact, [&](const index::TermEntry& entry) {
    if (entry.term.size() > exact.size()) {
      expansions.push_back({std::string(entry.term), entry.document_frequency, 0});
      if (expansions.size() > 8 * kMostPrefixExpansions) {
        MostFrequentFirst(expansions, kMostPrefixExpansions);
      }
    }
    return budget.Take(1);
  });
  MostFrequentFirst(expansions, kMostPrefixExpansions);
  return expansions;
}

std::vector<Expansion> ExpandByEdits(const index::LexicalIndex& index, std::string_view exact,
                                     int most_edits, ExpansionBudget& budget) {
  std::vector<Expansion> expansions;
  const std::optional<Word> word = Letters(exact, kMostWordLetters);
  if (!word || word->size < 5 || budget.terms == 0) return expansions;
  int fewest = std::min(most_edits, word->size >= 8 ? kMostTypoEdits : 1);
  const std::string_view first = exact.substr(0, text::DecodeAt(exact, 0).bytes);
  index.ForEachWithPrefix(first, [&](const index::TermEntry& entry) {
    // An edit adds four bytes at the most, takes one letter at the most, which has a byte or more,
    // and changes two kinds at the most. Nearly all terms end here.
    const auto most = static_cast<std::size_t>(fewest);
    if (entry.term.size() <= exact.size() + 4 * most && entry.term.size() + most >= word->size) {
      const auto candidate = Letters(entry.term, word->size + most);
      if (candidate && std::popcount(word->kinds ^ candidate->kinds) <= 2 * fewest) {
        budget.Take(ExpansionBudget::kTermsPerDistance);
        const int edits = EditDistance(word->view(), candidate->view(), fewest);
        if (edits <= fewest && edits > 0) {
          fewest = edits;
          expansions.push_back({std::string(entry.term), entry.document_frequency, edits});
        }
      }
    }
    return budget.Take(1);
  });
  std::erase_if(expansions, [&](const Expansion& expansion) { return expansion.edits > fewest; });
  MostFrequentFirst(expansions, kMostTypoExpansions);
  return expansions;
}

std::vector<Expansion> Compounds(const index::LexicalIndex& index, const QueryWord& first,
                                 const QueryWord& second) {
  std::vector<Expansion> expansions;
  if (!Letters(first.exact, kMostWordLetters) || !Letters(second.exact, kMostWordLetters)) {
    return expansions;
  }
  for (const std::string_view glue : {"-", "", "_", "."}) {
    AddIfHeld(index, first.exact + std::string(glue) + second.exact, expansions);
  }
  return expansions;
}

}  // namespace sitedoor::search
