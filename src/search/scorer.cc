#include "search/scorer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "index/bm25f.h"
#include "index/whole_terms.h"
#include "search/expansion.h"
#include "text/function_words.h"

namespace sitedoor::search {
namespace {

constexpr std::size_t kMostLists = 512;
constexpr std::uint32_t kFewChunks = 200;
// How far ahead of every other language one must be.
constexpr double kClearEvidence = 1.25;

// "de" of "\x01de\x01haus".
std::string_view LanguageOf(std::string_view stem) {
  const std::size_t end = stem.find('\x01', 1);
  return end == std::string_view::npos ? std::string_view() : stem.substr(1, end - 1);
}

bool AsksAlone(std::string_view word) {
  constexpr std::array<std::string_view, 11> kWords = {
      "how", "what", "why", "wie", "warum", "wieso", "como", "que", "pourquoi", "hoe", "waarom"};
  return std::ranges::find(kWords, word) != kWords.end();
}

bool StandsForTheReader(std::string_view word) {
  constexpr std::array<std::string_view, 6> kWords = {"i", "me", "my", "we", "our", "you"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// How many words at the beginning only ask: "how do I", "what is the", "how". A single "for" or
// "where" may be what is asked for ("where clause"), and so may all of "to be or not to be".
std::size_t LeadingAskingWords(const std::vector<QueryWord>& words) {
  std::size_t count = 0;
  while (count < words.size() && text::IsFunctionWord(words[count].exact)) ++count;
  if (count == words.size()) return 0;
  return count >= 2 || (count == 1 && AsksAlone(words.front().exact)) ? count : 0;
}

class Planner {
 public:
  Planner(const index::LexicalIndex& index, const text::Analyzer& analyzer, const Query& query,
          const ScoringParameters& parameters)
      : index_(index), analyzer_(analyzer), query_(query) {
    plan_.parameters = parameters;
  }

  ScoringPlan Plan() && {
    const std::size_t asking = LeadingAskingWords(query_.words);
    for (std::size_t i = 0; i < query_.words.size(); ++i) {
      const bool only_asks =
          i < asking || (asking > 0 && StandsForTheReader(query_.words[i].exact));
      share_ = only_asks ? plan_.parameters.asking : 1;
      AddWord(query_.words[i], query_.last_word_open && i + 1 == query_.words.size());
    }
    share_ = 1;
    AddCompounds();
    SortWords();
    plan_.language = ClearLanguage();
    for (const PlanWord& word : plan_.words) plan_.idf_sum += word.idf;
    AddWhole(index::kTitleMark, plan_.parameters.title_equal, TermRole::kTitle);
    AddWhole(index::kHeadingMark, plan_.parameters.heading_equal, TermRole::kHeading);
    MarkSomething();
    LimitSum();
    TabulateCoverage();
    return std::move(plan_);
  }

 private:
  double Idf(std::uint64_t document_frequency) const {
    return std::pow(index::InverseDocumentFrequency(index_.chunk_count(), document_frequency),
                    plan_.parameters.idf_power);
  }

  void AddWord(const QueryWord& word, bool open) {
    const ScoringParameters& worth = plan_.parameters;
    const std::size_t lists_before = plan_.lists.size();
    const std::size_t bit = NewWord();
    plan_.word_bits.push_back(bit);
    const bool stemmed = AddStems(word.stems, worth.stem, bit);
    const auto exact = index_.Find(word.exact);
    const bool spelled_otherwise = std::ranges::any_of(
        word.variants,
        [&](const std::string& variant) { return index_.Find(variant).has_value(); });
    // A chunk that has the word is indexed under its other spelling too: together they are worth
    // what the word alone is.
    double exact_worth = stemmed ? worth.exact : worth.exact_alone;
    double variant_worth = worth.spelling;
    if (exact && spelled_otherwise) {
      variant_worth = worth.spelling * exact_worth;
      exact_worth -= variant_worth;
    }
    if (exact) {
      AddList(*exact, word.exact, exact_worth, Idf(exact->document_frequency), bit,
              TermRole::kExact);
    }
    if (!word.unfolded.empty()) {
      AddTerm(word.unfolded, worth.unfolded, bit, TermRole::kUnfolded);
    }
    for (const std::string& variant : word.variants) {
      AddTerm(variant, variant_worth, bit, TermRole::kSpelling);
    }
    std::vector<Expansion> continued;
    if (open && !exact) continued = ExpandByPrefix(index_, word.exact, budget_);
    // Of a mistyped name some part is nearly always right: "Key" of "KeyErorr".
    if (plan_.lists.size() == lists_before && continued.empty() && !word.parts.empty()) {
      AddTypos(word, bit);
    }
    AddParts(word, bit);
    AddExpansions(continued, worth.prefix, bit, TermRole::kPrefix);
    if (plan_.lists.size() == lists_before && word.parts.empty()) AddTypos(word, bit);
    if (plan_.lists.size() == lists_before) plan_.unmatched_words.push_back(word.text);
  }

  // True when the index holds one of them.
  bool AddStems(const std::vector<std::string>& stems, double worth, std::size_t bit) {
    bool held = false;
    for (const std::string& stem : stems) {
      const auto entry = index_.Find(stem);
      if (!entry) continue;
      held = true;
      evidence_[std::string(LanguageOf(stem))] += std::log1p(entry->document_frequency);
      AddList(*entry, stem, worth, Idf(entry->document_frequency), bit, TermRole::kStem);
    }
    return held;
  }

  // The language in which clearly more of the words are known, and known better, than in any other.
  std::string ClearLanguage() const {
    std::string best;
    double most = 0, second = 0;
    for (const auto& [language, evidence] : evidence_) {
      if (evidence > most) {
        second = most;
        most = evidence;
        best = language;
      } else {
        second = std::max(second, evidence);
      }
    }
    return most >= kClearEvidence * second ? best : "";
  }

  // A name whose parts are all known may well be right and not of this site.
  int MostEdits(const QueryWord& word) const {
    const bool known =
        !word.parts.empty() && std::ranges::all_of(word.parts, [&](const QueryWord::Part& part) {
          return index_.Find(part.exact).has_value();
        });
    return known ? 1 : kMostTypoEdits;
  }

  void AddTypos(const QueryWord& word, std::size_t bit) {
    const ScoringParameters& worth = plan_.parameters;
    const std::vector<Expansion> typos =
        ExpandByEdits(index_, word.exact, MostEdits(word), budget_);
    if (typos.empty()) return;
    plan_.corrected_words.push_back({word.text, typos.front().term});
    const double share = typos.front().edits == 1 ? worth.one_edit : worth.two_edits;
    const QueryWord corrected = AnalyzeWord(analyzer_, typos.front().term, query_.languages);
    bool stemmed = false;
    for (const std::string& stem : corrected.stems) {
      stemmed |= AddTerm(stem, share * worth.stem, bit, TermRole::kTypo);
    }
    AddExpansions(typos, share * (stemmed ? worth.exact : worth.exact_alone), bit, TermRole::kTypo);
  }

  bool AddTerm(const std::string& term, double worth, std::optional<std::size_t> bit,
               TermRole role) {
    const auto entry = index_.Find(term);
    if (!entry) return false;
    AddList(*entry, term, worth, Idf(entry->document_frequency), bit, role);
    return true;
  }

  // Where the index does not hold the whole identifier, each part is a word of its own.
  void AddParts(const QueryWord& word, std::size_t bit) {
    const ScoringParameters& worth = plan_.parameters;
    const bool whole = plan_.words[bit].idf > 0;
    bool first = true;
    for (const QueryWord::Part& part : word.parts) {
      const std::size_t lists_before = plan_.lists.size();
      std::optional<std::size_t> own;
      if (!whole) own = first ? bit : NewWord();
      const double share = whole ? worth.part : worth.part_alone;
      bool stemmed = false;
      for (const std::string& stem : part.stems) {
        stemmed |= AddTerm(stem, share * worth.stem, own, TermRole::kPart);
      }
      AddTerm(part.exact, share * (stemmed ? worth.exact : worth.exact_alone), own,
              TermRole::kPart);
      if (plan_.lists.size() > lists_before) first = false;
    }
  }

  // The expansions of one word count as one term: a rare one is not worth more than a frequent one.
  void AddExpansions(const std::vector<Expansion>& expansions, double worth, std::size_t bit,
                     TermRole role) {
    if (expansions.empty()) return;
    std::uint64_t holding = 0;
    for (const Expansion& expansion : expansions) holding += expansion.document_frequency;
    const double idf = Idf(std::min<std::uint64_t>(holding, index_.chunk_count()));
    for (const Expansion& expansion : expansions) {
      if (const auto entry = index_.Find(expansion.term)) {
        AddList(*entry, expansion.term, worth, idf, bit, role);
      }
    }
  }

  void AddCompounds() {
    for (std::size_t i = 0; i + 1 < query_.words.size(); ++i) {
      for (const Expansion& compound : Compounds(index_, query_.words[i], query_.words[i + 1])) {
        if (const auto entry = index_.Find(compound.term)) {
          AddList(*entry, compound.term, plan_.parameters.compound, Idf(entry->document_frequency),
                  std::nullopt, TermRole::kCompound);
        }
      }
    }
  }

  // Marking "the" in every passage would hide what was found. On a small site no word is so common
  // that its place does not matter.
  bool IsNearlyEverywhere(std::uint32_t document_frequency) const {
    return index_.chunk_count() >= kFewChunks && document_frequency > index_.chunk_count() / 3;
  }

  // Unless the query has nothing else.
  void MarkSomething() {
    if (std::ranges::any_of(plan_.lists, &PlanList::marked)) return;
    for (PlanList& list : plan_.lists) {
      list.marked = list.role != TermRole::kTitle && list.role != TermRole::kHeading;
    }
  }

  // A title that many pages have says less about each.
  void AddWhole(char mark, double worth, TermRole role) {
    const std::string term = index::WholeTerm(mark, query_.tokens);
    const auto entry = term.empty() ? std::nullopt : index_.Find(term);
    if (!entry) return;
    const double telling = Idf(entry->document_frequency) / Idf(1);
    AddList(*entry, term, worth * telling, plan_.idf_sum, std::nullopt, role);
  }

  std::size_t NewWord() {
    if (plan_.words.size() < kMostPlanWords) plan_.words.emplace_back();
    return plan_.words.size() - 1;
  }

  void AddList(const index::TermEntry& entry, std::string_view term, double worth, double idf,
               std::optional<std::size_t> bit, TermRole role) {
    if (plan_.lists.size() >= kMostLists || entry.document_frequency == 0) return;
    idf *= share_;
    PlanList list;
    list.entry = entry;
    list.term = term;
    list.entry.term = {};
    list.weight = static_cast<std::uint32_t>(std::max(1.0, std::round(worth * idf * kWeightScale)));
    list.role = role;
    list.marked = role != TermRole::kTitle && role != TermRole::kHeading &&
                  !IsNearlyEverywhere(entry.document_frequency);
    if (bit) {
      list.words = std::uint64_t{1} << *bit;
      plan_.words[*bit].idf = std::max(plan_.words[*bit].idf, idf);
    }
    plan_.lists.push_back(std::move(list));
  }

  // The most telling ones first: the search looks at these alone while it discards chunks.
  void SortWords() {
    std::vector<std::size_t> order(plan_.words.size());  // by new bit: the old one
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t bit) { return plan_.words[bit].idf; });
    std::vector<std::size_t> place(order.size());  // by old bit: the new one
    std::vector<PlanWord> words;
    for (const std::size_t bit : order) {
      place[bit] = words.size();
      words.push_back(plan_.words[bit]);
    }
    plan_.words = std::move(words);
    for (std::size_t& bit : plan_.word_bits) bit = place[bit];
    for (PlanList& list : plan_.lists) {
      if (list.words != 0) {
        list.words = std::uint64_t{1}
                     << place[static_cast<std::size_t>(std::countr_zero(list.words))];
      }
    }
  }

  // So that no sum can pass 32 bits, whatever a damaged index says.
  void LimitSum() {
    double most = 0;
    for (const PlanList& list : plan_.lists) most += 255.0 * list.weight;
    const double limit = std::numeric_limits<std::uint32_t>::max() / 2.0;
    if (most <= limit) return;
    for (PlanList& list : plan_.lists) {
      list.weight =
          std::max<std::uint32_t>(1, static_cast<std::uint32_t>(list.weight * limit / most));
    }
  }

  // A plan without a telling word covers what it has.
  void TabulateCoverage() {
    if (plan_.idf_sum <= 0) {
      plan_.parameters.coverage_floor = 1;
      return;
    }
    const double unit = (1 - plan_.parameters.coverage_floor) / plan_.idf_sum;
    plan_.coverage.assign((plan_.words.size() + 7) / 8 * 256, 0);
    for (std::size_t i = 0; i < plan_.coverage.size(); ++i) {
      const std::size_t bits = i % 256;
      if (bits == 0) continue;
      const auto word = i / 256 * 8 + static_cast<std::size_t>(std::countr_zero(bits));
      const double idf = word < plan_.words.size() ? plan_.words[word].idf : 0;
      plan_.coverage[i] = plan_.coverage[i & (i - 1)] + unit * idf;
    }
  }

  const index::LexicalIndex& index_;
  const text::Analyzer& analyzer_;
  const Query& query_;
  ScoringPlan plan_;
  ExpansionBudget budget_;  // of all words: the first ones are served first
  double share_ = 1;        // of the idf of the word that is being added
  std::map<std::string, double>
      evidence_;  // by language: logarithms of how often its stems stand in the index
};

}  // namespace

std::string_view WithoutMark(std::string_view term) {
  const std::size_t last = term.find_last_of("\x01\x02\x03\x04");
  return last == std::string_view::npos ? term : term.substr(last + 1);
}

std::string_view TermRoleName(TermRole role) {
  switch (role) {
    case TermRole::kExact:
      return "exact";
    case TermRole::kStem:
      return "stem";
    case TermRole::kUnfolded:
      return "diacritics";
    case TermRole::kPart:
      return "part";
    case TermRole::kSpelling:
      return "spelling";
    case TermRole::kCompound:
      return "compound";
    case TermRole::kPrefix:
      return "prefix";
    case TermRole::kTypo:
      return "typo";
    case TermRole::kTitle:
      return "title";
    case TermRole::kHeading:
      return "heading";
  }
  return "exact";
}

ScoringPlan PlanQuery(const index::LexicalIndex& index, const text::Analyzer& analyzer,
                      const Query& query, const ScoringParameters& parameters) {
  return Planner(index, analyzer, query, parameters).Plan();
}

}  // namespace sitedoor::search
