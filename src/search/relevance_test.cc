// The floors that keyword search keeps on a small site of our own: tests/relevance.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "search/search.h"
#include "search/testing/small_site.h"

namespace sitedoor::search {
namespace {

using testing::SmallPage;
using testing::SmallSection;
using testing::SmallSite;

const std::filesystem::path kFolder =
    std::filesystem::path(SITEDOOR_SOURCE_DIR) / "tests/relevance";

// "# Title", then sections by "## Heading".
SmallPage ReadPage(const std::filesystem::path& file) {
  SmallPage page;
  page.id = std::filesystem::relative(file, kFolder / "pages").replace_extension().string();
  const std::string folder = page.id.substr(0, page.id.find('/'));
  page.language = folder == "de" || folder == "fr" || folder == "ja" ? folder : "en";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ")) {
      page.title = line.substr(2);
      page.sections.push_back({""});
    } else if (line.starts_with("## ")) {
      page.sections.push_back({"", line.substr(3)});
    } else if (!page.sections.empty()) {
      page.sections.back().text += line + "\n";
    }
  }
  return page;
}

struct Question {
  std::string type, text;
  std::vector<std::string> pages;
};

std::vector<Question> ReadQuestions() {
  std::vector<Question> questions;
  std::ifstream in(kFolder / "queries.tsv");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    std::istringstream fields(line);
    Question question;
    std::string pages;
    std::getline(fields, question.type, '\t');
    std::getline(fields, question.text, '\t');
    std::getline(fields, pages, '\t');
    std::istringstream names(pages);
    for (std::string name; std::getline(names, name, ',');) question.pages.push_back(name);
    questions.push_back(std::move(question));
  }
  return questions;
}

double NdcgAt10(const Question& question, const std::vector<Hit>& hits) {
  double gained = 0, ideal = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(hits.size(), 10); ++i) {
    if (std::ranges::count(question.pages, hits[i].id) > 0) gained += 1 / std::log2(i + 2.0);
  }
  for (std::size_t i = 0; i < question.pages.size(); ++i) ideal += 1 / std::log2(i + 2.0);
  return gained / ideal;
}

// nDCG@10 by type of question.
const std::map<std::string, double>& Scores() {
  static const std::map<std::string, double> scores = [] {
    std::vector<SmallPage> pages;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder / "pages")) {
      if (entry.is_regular_file()) pages.push_back(ReadPage(entry.path()));
    }
    const SmallSite site(std::move(pages));
    const Searcher searcher;
    std::map<std::string, double> sums, counts;
    for (const Question& question : ReadQuestions()) {
      SearchRequest request;
      request.text = question.text;
      const auto response = searcher.Search(site.snapshot(), request);
      const double score = response ? NdcgAt10(question, response->hits) : 0;
      if (score < 1)
        std::printf("%.2f %s: %s\n", score, question.type.c_str(), question.text.c_str());
      sums[question.type] += score;
      counts[question.type] += 1;
    }
    for (auto& [type, sum] : sums) sum /= counts[type];
    return sums;
  }();
  return scores;
}

TEST(Relevance, AnswersQuestions) { EXPECT_GE(Scores().at("nl"), 0.85); }
TEST(Relevance, AnswersKeywords) { EXPECT_GE(Scores().at("kw"), 0.95); }
TEST(Relevance, FindsIdentifiers) { EXPECT_GE(Scores().at("id"), 0.98); }
TEST(Relevance, FindsErrorMessages) { EXPECT_GE(Scores().at("err"), 0.98); }
TEST(Relevance, ForgivesTypos) { EXPECT_GE(Scores().at("typo"), 0.95); }
TEST(Relevance, ContinuesHalfAWord) { EXPECT_GE(Scores().at("prefix"), 0.9); }
TEST(Relevance, AnswersInTheReadersLanguage) { EXPECT_GE(Scores().at("intl"), 0.95); }

}  // namespace
}  // namespace sitedoor::search
