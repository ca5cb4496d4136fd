#include "index/lexical.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "index/internal/lexical_file_writer.h"

namespace sitedoor::index {
namespace {

using internal::LexicalFileWriter;
using internal::Posting;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Lists = std::map<std::string, std::vector<Posting>>;

// A lexical file of these lists, and of up to 16 pages that share the chunks.
std::string FileOf(const Lists& lists, std::uint32_t chunks) {
  LexicalFileWriter writer;
  const std::uint32_t pages = std::min(chunks, 16u);
  for (std::uint32_t i = 0; i < pages; ++i) {
    const std::string id = "p" + std::to_string(i);
    writer.AddPage({id, "https://a.org/" + id, "Page " + id, "en", {}},
                   i + 1 < pages ? 1 : chunks - i);
  }
  for (const auto& [term, postings] : lists) {
    std::string bytes;
    internal::EncodePostingList(postings, chunks, bytes);
    writer.AddTerm(term, {bytes, postings.size()});
  }
  return writer.Finish({}, "fingerprint").value();
}

class OpenedFile {
 public:
  OpenedFile(const Lists& lists, std::uint32_t chunks)
      : bytes_(FileOf(lists, chunks)), index_(LexicalIndex::Open(bytes_).value()) {}
  const LexicalIndex* operator->() const { return &index_; }
  PostingCursor Cursor(std::string_view term) const {
    return index_.Postings(index_.Find(term).value());
  }

