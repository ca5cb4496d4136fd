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

bool IsAsciiSpace(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

enum class Class : std::uint8_t { kSymbol, kDigit, kLower, kUpper };

Class ClassOf(unsigned char c) {
  if (c >= 'a' && c <= 'z') return Class::kLower;
  if (c >= 'A' && c <= 'Z') return Class::kUpper;
  if (c >= '0' && c <= '9') return Class::kDigit;
  return Class::kSymbol;
}

unsigned char Lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

// Positions are nearly ascending: one that a whole identifier skips to is at most its parts ahead.
bool HoldsNearEnd(const std::vector<std::uint32_t>& positions, std::uint32_t position) {
  const std::size_t looked_at = std::min<std::size_t>(positions.size(), 32);
  return std::find(positions.end() - static_cast<std::ptrdiff_t>(looked_at), positions.end(),
                   position) != positions.end();
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
    if (IsAsciiSpace(static_cast<unsigned char>(text[at]))) {
      ++at;
      continue;
    }
    std::size_t end = at;
    bool ascii = true;
    while (end < text.size() && !IsAsciiSpace(static_cast<unsigned char>(text[end]))) {
      ascii &= static_cast<unsigned char>(text[end++]) < 0x80;
    }
    const std::string_view run = text.substr(at, end - at);
    if (ascii && suffixes) {
      if (foreign < at) Analyze(text.substr(foreign, at - foreign), foreign, found);
      foreign = text.size();
      if (MayHold(run)) AnalyzeRun(run, at, found);
    } else {
      foreign = std::min(foreign, at);
    }
    at = end;
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

// A part of a token starts where the class of character changes, or at a capital.
bool OccurrenceFinder::MayHold(std::string_view run) const {
  Class before = Class::kSymbol;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const auto c = static_cast<unsigned char>(run[i]);
    const Class now = ClassOf(c);
    if (i == 0 || now != before || now == Class::kUpper || now == Class::kSymbol) {
      const unsigned second =
          i + 1 < run.size() ? Lower(static_cast<unsigned char>(run[i + 1])) : 0;
      if (starts_.test(Lower(c) * 256u + second)) return true;
    }
    before = now;
  }
  return false;
}

bool HoldsPhrase(const text::Analyzer& analyzer, const Phrase& phrase, std::string_view text) {
  // Where the first n elements stand, as the position at which the next one must stand.
  std::vector<std::vector<std::uint32_t>> expected(phrase.elements.size() + 1);
  analyzer.Analyze(text, {}, [&](const text::Term& term) {
    if (term.kind != text::TermKind::kExact && term.kind != text::TermKind::kPart &&
        term.kind != text::TermKind::kVariant) {
      return;
    }
    for (std::size_t i = phrase.elements.size(); i-- > 0;) {
      if (term.text != phrase.elements[i].exact) continue;
      if (i > 0 && !HoldsNearEnd(expected[i], term.position)) continue;
      expected[i + 1].push_back(term.position + term.advance);
    }
  });
  return !expected.back().empty();
}

}  // namespace sitedoor::search
