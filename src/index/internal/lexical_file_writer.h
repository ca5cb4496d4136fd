// LexicalFileWriter: sorted terms and pages in, the bytes of lexical.bin out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "index/bm25f.h"
#include "index/internal/lexical_format.h"
#include "index/internal/posting_list.h"
#include "index/lexical.h"
#include "index/lexical_builder.h"

namespace sitedoor::index::internal {

// Call order: (AddTerm | AddPage)*, Finish. Not thread-safe.
class LexicalFileWriter {
 public:
  // In strictly ascending order of term.
  void AddTerm(std::string_view term, const EncodedList& list);
  // In order of page; `chunks` is how many it has.
  void AddPage(const LexicalPage& page, std::uint32_t chunks);
  // Errors: kUnsupported where an offset no longer fits.
  Result<std::string> Finish(const Bm25fParameters& parameters, std::string_view fingerprint);

 private:
  void WriteNames();
  std::string& operator[](Section section) { return sections_[static_cast<std::size_t>(section)]; }

  struct Name {
    std::uint64_t hash = 0;
    PageId page = 0;
    std::uint32_t offset = 0, bytes = 0;  // in kStrings
    int rank = 0;                         // id, URL, alias
  };

  // Where the list stands, which is written unless the same one was before.
  std::uint64_t PlaceOf(const EncodedList& list);

  struct SharedList {
    std::uint64_t offset = 0, bytes = 0, postings = 0;
  };

  std::string sections_[kSectionCount];
  std::unordered_map<std::size_t, SharedList> shared_lists_;  // by hash of their bytes
  std::string last_term_;
  std::uint64_t last_offset_ = 0;
  std::uint64_t term_count_ = 0;
  std::uint32_t page_count_ = 0, chunk_count_ = 0;
  std::vector<Name> names_;
  struct Alias {
    PageId page = 0;
    std::string text;
  };
  std::vector<Alias> aliases_;
};

}  // namespace sitedoor::index::internal
