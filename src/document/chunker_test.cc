#include "document/chunker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "text/utf8.h"

namespace sitedoor::document {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

Document Page(std::string markdown, std::string title = "Page") {
  Document document;
  document.id = "page.html";
  document.title = std::move(title);
  document.markdown = std::move(markdown);
  return document;
}

std::vector<Chunk> Chunks(std::string markdown, const ChunkerOptions& options = {}) {
  return ChunkDocument(Page(std::move(markdown)), options);
}

std::vector<std::string> Texts(const std::vector<Chunk>& chunks) {
  std::vector<std::string> texts;
  for (const Chunk& chunk : chunks) texts.push_back(chunk.text);
  return texts;
}

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::vector<std::string> CodeOf(const Chunk& chunk) {
  std::vector<std::string> code;
  for (const ByteRange& range : chunk.code_ranges)
    code.push_back(chunk.text.substr(range.begin, range.end - range.begin));
  return code;
}

TEST(ChunkDocument, MakesOneChunkOfEachSectionWithItsHeadings) {
  const auto chunks = Chunks(
      "# Page\n\nIntro.\n\n## Install\n\nRun it.\n\n### Linux\n\nUse apt.\n\n## Use\n\nGo.\n");
  ASSERT_THAT(Texts(chunks), ElementsAre("Intro.", "Run it.", "Use apt.", "Go."));
  EXPECT_THAT(chunks[0].heading_path, IsEmpty());
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("Install"));
  EXPECT_THAT(chunks[2].heading_path, ElementsAre("Install", "Linux"));
  EXPECT_THAT(chunks[3].heading_path, ElementsAre("Use"));
  EXPECT_EQ(chunks[3].ordinal, 3u);
  EXPECT_EQ(chunks[3].document_id, "page.html");
}

TEST(ChunkDocument, StartsWithTheTextBeforeTheFirstHeading) {
  const auto chunks = Chunks("Before.\n\n## One\n\nText.\n");
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_THAT(chunks[0].heading_path, IsEmpty());
  EXPECT_EQ(chunks[0].text, "Before.");
}

TEST(ChunkDocument, KeepsAFirstHeadingThatIsNotTheTitle) {
  EXPECT_THAT(Chunks("# Other\n\nText.\n")[0].heading_path, ElementsAre("Other"));
  EXPECT_THAT(Chunks("# page\n\nText.\n")[0].heading_path, IsEmpty());
}

TEST(ChunkDocument, TakesAnchorsFromTheOutlineByOffset) {
  Document document = Page("# Page\n\n## One\n\na\n\n### Two\n\nb\n\n## Three\n\nc\n");
  document.outline = {
      {1, "Page", "top", 0}, {2, "One", "one", 8}, {3, "Two", "", 19}, {2, "Three", "three", 31}};
  const auto chunks = ChunkDocument(document);
  ASSERT_THAT(chunks, SizeIs(3));
  EXPECT_EQ(chunks[0].anchor, "one");
  EXPECT_EQ(chunks[1].anchor, "one");  // the nearest above that has one
  EXPECT_EQ(chunks[2].anchor, "three");
}

TEST(ChunkDocument, GivesRangesThatHoldTheHeadingAndTheText) {
  const std::string markdown = "# Page\n\nIntro.\n\n## One\n\nText.\n";
  const auto chunks = Chunks(markdown);
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_EQ(markdown.substr(0, chunks[0].markdown_range.end), "# Page\n\nIntro.\n");
  EXPECT_EQ(markdown.substr(chunks[1].markdown_range.begin), "## One\n\nText.\n");
  EXPECT_EQ(chunks[1].markdown_range.end, markdown.size());
}

TEST(ChunkDocument, LeavesTheTitleOutOfPathsWhateverTheLevelOfItsHeading) {
  const auto chunks = Chunks("## Page\n\nIntro.\n\n### One\n\nText.\n\n## Page\n\nAgain.\n");
  ASSERT_THAT(chunks, SizeIs(3));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre());
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("One"));
  EXPECT_THAT(chunks[2].heading_path, ElementsAre("Page"));
}

