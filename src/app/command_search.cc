#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fstream>
#include <iostream>
#include <system_error>
#include <unordered_map>

#include "app/command.h"
#include "app/open_index.h"
#include "base/json_text.h"
#include "doors/api/api.h"
#include "search/search.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kBatchLimit = 100;
constexpr std::size_t kMostQueryLineBytes = 1 << 20;

search::SearchRequest RequestFrom(const Invocation& invocation) {
  search::SearchRequest request;
  request.limit = static_cast<std::size_t>(invocation.settings.Integer(Key::kSearchLimit));
  request.filter.language = invocation.Option("--language");
  request.filter.path_prefix = invocation.Option("--path");
  if (invocation.Has("--explain")) request.explain = search::SearchRequest::Explain::kYes;
  return request;
}

// The snippet with its marks as the terminal shows them.
std::string MarkedText(const search::Passage& passage, const Console& console) {
  std::string text(passage.cut_before ? "…" : "");
  std::size_t at = 0;
  const std::string_view snippet = passage.snippet;
  for (const document::ByteRange& mark : passage.marks) {
    text += ForTerminal(snippet.substr(at, mark.begin - at));
    text += console.Bold(ForTerminal(snippet.substr(mark.begin, mark.end - mark.begin)));
    at = mark.end;
  }
  text += ForTerminal(snippet.substr(at));
  if (passage.cut_after) text += "…";
  std::ranges::replace(text, '\n', ' ');
  return text;
}

void PrintHit(const search::Hit& hit, std::size_t rank, Console& console) {
  const search::Passage& best = hit.passages.front();
  std::string heading = ForTerminal(hit.title);
  for (const std::string& name : best.heading_path) {
    if (name != hit.title) heading += " > " + ForTerminal(name);
  }
  console.Print(fmt::format("{}. {}\n   {}\n   {}\n", rank, console.Bold(heading),
                            console.Faint(ForTerminal(hit.url_with_anchor)),
                            MarkedText(best, console)));
  for (const search::TermScore& term : hit.explanation) {
    console.Print(
        fmt::format("   {:>8.4f}  {} ({})\n", term.score, ForTerminal(term.term), term.role));
  }
  console.Print("\n");
}

std::string Quoted(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words)
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word);
  return list;
}

Result<int> SearchOnce(const index::Snapshot& snapshot, const Invocation& invocation,
                       Console& console) {
  search::SearchRequest request = RequestFrom(invocation);
  for (const std::string& word : invocation.arguments)
    request.text += (request.text.empty() ? "" : " ") + word;
  ASSIGN_OR_RETURN(const search::SearchResponse response,
                   search::Searcher().Search(snapshot, request));
  if (invocation.Has("--json")) {
    json::object object = doors::api::SearchResponseJson(response, request.text);
    console.Print(ToJson(object) + "\n");
    if (invocation.Has("--explain")) {
      for (const search::Hit& hit : response.hits) {
        for (const search::TermScore& term : hit.explanation) {
          console.PrintNote(ForTerminal(
              fmt::format("{}: {:.4f} {} ({})", hit.id, term.score, term.term, term.role)));
        }
      }
    }
    return response.hits.empty() ? kNothing : kFine;
  }
  for (std::size_t i = 0; i < response.hits.size(); ++i) PrintHit(response.hits[i], i + 1, console);
  if (!response.unmatched_words.empty()) {
    console.PrintNote(ForTerminal("no page has " + Quoted(response.unmatched_words)));
  }
  for (const search::CorrectedWord& word : response.corrected_words) {
    console.PrintNote(ForTerminal(
        fmt::format("no page has \"{}\": searched for \"{}\"", word.typed, word.searched_for)));
  }
  if (!response.degraded.empty()) console.PrintWarning(response.degraded);
  if (response.hits.empty()) console.PrintNote("nothing was found");
  return response.hits.empty() ? kNothing : kFine;
}

struct Query {
  std::string id, text;
};

Result<Query> ReadQuery(std::string_view line, std::size_t number) {
  const auto refuse = [&](const std::string& why) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("line {} of the queries {}", number, why),
                R"(a query is a line like {"_id": "7", "text": "install on windows"})");
  };
  boost::system::error_code error;
  const json::value value = json::parse(line, error);
  if (error || !value.is_object()) return refuse("is not a JSON object");
  const json::object& object = value.get_object();
  const json::value* id = object.if_contains("_id");
  if (id == nullptr) id = object.if_contains("id");
  const json::value* const text = object.if_contains("text");
  if (id == nullptr || text == nullptr || !text->is_string())
    return refuse("lacks \"_id\" or \"text\"");
  Query query{id->is_string() ? std::string(id->get_string()) : ToJson(*id),
              std::string(text->get_string())};
  if (query.id.empty() || query.id.find_first_of(" \t\r\n") != std::string::npos) {
    return refuse("has an id that a TREC run cannot hold: it is empty or has white space");
  }
  return query;
}

