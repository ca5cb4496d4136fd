#include "index/documents_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace sitedoor::index {
namespace {

using document::Chunk;
using document::Document;
using ::testing::HasSubstr;

Document FullDocument() {
  Document document;
  document.id = "a%20b.html";
  document.url = "https://example.org/a%20b.html";
  document.aliases = {"old.html"};
  document.title = "Title \"with\" \\ and \t";
  document.description = "About";
  document.language = "en-GB";
  document.type = document::PageType::kPost;
  document.tags = {"x", "y"};
  document.categories = {"z"};
  document.breadcrumbs = {"Home", "Here"};
  document.section = "Here";
  document.authors = {"A. Person", "B"};
  document.markdown = "# Täg\n\nline\r\n\x01\x7f 👍🏽\n";
  document.outline = {{1, "Täg", "tag", 0}, {2, "Two", "", 5}};
  document.anchors = {{"täg.method", 0}, {"line-2", 7}};
  document.links = {{"https://example.org/x", "X"}, {"https://example.org/y", ""}};
  document.modified_at = "2026-08-15";
  document.content_hash = std::string(64, 'f');
  document.extraction = {.strategy = document::Strategy::kDensity,
                         .visible_characters = 100,
                         .kept_characters = 50,
                         .code_blocks_in = 2,
                         .code_blocks_out = 1,
                         .tables_in = 4,
                         .tables_out = 3,
                         .excluded_elements = 6,
                         .warnings = {"odd"}};
  return document;
}

Chunk FullChunk() {
  return {.document_id = "a.html",
          .ordinal = 7,
          .heading_path = {"One", "Two"},
          .anchor = "two",
          .markdown_range = {10, 200},
          .text = "run make\nthen \"stop\"",
          .code_ranges = {{4, 8}, {14, 20}},
          .token_count = 5};
}

TEST(DocumentsCodec, GivesADocumentBack) {
  EXPECT_EQ(DecodeDocument(EncodeDocument(FullDocument())).value(), FullDocument());
  Document bare;
  bare.id = "a";
  EXPECT_EQ(DecodeDocument(EncodeDocument(bare)).value(), bare);
}

TEST(DocumentsCodec, GivesAChunkBack) {
  EXPECT_EQ(DecodeChunk(EncodeChunk(FullChunk())).value(), FullChunk());
  EXPECT_EQ(DecodeChunk(EncodeChunk(Chunk{})).value(), Chunk{});
}

TEST(DocumentsCodec, KeepsEveryCharacterOnOneLine) {
  Chunk chunk;
  for (char32_t c = 0; c < 0x3000; ++c) text::Append(chunk.text, c);
  for (char32_t c = 0x1F300; c < 0x1F400; ++c) text::Append(chunk.text, c);
  const std::string line = EncodeChunk(chunk);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(DecodeChunk(line).value(), chunk);
}

TEST(DocumentsCodec, WritesALineThatCanBeReadForTextThatIsNotUtf8) {
  Document document;
  document.id = "a";
  document.title = "cut \xe2\x82";
  EXPECT_EQ(DecodeDocument(EncodeDocument(document)).value().title, "cut \xef\xbf\xbd");
}

TEST(DocumentsCodec, IgnoresUnknownMembersAndFillsInAbsentOnes) {
  const Document document =
      DecodeDocument(R"({"id":"a","url":"u","title":"","markdown":"m\n","later":{"x":[1]}})")
          .value();
  EXPECT_EQ(document.markdown, "m\n");
  EXPECT_EQ(document.type, document::PageType::kPage);
  const Chunk chunk = DecodeChunk(R"({"document_id":"a","ordinal":0,"text":"t"})").value();
  EXPECT_EQ(chunk.text, "t");
}

TEST(DocumentsCodec, RefusesLinesThatAreNoDocument) {
  const std::string good = EncodeDocument(FullDocument());
  for (const std::string& line :
       {std::string(), std::string("[]"), good.substr(0, good.size() / 2), good + "x",
        std::string(R"({"id":"","url":"","title":"","markdown":""})"),
        std::string(R"({"id":"a","url":"","title":""})"),
        std::string(R"({"id":1,"url":"","title":"","markdown":""})"),
        std::string(R"({"id":"a","url":"","title":"","markdown":"","type":"book"})"),
        std::string(R"({"id":"a","url":"","title":"","markdown":"","links":[1]})"),
        std::string(
            R"({"id":"a","url":"","title":"","markdown":"","extraction":{"strategy":"x"}})")}) {
    const auto document = DecodeDocument(line);
    ASSERT_FALSE(document) << line;
    EXPECT_EQ(document.error().code, ErrorCode::kCorruption);
  }
}

TEST(DocumentsCodec, LeavesTheTextOfAStoredPageEscaped) {
  const std::string line = EncodeDocument(FullDocument());
  const StoredPage page = DecodeStoredPage(line, Places::kRead).value();
  EXPECT_EQ(page.markdown.size(), FullDocument().markdown.size());
  EXPECT_EQ(page.document.title, FullDocument().title);
  EXPECT_EQ(page.document.outline, FullDocument().outline);
  EXPECT_EQ(page.document.anchors, FullDocument().anchors);
}

TEST(DocumentsCodec, ReadsTheMembersOfAStoredPageInAnyOrder) {
  const std::string line =
      R"({"markdown":"m","anchors":[{"id":"]\"","offset":1}],"links":[{"url":"}"}],)"
      R"("language":"de","extraction":{"strategy":"main","warnings":["{"]},)"
      R"("outline":[],"title":"T","description":"D","url":"u","id":"a"})";
  for (const Places places : {Places::kLeftOut, Places::kRead}) {
    const StoredPage page = DecodeStoredPage(line, places).value();
    EXPECT_EQ(page.markdown.size(), 1u);
    EXPECT_EQ(page.document.id, "a");
    EXPECT_EQ(page.document.description, "D");
    EXPECT_EQ(page.document.language, "de");
  }
}