TEST(ChunkDocument, GivesEachPartOfALongParagraphItsOwnRange) {
  std::string markdown = "# Page\n\n";
  for (int i = 0; i < 200; ++i) {
    markdown += "**Sentence** " + std::to_string(i) + " links [to *it*](https://e.example/" +
                std::to_string(i) + "/long/address/of/no/use) & is `done`. ";
  }
  markdown += "\n\nLast.\n";
  const auto chunks = Chunks(markdown);
  ASSERT_GT(chunks.size(), 5u);
  for (std::size_t i = 0; i + 1 < chunks.size(); ++i) {
    const ByteRange range = chunks[i].markdown_range;
    EXPECT_EQ(range.end, chunks[i + 1].markdown_range.begin);
    EXPECT_EQ(MarkdownToPlainText(markdown.substr(range.begin, range.end - range.begin)).text,
              (i == 0 ? "Page\n" : "") + chunks[i].text);
  }
}

TEST(ChunkDocument, GivesEachPartOfALongTableItsOwnRange) {
  std::string markdown = "| Name | Use |\n| --- | --- |\n";
  for (int i = 0; i < 200; ++i) {
    markdown += "| row" + std::to_string(i) + " | some words about the row |\n";
  }
  const auto chunks = Chunks(markdown);
  ASSERT_GT(chunks.size(), 3u);
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    const ByteRange range = chunks[i].markdown_range;
    EXPECT_EQ(chunks[i - 1].markdown_range.end, range.begin);
    const std::string part = markdown.substr(range.begin, range.end - range.begin);
    EXPECT_THAT(part, StartsWith("| row"));
    EXPECT_EQ(std::ranges::count(part, '\n'), std::ranges::count(chunks[i].text, '\n'));
  }
}

// Documentation of Java has each member in an item of a list.
TEST(ChunkDocument, OpensASectionAtAHeadingInAListItem) {
  const std::string markdown =
      "# Page\n\n## About\n\nIntro.\n\n- ## Methods\n\n  - ### add\n\n    Adds.\n\n"
      "    ```\n    add(1)\n    ```\n\n  - ### drop\n\n    Drops.\n\nAfter.\n";
  Document document = Page(markdown);
  for (const auto& [level, name] : std::vector<std::pair<int, std::string>>{
           {2, "About"}, {2, "Methods"}, {3, "add"}, {3, "drop"}}) {
    const std::size_t offset = markdown.rfind('\n', markdown.find("# " + name)) + 1;
    document.outline.push_back({level, name, "to-" + name, offset});
  }
  const auto chunks = ChunkDocument(document);
  ASSERT_THAT(Texts(chunks), ElementsAre("Intro.", "Adds.\nadd(1)", "Drops.\nAfter."));
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("Methods", "add"));
  EXPECT_EQ(chunks[1].anchor, "to-add");
  EXPECT_THAT(markdown.substr(chunks[1].markdown_range.begin), StartsWith("- ## Methods"));
  EXPECT_THAT(chunks[2].heading_path, ElementsAre("Methods", "drop"));
  EXPECT_EQ(chunks[2].anchor, "to-drop");
  EXPECT_THAT(markdown.substr(chunks[2].markdown_range.begin), StartsWith("  - ### drop"));
}

TEST(ChunkDocument, KeepsAHeadingInAQuoteAsText) {
  const auto chunks =
      Chunks("## One\n\n> ### Said\n>\n> - #### Listed\n\nAfter.\n\n- ### Two\n\n  b\n");
  ASSERT_THAT(Texts(chunks), ElementsAre("Said\nListed\nAfter.", "b"));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre("One"));
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("One", "Two"));
}

