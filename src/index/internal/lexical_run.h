// LexicalRun: what one LexicalBuilder has collected of its pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/chunk.h"
#include "index/bm25f.h"
#include "index/internal/run_postings.h"
#include "index/lexical_builder.h"
#include "text/analyzer.h"

namespace sitedoor::index::internal {

struct PageRow {
  LexicalPage page;
  std::uint32_t chunks = 0;
  PagePlace place;
};

// Not thread-safe.
class LexicalRun {
 public:
  explicit LexicalRun(const Bm25fParameters& parameters) : parameters_(parameters) {}

  // Analyses the page and counts its terms. Places ascend.
  void Add(const LexicalPage& page, std::span<const document::Chunk> chunks, PagePlace place);

  const Bm25fParameters& parameters() const { return parameters_; }
  const RunPostings& postings() const { return postings_; }
  const std::vector<PageRow>& pages() const { return pages_; }
  // Of each chunk, in order: exact and part terms a field.
  const std::vector<FieldCounts>& lengths() const { return lengths_; }

  bool places_given = false;

 private:
  // The terms of a text that many chunks share, an occurrence each.
  struct SharedTerms {
    struct Occurrence {
      std::string term;
      std::uint32_t hash = 0;
    };
    std::vector<Occurrence> occurrences;
    std::uint32_t length = 0;
  };

  SharedTerms Analyze(std::string_view text);
  void Count(const SharedTerms& terms, Field field, FieldCounts& length);
  void CountHeadings(const document::Chunk& chunk, FieldCounts& length);
  void CountText(const document::Chunk& chunk, FieldCounts& length);
  // Counts the terms that stand for all of `text`, as often as makes it matter no more.
  void CountWhole(char mark, std::string_view text, Field field);

  Bm25fParameters parameters_;
  text::Analyzer analyzer_;
  RunPostings postings_;
  std::vector<PageRow> pages_;
  std::vector<FieldCounts> lengths_;
  std::vector<std::string> languages_;     // of the page that is being added
  std::vector<std::string> heading_path_;  // of the chunk before, which the next one often shares
  SharedTerms heading_terms_;
};

}  // namespace sitedoor::index::internal
