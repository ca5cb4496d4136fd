// LexicalBuilder: pages and chunks in, the bytes of lexical.bin out.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/bm25f.h"

namespace sitedoor::index {

// What the lexical file needs of a page: everything of a Document but its Markdown.
struct LexicalPage {
  std::string id, url, title, language;   // language as a tag; its primary subtag chooses the stemmer
  std::vector<std::string> aliases;
};

// Pages are added in id order. One builder holds a run of pages; several runs, filled by several threads, are joined at
// the end in order, so that the bytes do not depend on the number of threads.
class LexicalBuilder {
 public:
  explicit LexicalBuilder(Bm25fParameters parameters = {});
  ~LexicalBuilder();
  LexicalBuilder(LexicalBuilder&&) noexcept;
  LexicalBuilder& operator=(LexicalBuilder&&) noexcept;

  // Analyses and adds. Not thread-safe; different builders may run side by side.
  void AddPage(const LexicalPage& page, std::span<const document::Chunk> chunks);

  // The file's bytes for all runs in order. The builders are spent. Errors: kUnsupported past 2^32-1 chunks.
  static Result<std::string> Finish(std::vector<LexicalBuilder> runs);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sitedoor::index
