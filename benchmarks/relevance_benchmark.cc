// Question: how well does keyword search rank, and what do its parameters do to it? Budget: the
// floors of the table in docs (nDCG@10 of the best keyword engine on the same collection). Input:
// --collection, a BEIR corpus.jsonl ({"_id","title","text"}) or pages with chunks of their own
// ({"_id","title","language","chunks":[{"heading_path","anchor","text"}]}), or --index, a folder
// that `sitedoor build` wrote; --queries and --qrels in BEIR's layout. Reported: nDCG@10,
// recall@100 and nDCG@10 by the queries' "type", for the defaults and for each --try
// "name=value,...": names of ScoringParameters and Bm25fParameters. --run writes the ranking of the
// last one as a TREC run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "collection.h"
#include "index/lexical_builder.h"
#include "search/lexical_search.h"
#include "search/page_ranking.h"
#include "search/query.h"
#include "search/scorer.h"

namespace {

using namespace sitedoor;  // NOLINT(google-build-using-namespace): one file, one program
using namespace sitedoor::benchmarks;  // NOLINT(google-build-using-namespace)

std::string BuildLexical(const std::vector<Page>& pages, const index::Bm25fParameters& parameters) {
  index::LexicalBuilder builder(parameters);
  for (const Page& page : pages) builder.AddPage(page.page, page.chunks);
  std::vector<index::LexicalBuilder> runs;
  runs.push_back(std::move(builder));
  auto bytes = index::LexicalBuilder::Finish(std::move(runs));
  if (!bytes) Die(bytes.error().Text());
  return *std::move(bytes);
}

struct Parameters {
  search::ScoringParameters scoring;
  index::Bm25fParameters bm25f;

  void Set(const std::string& name, double value) {
    const std::map<std::string, double*> places{{"exact", &scoring.exact},
                                                {"other_language", &scoring.other_language},
                                                {"idf_power", &scoring.idf_power},
                                                {"exact_alone", &scoring.exact_alone},
                                                {"stem", &scoring.stem},
                                                {"unfolded", &scoring.unfolded},
                                                {"part", &scoring.part},
                                                {"part_alone", &scoring.part_alone},
                                                {"spelling", &scoring.spelling},
                                                {"compound", &scoring.compound},
                                                {"prefix", &scoring.prefix},
                                                {"one_edit", &scoring.one_edit},
                                                {"two_edits", &scoring.two_edits},
                                                {"coverage_floor", &scoring.coverage_floor},
                                                {"title_equal", &scoring.title_equal},
                                                {"heading_equal", &scoring.heading_equal},
                                                {"further_chunk", &scoring.further_chunk},
                                                {"asking", &scoring.asking},
                                                {"k1", &bm25f.k1},
                                                {"w_title", &bm25f.weight[0]},
                                                {"w_headings", &bm25f.weight[1]},
                                                {"w_body", &bm25f.weight[2]},
                                                {"w_code", &bm25f.weight[3]},
                                                {"w_url", &bm25f.weight[4]},
                                                {"b_title", &bm25f.b[0]},
                                                {"b_headings", &bm25f.b[1]},
                                                {"b_body", &bm25f.b[2]},
                                                {"b_code", &bm25f.b[3]},
                                                {"b_url", &bm25f.b[4]}};
    const auto place = places.find(name);
    if (place == places.end()) Die("no parameter " + name);
    *place->second = value;
  }
};

Parameters ParseParameters(const std::string& text) {
  Parameters parameters;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equal = part.find('=');
    if (equal == std::string::npos) Die("no value in " + part);
    parameters.Set(part.substr(0, equal), std::stod(part.substr(equal + 1)));
  }
  return parameters;
}

std::string WithoutSuffix(std::string id) {
  if (id.ends_with(".html")) id.resize(id.size() - 5);
  return id;
}

// Pages are judged by their id, with or without ".html".
int Relevance(const JudgedQuery& query, const std::string& id) {
  for (const std::string& name : {id, WithoutSuffix(id)}) {
    if (const auto place = query.relevant.find(name); place != query.relevant.end())
      return place->second;
  }
  return 0;
}

double NdcgAt10(const JudgedQuery& query, const std::vector<std::string>& ids) {
  double gained = 0, ideal = 0;
  for (std::size_t i = 0; i < ids.size() && i < 10; ++i) {
    gained += Relevance(query, ids[i]) / std::log2(static_cast<double>(i) + 2);
  }
  std::vector<int> best;
  for (const auto& [id, relevance] : query.relevant) best.push_back(relevance);
  std::ranges::sort(best, std::greater<>());
  for (std::size_t i = 0; i < best.size() && i < 10; ++i)
    ideal += best[i] / std::log2(static_cast<double>(i) + 2);
  return ideal > 0 ? gained / ideal : 0;
}

