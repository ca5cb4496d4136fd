// Search: the request, the answer, and the Searcher that every door uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "document/chunk.h"
#include "index/snapshot.h"
#include "search/scoring_parameters.h"
#include "text/analyzer.h"

namespace sitedoor::search {

enum class Mode { kKeyword };  // hybrid and vector come with the embedding model
std::string_view ModeName(Mode mode);

// Applied before ranking. Empty members do not filter.
struct Filter {
  // A tag: its own pages where the site has any ("pt-BR"), or else those of the tag without its
  // last subtag ("pt").
  std::string language;
  std::string path_prefix;  // of Document.id
};

struct SearchRequest {
  std::string text;  // data, never syntax, but for "quoted parts", which must stand together
  Mode mode = Mode::kKeyword;
  std::size_t limit = 10;             // pages, 1 to 100
  std::size_t passages_per_page = 3;  // at the most
  std::size_t snippet_characters = 240;
  // How many bytes of all hits together the caller shows; 0: all of them. Of a page no more
  // passages are made than an even share holds, and those that fit it whole get neither snippet nor
  // marks, which take a third of the time of a search. Shares are of `limit` hits, of fewer where
  // half of them or fewer were found.
  std::size_t shown_bytes = 0;
  Filter filter;
  enum class Explain { kNo, kYes } explain = Explain::kNo;
  Deadline deadline = Deadline::Never();
};

// A chunk that answers, as plain text and ranges: the doors escape and mark.
struct Passage {
  index::ChunkId chunk = index::kNoChunk;
  std::vector<std::string> heading_path;
  std::string anchor;
  // The whole chunk; of one longer than index::kMostWholeText the kLongPassageBytes round the
  // matches, if these stand in what one search reads of so long a text.
  std::string text;
  std::string snippet;                         // the part round the best matches, cut at word ends
  bool cut_before = false, cut_after = false;  // of the snippet: text was left out on that side
  bool text_cut_before = false, text_cut_after = false;  // the same of `text`
  std::vector<document::ByteRange>
      marks;  // matches in `snippet`, ascending, disjoint, neighbours merged
  double score = 0;
};

struct TermScore {
  std::string term;  // as the reader wrote it, or what it was expanded to
  std::string role;  // "exact", "stem", "part", "prefix", "typo", "title" … (TermRoleName)
  double score = 0;
};

struct Hit {
  index::PageId page = 0;
  std::string id, url, title, language;
  std::string url_with_anchor;         // of the best passage
  double score = 0;                    // > 0; comparable within one answer only
  std::vector<Passage> passages;       // best first, at least one
  std::vector<TermScore> explanation;  // when asked for
};

// A word that the site has only with another spelling.
struct CorrectedWord {
  std::string typed;         // as the reader wrote it
  std::string searched_for;  // as the index holds it, folded; of several as near the most frequent
  bool operator==(const CorrectedWord&) const = default;
};

struct SearchResponse {
  std::vector<Hit> hits;  // best first; equal scores in order of page
  // Query words that no page holds, even with typos; function words ("how") only where there are
  // neither hits nor other such words. What the analyzer takes for no word ("|") is none.
  std::vector<std::string> unmatched_words;
  // Query words that no page holds as they are written, but corrected: none of unmatched_words. The
  // site may hold parts of an identifier among them.
  std::vector<CorrectedWord> corrected_words;
  std::string generation;
  std::string degraded;  // why the answer is less than it could be, "" when it is not
  double elapsed_ms = 0;
  std::size_t text_bytes = 0;  // of passages that were read for quotes and snippets; bounded
};

inline constexpr std::size_t kMostQueryCharacters = 10'000;  // longer queries are refused
inline constexpr std::size_t kMostQueryWords =
    64;  // further words are ignored, and the answer says so

// Thread-safe, stateless but for its analyzer.
class Searcher {
 public:
  explicit Searcher(const ScoringParameters& parameters = {}) : parameters_(parameters) {}

  // A query of white space alone, or longer than kMostQueryCharacters, is kInvalidArgument; invalid
  // UTF-8 is repaired. Quoted parts that stand together nowhere do not filter, and the answer says
  // so. Other errors: kDeadlineExceeded, kCorruption.
  Result<SearchResponse> Search(const index::Snapshot& snapshot,
                                const SearchRequest& request) const;

 private:
  text::Analyzer analyzer_;
  ScoringParameters parameters_;
};

}  // namespace sitedoor::search
