// What pages give whose bytes are not plain UTF-8, or whose markup is hostile. The cases write
// bytes as "\xE4" and what is said again and again as "{{1000 <div>}}"; a first line "Content-Type:
// X" is the charset that came with the page. Expected is the charset that was found, what was
// warned of, and the Markdown.
#include <charconv>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/ascii.h"
#include "extract/extract.h"
#include "extract/testing/case_file.h"

namespace sitedoor::extract {
namespace {

using sitedoor::testing::Case;

std::string WithBytes(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) != "\\x" || at + 3 >= text.size()) {
      bytes += text[at];
      continue;
    }
    bytes += static_cast<char>(AsciiHexValue(text[at + 2]) * 16 + AsciiHexValue(text[at + 3]));
    at += 3;
  }
  return bytes;
}

std::string WithRepetitions(std::string_view text) {
  std::string all;
  while (true) {
    const std::size_t open = text.find("{{");
    all += text.substr(0, open);
    if (open == std::string_view::npos) return all;
    const std::size_t close = text.find("}}", open);
    const std::string_view inside = text.substr(open + 2, close - open - 2);
    int count = 0;
    std::from_chars(inside.data(), inside.data() + inside.size(), count);
    const std::string_view unit = inside.substr(inside.find(' ') + 1);
    for (int i = 0; i < count; ++i) all += unit;
    text.remove_prefix(close + 2);
  }
}

std::string Extracted(std::string html) {
  constexpr std::string_view kHeader = "Content-Type: ";
  std::string charset;
  if (html.starts_with(kHeader)) {
    const std::size_t end = html.find('\n');
    charset = html.substr(kHeader.size(), end - kHeader.size());
    html.erase(0, end + 1);
  }
  html.pop_back();  // the end of the case's last line
  const std::string bytes = WithBytes(WithRepetitions(html));
  const auto page = ExtractPage({.bytes = bytes, .url = "", .transport_charset = charset});
  if (!page) return page.error().message + "\n";
  std::string all = page->charset + "\n";
  for (const std::string& warning : page->document.extraction.warnings)
    all += "warning: " + warning + "\n";
  return all + page->document.markdown;
}

TEST(ExtractPage, GivesWhatTheCasesOfBytesSayInTime) {
  const std::filesystem::path folder =
      std::string(SITEDOOR_SOURCE_DIR) + "/src/extract/testcases/bytes";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".case") continue;
    for (const Case& one : sitedoor::testing::ReadCases(entry.path())) {
      ++count;
      const auto begin = std::chrono::steady_clock::now();
      const std::string actual = Extracted(one.html);
      EXPECT_EQ(one.expected, actual) << entry.path().filename() << ": " << one.name << "\n"
                                      << sitedoor::testing::Difference(one.expected, actual);
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << one.name;
    }
  }
  EXPECT_GT(count, 10U);
}

}  // namespace
}  // namespace sitedoor::extract