// langchain-ai/langchain#37964
TEST(ChunkDocument, KeepsTheTextBehindAnUnclosedFence) {
  const auto chunks = Chunks("Before.\n\n```python\ncode()\n\n## not a heading\n\nrest\n");
  ASSERT_THAT(chunks, SizeIs(1));
  EXPECT_EQ(chunks[0].text, "Before.\ncode()\n\n## not a heading\n\nrest");
}

// tobi/qmd#955, open-webui/open-webui#30413
TEST(ChunkDocument, RepeatsTheHeaderInEveryPartOfALongTable) {
  std::string markdown = "| Name | Use |\n| --- | --- |\n";
  for (int i = 0; i < 100; ++i)
    markdown += "| option" + std::to_string(i) + " | what the option is for |\n";
  const auto chunks = Chunks(markdown);
  ASSERT_GE(chunks.size(), 3u);
  for (const Chunk& chunk : chunks) {
    EXPECT_THAT(chunk.text, StartsWith("Name | Use\noption"));
    EXPECT_LE(chunk.text.size(), 1'600u);
  }
  EXPECT_THAT(chunks.back().text, HasSubstr("option99 | what"));
}

TEST(ChunkDocument, KeepsTheHeaderWithTheOnlyRowOfATableThatIsLong) {
  const std::string cell = Repeat("Some words here. ", 200);
  const auto chunks = Chunks("| Name | Use |\n| --- | --- |\n| option | " + cell + " |\n");
  ASSERT_GE(chunks.size(), 2u);
  EXPECT_THAT(chunks[0].text, StartsWith("Name | Use\noption | Some words"));
  for (const Chunk& chunk : chunks) {
    EXPECT_THAT(chunk.text, StartsWith("Name | Use\n"));
    EXPECT_GT(chunk.text.size(), 100u);
  }
}

TEST(ChunkDocument, MakesNoChunkOfALongHeaderAlone) {
  const std::string header = "| " + Repeat("head ", 120) + " | b |\n| --- | --- |\n";
  const auto chunks = Chunks(header + "| " + Repeat("row ", 900) + " | c |\n");
  ASSERT_THAT(chunks, SizeIs(::testing::Gt(1u)));
  EXPECT_THAT(chunks[0].text, HasSubstr("row row"));
}

TEST(ChunkDocument, SplitsThaiBetweenWords) {
  const std::string word = "เซิร์ฟเวอร์";  // "server", 11 code points
  const auto chunks = Chunks(Repeat(word, 500) + "\n");
  ASSERT_GE(chunks.size(), 3u);
  for (const Chunk& chunk : chunks) EXPECT_EQ(chunk.text.size() % word.size(), 0u);
}

// benbrandt/text-splitter#798, curia#450
TEST(ChunkDocument, NeverSplitsAFence) {
  const std::string code = Repeat("call(argument);\n", 20'000);
  const auto chunks = Chunks("Lead-in:\n\n```c\n" + code + "```\n\nAfter.\n");
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_EQ(chunks[0].text, "Lead-in:\n" + code.substr(0, code.size() - 1));
  EXPECT_EQ(chunks[1].text, "After.");
}

TEST(ChunkDocument, SplitsAFenceBetweenLinesIntoPartsThatAreCodeWhereALimitIsSet) {
  const std::string code = Repeat("call(argument);\n", 2'000);
  const auto chunks = Chunks("```c\n" + code + "```\n", {.most_fence_characters = 8'000});
  ASSERT_GE(chunks.size(), 4u);
  std::string joined;
  for (const Chunk& chunk : chunks) {
    EXPECT_THAT(chunk.code_ranges, ElementsAre(ByteRange{0, chunk.text.size()}));
    EXPECT_LE(chunk.text.size(), 8'000u);
    joined += chunk.text + "\n";
  }
  EXPECT_EQ(joined, code);
}

// infiniflow/ragflow#8044
TEST(ChunkDocument, MakesNoChunkOfAHeadingAlone) {
  const auto chunks =
      Chunks("## Options\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n## Parent\n\n### Child\n\nText.\n");
  ASSERT_THAT(Texts(chunks), ElementsAre("a | b\n1 | 2", "Text."));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre("Options"));
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("Parent", "Child"));
}

TEST(ChunkDocument, KeepsAHeadingThatHasNothingElse) {
  EXPECT_THAT(Texts(Chunks("## Empty\n\n## Full\n\nText.\n\n## Last\n")),
              ElementsAre("Empty", "Text.", "Last"));
  EXPECT_THAT(Texts(Chunks("# Page\n")), ElementsAre("Page"));
  EXPECT_THAT(Texts(Chunks("## Outer\n\n### \n")), ElementsAre("Outer"));
}

TEST(ChunkDocument, SplitsLongSectionsBetweenParagraphs) {
  const std::string paragraph = Repeat("Some words here. ", 30);
  const auto chunks = Chunks("## S\n\n" + Repeat(paragraph + "\n\n", 6));
  ASSERT_THAT(chunks, SizeIs(3));
  EXPECT_EQ(chunks[0].text, chunks[1].text);
  EXPECT_THAT(chunks[1].heading_path, ElementsAre("S"));
  EXPECT_LE(chunks[0].markdown_range.end, chunks[1].markdown_range.begin);
}

TEST(ChunkDocument, SplitsALongParagraphAtSentenceEnds) {
  const auto chunks = Chunks(Repeat("This is one whole sentence. ", 300));
  ASSERT_GE(chunks.size(), 4u);
  for (const Chunk& chunk : chunks) {
    EXPECT_THAT(chunk.text, AllOf(StartsWith("This is"), ::testing::EndsWith("sentence.")));
    EXPECT_LE(chunk.text.size(), 1'600u);
  }
}

TEST(ChunkDocument, SplitsTextWithoutSentencesAtSpacesAndElseBetweenCharacters) {
  for (const Chunk& chunk : Chunks(Repeat("word ", 2'000))) {
    EXPECT_LE(chunk.text.size(), 1'600u);
    EXPECT_THAT(chunk.text, AllOf(StartsWith("word"), ::testing::EndsWith("word")));
  }
  for (const Chunk& chunk : Chunks(Repeat("長", 5'000))) {
    EXPECT_TRUE(text::IsValid(chunk.text));
    EXPECT_LE(text::CountCodePoints(chunk.text), 1'600u);
  }
}

TEST(ChunkDocument, PutsAShortRestWithTheChunkBefore) {
  const std::string paragraph = Repeat("Some words here. ", 75);
  EXPECT_THAT(Chunks(paragraph + "\n\nShort end.\n"), SizeIs(1));
}

// A section whose first chunk is full in front of `end`.
std::vector<Chunk> ChunksBehindAFullOne(const std::string& end) {
  return Chunks(Repeat("Some words here. ", 50) + "\n\n" + end + "\n\n" +
                Repeat("What it does. ", 60) + "\n");
}

TEST(ChunkDocument, KeepsATermWithItsDefinition) {
  for (const std::string term : {"**`lru_cache(f)`**  \n**`lru_cache(n)`**", "**Note**",
                                 "`int f()`", "***[`a`](b)***", "- **Terms**", "**a**, `b`:"}) {
    const auto chunks = ChunksBehindAFullOne(term);
    ASSERT_THAT(chunks, SizeIs(2)) << term;
    EXPECT_THAT(chunks[0].text, ::testing::EndsWith("Some words here.")) << term;
    EXPECT_THAT(chunks[1].text, HasSubstr("\nWhat it does.")) << term;
  }
  EXPECT_THAT(ChunksBehindAFullOne("**Bold** and more.")[0].text, ::testing::EndsWith("and more."));
}

TEST(ChunkDocument, KeepsSeveralTermsAndAnAnnouncementWithWhatTheyIntroduce) {
  const auto chunks = ChunksBehindAFullOne("**One**\n\n- **Two**\n\n  " +
                                           Repeat("It is long. ", 40) + "as follows:");
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_THAT(chunks[1].text,
              AllOf(StartsWith("One\nTwo\nIt is long."), HasSubstr("follows:\nWhat it does.")));
  EXPECT_LE(chunks[1].text.size(), 1'600u);
}

TEST(ChunkDocument, KeepsAShortAnnouncementWithAFenceThatFillsAChunk) {
  const auto chunks = Chunks(Repeat("Some words here. ", 20) + "\n\nRun this:\n\n```\n" +
                             Repeat("call();\n", 500) + "```\n");
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_THAT(chunks[1].text, StartsWith("Run this:\ncall();"));
}

TEST(ChunkDocument, CutsARunOfLabelsAsAList) {
  const auto chunks = Chunks(Repeat("- **Some bold words**\n\n", 500));
  ASSERT_GE(chunks.size(), 5u);
  for (const Chunk& chunk : chunks) EXPECT_LE(chunk.text.size(), 1'600u);
}

TEST(ChunkDocument, LeavesAnAnnouncementThatDoesNotFitWithWhatFollows) {
  const std::string announcement = Repeat("Some words here. ", 60) + "as follows:";
  const auto chunks = Chunks(announcement + "\n\n" + Repeat("What it does. ", 80) + "\n");
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_EQ(chunks[0].text, announcement);
}

TEST(ChunkDocument, EstimatesTokens) {
  EXPECT_EQ(Chunks("four bytes a token.\n")[0].token_count, 5u);
  EXPECT_EQ(Chunks("日本語\n")[0].token_count, 3u);
}

TEST(ChunkDocument, GivesNothingForADocumentWithoutText) {
  EXPECT_THAT(Chunks(""), IsEmpty());
  EXPECT_THAT(Chunks("\n\n---\n\n![](x.png)\n"), IsEmpty());
}

TEST(ChunkDocument, TakesLinesAsCommonMarkDoes) {
  const std::string markdown = "a\r\n\r\n## B\r\rtext\n";
  const auto chunks = Chunks(markdown);
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_EQ(markdown.substr(chunks[1].markdown_range.begin), "## B\r\rtext\n");
}

TEST(ChunkDocument, ReadsBytesThatAreNoText) {
  EXPECT_THAT(Texts(Chunks(std::string("a\xFF\x00z\n", 5))), ElementsAre("a\uFFFD\uFFFDz"));
}

TEST(MarkdownToPlainText, KeepsTextAndDropsMarkup) {
  EXPECT_EQ(MarkdownToPlainText(
                "A [link](http://x.y \"t\"), *em* **strong** ~~old~~ ![alt](a.png) <b>html</b>.\n")
                .text,
            "A link, em strong old alt html.");
  EXPECT_EQ(MarkdownToPlainText("a &amp; b \\* c &copy;\n").text, "a & b * c ©");
  EXPECT_EQ(MarkdownToPlainText("soft\nbreak  \nhard\\\nbreak<br>too\n").text,
            "soft break\nhard\nbreak\ntoo");
  EXPECT_EQ(
      MarkdownToPlainText("> quote\n> more\n\n## Head #\n\n1. one\n2. two\n   - inner\n").text,
      "quote more\nHead\none\ntwo\ninner");
}

TEST(MarkdownToPlainText, SeparatesCellsAndRows) {
  EXPECT_EQ(MarkdownToPlainText("| a | b |\n|---|---|\n| `x\\|y` | [l](u) |\n| only | |\n").text,
            "a | b\nx|y | l\nonly");
}

TEST(ChunkDocument, ReadsALongTableWhoseLastRowIsBlank) {
  EXPECT_THAT(Chunks("| " + Repeat("wide ", 500) + "|\n|-|\n| ` ` |\n").back().text,
              HasSubstr("wide"));
}

TEST(MarkdownToPlainText, KeepsAWordThatIsLongerThanTheParsersBlocksOfMemory) {
  const std::string word = Repeat("wort", 1'000'000);
  EXPECT_EQ(MarkdownToPlainText("a " + word + " *b*\n\nc\n").text, "a " + word + " b\nc");
  EXPECT_EQ(MarkdownToPlainText("a *b*\n").text, "a b");  // with what is left of the memory
}

TEST(MarkdownToPlainText, ReadsStrikethroughWhileOtherThreadsDo) {
  std::vector<std::jthread> threads;
  std::atomic<int> misread = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&misread] {
      for (int round = 0; round < 500; ++round) {
        misread += MarkdownToPlainText("old ~~gone~~ new\n").text != "old gone new";
        misread += MarkdownToPlainText("old *and* new\n").text != "old and new";
      }
    });
  }
  threads.clear();
  EXPECT_EQ(misread, 0);
}

TEST(MarkdownToPlainText, NamesTheRangesThatAreCode) {
  const PlainText plain = MarkdownToPlainText("Use `a()` or `b`.\n\n```sh\nmake\n\ninstall\n```\n");
  EXPECT_EQ(plain.text, "Use a() or b.\nmake\n\ninstall");
  Chunk chunk;
  chunk.text = plain.text;
  chunk.code_ranges = plain.code_ranges;
  EXPECT_THAT(CodeOf(chunk), ElementsAre("a()", "b", "make\n\ninstall"));
}

TEST(MarkdownToPlainText, KeepsTheRangeOfCodeThatIsASpaceBeforeALineBreak) {
  const PlainText plain = MarkdownToPlainText("a ` `\n`b`\n");
  EXPECT_EQ(plain.text, "a   b");
  EXPECT_THAT(plain.code_ranges, ElementsAre(ByteRange{2, 3}, ByteRange{4, 5}));
}

TEST(MarkdownToPlainText, TakesTagsOutOfHtmlBlocks) {
  EXPECT_EQ(
      MarkdownToPlainText("<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n").text,
      "More\nInside.");
  EXPECT_EQ(MarkdownToPlainText("<div a='<\n").text, "<div a='<");
}

TEST(ChunkDocument, KeepsCodeRangesWhenAParagraphIsSplit) {
  for (const Chunk& chunk : Chunks(Repeat("Call `run()` here. ", 300))) {
    ASSERT_THAT(chunk.code_ranges, Not(IsEmpty()));
    for (const std::string& code : CodeOf(chunk)) EXPECT_EQ(code, "run()");
  }
}

// Megabytes that would make a parser that is not guarded walk for minutes.
TEST(ChunkDocument, IsLinearOnHostileMarkdown) {
  const std::size_t half = 500'000;
  const std::vector<std::string> inputs = {
      Repeat(">", 2 * half),
      Repeat("- ", half / 2) + "a" + Repeat("\n", half),
      Repeat("1. ", half / 3) + "a" + Repeat("\n", half),
      Repeat("`a``b", half / 3),
      Repeat("[", half) + Repeat("]", half),
      Repeat("![[]()", half / 3),
      Repeat("a<![CDATA[", half / 5),
      Repeat("*a_b", half / 2),
      Repeat("a\n", half / 2) + Repeat("-|-\n", half / 4),
      Repeat("|a", half / 2) + "\n" + Repeat("|-", half / 2) + "\n" + Repeat("|\n", half / 2),
      Repeat("> \n- ", half / 3),
      Repeat("word", half / 2),
      Repeat("\n", 2 * half),
  };
  for (const std::string& input : inputs) {
    const auto start = std::chrono::steady_clock::now();
    Chunks(input);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    // A sanitized build on a busy machine takes several times what a release build does; a
    // quadratic walk takes minutes.
    EXPECT_LT(seconds.count(), 20.0) << input.substr(0, 12);
  }
}

TEST(ChunkDocument, KeepsTheTextOfDeepNesting) {
  EXPECT_THAT(MarkdownToPlainText(Repeat("> ", 100'000) + "deep\n").text, HasSubstr("deep"));
  EXPECT_THAT(MarkdownToPlainText(Repeat("- ", 100'000) + "deep\n" + Repeat("\n", 1'000)).text,
              HasSubstr("deep"));
}

std::size_t BytesOf(const std::vector<std::string>& path) {
  std::size_t bytes = 0;
  for (const std::string& heading : path) bytes += heading.size();
  return bytes;
}

TEST(ChunkDocument, CutsALongHeadingInThePathsOfTheChunksBelow) {
  const auto chunks = Chunks("## " + Repeat("word ", 2'000) + "\n\nText.\n");
  ASSERT_THAT(chunks, SizeIs(1));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre(Repeat("word ", 98) + "word…"));
}

TEST(ChunkDocument, LeavesAPathOfAThousandBytesAsItIs) {
  const std::string outer(300, 'a'), middle(200, 'b'), inner(500, 'c');
  const auto chunks =
      Chunks("## " + outer + "\n\n### " + middle + "\n\n#### " + inner + "\n\nText.\n");
  ASSERT_THAT(chunks, SizeIs(1));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre(outer, middle, inner));
}

TEST(ChunkDocument, CutsTheLongestOuterHeadingsOfAPathThatIsLonger) {
  const std::string words = Repeat("word ", 150), inner(300, 'c');
  const auto chunks = Chunks("# " + words + "\n\n## Short\n\n### " + words + "\n\n#### " + words +
                             "\n\n##### " + words + "\n\n###### " + inner + "\n\nText.\n");
  ASSERT_THAT(chunks, SizeIs(1));
  // 695 bytes are left for four headings: 173 for each.
  const std::string cut = Repeat("word ", 33) + "word…";
  EXPECT_THAT(chunks[0].heading_path, ElementsAre(cut, "Short", cut, cut, cut, inner));
  EXPECT_LE(BytesOf(chunks[0].heading_path), 1'000u);
}

TEST(ChunkDocument, CutsAHeadingWithoutSpacesBetweenCharacters) {
  const auto chunks = Chunks("## " + Repeat("長", 500) + "\n\nText.\n");
  ASSERT_THAT(chunks, SizeIs(1));
  EXPECT_THAT(chunks[0].heading_path, ElementsAre(Repeat("長", 165) + "…"));
}

TEST(ChunkDocument, KeepsThePathsOfAPageInProportionToItsText) {
  std::string markdown;
  for (int level = 1; level < 6; ++level)
    markdown += std::string(level, '#') + " " + Repeat("word ", 150) + "\n\n";
  markdown += Repeat("###### x\n\ny z\n\n", 10'000);
  const auto chunks = Chunks(markdown);
  ASSERT_THAT(chunks, SizeIs(10'000));
  std::size_t bytes = 0;
  for (const Chunk& chunk : chunks) {
    ASSERT_THAT(chunk.heading_path, SizeIs(6));
    ASSERT_EQ(chunk.heading_path.back(), "x");
    bytes += BytesOf(chunk.heading_path);
  }
  EXPECT_LE(bytes, (64u << 10) + 4 * markdown.size() + chunks.size() * 120 + 1'000);
  EXPECT_GT(BytesOf(chunks.front().heading_path), 950u);
  EXPECT_LE(BytesOf(chunks.back().heading_path), 120u);
  EXPECT_GE(chunks.back().heading_path.front().size(), 10u);
}

TEST(ChunkDocument, NamesNoChunkByAnEndlessAnchor) {
  Document document = Page("## One\n\na\n\n### Two\n\nb\n");
  document.outline = {{2, "One", "one", 0}, {3, "Two", std::string(501, 'x'), 11}};
  const auto chunks = ChunkDocument(document);
  ASSERT_THAT(chunks, SizeIs(2));
  EXPECT_EQ(chunks[1].anchor, "one");
}

}  // namespace
}  // namespace sitedoor::document
