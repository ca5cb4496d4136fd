// Case files: HTML beside the Markdown that it is to give, for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace sitedoor::testing {

struct Case {
  std::string name, html, expected;
};

// A case file holds cases separated by a line "====": a line that names it, the HTML, a line
// "----", the Markdown.
inline std::vector<Case> ReadCases(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<Case> cases;
  Case current;
  enum class Part { kName, kHtml, kExpected } part = Part::kName;
  for (std::string line; std::getline(in, line);) {
    if (line == "====") {
      cases.push_back(current);
      current = {};
      part = Part::kName;
    } else if (part == Part::kName) {
      current.name = line;
      part = Part::kHtml;
    } else if (part == Part::kHtml && line == "----") {
      part = Part::kExpected;
    } else {
      (part == Part::kHtml ? current.html : current.expected) += line + "\n";
    }
  }
  if (!current.name.empty()) cases.push_back(current);
  return cases;
}

// The expected lines with '-' and the written ones with '+', in the first place where they differ.
inline std::string Difference(const std::string& expected, const std::string& actual) {
  const auto lines = [](const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  };
  const std::vector<std::string> want = lines(expected), got = lines(actual);
  std::size_t same = 0;
  while (same < want.size() && same < got.size() && want[same] == got[same]) ++same;
  std::string text;
  for (std::size_t i = 0; i < same; ++i) text += "  " + want[i] + "\n";
  for (std::size_t i = same; i < want.size(); ++i) text += "- " + want[i] + "\n";
  for (std::size_t i = same; i < got.size(); ++i) text += "+ " + got[i] + "\n";
  return text;
}

}  // namespace sitedoor::testing
