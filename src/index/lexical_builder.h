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
#include "index/lexical.h"

namespace sitedoor::index {

// What the lexical file needs of a page: everything of a Document but its Markdown.
struct LexicalPage {
  std::string id, url, title,
      language;  // language as a tag; its primary subtag chooses the stemmer
  std::vector<std::string> aliases;
};

// Where a page stands in the whole index.
struct PagePlace {
  PageId page = 0;
  ChunkId first_chunk = 0;
};

// Pages are added in id order. One builder holds a run of pages; several runs, filled by several
// threads, are joined at the end in order. Or threads take pages as they come, with the place of
// each. The bytes do not depend on the number of builders.
class LexicalBuilder {
 public:
  explicit LexicalBuilder(Bm25fParameters parameters = {});
  ~LexicalBuilder();
  LexicalBuilder(LexicalBuilder&&) noexcept;
  LexicalBuilder& operator=(LexicalBuilder&&) noexcept;

  // Analyses and adds. Not thread-safe; different builders may run side by side.
  void AddPage(const LexicalPage& page, std::span<const document::Chunk> chunks);
  // The same with a place of its own; places ascend within a builder, and together they have no
  // gaps. Not to be mixed with the other AddPage.
  void AddPage(const LexicalPage& page, std::span<const document::Chunk> chunks, PagePlace place);

  // The file's bytes for all runs in order. The builders are spent. Errors: kUnsupported past
  // 2^32-2 chunks, kInvalidArgument for builders of other parameters, and for places with gaps.
  static Result<std::string> Finish(std::vector<LexicalBuilder> runs);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sitedoor::index
