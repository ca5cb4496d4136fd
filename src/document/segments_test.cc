#include "document/internal/segments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunker.h"

namespace sitedoor::document {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::Le;
using ::testing::SizeIs;

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string_view TextOf(std::string_view markdown, ByteRange range) {
  return markdown.substr(range.begin, range.end - range.begin);
}

std::string WithoutSpace(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(CutMarkdown, LeavesATextWithoutMuchMarkupWhole) {
  const std::string markdown = Repeat("Some *words* here.\n\n", 20'000) + Repeat("word ", 200'000);
  EXPECT_THAT(CutMarkdown(markdown),
              ElementsAre(::testing::Field(&Segment::range, ByteRange{0, markdown.size()})));
}

TEST(CutMarkdown, BoundsWhatTheParserHoldsAtOnceWithoutGaps) {
  for (const std::string_view unit : {"[", "a_b", "~", "`a` ", "\\", "![", "a\n", "a\n\n", "- a\n",
                                      "  - a\n", "> a\n", "| a\n", "1. a\n", "[a](b) "}) {
    const std::string markdown = "words " + Repeat(unit, 2'500'000 / unit.size());
    const std::vector<Segment> segments = CutMarkdown(markdown);
    EXPECT_THAT(segments, SizeIs(Gt(1u))) << unit;
    std::size_t end = 0;
    for (const Segment& segment : segments) {
      EXPECT_EQ(segment.range.begin, end) << unit;
      end = segment.range.end;
      EXPECT_THAT(ParseUnits(TextOf(markdown, segment.range)), Le(kMostSegmentUnits)) << unit;
    }
    EXPECT_EQ(end, markdown.size()) << unit;
    EXPECT_THAT(segments, SizeIs(Le(2 + 2 * ParseUnits(markdown) / kMostSegmentUnits))) << unit;
  }
}

TEST(CutMarkdown, CutsWhereABlockBegins) {
  const std::string section = "## [One](x)\n\nSome *words*\nin lines.\n\n- a\n- b\n\n";
  const std::string markdown = Repeat(section, 40'000);
  const std::vector<Segment> segments = CutMarkdown(markdown);
  ASSERT_THAT(segments, SizeIs(Gt(1u)));
  for (const Segment& segment : segments) {
    const std::string_view before = std::string_view(markdown).substr(0, segment.range.begin);
    EXPECT_TRUE(before.empty() || before.ends_with("\n\n") || before.ends_with("- a\n"));
    EXPECT_EQ(segment.first_line, static_cast<std::size_t>(std::ranges::count(before, '\n')));
  }
}

TEST(CutMarkdown, NeverCutsAFence) {
  const std::string fence = "```c\n" + Repeat("[a]\n\n- b\n\n", 100'000) + "```\n\n";
  const std::string markdown = Repeat("a\n\n", 100'000) + fence + Repeat("a\n\n", 100'000);
  const std::size_t begin = markdown.find("```");
  for (const Segment& segment : CutMarkdown(markdown)) {
    EXPECT_TRUE(segment.range.begin <= begin || segment.range.begin >= begin + fence.size());
  }
}

TEST(CutMarkdown, NeverCutsAnEscape) {
  const std::string markdown = "w" + Repeat("\\[", 1'000'000);
  ASSERT_THAT(CutMarkdown(markdown), SizeIs(Gt(1u)));
  EXPECT_EQ(MarkdownToPlainText(markdown).text, "w" + Repeat("[", 1'000'000));
}

TEST(MarkdownToPlainText, KeepsTheWholeOfARunOfMarkup) {
  for (const std::string_view unit : {"[", "a_b", " [a", "[- # ", "[> ", "[1. ", "* ", "a ` "}) {
    const std::string markdown = "words " + Repeat(unit, 3'000'000 / unit.size());
    ASSERT_THAT(CutMarkdown(markdown), SizeIs(Gt(1u))) << unit;
    // Two backticks and what is between them are code.
    std::string expected = WithoutSpace(markdown);
    std::string text = WithoutSpace(MarkdownToPlainText(markdown).text);
    if (unit == "a ` ") {
      std::erase(expected, '`');
      std::erase(text, '`');
    }
    EXPECT_TRUE(text == expected) << unit << " " << text.size() << " of " << expected.size();
  }
}

TEST(MarkdownToPlainText, JoinsTheLineThatWasCut) {
  const std::string text = MarkdownToPlainText("a " + Repeat("[b](c) ", 200'000) + "`d`\n").text;
  EXPECT_EQ(text, "a " + Repeat("b ", 200'000) + "d");
}

TEST(MarkdownToPlainText, NamesTheCodeOfALineThatWasCut) {
  const PlainText plain = MarkdownToPlainText("a " + Repeat("`bc` d ", 300'000) + "\n");
  ASSERT_THAT(plain.code_ranges, SizeIs(300'000u));
  for (const ByteRange& range : plain.code_ranges) ASSERT_EQ(TextOf(plain.text, range), "bc");
}

TEST(ChunkDocument, GivesRangesInATextThatWasCut) {
  Document document;
  const std::string section = "## One\n\nSome *words*.\n\n";
  for (int i = 0; i < 80'000; ++i) document.markdown += section;
  ASSERT_THAT(CutMarkdown(document.markdown), SizeIs(Gt(1u)));
  const std::vector<Chunk> chunks = ChunkDocument(document);
  ASSERT_THAT(chunks, SizeIs(80'000u));
  for (const Chunk& chunk : chunks) {
    ASSERT_EQ(chunk.markdown_range.begin, chunk.ordinal * section.size());
    ASSERT_EQ(chunk.markdown_range.end, (chunk.ordinal + 1) * section.size() - 1);
    ASSERT_EQ(chunk.text, "Some words.");
  }
}

TEST(ChunkDocument, ReadsTheRowsOfATableThatWasCut) {
  Document document;
  document.markdown = "| Name | Use |\n| --- | --- |\n" + Repeat("| `a` | b |\n", 120'000);
  ASSERT_THAT(CutMarkdown(document.markdown), SizeIs(Gt(1u)));
  std::size_t rows = 0;
  for (const Chunk& chunk : ChunkDocument(document)) {
    ASSERT_TRUE(chunk.text.starts_with("Name | Use\na | b")) << chunk.text;
    ASSERT_EQ(chunk.text.find("| |"), std::string::npos);
    rows += static_cast<std::size_t>(std::ranges::count(chunk.text, '\n'));
  }
  // Each part of the table has the header once more.
  EXPECT_EQ(rows, 120'000u + CutMarkdown(document.markdown).size() - 1);
}

TEST(ChunkDocument, ReadsADeepListThatWasCut) {
  const std::string items = Repeat("    - *a*\n    - b\n", 200'000);
  const std::string text = MarkdownToPlainText("- x\n  - y\n" + items).text;
  EXPECT_EQ(text, "x\ny" + Repeat("\na\nb", 200'000));
}

}  // namespace
}  // namespace sitedoor::document
