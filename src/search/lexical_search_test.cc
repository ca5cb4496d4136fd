#include "search/lexical_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "index/lexical_builder.h"
#include "search/query.h"

namespace sitedoor::search {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// An index of one-chunk pages, and searches in it.
class Collection {
 public:
  explicit Collection(const std::vector<std::string>& texts) {
    index::LexicalBuilder builder;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::string id = std::to_string(i);
      id.insert(0, 8 - id.size(), '0');
      document::Chunk chunk;
      chunk.document_id = id;
      chunk.text = texts[i];
      builder.AddPage({.id = id, .url = id, .title = "", .language = "en", .aliases = {}},
                      {&chunk, 1});
    }
    std::vector<index::LexicalBuilder> runs;
    runs.push_back(std::move(builder));
    bytes_ = index::LexicalBuilder::Finish(std::move(runs)).value();
    index_.emplace(index::LexicalIndex::Open(bytes_).value());
  }

  const index::LexicalIndex& index() const { return *index_; }

  ScoringPlan Plan(std::string_view text) const {
    const std::vector<std::string> languages{"en"};
    return PlanQuery(*index_, analyzer_, ParseQuery(analyzer_, text, languages).value(), {});
  }

  std::vector<ScoredChunk> Search(std::string_view text, LexicalSearchOptions options = {}) const {
    if (options.range.end == 0) options.range.end = index_->chunk_count();
    return SearchChunks(*index_, Plan(text), options, [](index::ChunkId) { return true; }).value();
  }

  // Every chunk scored, without a bound or a window.
  std::vector<ScoredChunk> SearchSlowly(std::string_view text, std::size_t limit) const {
    const ScoringPlan plan = Plan(text);
    std::vector<ScoredChunk> all(index_->chunk_count());
    for (const PlanList& list : plan.lists) {
      index::PostingCursor cursor = index_->Postings(list.entry);
      for (cursor.Next(); cursor.chunk() != index::kNoChunk; cursor.Next()) {
        all[cursor.chunk()].sum += list.weight * cursor.impact();
        all[cursor.chunk()].words |= list.words;
      }
    }
    for (index::ChunkId chunk = 0; chunk < all.size(); ++chunk) {
      all[chunk].chunk = chunk;
      all[chunk].score = plan.Score(all[chunk].sum, all[chunk].words);
    }
    std::erase_if(all, [](const ScoredChunk& chunk) { return chunk.sum == 0; });
    std::sort(all.begin(), all.end());
    if (all.size() > limit) all.resize(limit);
    return all;
  }

 private:
  text::Analyzer analyzer_;
  std::string bytes_;
  std::optional<index::LexicalIndex> index_;
};

std::vector<index::ChunkId> Chunks(const std::vector<ScoredChunk>& found) {
  std::vector<index::ChunkId> chunks;
  for (const ScoredChunk& chunk : found) chunks.push_back(chunk.chunk);
  return chunks;
}

TEST(SearchChunks, PutsTheChunkWithAllWordsFirst) {
  const Collection collection({"disk", "log", "disk log", "other"});
  EXPECT_EQ(Chunks(collection.Search("disk log")).front(), 2u);
}

TEST(SearchChunks, OrdersEqualScoresByChunk) {
  const Collection collection({"same text", "x", "same text", "same text"});
  EXPECT_THAT(Chunks(collection.Search("same")), ElementsAre(0, 2, 3));
  EXPECT_THAT(Chunks(collection.Search("same", {.limit = 2})), ElementsAre(0, 2));
}

TEST(SearchChunks, StaysInItsRangeAndAsksThePredicate) {
  const Collection collection({"same", "same", "same", "same"});
  EXPECT_THAT(Chunks(collection.Search("same", {.range = {1, 3}})), ElementsAre(1, 2));
  const auto odd = SearchChunks(collection.index(), collection.Plan("same"), {.range = {0, 4}},
                                [](index::ChunkId chunk) { return chunk % 2 == 1; });
  EXPECT_THAT(Chunks(odd.value()), ElementsAre(1, 3));
}

TEST(SearchChunks, WantsTheRequiredWords) {
  const Collection collection({"disk", "disk log", "log"});
  EXPECT_THAT(Chunks(collection.Search("disk log", {.required_words = 3})), ElementsAre(1));
}

TEST(SearchChunks, FindsNothingForWordsThatNoChunkHolds) {
  EXPECT_THAT(Collection({"disk", "log"}).Search("zebra"), IsEmpty());
}

TEST(SearchChunks, StopsAtItsDeadline) {
  const Collection collection({"disk"});
  const auto found =
      SearchChunks(collection.index(), collection.Plan("disk"),
                   {.range = {0, 1}, .deadline = Deadline::After(std::chrono::milliseconds(-1))},
                   [](index::ChunkId) { return true; });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kDeadlineExceeded);
}

TEST(SearchChunks, GivesWhatScoringEveryChunkGives) {
  std::mt19937 random(7);
  // Word n stands in about one chunk of n+1, so that lists of every length meet.
  std::vector<std::string> texts;
  for (int chunk = 0; chunk < 7'000; ++chunk) {
    std::string text;
    for (int word = 0; word < 60; ++word) {
      if (random() % static_cast<unsigned>(word * word + 1) != 0) continue;
      const unsigned times = 1 + random() % 3;
      for (unsigned i = 0; i < times; ++i)
        text +=
            "w" + std::string(1, static_cast<char>('a' + word % 26)) + (word < 26 ? "q " : "z ");
    }
    texts.push_back(text);
  }
  const Collection collection(texts);
  for (int query = 0; query < 60; ++query) {
    std::string text;
    for (unsigned i = 0; i <= random() % 8; ++i) {
      const unsigned word = random() % 52;
      text += "w" + std::string(1, static_cast<char>('a' + word % 26)) + (word < 26 ? "q " : "z ");
    }
    const std::size_t limit = 1 + random() % 50;
    const auto fast = collection.Search(text, {.limit = limit});
    const auto slow = collection.SearchSlowly(text, limit);
    ASSERT_EQ(Chunks(fast), Chunks(slow)) << text << " limit " << limit;
    for (std::size_t i = 0; i < fast.size(); ++i) {
      ASSERT_EQ(fast[i].sum, slow[i].sum) << text;
      ASSERT_EQ(fast[i].words, slow[i].words) << text;
    }
  }
}

}  // namespace
}  // namespace sitedoor::search
