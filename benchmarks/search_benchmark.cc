// Question: how long does one keyword search take in process, on one thread? Budget: at 100,000
// chunks p50 < 0.5 ms and p99 < 3 ms on the questions of docs-en. Input: pages as
// relevance_benchmark reads them (--collection or --index), copied under other ids until there are
// --chunks of them, written as a generation and opened as a server does; --queries in BEIR's
// layout. Reported, over --rounds times all queries after one warm-up: p50, p90, p99 and the
// greatest time of a whole Searcher::Search (10 pages with up to 3 passages, snippets and marks),
// of one without the passages (ranked pages with id, URL and title: what other engines' figures
// hold), and the slowest queries.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "base/directory.h"
#include "base/testing/temp_dir.h"
#include "collection.h"
#include "index/generation_writer.h"
#include "index/snapshot.h"
#include "search/lexical_search.h"
#include "search/page_ranking.h"
#include "search/query.h"
#include "search/scorer.h"
#include "search/search.h"

namespace {

using namespace sitedoor;  // NOLINT(google-build-using-namespace): one file, one program
using namespace sitedoor::benchmarks;  // NOLINT(google-build-using-namespace)

// As many copies of the collection as it takes, in order of id.
std::shared_ptr<const index::Snapshot> Write(const std::vector<Page>& pages,
                                             std::size_t chunks_wanted, const std::string& folder) {
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
      document.id = "copy" + std::to_string(copy) + "/" + page.page.id;
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
  auto snapshot = index::Snapshot::Open(folder, index::Verification::kStructure);
  if (!snapshot) Die(snapshot.error().Text());
  std::printf("%zu copies, %u pages, %u chunks, %u terms\n", copies, (*snapshot)->page_count(),
              (*snapshot)->lexical().chunk_count(), (*snapshot)->lexical().term_count());
  return *snapshot;
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

template <class Ask>
std::vector<Timed> Time(const std::vector<JudgedQuery>& queries, int rounds, Ask ask) {
  std::vector<Timed> times;
  for (int round = -1; round < rounds; ++round) {
    for (const JudgedQuery& query : queries) {
      const double start = ThreadMilliseconds();
      ask(query.text);
      const double end = ThreadMilliseconds();
      if (round >= 0) times.push_back({end - start, query.text});
    }
  }
  std::ranges::sort(times, {}, &Timed::ms);
  return times;
}

void Report(const char* name, const std::vector<Timed>& times) {
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))].ms;
  };
  std::printf("%-28s p50 %.3f  p90 %.3f  p99 %.3f  max %.3f ms over %zu\n", name, at(.5), at(.9),
              at(.99), at(1), times.size());
  std::set<std::string> shown;
  for (std::size_t i = times.size(); i-- > 0 && shown.size() < 3;) {
    if (shown.insert(times[i].text).second)
      std::printf("    %.3f ms  %s\n", times[i].ms, times[i].text.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("times keyword search");
  std::string collection, index_path, queries_path, qrels_path;
  std::size_t chunks = 100'000;
  int rounds = 50;
  app.add_option("--collection", collection);
  app.add_option("--index", index_path);
  app.add_option("--queries", queries_path)->required();
  app.add_option("--qrels", qrels_path)->required();
  app.add_option("--chunks", chunks);
  app.add_option("--rounds", rounds);
  CLI11_PARSE(app, argc, argv);
  if (collection.empty() == index_path.empty()) Die("give --collection or --index");

  const testing::TempDir folder;
  const auto snapshot =
      Write(collection.empty() ? ReadIndex(index_path) : ReadCollection(collection, "en"), chunks,
            folder.Path());
  const std::vector<JudgedQuery> queries = ReadQueries(queries_path, qrels_path);

  const search::Searcher searcher;
  std::size_t bytes = 0;  // so that nothing is optimised away
  Report("with passages", Time(queries, rounds, [&](const std::string& text) {
           search::SearchRequest request;
           request.text = text;
           const auto response = searcher.Search(*snapshot, request);
           if (response) bytes += response->hits.size();
         }));
  const text::Analyzer analyzer;
  const index::LexicalIndex& index = snapshot->lexical();
  Report("ranked pages alone", Time(queries, rounds, [&](const std::string& text) {
           const auto query = search::ParseQuery(analyzer, text, snapshot->manifest().languages);
           if (!query) return;
           const auto plan = search::PlanQuery(index, analyzer, *query, {});
           const auto found =
               search::SearchChunks(index, plan, {.limit = 100, .range = {0, index.chunk_count()}},
                                    [](index::ChunkId) { return true; });
           const auto pages = search::RankPages(index, plan, *found);
           for (std::size_t i = 0; i < std::min<std::size_t>(10, pages.size()); ++i) {
             const auto page = index.Page(pages[i].page);
             bytes += page.id.size() + page.url.size() + page.title.size();
           }
         }));
  std::printf("%zu\n", bytes);
}
