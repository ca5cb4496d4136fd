#include "index/whole_terms.h"

#include <algorithm>
#include <array>

namespace sitedoor::index {
namespace {

constexpr std::size_t kMostSegments = 8;

// What stands between the segments of a title.
constexpr auto kSeparators =
    std::to_array<std::string_view>({" — ", " – ", " - ", " | ", " · ", " :: ", ": ", ". "});

struct Cut {
  std::size_t end = std::string_view::npos, next = std::string_view::npos;
};

Cut NextCut(std::string_view text) {
  Cut cut;
  for (const std::string_view separator : kSeparators) {
    const std::size_t at = text.find(separator);
    if (at < cut.end) cut = {at, at + separator.size()};
  }
  return cut;
}

std::string TermOf(const text::Analyzer& analyzer, char mark, std::string_view text) {
  std::vector<std::string> words;
  analyzer.Analyze(text, {}, [&](const text::Term& term) {
    if (term.kind == text::TermKind::kExact && words.size() <= kMostWholeWords) {
      words.emplace_back(term.text);
    }
  });
  return WholeTerm(mark, words);
}

void AddOnce(std::vector<std::string>& terms, std::string term) {
  if (!term.empty() && std::ranges::find(terms, term) == terms.end()) {
    terms.push_back(std::move(term));
  }
}

}  // namespace

std::string WholeTerm(char mark, std::span<const std::string> words) {
  if (words.empty() || words.size() > kMostWholeWords) return "";
  std::string term(1, mark);
  for (const std::string& word : words) {
    if (term.size() > 1) term += ' ';
    term += word;
  }
  return term;
}

std::vector<std::string> WholeTerms(const text::Analyzer& analyzer, char mark,
                                    std::string_view text) {
  std::vector<std::string> terms;
  AddOnce(terms, TermOf(analyzer, mark, text));
  for (std::size_t segment = 0; segment < kMostSegments; ++segment) {
    const Cut cut = NextCut(text);
    if (segment > 0 || cut.end != std::string_view::npos) {
      AddOnce(terms, TermOf(analyzer, mark, text.substr(0, cut.end)));
    }
    if (cut.end == std::string_view::npos) break;
    text.remove_prefix(cut.next);
  }
  return terms;
}

}  // namespace sitedoor::index