struct Ranked {
  std::string id;
  double score;
};

class Evaluation {
 public:
  Evaluation(const index::LexicalIndex& index, std::vector<std::string> languages)
      : index_(index), languages_(std::move(languages)) {}

  std::vector<Ranked> Rank(const std::string& text,
                           const search::ScoringParameters& parameters) const {
    const auto query = search::ParseQuery(analyzer_, text, languages_);
    if (!query) return {};
    const auto plan = search::PlanQuery(index_, analyzer_, *query, parameters);
    const search::LexicalSearchOptions options{.limit = 1000, .range = {0, index_.chunk_count()}};
    const auto chunks =
        search::SearchChunks(index_, plan, options, [](index::ChunkId) { return true; });
    std::vector<Ranked> ranked;
    for (const auto& page : search::RankPages(index_, plan, *chunks)) {
      ranked.push_back({std::string(index_.Page(page.page).id), page.score});
      if (ranked.size() == 100) break;
    }
    return ranked;
  }

 private:
  text::Analyzer analyzer_;
  const index::LexicalIndex& index_;
  std::vector<std::string> languages_;
};

void Report(const std::string& name, const std::vector<JudgedQuery>& queries,
            const Evaluation& evaluation, const search::ScoringParameters& parameters,
            const std::string& run_path, bool verbose) {
  std::ofstream run;
  if (!run_path.empty()) run.open(run_path);
  std::map<std::string, std::pair<double, int>> by_type;
  double ndcg = 0, recall = 0;
  for (const JudgedQuery& query : queries) {
    const auto ranked = evaluation.Rank(query.text, parameters);
    std::vector<std::string> ids;
    std::size_t found = 0;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      ids.push_back(ranked[i].id);
      found += Relevance(query, ids.back()) > 0;
      if (run)
        run << query.id << " Q0 " << ids.back() << ' ' << i + 1 << ' '
            << ranked[i].score - 1e-6 * static_cast<double>(i) << " sitedoor\n";
    }
    const double one = NdcgAt10(query, ids);
    if (verbose) {
      std::printf("  %-6s %.3f %s\n", query.id.c_str(), one, query.text.c_str());
      for (std::size_t i = 0; i < ranked.size() && i < 6 && one < 1; ++i) {
        std::printf("      %s %7.3f %s\n", Relevance(query, ids[i]) ? "+" : " ", ranked[i].score,
                    ids[i].c_str());
      }
    }
    ndcg += one;
    recall += static_cast<double>(found) / static_cast<double>(query.relevant.size());
    auto& [sum, count] = by_type[query.type];
    sum += one;
    ++count;
  }
  const auto n = static_cast<double>(queries.size());
  std::printf("%-60s ndcg@10 %.4f recall@100 %.4f", name.c_str(), ndcg / n, recall / n);
  if (by_type.size() > 1) {
    for (const auto& [type, sum] : by_type)
      std::printf("  %s %.3f", type.c_str(), sum.first / sum.second);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("ranks a collection's queries and scores the ranking");
  std::string collection, index_path, language = "en", queries_path, qrels_path, run_path;
  std::vector<std::string> tries;
  bool verbose = false;
  app.add_option("--collection", collection);
  app.add_option("--index", index_path);
  app.add_option("--language", language);
  app.add_option("--queries", queries_path)->required();
  app.add_option("--qrels", qrels_path)->required();
  app.add_option("--run", run_path);
  app.add_option("--try", tries);
  app.add_flag("--verbose", verbose);
  CLI11_PARSE(app, argc, argv);
  if (collection.empty() == index_path.empty()) Die("give --collection or --index");

  const std::vector<Page> pages =
      collection.empty() ? ReadIndex(index_path) : ReadCollection(collection, language);
  const std::vector<JudgedQuery> queries = ReadQueries(queries_path, qrels_path);
  tries.insert(tries.begin(), "");
  std::optional<index::Bm25fParameters> built;
  std::string bytes;
  std::optional<index::LexicalIndex> lexical;
  for (std::size_t i = 0; i < tries.size(); ++i) {
    const Parameters parameters = ParseParameters(tries[i]);
    if (built != parameters.bm25f) {
      built = parameters.bm25f;
      lexical.reset();
      bytes = BuildLexical(pages, parameters.bm25f);
      lexical.emplace(index::LexicalIndex::Open(bytes).value());
    }
    Report(tries[i].empty() ? "defaults" : tries[i], queries,
           Evaluation(*lexical, LanguagesOf(pages)), parameters.scoring,
           i + 1 == tries.size() ? run_path : "", verbose);
  }
}
