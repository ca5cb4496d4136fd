#include "doors/operations/internal/fetch_answer.h"

#include <gmock/gmock.h>

#include "doors/operations/internal/markdown_pages.h"
#include "doors/operations/json_text.h"

namespace sitedoor::doors::internal {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

document::Document Guide(std::string markdown) {
  document::Document document;
  document.id = "guide.html";
  document.url = "https://x.test/guide.html";
  document.title = "Guide";
  document.markdown = std::move(markdown);
  return document;
}

std::string TextOf(const json::object& answer) {
  return std::string(answer.at("text").get_string());
}

// The pages of a text, cut by PageEnd.
std::vector<std::string> Pages(const std::string& markdown, std::size_t most) {
  std::vector<std::string> pages;
  for (std::size_t begin = 0; begin < markdown.size();) {
    const std::size_t end = PageEnd(markdown, begin, most);
    pages.push_back(markdown.substr(begin, end - begin));
    if (end <= begin) break;
    begin = end;
  }
  return pages;
}

TEST(FetchAnswer, GivesAWholePageWithItsMetadata) {
  document::Document document = Guide("# Guide\n\nText.\n");
  document.description = "About it.";
  document.language = "en";
  document.modified_at = "2026-08-15";
  document.breadcrumbs = {"Home", "Docs"};
  EXPECT_EQ(
      ToJson(*FetchAnswer(document, {}, 1'000)),
      R"({"id":"guide.html","title":"Guide","text":"# Guide\n\nText.\n","url":"https://x.test/guide.html",)"
      R"("metadata":{"description":"About it.","language":"en","last_modified":"2026-08-15",)"
      R"("breadcrumbs":"Home > Docs","total_bytes":"15"}})");
}

TEST(FetchAnswer, LeavesOutWhatThePageDoesNotSay) {
  EXPECT_EQ(ToJson(FetchAnswer(Guide("x\n"), {}, 1'000)->at("metadata")), R"({"total_bytes":"2"})");
}

TEST(FetchAnswer, StartsAtTheHeadingThatTheAnchorNames) {
  document::Document document = Guide("# Guide\n\nText.\n\n## Setup\n\nMore.\n");
  document.outline = {{1, "Guide", "", 0}, {2, "Setup", "setup", 16}};
  const json::object answer = *FetchAnswer(document, {.anchor = "setup", .offset = {}}, 1'000);
  EXPECT_THAT(TextOf(answer), AllOf(StartsWith("## Setup\n\nMore.\n"),
                                    HasSubstr("Offset 0 is the start of the page")));
  EXPECT_EQ(answer.at("url"), "https://x.test/guide.html#setup");
  EXPECT_THAT(TextOf(*FetchAnswer(document, {.anchor = "unknown", .offset = {}}, 1'000)),
              StartsWith("# Guide"));
}

TEST(FetchAnswer, SaysInItsLastLineHowToGetTheRest) {
  const json::object answer =
      *FetchAnswer(Guide("One one one.\n\nTwo two two.\n\nThree.\n"), {}, 20);
  EXPECT_EQ(TextOf(answer),
            "One one one.\n\n\n[Bytes 0 to 14 of 35. For the rest, call fetch with id "
            "\"guide.html\" and offset 14.]");
  EXPECT_EQ(answer.at("metadata").at("next_offset"), "14");
}

TEST(FetchAnswer, GivesTheWholeDocumentPageByPage) {
  std::string markdown;
  for (int i = 0; i < 200; ++i) {
    markdown +=
        "## Heading " + std::to_string(i) + "\n\nA paragraph é.\n\n```c\nint x;\n\nint y;\n```\n\n";
  }
  const document::Document document = Guide(markdown);
  std::string joined;
  std::optional<std::size_t> offset;
  for (int calls = 0; calls < 100; ++calls) {
    const json::object answer = *FetchAnswer(document, {.anchor = "", .offset = offset}, 300);
    joined += TextOf(answer).substr(0, TextOf(answer).rfind("\n["));
    const json::value* next = answer.at("metadata").get_object().if_contains("next_offset");
    if (next == nullptr) break;
    offset = std::stoul(std::string(next->get_string()));
  }
  EXPECT_EQ(joined, markdown);
}

TEST(FetchAnswer, NamesAnOffsetThatIsPastTheEnd) {
  const auto answer = FetchAnswer(Guide("x\n"), {.anchor = "", .offset = 99}, 1'000);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(answer.error().message,
              AllOf(HasSubstr("99"), HasSubstr("guide.html"), HasSubstr("2 bytes")));
}

TEST(FetchAnswer, StartsAtACodePointAndTakesAnEmptyPage) {
  EXPECT_THAT(TextOf(*FetchAnswer(Guide("é is\n"), {.anchor = "", .offset = 1}, 1'000)),
              StartsWith(" is"));
  EXPECT_EQ(TextOf(*FetchAnswer(Guide(""), {.anchor = "", .offset = 0}, 1'000)), "");
}

TEST(PageEnd, CutsBetweenBlocks) {
  EXPECT_THAT(Pages("One.\n\nTwo.\n\nThree.\n", 14),
              ::testing::ElementsAre("One.\n\nTwo.\n\n", "Three.\n"));
}

TEST(PageEnd, NeverCutsInAFenceThatFitsOnAPage) {
  const std::string fence = "```\na\n\nb\n\nc\n```\n\n";
  EXPECT_THAT(Pages("Some text.\n\n" + fence + "End.\n", 22),
              ::testing::ElementsAre("Some text.\n\n", fence + "End.\n"));
}

TEST(PageEnd, KnowsFencesInListsAndQuotesAndOtherMarksInside) {
  const std::string fence = "- ~~~~\n  ```\n\n  ~~~\n\n  ~~~~\n\n";
  EXPECT_THAT(Pages("Text.\n\n" + fence + "End.\n", 34),
              ::testing::ElementsAre("Text.\n\n", fence + "End.\n"));
}

TEST(PageEnd, LeavesNoHeadingAtTheEnd) {
  EXPECT_THAT(Pages("Text.\n\n## Heading\n\nMore text.\n", 20),
              ::testing::ElementsAre("Text.\n\n", "## Heading\n\n", "More text.\n"));
}

TEST(PageEnd, SplitsALongFenceBetweenLines) {
  EXPECT_THAT(Pages("```\naaaa\nbbbb\ncccc\n```\n", 10),
              ::testing::ElementsAre("```\naaaa\n", "bbbb\ncccc\n", "```\n"));
}

TEST(PageEnd, SplitsALongLineBetweenCodePoints) {
  EXPECT_THAT(Pages("ééééé", 5), ::testing::ElementsAre("éé", "éé", "é"));
}

}  // namespace
}  // namespace sitedoor::doors::internal