// The lines of a TREC run for one query. Scores fall strictly, as tools that sort by score need it.
std::string RunLines(const Query& query, const search::SearchResponse& response) {
  std::string lines;
  double last = 0;
  for (std::size_t rank = 0; rank < response.hits.size(); ++rank) {
    const search::Hit& hit = response.hits[rank];
    double score = hit.score;
    // Six digits are printed: the next one down is a millionth lower.
    if (rank > 0 && score > last - 1e-6) score = last - 1e-6;
    last = score;
    lines += fmt::format("{} Q0 {} {} {:.6f} sitedoor\n", query.id, hit.id, rank + 1, score);
  }
  return lines;
}

// The reason that the system gave last, as the end of a message.
std::string WhyNot() {
  return errno == 0 ? "" : ": " + std::error_code(errno, std::generic_category()).message();
}

// Where the run goes: a file, or stdout for "" and "-".
class RunWriter {
 public:
  RunWriter(std::string path, Console& console) : path_(std::move(path)), console_(console) {}

  Status Open() {
    if (ToConsole()) return {};
    file_.open(path_, std::ios::binary | std::ios::trunc);
    if (!file_) return Fail(ErrorCode::kUnavailable, "cannot write " + path_ + WhyNot());
    return {};
  }
  void Write(const std::string& lines) {
    if (ToConsole()) {
      console_.Print(lines);
    } else {
      file_ << lines;
    }
  }
  Status Close() {
    if (ToConsole()) return {};
    file_.close();
    if (!file_) return Fail(ErrorCode::kUnavailable, "cannot write " + path_ + WhyNot());
    return {};
  }

 private:
  bool ToConsole() const { return path_.empty() || path_ == "-"; }

  const std::string path_;
  Console& console_;
  std::ofstream file_;
};

Result<int> SearchBatch(const index::Snapshot& snapshot, const Invocation& invocation,
                        Console& console) {
  const std::string path = invocation.Option("--batch");
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return Fail(ErrorCode::kNotFound, "cannot read the queries in " + path + WhyNot());
  }
  std::istream& lines = path == "-" ? std::cin : file;
  RunWriter run(invocation.Option("--run"), console);
  RETURN_IF_ERROR(run.Open());
  search::SearchRequest request = RequestFrom(invocation);
  if (invocation.settings.OriginOf(Key::kSearchLimit).kind == OriginKind::kDefault)
    request.limit = kBatchLimit;
  const search::Searcher searcher;
  std::size_t number = 0, queries = 0;
  std::unordered_map<std::string, std::size_t> line_of_id;
  std::string line;
  while (std::getline(lines, line)) {
    ++number;
    if (line.size() > kMostQueryLineBytes) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("line {} of the queries is longer than 1 MiB", number));
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    ASSIGN_OR_RETURN(const Query query, ReadQuery(line, number));
    if (const auto [seen, is_new] = line_of_id.emplace(query.id, number); !is_new) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("line {} of the queries has the _id {} of line {}", number, query.id,
                              seen->second),
                  "a TREC run holds one list of answers for each id");
    }
    request.text = query.text;
    const auto response = searcher.Search(snapshot, request);
    ++queries;
    if (!response) {
      // One query that cannot be asked does not end the run: it has no lines.
      console.PrintWarning(fmt::format("query {}: {}", query.id, response.error().Text()));
      continue;
    }
    run.Write(RunLines(query, *response));
  }
  RETURN_IF_ERROR(run.Close());
  console.PrintNote(fmt::format("asked {} queries", queries));
  return kFine;
}

}  // namespace

Result<int> RunSearch(const Invocation& invocation, Console& console) {
  const bool is_batch = invocation.Has("--batch");
  if (!is_batch && invocation.arguments.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "say what to search for",
                "as in: sitedoor search \"install on windows\"");
  }
  for (const std::string_view flag : {"--json", "--explain"}) {
    if (!is_batch || !invocation.Has(flag)) continue;
    return Fail(ErrorCode::kInvalidArgument,
                std::string(flag) + " does not go with --batch, which writes a TREC run",
                "leave one of the two out");
  }
  if (is_batch && !invocation.arguments.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--batch takes its queries from a file, but got " + invocation.arguments[0],
                "leave one of the two out");
  }
  if (!is_batch && invocation.Has("--run")) {
    return Fail(ErrorCode::kInvalidArgument, "--run goes with --batch",
                "as in: sitedoor search --batch queries.jsonl --run out.trec");
  }
  ASSIGN_OR_RETURN(const auto snapshot,
                   OpenIndex(invocation.settings, index::Verification::kStructure));
  return WithDamage(*snapshot, is_batch ? SearchBatch(*snapshot, invocation, console)
                                        : SearchOnce(*snapshot, invocation, console));
}

}  // namespace sitedoor::app