 private:
  std::string bytes_;
  LexicalIndex index_;
};

// Strictly ascending chunks with gaps of up to 2^gap_bits.
std::vector<Posting> RandomList(std::size_t count, unsigned gap_bits, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Posting> postings;
  ChunkId chunk = random() % 5;
  for (std::size_t i = 0; i < count; ++i) {
    postings.push_back({chunk, static_cast<std::uint8_t>(1 + random() % 255)});
    chunk += 1 + random() % (1u << (random() % (gap_bits + 1)));
  }
  return postings;
}

std::vector<ChunkId> ChunksOf(PostingCursor cursor) {
  std::vector<ChunkId> chunks;
  for (cursor.Next(); cursor.chunk() != kNoChunk; cursor.Next()) chunks.push_back(cursor.chunk());
  return chunks;
}

std::vector<std::string> TermsWith(const OpenedFile& file, std::string_view prefix) {
  std::vector<std::string> terms;
  file->ForEachWithPrefix(prefix, [&](const TermEntry& entry) {
    terms.emplace_back(entry.term);
    return true;
  });
  return terms;
}

TEST(LexicalIndex, FindsATermWithItsNumbers) {
  const OpenedFile file({{"apple", {{0, 7}, {2, 9}}}, {"pear", {{1, 3}}}}, 3);
  const auto apple = file->Find("apple");
  ASSERT_TRUE(apple);
  EXPECT_EQ(apple->document_frequency, 2u);
  for (const std::string_view absent : {"", "a", "apple ", "applf", "pea", "pearl", "zebra"}) {
    EXPECT_FALSE(file->Find(absent)) << absent;
  }
}

TEST(LexicalIndex, FindsEveryOfManyTermsThatBeginAlike) {
  Lists lists;
  std::mt19937 random(3);
  for (int i = 0; i < 5000; ++i) {
    std::string term = i % 3 == 0 ? "\x01"
                                    "en\x01"
                                  : "configur";
    const unsigned letters = random() % 8;
    for (unsigned letter = 0; letter < letters; ++letter) {
      term += static_cast<char>('a' + random() % 4);
    }
    lists[term] = {{static_cast<ChunkId>(i), static_cast<std::uint8_t>(1 + i % 255)}};
  }
  const OpenedFile file(lists, 5000);
  EXPECT_EQ(file->term_count(), lists.size());
  for (const auto& [term, postings] : lists) {
    ASSERT_TRUE(file->Find(term)) << term;
    EXPECT_THAT(ChunksOf(file.Cursor(term)), ElementsAre(postings[0].chunk));
    EXPECT_EQ(file->Find(term + "e").has_value(), lists.contains(term + "e"));
  }
}

TEST(LexicalIndex, VisitsTheTermsOfAPrefixInOrder) {
  Lists lists;
  for (int i = 0; i < 100; ++i) lists["t" + std::to_string(i)] = {{0, 1}};
  lists["u"] = lists["s"] = {{0, 1}};
  const OpenedFile file(lists, 1);
  EXPECT_THAT(TermsWith(file, "t9"), ElementsAre("t9", "t90", "t91", "t92", "t93", "t94", "t95",
                                                 "t96", "t97", "t98", "t99"));
  EXPECT_EQ(TermsWith(file, "t").size(), 100u);
  EXPECT_EQ(TermsWith(file, "").size(), 102u);
  EXPECT_THAT(TermsWith(file, "tx"), IsEmpty());
  EXPECT_THAT(TermsWith(file, "v"), IsEmpty());
}

TEST(LexicalIndex, StopsVisitingWhenToldTo) {
  const OpenedFile file({{"a1", {{0, 1}}}, {"a2", {{0, 1}}}}, 1);
  int visits = 0;
  file->ForEachWithPrefix("a", [&](const TermEntry&) { return ++visits < 1; });
  EXPECT_EQ(visits, 1);
}

TEST(LexicalIndex, AnswersForNoTermsAtAll) {
  const OpenedFile file({}, 0);
  EXPECT_FALSE(file->Find("a"));
  EXPECT_THAT(TermsWith(file, ""), IsEmpty());
  EXPECT_FALSE(file->FindPage("a"));
  EXPECT_EQ(file->Page(0).id, "");
  EXPECT_EQ(file->analyzer_fingerprint(), "fingerprint");
  EXPECT_EQ(file->parameters(), Bm25fParameters());
}

TEST(PostingCursor, WalksListsOfEveryLengthAndGap) {
  for (const unsigned gap_bits : {0u, 3u, 9u, 14u}) {
    for (const std::size_t count : {1, 2, 7, 8, 9, 127, 128, 129, 255, 256, 257, 1000}) {
      const std::vector<Posting> postings =
          RandomList(count, gap_bits, static_cast<unsigned>(count));
      const OpenedFile file({{"term", postings}}, postings.back().chunk + 1);
      PostingCursor cursor = file.Cursor("term");
      for (const Posting& posting : postings) {
        cursor.Next();
        ASSERT_EQ(cursor.chunk(), posting.chunk);
        ASSERT_EQ(cursor.impact(), posting.impact);
      }
      cursor.Next();
      EXPECT_EQ(cursor.chunk(), kNoChunk);
      cursor.Next();
      EXPECT_EQ(cursor.chunk(), kNoChunk);
    }
  }
}

TEST(PostingCursor, SeeksToTheFirstPostingThatIsNotBeforeTheTarget) {
  for (const std::size_t count : {1, 8, 128, 129, 5000}) {
    const std::vector<Posting> postings = RandomList(count, 6, 11);
    const OpenedFile file({{"term", postings}}, postings.back().chunk + 1);
    for (const unsigned step : {1u, 5u, 100u, 3000u}) {
      PostingCursor cursor = file.Cursor("term");
      std::size_t at = 0;
      for (ChunkId target = 0; target <= postings.back().chunk + step; target += step) {
        cursor.SeekTo(target);
        while (at < count && postings[at].chunk < target) ++at;
        ASSERT_EQ(cursor.chunk(), at < count ? postings[at].chunk : kNoChunk) << target;
        if (at < count) {
          ASSERT_EQ(cursor.impact(), postings[at].impact);
        }
        if (target % 3 == 0 && at < count) {
          cursor.Next();
          ++at;
          ASSERT_EQ(cursor.chunk(), at < count ? postings[at].chunk : kNoChunk);
        }
      }
    }
  }
}

TEST(PostingCursor, NeverSeeksBackwards) {
  const OpenedFile file({{"term", RandomList(500, 2, 1)}}, 5000);
  PostingCursor cursor = file.Cursor("term");
  cursor.SeekTo(300);
  const ChunkId there = cursor.chunk();
  cursor.SeekTo(10);
  EXPECT_EQ(cursor.chunk(), there);
}

// Gaps of one to `most` chunks.
Lists ListWithGaps(std::size_t count, unsigned most) {
  std::mt19937 random(5);
  Lists lists;
  ChunkId chunk = 0;
  for (std::size_t i = 0; i < count; ++i) {
    lists["term"].push_back({chunk, static_cast<std::uint8_t>(1 + random() % 255)});
    chunk += 1 + random() % most;
  }
  return lists;
}

TEST(PostingCursor, WalksTheTableOfAFrequentTerm) {
  const Lists lists = ListWithGaps(500, 10);
  const std::vector<Posting>& postings = lists.at("term");
  const OpenedFile file(lists, postings.back().chunk + 40);
  ASSERT_TRUE(file->Table(file->Find("term").value()));
  PostingCursor cursor = file.Cursor("term");
  for (const Posting& posting : postings) {
    cursor.Next();
    ASSERT_EQ(cursor.chunk(), posting.chunk);
    ASSERT_EQ(cursor.impact(), posting.impact);
  }
  cursor.Next();
  EXPECT_EQ(cursor.chunk(), kNoChunk);
  cursor = file.Cursor("term");
  cursor.SeekTo(postings[400].chunk - 1);
  EXPECT_EQ(
      cursor.chunk(),
      std::ranges::lower_bound(postings, postings[400].chunk - 1, {}, &Posting::chunk)->chunk);
  cursor.SeekTo(postings.back().chunk + 1);
  EXPECT_EQ(cursor.chunk(), kNoChunk);
}

TEST(ImpactTable, HoldsTheImpactsByChunkAndTheGreatestOfEachRange) {
  const Lists lists = ListWithGaps(300, 5);
  const ChunkId chunks = lists.at("term").back().chunk + 1;
  const OpenedFile file(lists, chunks);
  const ImpactTable table = file->Table(file->Find("term").value()).value();
  std::vector<unsigned char> impacts(chunks), most((chunks + kRangeChunks - 1) / kRangeChunks);
  for (const Posting& posting : lists.at("term")) {
    impacts[posting.chunk] = posting.impact;
    unsigned char& of_range = most[posting.chunk / kRangeChunks];
    of_range = std::max(of_range, posting.impact);
  }
  EXPECT_TRUE(std::ranges::equal(impacts, std::span(table.impacts, chunks)));
  EXPECT_TRUE(std::ranges::equal(most, std::span(table.most, most.size())));
}

TEST(ImpactTable, IsThereForTermsOfAnEighthOfTheChunksAndOfMoreThanABlock) {
  const Lists lists = ListWithGaps(129, 1);
  EXPECT_TRUE(OpenedFile(lists, 8 * 129)->Table({"term", 129, 0}));
  EXPECT_FALSE(OpenedFile(lists, 8 * 129 + 1)->Table({"term", 129, 0}));
  EXPECT_FALSE(OpenedFile(ListWithGaps(128, 1), 128)->Table({"term", 128, 0}));
}

TEST(ImpactTable, IsNotGivenWhereTheFileEndsBeforeIt) {
  const OpenedFile file(ListWithGaps(129, 1), 129);
  const TermEntry outside{"term", 129, 100};
  EXPECT_FALSE(file->Table(outside));
  PostingCursor cursor = file->Postings(outside);
  cursor.Next();
  EXPECT_EQ(cursor.chunk(), kNoChunk);
}

TEST(PostingCursor, KeepsItsPlaceWhenCopied) {
  const OpenedFile file({{"term", RandomList(300, 2, 4)}}, 5000);
  PostingCursor cursor = file.Cursor("term");
  for (int i = 0; i < 130; ++i) cursor.Next();
  PostingCursor copy = cursor;
  cursor.Next();
  copy.Next();
  EXPECT_EQ(copy.chunk(), cursor.chunk());
}

TEST(LexicalIndex, HoldsPagesAndTheirChunks) {
  LexicalFileWriter writer;
  writer.AddPage({"a.html", "https://a.org/a.html", "A", "en", {}}, 2);
  writer.AddPage({"b.html", "https://a.org/b.html", "B", "de", {}}, 0);
  writer.AddPage({"c.html", "https://a.org/c.html", "C", "", {}}, 1);
  const std::string bytes = writer.Finish({}, "").value();
  const LexicalIndex index = LexicalIndex::Open(bytes).value();
  EXPECT_EQ(index.page_count(), 3u);
  EXPECT_EQ(index.chunk_count(), 3u);
  EXPECT_EQ(index.Page(0).title, "A");
  EXPECT_EQ(index.Page(1).language, "de");
  EXPECT_EQ(index.Page(1).chunk_count, 0u);
  EXPECT_EQ(index.Page(2).url, "https://a.org/c.html");
  EXPECT_EQ(index.Page(2).first_chunk, 2u);
  EXPECT_THAT((std::vector{index.PageOf(0), index.PageOf(1), index.PageOf(2)}),
              ElementsAre(0, 0, 2));
}

TEST(LexicalIndex, FindsAPageByWhateverMeansIt) {
  LexicalFileWriter writer;
  writer.AddPage({"a%20b/index.html", "https://a.org/x/a%20b/index.html", "", "", {"old/home"}}, 0);
  writer.AddPage({"old/home.html", "https://a.org/x/old/home.html", "", "", {}}, 0);
  const std::string bytes = writer.Finish({}, "").value();
  const LexicalIndex index = LexicalIndex::Open(bytes).value();
  for (const std::string_view reference :
       {"a%20b/index.html", "a b/index.html", "/a%20b/", "a b", "old/home", "/old/home/",
        "https://a.org/x/a%20b/index.html#top", "HTTP://A.ORG/x/a b/", "//a.org:443/x/a%20b"}) {
    EXPECT_EQ(index.FindPage(reference), PageId{0}) << reference;
  }
  EXPECT_EQ(index.FindPage("old/home.html"), PageId{1});
  for (const std::string_view reference : {"", "x", "b", "https://b.org/x/a%20b/index.html"}) {
    EXPECT_EQ(index.FindPage(reference), std::nullopt) << reference;
  }
}

TEST(LexicalIndex, PrefersTheVerySpelling) {
  LexicalFileWriter writer;
  writer.AddPage({"a%2Fb", "a%2Fb", "", "", {}}, 0);
  writer.AddPage({"a/b", "a/b", "", "", {}}, 0);
  const std::string bytes = writer.Finish({}, "").value();
  const LexicalIndex index = LexicalIndex::Open(bytes).value();
  EXPECT_EQ(index.FindPage("a%2Fb"), PageId{0});
  EXPECT_EQ(index.FindPage("a/b"), PageId{1});
}

ErrorCode OpenError(const std::string& bytes) {
  const auto index = LexicalIndex::Open(bytes);
  return index ? ErrorCode::kInternal : index.error().code;
}

TEST(LexicalIndex, RefusesBytesThatAreNoLexicalFile) {
  const std::string bytes = FileOf({{"a", {{0, 1}}}}, 1);
  EXPECT_EQ(OpenError(""), ErrorCode::kCorruption);
  EXPECT_EQ(OpenError(std::string(1000, 'x')), ErrorCode::kCorruption);
  EXPECT_EQ(OpenError(bytes + "x"), ErrorCode::kCorruption);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_EQ(OpenError(bytes.substr(0, size)), ErrorCode::kCorruption) << size;
  }
  std::string other_version = bytes;
  other_version[4] = 99;
  EXPECT_EQ(OpenError(other_version), ErrorCode::kUnsupported);
  std::string other_section = bytes;
  other_section[24] = 99;
  EXPECT_EQ(OpenError(other_section), ErrorCode::kCorruption);
}

// Reads all that can be read.
void WalkAll(const LexicalIndex& index) {
  index.ForEachWithPrefix("", [&](const TermEntry& entry) {
    index.Find(entry.term);
    ChunkId before = kNoChunk;
    PostingCursor cursor = index.Postings(entry);
    for (cursor.Next(); cursor.chunk() != kNoChunk; cursor.Next()) {
      EXPECT_LT(cursor.chunk(), index.chunk_count());
      EXPECT_TRUE(before == kNoChunk || cursor.chunk() > before);
      before = cursor.chunk();
    }
    PostingCursor seeking = index.Postings(entry);
    for (ChunkId target = 0; target < index.chunk_count(); target += 50) {
      seeking.SeekTo(target);
      EXPECT_GE(seeking.chunk(), target);
    }
    if (const auto table = index.Table(entry)) {
      EXPECT_GE(std::accumulate(table->most, table->impacts + index.chunk_count(), 0), 0);
    }
    return true;
  });
  for (PageId page = 0; page < index.page_count(); ++page) index.FindPage(index.Page(page).id);
  for (ChunkId chunk = 0; chunk < index.chunk_count(); ++chunk) {
    EXPECT_LT(index.PageOf(chunk), index.page_count());
  }
}

TEST(LexicalIndex, ReadsDamagedBytesWithoutHarm) {
  Lists lists;
  for (int i = 0; i < 40; ++i) {
    lists["t" + std::to_string(i)] = RandomList(static_cast<std::size_t>(1 + i * 15), 1, 5);
  }
  const std::string good = FileOf(lists, 2000);
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 30; ++i) {
      const std::size_t from = internal::kHeadBytes;
      bytes[from + random() % (bytes.size() - from - internal::kFootBytes)] =
          static_cast<char>(random());
    }
    if (const auto index = LexicalIndex::Open(bytes)) WalkAll(*index);
  }
}

}  // namespace
}  // namespace sitedoor::index
