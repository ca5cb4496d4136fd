// SQLite FTS5 and Xapian as peers of a keyword search in process: benchmarks/peers/run builds and
// asks it. Indexes the chunks of an index folder (docs/reference/index-format.md), each with its
// page's title and its headings, with an English stemmer and without stop words, as sitedoor has
// it. A question is any of its words (OR); the answer is the numbers of the ten best chunks, or
// these with a snippet each, which the engine makes of the chunk's text as it stored it.
//
//   peers sqlite|xapian INDEX_FOLDER QUESTIONS
//
// Prints "ready". For each line on stdin it then asks each question with snippets and then without,
// and prints the CPU times, in microseconds, and how many had an answer:
// {"times":[...],"with_snippets":[...],"answered":30}.
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>
#include <xapian.h>

#include <boost/json.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

namespace json = boost::json;

constexpr int kMostHits = 10;
constexpr int kSnippetCharacters = 240;          // as sitedoor has it
constexpr int kSnippetTokens = 40;               // about as much, which is how SQLite counts
constexpr std::size_t kFewestSnippetBytes = 20;  // of ten hits: fewer are none

enum class Snippets { kNo, kYes };

[[noreturn]] void Die(const std::string& message) {
  std::fprintf(stderr, "peers: %s\n", message.c_str());
  std::exit(2);
}

struct Chunk {
  std::string title, headings, text;
};

std::string Member(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

std::vector<Chunk> ReadChunks(const std::string& index) {
  std::ifstream manifest_file(index + "/manifest.json");
  const std::string manifest{std::istreambuf_iterator<char>(manifest_file), {}};
  if (manifest.empty()) Die("no index in " + index);
  const std::string folder =
      index + "/generations/" + Member(json::parse(manifest).as_object(), "generation");
  std::unordered_map<std::string, std::string> titles;
  std::ifstream pages(folder + "/pages.jsonl"), lines(folder + "/chunks.jsonl");
  for (std::string line; std::getline(pages, line);) {
    const json::object page = json::parse(line).as_object();
    titles[Member(page, "id")] = Member(page, "title");
  }
  std::vector<Chunk> chunks;
  for (std::string line; std::getline(lines, line);) {
    const json::object object = json::parse(line).as_object();
    Chunk chunk{titles[Member(object, "document_id")], "", Member(object, "text")};
    if (const json::value* path = object.if_contains("heading_path")) {
      for (const json::value& heading : path->as_array()) {
        chunk.headings += std::string(heading.as_string()) + " ";
      }
    }
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

// An engine that makes no snippets does not do the job.
void CheckSnippets(std::size_t hits, Snippets snippets, std::size_t bytes) {
  if (snippets == Snippets::kYes && hits == kMostHits && bytes < kFewestSnippetBytes) {
    Die("hits without snippets");
  }
}

class Fts5 {
 public:
  explicit Fts5(const std::vector<Chunk>& chunks) {
    Check(sqlite3_open(":memory:", &database_));
    Execute(
        "CREATE VIRTUAL TABLE chunks USING fts5(title, headings, text, "
        "tokenize='porter unicode61')");
    Execute("BEGIN");
    sqlite3_stmt* insert = Prepare("INSERT INTO chunks(rowid,title,headings,text) VALUES(?,?,?,?)");
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(i));
      Bind(insert, 2, chunks[i].title);
      Bind(insert, 3, chunks[i].headings);
      Bind(insert, 4, chunks[i].text);
      if (sqlite3_step(insert) != SQLITE_DONE) Check(SQLITE_ERROR);
      sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    Execute("COMMIT");
    Execute("INSERT INTO chunks(chunks) VALUES('optimize')");
    search_ = Prepare("SELECT rowid FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT 10");
    search_with_snippets_ = Prepare("SELECT rowid, snippet(chunks, 2, '<mark>', '</mark>', '…', " +
                                    std::to_string(kSnippetTokens) +
                                    ") FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT 10");
  }

  // FTS5 reads a question's signs as syntax, and would want all of its words.
  std::size_t Ask(const std::string& question, Snippets snippets) {
    std::string any;
    for (std::size_t at = 0; at < question.size();) {
      const std::size_t end = std::min(question.find(' ', at), question.size());
      std::string word;
      for (const char c : question.substr(at, end - at)) word += c == '"' ? ' ' : c;
      if (word.find_first_not_of(" .,:;?!'") != std::string::npos) {
        any += (any.empty() ? "\"" : " OR \"") + word + "\"";
      }
      at = end + 1;
    }
    sqlite3_stmt* search = snippets == Snippets::kYes ? search_with_snippets_ : search_;
    Bind(search, 1, any);
    std::size_t hits = 0, snippet_bytes = 0;
    int outcome = SQLITE_ROW;
    while ((outcome = sqlite3_step(search)) == SQLITE_ROW) {
      sum_ += sqlite3_column_int64(search, 0);
      if (snippets == Snippets::kYes && sqlite3_column_text(search, 1) != nullptr) {
        snippet_bytes += static_cast<std::size_t>(sqlite3_column_bytes(search, 1));
      }
      ++hits;
    }
    if (outcome != SQLITE_DONE) Check(outcome);
    sqlite3_reset(search);
    CheckSnippets(hits, snippets, snippet_bytes);
    return hits;
  }

 private:
  void Check(int outcome) {
    if (outcome != SQLITE_OK) Die(std::string("sqlite: ") + sqlite3_errmsg(database_));
  }
  void Execute(const char* statement) {
    Check(sqlite3_exec(database_, statement, nullptr, nullptr, nullptr));
  }
  sqlite3_stmt* Prepare(const std::string& text) {
    sqlite3_stmt* statement = nullptr;
    Check(sqlite3_prepare_v2(database_, text.c_str(), -1, &statement, nullptr));
    return statement;
  }
  void Bind(sqlite3_stmt* statement, int place, const std::string& text) {
    Check(sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()),
                            SQLITE_TRANSIENT));
  }

  sqlite3* database_ = nullptr;
  sqlite3_stmt *search_ = nullptr, *search_with_snippets_ = nullptr;
  sqlite3_int64 sum_ = 0;  // so that nothing is optimised away
};

