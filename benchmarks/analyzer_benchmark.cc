// Question: how many bytes of text a second does the analyzer turn to terms on one core?
// Budget: 40 MB/s of English with one stemmer.
// Input: sentences of English, German, Russian and Japanese prose and of C++ code, words drawn from
// a fixed vocabulary (seed 7) so that the stem cache sees a natural share of repeats. Reported:
// bytes per second and terms per second.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"

namespace {

constexpr std::size_t kTextBytes = 1 << 20;

// Words with endings, ranked so that word n comes with a frequency of 1/n (Zipf), as in prose.
std::string Prose(const std::vector<std::string>& roots, const std::vector<std::string>& endings,
                  std::string_view separator, std::size_t vocabulary) {
  std::mt19937 random(7);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < vocabulary; ++i) {
    words.push_back(roots[random() % roots.size()] + roots[random() % roots.size()] +
                    endings[random() % endings.size()]);
  }
  std::string text;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  while (text.size() < kTextBytes) {
    const double rank = std::pow(static_cast<double>(vocabulary), uniform(random));
    text += words[static_cast<std::size_t>(rank) % vocabulary];
    text += random() % 12 == 0 ? ". " : separator;
  }
  return text;
}

const std::vector<std::string> kEnglishRoots = {
    "con",   "fig",  "ure", "in",   "dex", "serv", "er",   "page", "search", "the",
    "build", "read", "gen", "site", "re",  "link", "form", "port", "act"};

std::string English() {
  return Prose(kEnglishRoots, {"", "s", "ing", "ed", "ation", "", "", "er"}, " ", 20'000);
}
std::string German() {
  return Prose({"läuf", "größ", "schl", "üss", "el", "gen", "ver", "steh", "bau", "führ"},
               {"", "e", "en", "ung", "lich"}, " ", 20'000);
}
std::string Russian() {
  return Prose({"стр", "ани", "пои", "ск", "инд", "екс", "сер", "вер", "чит"},
               {"", "а", "ов", "ами", "ый"}, " ", 20'000);
}
std::string Japanese() {
  return Prose({"検索", "索引", "の", "頁", "日本", "構築", "を"}, {"", "する", "して"}, "、",
               5'000);
}
std::string Code() {
  return Prose(
      {"std::", "vector", "get", "Value", "parse_", "args", "--with-", "->next", "foo.", "HTTP"},
      {"", "(", ");", "[i]", "_t"}, " ", 5'000);
}

void Run(benchmark::State& state, const std::string& text,
         const std::vector<std::string>& languages) {
  const sitedoor::text::Analyzer analyzer;
  std::uint64_t terms = 0;
  for (auto _ : state) {
    std::size_t bytes = 0;
    analyzer.Analyze(text, languages, [&](const sitedoor::text::Term& term) {
      bytes += term.text.size();
      ++terms;
    });
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["terms/s"] =
      benchmark::Counter(static_cast<double>(terms), benchmark::Counter::kIsRate);
}

void BM_English(benchmark::State& state) { Run(state, English(), {"en"}); }
void BM_EnglishAndGermanStems(benchmark::State& state) { Run(state, English(), {"en", "de"}); }
void BM_German(benchmark::State& state) { Run(state, German(), {"de"}); }
void BM_Russian(benchmark::State& state) { Run(state, Russian(), {"ru"}); }
void BM_Japanese(benchmark::State& state) { Run(state, Japanese(), {"ja"}); }
void BM_Code(benchmark::State& state) { Run(state, Code(), {"en"}); }
BENCHMARK(BM_English);
BENCHMARK(BM_EnglishAndGermanStems);
BENCHMARK(BM_German);
BENCHMARK(BM_Russian);
BENCHMARK(BM_Japanese);
BENCHMARK(BM_Code);

}  // namespace

BENCHMARK_MAIN();
