#include "search/occurrences.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sitedoor::search {
namespace {

constexpr std::size_t kMostCachedRunBytes = 48;
constexpr std::size_t kMostCachedRuns = 4096;

// Stemmers that leave a word's first two letters alone. Those of other languages cut prefixes off.
constexpr std::array<std::string_view, 13> kSuffixLanguages{
    "", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nn", "no", "pt", "sv"};

// A part of a token starts where the kind of byte changes, and at every capital and symbol.
enum class Kind : std::uint8_t { kSpace, kSymbol, kDigit, kLower, kUpper, kBeyondAscii };

constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    kinds[c] = c >= 0x80                              ? Kind::kBeyondAscii
               : c == ' ' || (c >= '\t' && c <= '\r') ? Kind::kSpace
               : c >= 'a' && c <= 'z'                 ? Kind::kLower
               : c >= 'A' && c <= 'Z'                 ? Kind::kUpper
               : c >= '0' && c <= '9'                 ? Kind::kDigit
                                                      : Kind::kSymbol;
  }
  return kinds;
}();

Kind KindOf(char c) { return kKinds[static_cast<unsigned char>(c)]; }

unsigned Lower(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 'A' && byte <= 'Z' ? byte + 32u : byte;
}

}  // namespace

OccurrenceFinder::OccurrenceFinder(const text::Analyzer& analyzer, const ScoringPlan& plan)
    : analyzer_(analyzer) {
  for (const PlanList& list : plan.lists) {
    if (!list.marked) continue;
    Match& match = terms_[list.term];
    match.words |= list.words;
    match.part = list.words == 0;
    const std::string_view text = WithoutMark(list.term);
    if (text.empty()) continue;
    const auto first = static_cast<unsigned char>(text[0]);
    if (text.size() > 1) {
      starts_.set(first * 256u + static_cast<unsigned char>(text[1]));
    } else {
      for (unsigned second = 0; second < 256; ++second) starts_.set(first * 256u + second);
    }
  }
}

std::vector<Occurrence> OccurrenceFinder::Find(std::string_view text, const std::string& language) {
  if (languages_.size() != 1 || languages_[0] != language) {
    languages_.assign(1, language);
    runs_.clear();
  }
  const bool suffixes = std::ranges::find(kSuffixLanguages, language) != kSuffixLanguages.end();
  std::vector<Found> found;
  std::size_t foreign = text.size();  // where neighbouring runs start that are analysed together
  for (std::size_t at = 0; at < text.size();) {
    if (KindOf(text[at]) == Kind::kSpace) {
      ++at;
      continue;
    }
    const Run run = RunAt(text, at);
    if (run.is_ascii && suffixes) {
      if (foreign < at) Analyze(text.substr(foreign, at - foreign), foreign, found);
      foreign = text.size();
      if (run.may_hold) AnalyzeRun(text.substr(at, run.end - at), at, found);
    } else {
      foreign = std::min(foreign, at);
    }
    at = run.end;
  }
  if (foreign < text.size()) Analyze(text.substr(foreign), foreign, found);

  // Parts of an identifier tell little where a whole word of the query stands.
  const bool wholes = std::ranges::any_of(found, [](const Found& one) { return !one.part; });
  std::vector<Occurrence> occurrences;
  for (const Found& one : found) {
    if (!one.part || !wholes) occurrences.push_back(one.occurrence);
  }
  std::ranges::stable_sort(occurrences, {}, &Occurrence::begin);
  return occurrences;
}

void OccurrenceFinder::Analyze(std::string_view text, std::size_t offset,
                               std::vector<Found>& found) {
  analyzer_.Analyze(text, languages_, [&](const text::Term& term) {
    const auto match = terms_.find(term.text);
    if (match == terms_.end() || term.end <= term.begin || term.end > text.size()) return;
    found.push_back(
        {{offset + term.begin, offset + term.end, match->second.words}, match->second.part});
  });
}

void OccurrenceFinder::AnalyzeRun(std::string_view run, std::size_t offset,
                                  std::vector<Found>& found) {
  if (run.size() > kMostCachedRunBytes) {
    Analyze(run, offset, found);
    return;
  }
  auto known = runs_.find(run);
  if (known == runs_.end()) {
    if (runs_.size() >= kMostCachedRuns) runs_.clear();
    known = runs_.emplace(std::string(run), std::vector<Found>()).first;
    Analyze(run, 0, known->second);
  }
  for (Found one : known->second) {
    one.occurrence.begin += offset;
    one.occurrence.end += offset;
    found.push_back(one);
  }
}

OccurrenceFinder::Run OccurrenceFinder::RunAt(std::string_view text, std::size_t at) const {
  Run run;
  Kind before = Kind::kSpace;
  for (; at < text.size(); ++at) {
    const Kind now = KindOf(text[at]);
    // Within words, which is where most bytes are.
    if (now == before && (now == Kind::kLower || now == Kind::kDigit)) continue;
    if (now == Kind::kSpace) break;
    before = now;
    if (now == Kind::kBeyondAscii) {
      run.is_ascii = false;
    } else if (!run.may_hold) {
      const unsigned second =
          at + 1 < text.size() && KindOf(text[at + 1]) != Kind::kSpace ? Lower(text[at + 1]) : 0;
      run.may_hold = starts_.test(Lower(text[at]) * 256 + second);
    }
  }
  run.end = at;
  return run;
}

PhraseMatcher::PhraseMatcher(const text::Analyzer& analyzer, std::span<const Phrase> phrases)
    : analyzer_(analyzer) {
  for (const Phrase& phrase : phrases) {
    for (std::size_t i = phrase.elements.size(); i-- > 0;) {
      const std::string& word = phrase.elements[i].exact;
      places_[word].push_back({phrases_.size(), i, i + 1 == phrase.elements.size()});
      if (!word.empty()) starts_.set(static_cast<unsigned char>(word[0]));
    }
    phrases_.push_back({std::vector<Expected>(phrase.elements.size()), false});
  }
}

// Positions are nearly ascending: one that a whole identifier skips to is at most its parts ahead.
bool PhraseMatcher::Expected::Holds(std::uint32_t position) const {
  const std::size_t size = std::min(count, positions.size());
  for (std::size_t back = 1; back <= size; ++back) {
    if (positions[(count - back) % positions.size()] == position) return true;
  }
  return false;
}

void PhraseMatcher::Start() {
  held_ = 0;
  for (State& state : phrases_) state.held = false;
}

void PhraseMatcher::Read(std::string_view text) {
  for (State& state : phrases_) {
    for (Expected& expected : state.expected) expected.count = 0;
  }
  analyzer_.Analyze(text, {}, [&](const text::Term& term) {
    if (term.kind != text::TermKind::kExact && term.kind != text::TermKind::kPart &&
        term.kind != text::TermKind::kVariant) {
      return;
    }
    if (term.text.empty() || !starts_.test(static_cast<unsigned char>(term.text[0]))) return;
    const auto places = places_.find(term.text);
    if (places == places_.end()) return;
    for (const Place& place : places->second) {
      State& state = phrases_[place.phrase];
      if (state.held) continue;
      if (place.element > 0 && !state.expected[place.element].Holds(term.position)) continue;
      if (place.is_last) {
        state.held = true;
        ++held_;
      } else {
        state.expected[place.element + 1].Add(term.position + term.advance);
      }
    }
  });
}

bool HoldsPhrase(const text::Analyzer& analyzer, const Phrase& phrase, std::string_view text) {
  PhraseMatcher matcher(analyzer, {&phrase, 1});
  matcher.Read(text);
  return matcher.HoldsAll();
}

}  // namespace sitedoor::search
