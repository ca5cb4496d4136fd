#include "search/occurrences.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/ascii.h"

namespace sitedoor::search {
namespace {

// Stemmers that leave a word's first two letters alone. Those of other languages cut prefixes off.
constexpr std::array<std::string_view, 13> kSuffixLanguages{
    "", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nn", "no", "pt", "sv"};

// The bytes between white space that hold a given one.
struct Run {
  std::size_t begin = 0, end = 0;
};

std::uint64_t From(std::size_t bit) { return ~std::uint64_t{0} << bit; }
std::uint64_t Before(std::size_t bit) { return ~From(bit); }

// Of a text of `size` bytes; `at` is none of white space.
Run RunRound(std::span<const ByteKinds> kinds, std::size_t at, std::size_t size) {
  std::size_t block = at / kKindBytes;
  std::uint64_t spaces = kinds[block].spaces & Before(at % kKindBytes);
  while (spaces == 0 && block > 0) spaces = kinds[--block].spaces;
  Run run;
  if (spaces != 0) {
    run.begin = block * kKindBytes + static_cast<std::size_t>(std::bit_width(spaces));
  }
  block = at / kKindBytes;
  spaces = kinds[block].spaces & From(at % kKindBytes);
  while (spaces == 0 && ++block < kinds.size()) spaces = kinds[block].spaces;
  run.end = block * kKindBytes + static_cast<std::size_t>(std::countr_zero(spaces));
  if (block == kinds.size()) run.end = size;
  return run;
}

bool IsAscii(std::span<const ByteKinds> kinds, Run run) {
  const std::size_t last = (run.end - 1) / kKindBytes;
  std::uint64_t within = From(run.begin % kKindBytes);
  for (std::size_t block = run.begin / kKindBytes; block <= last; ++block) {
    if (block == last) within &= Before((run.end - 1) % kKindBytes) << 1 | 1;
    if ((kinds[block].beyond_ascii & within) != 0) return false;
    within = ~std::uint64_t{0};
  }
  return true;
}

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

OccurrenceFinder::OccurrenceFinder(const text::Analyzer& analyzer, const ScoringPlan& plan)
    : analyzer_(analyzer) {
  for (const PlanList& list : plan.lists) {
    if (!list.marked) continue;
    Match& match = terms_[list.term];
    match.words |= list.words;
    match.part = list.words == 0;
    AddStart(WithoutMark(list.term), text::IsExactTerm(list.term));
  }
}

void OccurrenceFinder::AddStart(std::string_view term, bool is_whole) {
  if (term.empty()) return;
  const auto set = [&](char first, char second) {
    starts_.set(static_cast<unsigned char>(first) * 256u + static_cast<unsigned char>(second));
    wanted_.first.Add(first);
    wanted_.second.Add(second);
  };
  for (const char first : {term[0], AsciiUpper(term[0])}) {
    if (term.size() > 1) {
      set(first, term[1]);
      set(first, AsciiUpper(term[1]));
      continue;
    }
    // A letter with a small one behind it is the beginning of a longer part.
    const bool is_alone = is_whole && IsAsciiLetter(first);
    for (int second = 0; second < 256; ++second) {
      if (!is_alone || !IsAsciiLower(static_cast<char>(second))) {
        set(first, static_cast<char>(second));
      }
    }
  }
}

std::span<const Occurrence> OccurrenceFinder::Find(std::string_view text,
                                                   std::string_view language) {
  SetLanguage(language);
  found_.clear();
  if (has_suffixes_alone_) {
    FindInRuns(text);
  } else {
    Analyze(text, 0, found_);
  }
  // Parts of an identifier tell little where a whole word of the query stands.
  const bool wholes = std::ranges::any_of(found_, [](const Found& one) { return !one.part; });
  occurrences_.clear();
  for (const Found& one : found_) {
    if (!one.part || !wholes) occurrences_.push_back(one.occurrence);
  }
  if (!std::ranges::is_sorted(occurrences_, {}, &Occurrence::begin)) {
    std::ranges::stable_sort(occurrences_, {}, &Occurrence::begin);
  }
  return occurrences_;
}

void OccurrenceFinder::SetLanguage(std::string_view language) {
  if (languages_.size() == 1 && languages_[0] == language) return;
  languages_.assign(1, std::string(language));
  runs_.Clear();
  has_suffixes_alone_ = std::ranges::find(kSuffixLanguages, language) != kSuffixLanguages.end();
}

void OccurrenceFinder::FindInRuns(std::string_view text) {
  ReadByteKinds(text, wanted_, kinds_);
  Run foreign;  // neighbouring runs that are analysed together
  bool foreign_is_one = true;
  const auto analyze_foreign = [&] {
    if (foreign.begin == foreign.end) return;
    const std::string_view runs = text.substr(foreign.begin, foreign.end - foreign.begin);
    if (foreign_is_one) {
      AnalyzeRun(runs, foreign.begin);
    } else {
      Analyze(runs, foreign.begin, found_);
    }
    foreign = {};
  };
  const auto is_next = [&](std::size_t begin) {
    return foreign.begin < foreign.end &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(foreign.end),
                       text.begin() + static_cast<std::ptrdiff_t>(begin), IsSpace);
  };
  std::size_t reached = 0;  // the end of the last run that was taken
  for (std::size_t block = 0; block < kinds_.size(); ++block) {
    std::uint64_t left = kinds_[block].starts | kinds_[block].beyond_ascii;
    while (left != 0) {
      const std::size_t bit = static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t at = block * kKindBytes + bit;
      left &= left - 1;
      if ((kinds_[block].beyond_ascii >> bit & 1) == 0 && !MayStartAt(text, at)) continue;
      if (at < reached) continue;
      const Run run = RunRound(kinds_, at, text.size());
      reached = run.end;
      if (IsAscii(kinds_, run)) {
        analyze_foreign();
        AnalyzeRun(text.substr(run.begin, run.end - run.begin), run.begin);
      } else if (is_next(run.begin)) {
        foreign.end = run.end;
        foreign_is_one = false;
      } else {
        analyze_foreign();
        foreign = run;
        foreign_is_one = true;
      }
    }
  }
  analyze_foreign();
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

void OccurrenceFinder::AnalyzeRun(std::string_view run, std::size_t offset) {
  if (run.size() > RunCache<Found>::kMostBytes) {
    Analyze(run, offset, found_);
    return;
  }
  auto known = runs_.Find(run);
  if (!known) {
    found_in_run_.clear();
    Analyze(run, 0, found_in_run_);
    known = runs_.Add(run, found_in_run_);
  }
  for (Found one : *known) {
    one.occurrence.begin += offset;
    one.occurrence.end += offset;
    found_.push_back(one);
  }
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
