// Question: what do the index's own operations cost, so that a search is little more than its
// postings? Budget: Find under 1 us, Next 300 M postings/s over a long list, a seek that skips
// blocks under 200 ns, the builder 20 MB of text a second and core, a chunk read in 5 us.
// Input: made-up terms and texts (seed 7), Zipf-distributed words. Reported: time an operation,
// postings or bytes a second.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "index/documents_codec.h"
#include "index/internal/lexical_file_writer.h"
#include "index/internal/posting_list.h"
#include "index/lexical.h"
#include "index/lexical_builder.h"

namespace {

using namespace sitedoor::index;  // NOLINT(google-build-using-namespace): one file, one program
using sitedoor::document::Chunk;

std::string Word(std::mt19937& random) {
  std::string word;
  const unsigned letters = 3 + random() % 9;
  for (unsigned i = 0; i < letters; ++i) word += static_cast<char>('a' + random() % 26);
  return word;
}

void AddTerm(internal::LexicalFileWriter& writer, std::string_view term,
             const std::vector<internal::Posting>& postings, ChunkId chunks) {
  std::string bytes;
  internal::EncodePostingList(postings, chunks, bytes);
  writer.AddTerm(term, {bytes, postings.size()});
}

// A dictionary of `terms`, half of them stems that begin alike.
std::string Dictionary(std::size_t terms) {
  std::mt19937 random(7);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < terms; ++i) {
    words.push_back((i % 2 == 0 ? "" : std::string("\x01") + "en\x01") + Word(random));
  }
  std::ranges::sort(words);
  words.erase(std::ranges::unique(words).begin(), words.end());
  internal::LexicalFileWriter writer;
  writer.AddPage({"a", "a", "", "", {}}, 1);
  const std::vector<internal::Posting> posting{{0, 1}};
  for (const std::string& word : words) AddTerm(writer, word, posting, 1);
  return writer.Finish({}, "").value();
}

void BM_Find(benchmark::State& state) {
  const std::string bytes = Dictionary(static_cast<std::size_t>(state.range(0)));
  const LexicalIndex index = LexicalIndex::Open(bytes).value();
  std::vector<std::string> terms;
  index.ForEachWithPrefix("", [&](const TermEntry& entry) {
    terms.emplace_back(entry.term);
    return true;
  });
  std::mt19937 random(7);
  std::ranges::shuffle(terms, random);
  terms.resize(std::min<std::size_t>(terms.size(), 1000));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(index.Find(terms[at]));
    at = at + 1 == terms.size() ? 0 : at + 1;
  }
}
BENCHMARK(BM_Find)->ArgName("terms")->Arg(10'000)->Arg(1'000'000);

// A list that holds one chunk of `one_in`, over 1,000,000 chunks.
class LongList {
 public:
  explicit LongList(std::uint32_t one_in) {
    constexpr ChunkId kChunks = 1'000'000;
    std::mt19937 random(7);
    std::vector<internal::Posting> postings;
    for (ChunkId chunk = 0; chunk < kChunks; ++chunk) {
      if (random() % one_in == 0) {
        postings.push_back({chunk, static_cast<std::uint8_t>(1 + random() % 200)});
      }
    }
    count_ = postings.size();
    internal::LexicalFileWriter writer;
    writer.AddPage({"a", "a", "", "", {}}, kChunks);
    AddTerm(writer, "term", postings, kChunks);
    bytes_ = writer.Finish({}, "").value();
    index_.emplace(LexicalIndex::Open(bytes_).value());
  }
  PostingCursor Cursor() const { return index_->Postings(*index_->Find("term")); }
  std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
  std::string bytes_;
  std::optional<LexicalIndex> index_;
};

void BM_Next(benchmark::State& state) {
  const LongList list(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    std::uint64_t sum = 0;
    PostingCursor cursor = list.Cursor();
    for (cursor.Next(); cursor.chunk() != kNoChunk; cursor.Next()) {
      sum += cursor.chunk() + cursor.impact();
    }
    benchmark::DoNotOptimize(sum);
  }
  state.counters["postings"] = benchmark::Counter(static_cast<double>(list.count()),
                                                  benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(BM_Next)->ArgName("one_in")->Arg(1)->Arg(10)->Arg(30);

void BM_SeekTo(benchmark::State& state) {
  const LongList list(12);
  const auto step = static_cast<ChunkId>(state.range(0));
  std::uint64_t seeks = 0;
  for (auto _ : state) {
    PostingCursor cursor = list.Cursor();
    for (ChunkId target = 0; cursor.chunk() != kNoChunk; target += step, ++seeks) {
      cursor.SeekTo(target);
    }
    benchmark::DoNotOptimize(cursor.impact());
  }
  state.counters["seeks"] =
      benchmark::Counter(static_cast<double>(seeks), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_SeekTo)->ArgName("chunks_apart")->Arg(20)->Arg(500)->Arg(20'000);

// About 1,200 bytes of words, common ones often.
Chunk MadeUpChunk(const std::vector<std::string>& words, std::mt19937& random) {
  Chunk chunk;
  std::uniform_real_distribution<double> share(0, 1);
  while (chunk.text.size() < 1200) {
    const auto rank =
        static_cast<std::size_t>(std::pow(static_cast<double>(words.size()), share(random)));
    chunk.text += words[std::min(rank, words.size() - 1)];
    chunk.text += random() % 12 == 0 ? ". " : " ";
  }
  chunk.heading_path = {"Section " + std::to_string(random() % 100)};
  return chunk;
}

std::vector<Chunk> MadeUpChunks(std::size_t count) {
  std::mt19937 random(7);
  std::vector<std::string> words;
  for (int i = 0; i < 50'000; ++i) words.push_back(Word(random));
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < count; ++i) chunks.push_back(MadeUpChunk(words, random));
  return chunks;
}

void BM_Builder(benchmark::State& state) {
  const std::vector<Chunk> chunks = MadeUpChunks(static_cast<std::size_t>(state.range(0)));
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    std::vector<LexicalBuilder> runs(1);
    for (std::size_t i = 0; i < chunks.size(); i += 20) {
      const std::string id = "guide/page-" + std::to_string(1'000'000 + i) + ".html";
      runs[0].AddPage({id, id, "About page " + std::to_string(i), "en", {}},
                      {chunks.data() + i, std::min<std::size_t>(20, chunks.size() - i)});
    }
    benchmark::DoNotOptimize(LexicalBuilder::Finish(std::move(runs)).value().size());
    for (const Chunk& chunk : chunks) bytes += chunk.text.size();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(BM_Builder)->ArgName("chunks")->Arg(10'000)->Unit(benchmark::kMillisecond);

void BM_EncodeChunk(benchmark::State& state) {
  const Chunk chunk = MadeUpChunks(1)[0];
  for (auto _ : state) benchmark::DoNotOptimize(EncodeChunk(chunk));
}
BENCHMARK(BM_EncodeChunk);

void BM_DecodeChunk(benchmark::State& state) {
  const std::string line = EncodeChunk(MadeUpChunks(1)[0]);
  for (auto _ : state) benchmark::DoNotOptimize(DecodeChunk(line));
}
BENCHMARK(BM_DecodeChunk);

}  // namespace

BENCHMARK_MAIN();
