// Question: how long does one keyword search take in process, on one thread? Budget: at 100,000
// chunks p50 < 0.5 ms and p99 < 3 ms on the questions of docs-en. Input: pages as
// relevance_benchmark reads them (--collection or --index), copied under other ids until there are
// --chunks of them, written as a generation and opened as a server does; --queries in BEIR's
// layout. With --keep the written index stays in that folder and is taken from there the next time.
// Reported, over --rounds times all queries after one warm-up: p50, p90, p99 and the greatest CPU
// time of this thread for a whole Searcher::Search (10 pages with up to 3 passages, snippets and
// marks), for its steps up to the ranked pages with id, URL and title (what other engines' figures
// hold), the slowest queries, and a checksum of all answers, which a change for speed must not
// change. With --by-line a round for each line on stdin, each printed as one line of JSON: how
// peers/run interleaves engines.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "base/directory.h"
#include "base/testing/temp_dir.h"
#include "collection.h"
#include "index/generation_writer.h"
#include "index/manifest.h"
#include "index/snapshot.h"
#include "search/lexical_search.h"
#include "search/page_ranking.h"
#include "search/query.h"
#include "search/scorer.h"
#include "search/search.h"

namespace {

using namespace sitedoor;  // NOLINT(google-build-using-namespace): one file, one program
using namespace sitedoor::benchmarks;  // NOLINT(google-build-using-namespace)

std::shared_ptr<const index::Snapshot> Open(const std::string& folder) {
  auto snapshot = index::Snapshot::Open(folder, index::Verification::kStructure);
  if (!snapshot) Die(snapshot.error().Text());
  std::printf("%u pages, %u chunks, %u terms\n", (*snapshot)->page_count(),
              (*snapshot)->lexical().chunk_count(), (*snapshot)->lexical().term_count());
  return *snapshot;
}

// As many copies of the collection as it takes, in order of id.
void Write(const std::vector<Page>& pages, std::size_t chunks_wanted, const std::string& folder) {
  std::size_t chunks = 0;
  for (const Page& page : pages) chunks += page.chunks.size();
  if (chunks == 0) Die("the collection is empty");
  const std::size_t copies = std::max<std::size_t>(1, (chunks_wanted + chunks - 1) / chunks);
  auto directory = OpenDirectory(folder);
  if (!directory) Die(directory.error().Text());
  auto writer = index::GenerationWriter::Begin(std::move(*directory));
  if (!writer) Die(writer.error().Text());
  for (std::size_t copy = 0; copy < copies; ++copy) {
    for (const Page& page : pages) {
      document::Document document;
      std::string number = std::to_string(copy);
      number.insert(0, std::to_string(copies - 1).size() - number.size(), '0');
      document.id = "copy" + number + "/" + page.page.id;
      document.url = "https://example.org/" + document.id;
      document.title = page.page.title;
      document.language = page.page.language;
      std::vector<document::Chunk> own = page.chunks;
      for (std::size_t i = 0; i < own.size(); ++i) {
        own[i].document_id = document.id;
        own[i].ordinal = static_cast<std::uint32_t>(i);
      }
      if (auto added = (*writer)->AddPage(document, own); !added) Die(added.error().Text());
    }
  }
  index::ManifestDraft draft;
  draft.site_name = "benchmark";
  draft.built_at = "2026-01-01T00:00:00Z";
  draft.languages = LanguagesOf(pages);
  if (auto manifest = (*writer)->Commit(draft, "{}"); !manifest) Die(manifest.error().Text());
}

// Of this thread: what other programs on the machine take does not count.
double ThreadMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Timed {
  double ms = 0;
  std::string text;
};

class Times {
 public:
  // Of calling `step`.
  template <class Step>
  auto Take(const std::string& text, Step step) {
    const double start = ThreadMilliseconds();
    auto result = step();
    times_.push_back({ThreadMilliseconds() - start, text});
    return result;
  }

  void Forget() { times_.clear(); }

  // In the order of the calls, in microseconds.
  boost::json::array Microseconds() const {
    boost::json::array all;
    for (const Timed& one : times_) all.push_back(one.ms * 1000);
    return all;
  }

  void Report(const char* name, int slowest_shown) {
    std::ranges::sort(times_, {}, &Timed::ms);
    const auto at = [&](double share) {
      return times_[static_cast<std::size_t>(share * static_cast<double>(times_.size() - 1))].ms;
    };
    double sum = 0;
    for (const Timed& one : times_) sum += one.ms;
    std::printf("%-28s p50 %.3f  p90 %.3f  p99 %.3f  max %.3f  mean %.3f ms over %zu\n", name,
                at(.5), at(.9), at(.99), at(1), sum / static_cast<double>(times_.size()),
                times_.size());
    std::set<std::string> shown;
    for (std::size_t i = times_.size(); i-- > 0 && std::ssize(shown) < slowest_shown;) {
      if (shown.insert(times_[i].text).second)
        std::printf("    %.3f ms  %s\n", times_[i].ms, times_[i].text.c_str());
    }
  }

