#include "index/lexical_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "index/lexical.h"
#include "text/analyzer.h"

namespace sitedoor::index {
namespace {

using document::Chunk;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Chunk TextChunk(std::string text, std::vector<std::string> heading_path = {}) {
  Chunk chunk;
  chunk.text = std::move(text);
  chunk.heading_path = std::move(heading_path);
  return chunk;
}

LexicalPage EnglishPage(std::string id, std::string title) {
  return {.id = id, .url = id, .title = std::move(title), .language = "en-GB", .aliases = {}};
}

struct TestPage {
  LexicalPage page;
  std::vector<Chunk> chunks;
};

std::string BytesOf(const std::vector<TestPage>& pages) {
  std::vector<LexicalBuilder> runs(1);
  for (const TestPage& page : pages) runs[0].AddPage(page.page, page.chunks);
  return LexicalBuilder::Finish(std::move(runs)).value();
}

// Chunk to impact.
std::map<ChunkId, int> Postings(const std::string& bytes, std::string_view term) {
  const LexicalIndex index = LexicalIndex::Open(bytes).value();
  std::map<ChunkId, int> postings;
  const auto entry = index.Find(term);
  if (!entry) return postings;
  PostingCursor cursor = index.Postings(*entry);
  for (cursor.Next(); cursor.chunk() != kNoChunk; cursor.Next()) {
    postings[cursor.chunk()] = cursor.impact();
  }
  return postings;
}

std::vector<ChunkId> Chunks(const std::string& bytes, std::string_view term) {
  std::vector<ChunkId> chunks;
  for (const auto& [chunk, impact] : Postings(bytes, term)) chunks.push_back(chunk);
  return chunks;
}

std::vector<TestPage> ManyPages() {
  std::vector<TestPage> pages;
  for (int i = 0; i < 40; ++i) {
    TestPage page{EnglishPage("guide/p" + std::to_string(100 + i) + ".html",
                              "Page about topic" + std::to_string(i % 7)),
                  {}};
    for (int chunk = 0; chunk < i % 5; ++chunk) {
      page.chunks.push_back(TextChunk("Words of chunk " + std::to_string(chunk) + " with topic" +
                                          std::to_string(i * chunk % 11) +
                                          " configured twice, configured.",
                                      {"Section " + std::to_string(chunk / 2)}));
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

TEST(LexicalBuilder, IndexesTitleHeadingsBodyCodeAndUrlWords) {
  TestPage page{EnglishPage("install/linux-hosts.html", "Setup guide"),
                {TextChunk("run it now with make", {"Before", "Compiling"})}};
  page.chunks[0].code_ranges = {{16, 20}};
  const std::string bytes = BytesOf({page});
  for (const std::string_view term :
       {"setup", "guide", "before", "compiling", "run", "make", "install", "linux", "hosts"}) {
    EXPECT_THAT(Chunks(bytes, term), ElementsAre(0)) << term;
  }
  EXPECT_THAT(Chunks(bytes, "html"), IsEmpty());
}

TEST(LexicalBuilder, RepeatsTheTitleInEveryChunkAndHeadingsInTheirOwn) {
  const std::string bytes = BytesOf({{EnglishPage("a", "Zebra"),
                                      {TextChunk("one", {"Lion"}), TextChunk("two", {"Lion"}),
                                       TextChunk("three", {"Tiger"}), TextChunk("four")}}});
  EXPECT_THAT(Chunks(bytes, "zebra"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(Chunks(bytes, "lion"), ElementsAre(0, 1));
  EXPECT_THAT(Chunks(bytes, "tiger"), ElementsAre(2));
}

TEST(LexicalBuilder, StemsInTheLanguageOfThePage) {
  const std::string bytes = BytesOf({{EnglishPage("a", ""), {TextChunk("installing")}}});
  EXPECT_THAT(Chunks(bytes, text::StemTerm("en", "instal")), ElementsAre(0));
  EXPECT_THAT(Chunks(bytes, "installing"), ElementsAre(0));
}

TEST(LexicalBuilder, GivesTheImpactsOfTheFormula) {
  TestPage page{EnglishPage("a", "disk"),
                {TextChunk("disk disk log", {"disk"}), TextChunk("log file disk")}};
  page.chunks[0].code_ranges = {{5, 9}};
  const std::string bytes = BytesOf({page});
  const Bm25fParameters parameters;
  // Of title, headings, body, code, url, over the chunks that have them; the URL is one word, "a".
  const std::array<double, kFieldCount> means{1, 1, 2.5, 1, 1};
  const auto impact = [&](const std::array<std::uint32_t, kFieldCount>& frequency,
                          const std::array<std::uint32_t, kFieldCount>& length) {
    return static_cast<int>(EncodeImpact(Saturation(parameters, frequency, length, means)));
  };
  const auto postings = Postings(bytes, "disk");
  EXPECT_EQ(postings.at(0), impact({1, 1, 1, 1, 0}, {1, 1, 2, 1, 1}));
  EXPECT_EQ(postings.at(1), impact({1, 0, 1, 0, 0}, {1, 0, 3, 0, 1}));
}

TEST(LexicalBuilder, RatesALineOfCodeAmongProseLikeAWordOfIt) {
  std::vector<TestPage> pages;
  for (char name = 'b'; name < 'z'; ++name) {
    pages.push_back({EnglishPage(std::string(1, name), ""), {TextChunk("some words of prose")}});
  }
  TestPage coded{EnglishPage("a", ""), {TextChunk("call parse_request first")}};
  coded.chunks[0].code_ranges = {{5, 18}};
  pages.insert(pages.begin(), coded);
  const std::string bytes = BytesOf(pages);
  EXPECT_GT(Postings(bytes, "parse_request").at(0), Postings(bytes, "prose").at(1) / 2);
}

TEST(LexicalBuilder, GivesTheSameBytesForAnyNumberOfRuns) {
  const std::vector<TestPage> pages = ManyPages();
  const std::string one_run = BytesOf(pages);
  for (const std::size_t count : {2, 3, 40}) {
    std::vector<LexicalBuilder> runs(count);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      runs[i * count / pages.size()].AddPage(pages[i].page, pages[i].chunks);
    }
    EXPECT_EQ(LexicalBuilder::Finish(std::move(runs)).value(), one_run) << count;
  }
}

TEST(LexicalBuilder, GivesTheSameBytesForPagesDealtOutOneByOne) {
  const std::vector<TestPage> pages = ManyPages();
  std::vector<LexicalBuilder> runs(3);
  PagePlace place;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    runs[i * i % 3].AddPage(pages[i].page, pages[i].chunks, place);
    ++place.page;
    place.first_chunk += static_cast<ChunkId>(pages[i].chunks.size());
  }
  EXPECT_EQ(LexicalBuilder::Finish(std::move(runs)).value(), BytesOf(pages));
}

TEST(LexicalBuilder, RefusesPlacesWithGaps) {
  std::vector<LexicalBuilder> runs(1);
  runs[0].AddPage(EnglishPage("a", ""), {}, {.page = 1, .first_chunk = 0});
  const auto bytes = LexicalBuilder::Finish(std::move(runs));
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::kInvalidArgument);
}

TEST(LexicalBuilder, LeavesOutTermsOfPagesWithoutChunks) {
  const std::string bytes = BytesOf({{EnglishPage("a", "Zebra"), {}}});
  EXPECT_THAT(Chunks(bytes, "zebra"), IsEmpty());
  EXPECT_EQ(LexicalIndex::Open(bytes).value().page_count(), 1u);
}

TEST(LexicalBuilder, BuildsAnEmptyIndex) {
  const std::string bytes = BytesOf({});
  EXPECT_EQ(LexicalIndex::Open(bytes).value().page_count(), 0u);
  EXPECT_TRUE(LexicalBuilder::Finish({}));
}

TEST(LexicalBuilder, CountsFrequenciesAboveOneByte) {
  std::string often;
  for (int i = 0; i < 700; ++i) often += "disk ";
  TestPage page{EnglishPage("a", ""), {TextChunk(often), TextChunk("disk")}};
  const auto postings = Postings(BytesOf({page}), "disk");
  EXPECT_GT(postings.at(0), postings.at(1));
}

}  // namespace
}  // namespace sitedoor::index
