// What whole pages give: the rules of content.h, one case each.
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "extract/testing/case_file.h"

namespace sitedoor::extract {
namespace {

using sitedoor::testing::Case;

// "{{prose 3}}" stands for three paragraphs, in the HTML and in the Markdown.
std::string WithProse(std::string_view text, std::string_view before, std::string_view after) {
  constexpr std::string_view kOpen = "{{prose ";
  std::string out;
  while (true) {
    const std::size_t open = text.find(kOpen);
    out += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    text.remove_prefix(open + kOpen.size());
    int count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    for (int i = 0; i < count; ++i) {
      out += i == 0 ? "" : std::string_view("\n");
      out += before;
      out += "A sentence of the content that somebody wrote to be read.";
      out += after;
      if (i + 1 < count && before.empty()) out += "\n";
    }
    text.remove_prefix(text.find("}}") + 2);
  }
}

TEST(ExtractPage, GivesWhatThePageCasesSay) {
  const std::filesystem::path folder =
      std::string(SITEDOOR_SOURCE_DIR) + "/src/extract/testcases/pages";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".case") continue;
    for (const Case& one : sitedoor::testing::ReadCases(entry.path())) {
      ++count;
      const std::string html = WithProse(one.html, "<p>", "</p>");
      const auto page = ExtractPage({.bytes = html, .url = "", .transport_charset = "utf-8"});
      ASSERT_TRUE(page);
      const std::string expected = WithProse(one.expected, "", "");
      EXPECT_EQ(expected, page->document.markdown)
          << entry.path().filename() << ": " << one.name << "\n"
          << sitedoor::testing::Difference(expected, page->document.markdown);
    }
  }
  EXPECT_GT(count, 10U);
}

}  // namespace
}  // namespace sitedoor::extract