 private:
  std::vector<Timed> times_;
};

// FNV-1a over what a caller sees of an answer.
class Checksum {
 public:
  void Add(std::string_view bytes) {
    for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    sum_ *= 0x100000001B3;
  }
  void Add(const search::SearchResponse& response) {
    for (const search::Hit& hit : response.hits) {
      Add(hit.url_with_anchor);
      Add(std::to_string(hit.score));
      for (const search::Passage& passage : hit.passages) {
        for (const std::string& heading : passage.heading_path) Add(heading);
        Add(passage.text);
        Add(passage.snippet);
        for (const document::ByteRange& mark : passage.marks) {
          Add(std::to_string(mark.begin) + "-" + std::to_string(mark.end));
        }
      }
    }
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xCBF29CE484222325;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("times keyword search");
  std::string collection, index_path, kept, queries_path, qrels_path;
  std::size_t chunks = 100'000;
  int rounds = 50;
  app.add_option("--collection", collection);
  app.add_option("--index", index_path);
  app.add_option("--keep", kept);
  app.add_option("--queries", queries_path)->required();
  app.add_option("--qrels", qrels_path)->required();
  app.add_option("--chunks", chunks);
  app.add_option("--rounds", rounds);
  const CLI::Option* by_line = app.add_flag("--by-line");
  CLI11_PARSE(app, argc, argv);

  const testing::TempDir temporary;
  const std::string folder = kept.empty() ? temporary.Path() : kept;
  if (!index::PeekManifest(folder)) {
    if (collection.empty() == index_path.empty()) Die("give --collection or --index");
    Write(collection.empty() ? ReadIndex(index_path) : ReadCollection(collection, "en"), chunks,
          folder);
  }
  const auto snapshot = Open(folder);
  const std::vector<JudgedQuery> queries = ReadQueries(queries_path, qrels_path);

  const search::Searcher searcher;
  const text::Analyzer analyzer;
  const index::LexicalIndex& index = snapshot->lexical();
  Times whole, ranked, parse, plan_times, chunk_times;
  Checksum checksum;
  std::size_t bytes = 0;  // so that nothing is optimised away
  const auto rank = [&](const std::string& text) {
    const auto query = parse.Take(
        text, [&] { return search::ParseQuery(analyzer, text, snapshot->manifest().languages); });
    if (!query) return 0;
    const auto plan =
        plan_times.Take(text, [&] { return search::PlanQuery(index, analyzer, *query, {}); });
    const auto found = chunk_times.Take(text, [&] {
      return search::SearchChunks(index, plan, {.limit = 100, .range = {0, index.chunk_count()}},
                                  [](index::ChunkId) { return true; });
    });
    const auto pages = search::RankPages(index, plan, *found);
    for (std::size_t i = 0; i < std::min<std::size_t>(10, pages.size()); ++i) {
      const auto page = index.Page(pages[i].page);
      bytes += page.id.size() + page.url.size() + page.title.size();
    }
    return 0;
  };
  int answered = 0;
  const auto ask_all = [&] {
    answered = 0;
    for (const JudgedQuery& query : queries) {
      search::SearchRequest request;
      request.text = query.text;
      const auto response =
          whole.Take(query.text, [&] { return searcher.Search(*snapshot, request); });
      if (response && !response->hits.empty()) ++answered;
      if (response) checksum.Add(*response);
      ranked.Take(query.text, [&] { return rank(query.text); });
    }
  };
  const auto forget = [&] {
    for (Times* times : {&whole, &ranked, &parse, &plan_times, &chunk_times}) times->Forget();
  };
  if (*by_line) {
    std::puts("ready");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line); forget()) {
      ask_all();
      const boost::json::object round{{"times", whole.Microseconds()},
                                      {"ranked", ranked.Microseconds()},
                                      {"answered", answered}};
      std::puts(boost::json::serialize(round).c_str());
      std::fflush(stdout);
    }
    return 0;
  }
  ask_all();  // warms up
  forget();
  const std::uint64_t answers = checksum.sum();
  for (int round = 0; round < rounds; ++round) ask_all();
  whole.Report("whole search", 3);
  ranked.Report("ranked pages alone", 3);
  parse.Report("  parse the query", 0);
  plan_times.Report("  plan", 0);
  chunk_times.Report("  search chunks", 0);
  std::printf("answers %016llx, %zu bytes\n", static_cast<unsigned long long>(answers), bytes);
}
