// SQLite FTS5 and Xapian as peers of a keyword search in process: benchmarks/peers/run builds and
// asks it. Indexes the chunks of an index folder (docs/reference/index-format.md), each with its
// page's title and its headings, with an English stemmer and without stop words, as sitedoor has
// it. A question is any of its words (OR); the answer is the numbers of the ten best chunks.
//
//   peers sqlite|xapian INDEX_FOLDER QUESTIONS
//
// Prints "ready". For each line on stdin it then asks all questions once and prints the CPU time of
// each, in microseconds, and how many had an answer: {"times":[...],"answered":30}.
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

class Fts5 {
 public:
  explicit Fts5(const std::vector<Chunk>& chunks) {
    Check(sqlite3_open(":memory:", &database_));
    Execute(
        "CREATE VIRTUAL TABLE chunks USING fts5(title, headings, text, content='', "
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
  }

  // FTS5 reads a question's signs as syntax, and would want all of its words.
  std::size_t Ask(const std::string& question) {
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
    Bind(search_, 1, any);
    std::size_t hits = 0;
    int outcome = SQLITE_ROW;
    while ((outcome = sqlite3_step(search_)) == SQLITE_ROW) {
      sum_ += sqlite3_column_int64(search_, 0);
      ++hits;
    }
    if (outcome != SQLITE_DONE) Check(outcome);
    sqlite3_reset(search_);
    return hits;
  }

 private:
  void Check(int outcome) {
    if (outcome != SQLITE_OK) Die(std::string("sqlite: ") + sqlite3_errmsg(database_));
  }
  void Execute(const char* statement) {
    Check(sqlite3_exec(database_, statement, nullptr, nullptr, nullptr));
  }
  sqlite3_stmt* Prepare(const char* text) {
    sqlite3_stmt* statement = nullptr;
    Check(sqlite3_prepare_v2(database_, text, -1, &statement, nullptr));
    return statement;
  }
  void Bind(sqlite3_stmt* statement, int place, const std::string& text) {
    Check(sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()),
                            SQLITE_TRANSIENT));
  }

  sqlite3* database_ = nullptr;
  sqlite3_stmt* search_ = nullptr;
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
        writer.add_document(document);
      }
      writer.commit();
    }
    Xapian::Database(folder + "/written").compact(folder + "/compact");
    database_ = Xapian::Database(folder + "/compact");
    parser_.set_stemmer(Xapian::Stem("english"));
    parser_.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
    parser_.set_database(database_);
  }

  std::size_t Ask(const std::string& question) {
    Xapian::Enquire enquire(database_);
    enquire.set_query(parser_.parse_query(question, 0));  // words alone, no syntax; OR
    const Xapian::MSet hits = enquire.get_mset(0, kMostHits);
    for (auto hit = hits.begin(); hit != hits.end(); ++hit) sum_ += *hit;
    return hits.size();
  }

 private:
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
                 const std::function<std::size_t(const std::string&)>& ask) {
  std::puts("ready");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    json::array times;
    int answered = 0;
    for (const std::string& question : questions) {
      const double start = ThreadMicroseconds();
      answered += ask(question) > 0 ? 1 : 0;
      times.push_back(ThreadMicroseconds() - start);
    }
    std::puts(json::serialize(json::object{{"times", times}, {"answered", answered}}).c_str());
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
    AskInRounds(questions, [&](const std::string& question) { return index.Ask(question); });
    return 0;
  }
  if (engine != "xapian") Die("no peer called " + engine);
  std::string folder = (std::filesystem::temp_directory_path() / "peers-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) Die("no temporary folder");
  try {
    XapianIndex index(chunks, folder);
    AskInRounds(questions, [&](const std::string& question) { return index.Ask(question); });
  } catch (const Xapian::Error& error) {
    Die("xapian: " + error.get_msg());
  }
  std::filesystem::remove_all(folder);
}
