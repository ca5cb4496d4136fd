#include "index/internal/merge_runs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "index/internal/lexical_file_writer.h"
#include "index/internal/lexical_format.h"
#include "index/internal/posting_list.h"

namespace sitedoor::index::internal {
namespace {

constexpr std::uint64_t kMostChunks = std::numeric_limits<std::uint32_t>::max() - 1;

// What one occurrence in each field of a chunk adds to its weighted frequency.
using FieldFactors = std::array<double, kFieldCount>;

// A term of one run, while all runs' terms are sorted.
struct RunTerm {
  std::uint64_t key = 0;  // PrefixKey of the text
  std::uint32_t run = 0;
  TermNumber number = 0;
};

// A page of one run.
struct PlacedPage {
  const PageRow* row = nullptr;
  PagePlace place;                       // in the whole index
  const FieldCounts* lengths = nullptr;  // of its chunks
};

class Merger {
 public:
  explicit Merger(std::span<const LexicalRun* const> runs)
      : runs_(runs), chunk_offsets_(runs.size()) {
    if (!runs.empty()) parameters_ = runs[0]->parameters();
  }

  Result<std::string> Merge() {
    RETURN_IF_ERROR(PlacePages());
    RETURN_IF_ERROR(WritePages());
    WriteTerms();
    return writer_.Finish(parameters_, text::Analyzer::Fingerprint());
  }

 private:
  Status PlacePages() {
    std::uint64_t chunks = 0;
    PageId pages = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const LexicalRun& run = *runs_[i];
      if (run.parameters() != parameters_) {
        return Fail(ErrorCode::kInvalidArgument, "runs of other BM25F parameters");
      }
      const PagePlace raise =
          run.places_given ? PagePlace{} : PagePlace{pages, static_cast<ChunkId>(chunks)};
      chunk_offsets_[i] = raise.first_chunk;
      const FieldCounts* lengths = run.lengths().data();
      for (const PageRow& row : run.pages()) {
        pages_.push_back({&row,
                          {row.place.page + raise.page, row.place.first_chunk + raise.first_chunk},
                          lengths});
        lengths += row.chunks;
      }
      chunks += run.lengths().size();
      pages += static_cast<PageId>(run.pages().size());
    }
    if (chunks > kMostChunks) {
      return Fail(ErrorCode::kUnsupported, std::to_string(chunks) + " chunks are too many");
    }
    chunk_count_ = static_cast<ChunkId>(chunks);
    std::ranges::sort(pages_, {}, [](const PlacedPage& page) { return page.place.page; });
    return {};
  }

  Status WritePages() {
    std::vector<FieldCounts> lengths;
    lengths.reserve(chunk_count_);
    for (PageId next = 0; const PlacedPage& page : pages_) {
      if (page.place.page != next++ || page.place.first_chunk != lengths.size()) {
        return Fail(ErrorCode::kInvalidArgument, "page " + page.row->page.id + " is out of place");
      }
      lengths.insert(lengths.end(), page.lengths, page.lengths + page.row->chunks);
      writer_.AddPage(page.row->page, page.row->chunks);
    }
    ChooseFactors(lengths);
    return {};
  }

  void ChooseFactors(const std::vector<FieldCounts>& lengths) {
    std::array<double, kFieldCount> means{};
    for (std::size_t field = 0; field < kFieldCount && !lengths.empty(); ++field) {
      std::uint64_t sum = 0;
      for (const FieldCounts& length : lengths) sum += length[field];
      means[field] = static_cast<double>(sum) / static_cast<double>(lengths.size());
    }
    factors_.resize(lengths.size());
    for (std::size_t chunk = 0; chunk < lengths.size(); ++chunk) {
      for (std::size_t field = 0; field < kFieldCount; ++field) {
        factors_[chunk][field] = FieldFactor(parameters_, static_cast<Field>(field),
                                             lengths[chunk][field], means[field]);
      }
    }
  }

  std::string_view TextOf(const RunTerm& term) const {
    return runs_[term.run]->postings().TextOf(term.number);
  }

  std::vector<RunTerm> SortedTerms() const {
    std::vector<RunTerm> terms;
    for (std::uint32_t run = 0; run < runs_.size(); ++run) {
      const RunPostings& postings = runs_[run]->postings();
      for (TermNumber number = 0; number < postings.term_count(); ++number) {
        terms.push_back({PrefixKey(postings.TextOf(number)), run, number});
      }
    }
    std::ranges::sort(terms, [&](const RunTerm& a, const RunTerm& b) {
      if (a.key != b.key) return a.key < b.key;
      const int order = TextOf(a).compare(TextOf(b));
      return order != 0 ? order < 0 : a.run < b.run;
    });
    return terms;
  }

  void WriteTerms() {
    const std::vector<RunTerm> terms = SortedTerms();
    std::vector<FieldPosting> counted;
    std::vector<Posting> postings;
    for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
      const std::string_view text = TextOf(terms[begin]);
      counted.clear();
      for (end = begin; end < terms.size() && TextOf(terms[end]) == text; ++end) {
        const RunTerm& term = terms[end];
        runs_[term.run]->postings().Read(term.number, chunk_offsets_[term.run], counted);
      }
      if (end - begin > 1) std::ranges::sort(counted, {}, &FieldPosting::chunk);
      postings.clear();
      for (const FieldPosting& posting : counted) {
        postings.push_back({posting.chunk, ImpactOf(posting)});
      }
      writer_.AddTerm(text, postings);
    }
  }

  std::uint8_t ImpactOf(const FieldPosting& posting) const {
    std::array<double, kFieldCount> weighted;
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      weighted[field] = posting.frequency[field] * factors_[posting.chunk][field];
    }
    return EncodeImpact(SaturationOf(parameters_, weighted));
  }

  std::span<const LexicalRun* const> runs_;
  Bm25fParameters parameters_;
  std::vector<ChunkId> chunk_offsets_;  // a run; what its chunks are raised by
  ChunkId chunk_count_ = 0;
  std::vector<PlacedPage> pages_;
  std::vector<FieldFactors> factors_;  // a chunk
  LexicalFileWriter writer_;
};

}  // namespace

Result<std::string> MergeRuns(std::span<const LexicalRun* const> runs) {
  return Merger(runs).Merge();
}

}  // namespace sitedoor::index::internal
