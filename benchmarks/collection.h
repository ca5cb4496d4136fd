// The collections that the search benchmarks read.
#pragma once

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/chunk.h"
#include "document/document.h"
#include "index/lexical_builder.h"
#include "index/snapshot.h"
#include "text/language.h"

namespace sitedoor::benchmarks {

struct Page {
  index::LexicalPage page;
  std::vector<document::Chunk> chunks;
};

[[noreturn]] inline void Die(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(2);
}

inline std::string Member(const boost::json::object& object, std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

// Paragraphs of a plain text, joined up to about 2,000 bytes.
inline void AddPlainChunks(const std::string& text, Page& page) {
  document::Chunk chunk;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!chunk.text.empty() && chunk.text.size() + line.size() > 2000) {
      page.chunks.push_back(chunk);
      chunk.text.clear();
    }
    if (!chunk.text.empty()) chunk.text += '\n';
    chunk.text += line;
  }
  page.chunks.push_back(chunk);
}

// A BEIR corpus.jsonl ({"_id","title","text"} a line), or pages with chunks of their own
// ({"_id","title","language", "chunks":[{"heading_path","anchor","text"}]}), in order of id.
inline std::vector<Page> ReadCollection(const std::string& path, const std::string& language) {
  std::vector<Page> pages;
  std::ifstream in(path);
  if (!in) Die("cannot read " + path);
  for (std::string line; std::getline(in, line);) {
    const boost::json::object object = boost::json::parse(line).as_object();
    Page page;
    page.page.id = page.page.url = Member(object, "_id");
    page.page.title = Member(object, "title");
    page.page.language = object.contains("language") ? Member(object, "language") : language;
    if (const auto* chunks = object.if_contains("chunks")) {
      for (const auto& one : chunks->as_array()) {
        document::Chunk chunk;
        chunk.text = Member(one.as_object(), "text");
        chunk.anchor = Member(one.as_object(), "anchor");
        for (const auto& heading : one.as_object().at("heading_path").as_array()) {
          chunk.heading_path.emplace_back(heading.as_string());
        }
        page.chunks.push_back(std::move(chunk));
      }
    } else {
      AddPlainChunks(Member(object, "text"), page);
    }
    pages.push_back(std::move(page));
  }
  std::ranges::sort(pages, {}, [](const Page& page) { return page.page.id; });
  return pages;
}

// The pages of an index that `sitedoor build` wrote.
inline std::vector<Page> ReadIndex(const std::string& path) {
  const auto snapshot = index::Snapshot::Open(path, index::Verification::kStructure);
  if (!snapshot) Die(snapshot.error().Text());
  std::vector<Page> pages;
  for (index::PageId id = 0; id < (*snapshot)->page_count(); ++id) {
    const auto document = (*snapshot)->ReadPage(id).value();
    const auto columns = (*snapshot)->lexical().Page(id);
    Page page{{document.id, document.url, document.title, document.language, document.aliases}, {}};
    for (std::uint32_t i = 0; i < columns.chunk_count; ++i) {
      page.chunks.push_back((*snapshot)->ReadChunk(columns.first_chunk + i).value());
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

inline std::vector<std::string> LanguagesOf(const std::vector<Page>& pages) {
  std::map<std::string, int> counts;
  for (const Page& page : pages) ++counts[std::string(text::PrimaryLanguage(page.page.language))];
  std::vector<std::string> languages;
  for (const auto& [language, count] : counts) {
    if (!language.empty()) languages.push_back(language);
  }
  return languages;
}

struct JudgedQuery {
  std::string id, text, type;
  std::map<std::string, int> relevant;  // page id to grade
};

// BEIR's queries.jsonl and qrels.tsv; queries without a judgement are left out.
inline std::vector<JudgedQuery> ReadQueries(const std::string& queries, const std::string& qrels) {
  std::map<std::string, std::map<std::string, int>> relevant;
  std::ifstream judgements(qrels);
  if (!judgements) Die("cannot read " + qrels);
  for (std::string query, page, score; judgements >> query >> page >> score;) {
    if (query != "query-id") relevant[query][page] = std::atoi(score.c_str());
  }
  std::vector<JudgedQuery> judged;
  std::ifstream in(queries);
  if (!in) Die("cannot read " + queries);
  for (std::string line; std::getline(in, line);) {
    const boost::json::object object = boost::json::parse(line).as_object();
    JudgedQuery query{Member(object, "_id"), Member(object, "text"), Member(object, "type"), {}};
    query.relevant = relevant[query.id];
    if (!query.relevant.empty()) judged.push_back(std::move(query));
  }
  return judged;
}

}  // namespace sitedoor::benchmarks