class XapianIndex {
 public:
  XapianIndex(const std::vector<Chunk>& chunks, const std::string& folder) {
    {
      Xapian::WritableDatabase writer(folder + "/written", Xapian::DB_CREATE);
      Xapian::TermGenerator terms;
      terms.set_stemmer(Xapian::Stem("english"));
      for (const Chunk& chunk : chunks) {
        Xapian::Document document;
        terms.set_document(document);
        terms.index_text_without_positions(chunk.title);
        terms.index_text_without_positions(chunk.headings);
        terms.index_text_without_positions(chunk.text);
        document.set_data(chunk.text);
        writer.add_document(document);
      }
      writer.commit();
    }
    Xapian::Database(folder + "/written").compact(folder + "/compact");
    database_ = Xapian::Database(folder + "/compact");
    stemmer_ = Xapian::Stem("english");
    parser_.set_stemmer(stemmer_);
    parser_.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
    parser_.set_database(database_);
  }

  std::size_t Ask(const std::string& question, Snippets snippets) {
    Xapian::Enquire enquire(database_);
    enquire.set_query(parser_.parse_query(question, 0));  // words alone, no syntax; OR
    const Xapian::MSet hits = enquire.get_mset(0, kMostHits);
    std::size_t snippet_bytes = 0;
    for (auto hit = hits.begin(); hit != hits.end(); ++hit) {
      sum_ += *hit;
      if (snippets == Snippets::kNo) continue;
      snippet_bytes +=
          hits.snippet(hit.get_document().get_data(), kSnippetCharacters, stemmer_).size();
    }
    CheckSnippets(hits.size(), snippets, snippet_bytes);
    return hits.size();
  }

 private:
  Xapian::Stem stemmer_;
  Xapian::Database database_;
  Xapian::QueryParser parser_;
  std::size_t sum_ = 0;  // so that nothing is optimised away
};

double ThreadMicroseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

void AskInRounds(const std::vector<std::string>& questions,
                 const std::function<std::size_t(const std::string&, Snippets)>& ask) {
  std::puts("ready");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    json::array times, with_snippets;
    int answered = 0;
    const auto time = [&](const std::string& question, Snippets snippets) {
      const double start = ThreadMicroseconds();
      const std::size_t hits = ask(question, snippets);
      (snippets == Snippets::kYes ? with_snippets : times).push_back(ThreadMicroseconds() - start);
      return hits;
    };
    for (const std::string& question : questions) {
      time(question, Snippets::kYes);
      answered += time(question, Snippets::kNo) > 0 ? 1 : 0;
    }
    const json::object round{
        {"times", times}, {"with_snippets", with_snippets}, {"answered", answered}};
    std::puts(json::serialize(round).c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) Die("usage: peers sqlite|xapian INDEX_FOLDER QUESTIONS");
  const std::string engine = argv[1];
  std::vector<std::string> questions;
  std::ifstream file(argv[3]);
  for (std::string line; std::getline(file, line);) questions.push_back(line);
  const std::vector<Chunk> chunks = ReadChunks(argv[2]);
  if (engine == "sqlite") {
    Fts5 index(chunks);
    AskInRounds(questions, [&](const std::string& question, Snippets snippets) {
      return index.Ask(question, snippets);
    });
    return 0;
  }
  if (engine != "xapian") Die("no peer called " + engine);
  std::string folder = (std::filesystem::temp_directory_path() / "peers-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) Die("no temporary folder");
  try {
    XapianIndex index(chunks, folder);
    AskInRounds(questions, [&](const std::string& question, Snippets snippets) {
      return index.Ask(question, snippets);
    });
  } catch (const Xapian::Error& error) {
    Die("xapian: " + error.get_msg());
  }
  std::filesystem::remove_all(folder);
}
