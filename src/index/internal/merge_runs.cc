#include "index/internal/merge_runs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "index/internal/lexical_file_writer.h"
#include "index/internal/lexical_format.h"
#include "index/internal/posting_list.h"

namespace sitedoor::index::internal {
namespace {

constexpr std::uint64_t kMostChunks = std::numeric_limits<std::uint32_t>::max() - 1;

// Terms whose lists one thread encodes at a time.
constexpr std::size_t kTermsPerSlice = 2048;

// What one occurrence in each field of a chunk adds to its weighted frequency.
using FieldFactors = std::array<double, kFieldCount>;

// A term of one run, while all runs' terms are sorted.
struct RunTerm {
  std::uint64_t key = 0;  // PrefixKey of the text
  std::uint32_t run = 0;
  TermNumber number = 0;
};

// The posting lists of some successive terms, ready to be written.
struct Slice {
  struct Term {
    std::string_view text;
    std::size_t end = 0;  // in `lists`
    std::uint64_t postings = 0;
  };
  std::vector<Term> terms;
  std::string lists;
  std::atomic<bool> is_ready = false;
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
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      std::uint64_t sum = 0, holding = 0;
      for (const FieldCounts& length : lengths) {
        sum += length[field];
        holding += length[field] > 0 ? 1 : 0;
      }
      if (holding > 0) means[field] = static_cast<double>(sum) / static_cast<double>(holding);
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

  bool ComesBefore(const RunTerm& a, const RunTerm& b) const {
    if (a.key != b.key) return a.key < b.key;
    const int order = TextOf(a).compare(TextOf(b));
    return order != 0 ? order < 0 : a.run < b.run;
  }

  // Merges neighbouring stretches of `items`, each sorted, until there is one. `ends` are theirs;
  // `spare` is room to work in.
  template <class Item, class Less>
  static void MergeStretches(std::vector<Item>& items, std::vector<std::size_t>& ends,
                             std::vector<Item>& spare, Less less) {
    while (ends.size() > 1) {
      const auto at = [&](std::size_t place) {
        return items.begin() + static_cast<std::ptrdiff_t>(place);
      };
      spare.clear();
      std::size_t begin = 0, kept = 0;
      for (std::size_t i = 0; i < ends.size(); i += 2) {
        const std::size_t end = i + 1 < ends.size() ? ends[i + 1] : ends[i];
        std::merge(at(begin), at(ends[i]), at(ends[i]), at(end), std::back_inserter(spare), less);
        ends[kept++] = begin = end;
      }
      ends.resize(kept);
      items.swap(spare);
    }
  }

  std::vector<RunTerm> SortedTerms() const {
    std::vector<std::size_t> ends;
    for (std::size_t count = 0; const LexicalRun* run : runs_) {
      ends.push_back(count += run->postings().term_count());
    }
    std::vector<RunTerm> terms(ends.empty() ? 0 : ends.back());
    const auto less = [this](const RunTerm& a, const RunTerm& b) { return ComesBefore(a, b); };
    const auto sort_run = [&](std::uint32_t run) {
      const std::span<RunTerm> of_run(terms.begin() + (run == 0 ? 0 : ends[run - 1]),
                                      terms.begin() + ends[run]);
      const RunPostings& postings = runs_[run]->postings();
      for (TermNumber number = 0; RunTerm & term : of_run) {
        term = {PrefixKey(postings.TextOf(number)), run, number};
        ++number;
      }
      std::ranges::sort(of_run, less);
    };
    {
      std::vector<std::jthread> sorters;
      for (std::uint32_t run = 1; run < runs_.size(); ++run) sorters.emplace_back(sort_run, run);
      if (!runs_.empty()) sort_run(0);
    }
    std::vector<RunTerm> spare;
    spare.reserve(ends.size() > 1 ? terms.size() : 0);
    MergeStretches(terms, ends, spare, less);
    return terms;
  }

  // Encodes posting lists on as many threads as there were runs, while this one writes them.
  void WriteTerms() {
    const std::vector<RunTerm> terms = SortedTerms();
    const std::vector<std::span<const RunTerm>> stretches = Cut(terms);
    std::vector<Slice> slices(stretches.size());
    std::atomic<std::size_t> next = 0;
    const auto encode = [&] {
      for (std::size_t i; (i = next++) < slices.size();) {
        Encode(stretches[i], slices[i]);
        slices[i].is_ready = true;
        slices[i].is_ready.notify_one();
      }
    };
    std::vector<std::jthread> encoders;
    for (std::size_t i = 0; i < runs_.size() && runs_.size() > 1; ++i)
      encoders.emplace_back(encode);
    for (std::size_t i = 0; i < slices.size(); ++i) {
      if (encoders.empty()) {
        Encode(stretches[i], slices[i]);
      } else {
        slices[i].is_ready.wait(false);
      }
      Write(slices[i]);
    }
  }

  // About kTermsPerSlice each; what the runs have of one term stays together.
  std::vector<std::span<const RunTerm>> Cut(std::span<const RunTerm> terms) const {
    std::vector<std::span<const RunTerm>> stretches;
    while (!terms.empty()) {
      std::size_t end = std::min(kTermsPerSlice, terms.size());
      while (end < terms.size() && TextOf(terms[end]) == TextOf(terms[end - 1])) ++end;
      stretches.push_back(terms.first(end));
      terms = terms.subspan(end);
    }
    return stretches;
  }

  void Encode(std::span<const RunTerm> terms, Slice& slice) const {
    std::vector<FieldPosting> counted, spare;
    std::vector<Posting> postings;
    std::vector<std::size_t> ends;  // in `counted`, of what each run has
    for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
      const std::string_view text = TextOf(terms[begin]);
      counted.clear();
      ends.clear();
      for (end = begin; end < terms.size() && TextOf(terms[end]) == text; ++end) {
        const RunTerm& term = terms[end];
        runs_[term.run]->postings().Read(term.number, chunk_offsets_[term.run], counted);
        ends.push_back(counted.size());
      }
      MergeStretches(counted, ends, spare, [](const FieldPosting& a, const FieldPosting& b) {
        return a.chunk < b.chunk;
      });
      postings.clear();
      for (const FieldPosting& posting : counted) {
        postings.push_back({posting.chunk, ImpactOf(posting)});
      }
      EncodePostingList(postings, chunk_count_, slice.lists);
      slice.terms.push_back({text, slice.lists.size(), postings.size()});
    }
  }

  void Write(Slice& slice) {
    std::size_t begin = 0;
    for (const Slice::Term& term : slice.terms) {
      const std::string_view bytes = std::string_view(slice.lists).substr(begin, term.end - begin);
      writer_.AddTerm(term.text, {bytes, term.postings});
      begin = term.end;
    }
    slice.terms = {};
    slice.lists = {};
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