TEST(DocumentsCodec, RefusesAStoredPageThatEndsEarly) {
  const std::string line =
      R"({"id":"a","url":"u","title":"","markdown":"m","outline":[{"level":1,"text":"x"}]})";
  ASSERT_TRUE(DecodeStoredPage(line, Places::kLeftOut));
  for (std::size_t size = 0; size < line.size(); ++size) {
    EXPECT_FALSE(DecodeStoredPage(line.substr(0, size), Places::kLeftOut)) << size;
  }
}

TEST(DocumentsCodec, ReadsOfAStoredChunkWhatASearchShows) {
  Chunk chunk = FullChunk();
  for (std::size_t bytes = 0; bytes < 70; ++bytes) {
    chunk.text += bytes % 17 == 3 ? "\n" : bytes % 23 == 5 ? "\u00e9" : "x";
    const StoredChunk stored = DecodeStoredChunk(EncodeChunk(chunk)).value();
    EXPECT_EQ(stored.text, chunk.text);
    EXPECT_EQ(stored.heading_path, chunk.heading_path);
    EXPECT_EQ(stored.anchor, chunk.anchor);
    EXPECT_FALSE(stored.long_text);
  }
}

TEST(DocumentsCodec, LeavesALongTextOfAChunkUnread) {
  Chunk chunk = FullChunk();
  chunk.text = std::string(kMostWholeText - 2, '"') + "\u00e9";
  EXPECT_FALSE(DecodeStoredChunk(EncodeChunk(chunk)).value().long_text) << "a line twice as long";
  chunk.text = std::string(kMostWholeText, '"');
  EXPECT_EQ(DecodeStoredChunk(EncodeChunk(chunk)).value().text, chunk.text);
  chunk.text += 'x';
  const std::string line = EncodeChunk(chunk);
  const StoredChunk stored = DecodeStoredChunk(line).value();
  EXPECT_EQ(stored.heading_path, chunk.heading_path);
  EXPECT_EQ(stored.anchor, chunk.anchor);
  EXPECT_EQ(stored.text, "");
  ASSERT_TRUE(stored.long_text);
  EXPECT_EQ(stored.long_text->Read(0, 1 << 20).text, chunk.text);
  EXPECT_FALSE(DecodeStoredChunk("{\"x\":\"" + std::string(kMostWholeText, 'x') + "\"}"));
}

TEST(DocumentsCodec, RefusesLinesThatAreNotJson) {
  for (const std::string_view line :
       {R"({"document_id":"a","ordinal":0,"text":"t",})", R"({"document_id":"a" "ordinal":0})",
        R"({"document_id":"a","ordinal":00,"text":"t"})",
        R"({"document_id":"a","ordinal":0,"text":"\x"})",
        R"({"document_id":"a","ordinal":0,"text":"t","x":[1,]})",
        R"({"document_id":"a","ordinal":0,"text":"t","x":-})",
        "{\"document_id\":\"a\",\"ordinal\":0,\"text\":\"\xff\"}"}) {
    EXPECT_FALSE(DecodeChunk(line)) << line;
    EXPECT_FALSE(DecodeStoredChunk(line)) << line;
  }
  const std::string deep(100, '[');
  EXPECT_FALSE(DecodeChunk(R"({"document_id":"a","ordinal":0,"text":"t","x":)" + deep));
}

TEST(DocumentsCodec, RefusesOffsetsOutsideTheText) {
  for (const std::string_view outline :
       {R"({"level":1,"text":"x","offset":4})", R"({"level":7,"text":"x","offset":0})",
        R"({"level":0,"text":"x","offset":0})"}) {
    const auto document =
        DecodeDocument(R"({"id":"a","url":"","title":"","markdown":"abc","outline":[)" +
                       std::string(outline) + "]}");
    ASSERT_FALSE(document) << outline;
    EXPECT_THAT(document.error().message, HasSubstr("outline"));
  }
  for (const std::string_view ranges : {"[[0,4]]", "[[2,1]]", "[[0,2],[1,3]]", "[[0]]", "[1]"}) {
    const std::string line =
        R"({"document_id":"a","ordinal":0,"text":"abc","code_ranges":)" + std::string(ranges) + "}";
    EXPECT_FALSE(DecodeChunk(line)) << line;
    EXPECT_FALSE(DecodeStoredChunk(line)) << line;
  }
}

}  // namespace
}  // namespace sitedoor::index
