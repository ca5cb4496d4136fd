// Extraction beside the bare guarded parser on the same bytes, one thread, CPU time.
//
//   extract_benchmark FOLDER [ROUNDS]          every .html file below FOLDER
//   extract_benchmark --each FOLDER [ROUNDS]   the same page by page: bytes, ms of the parser, ms
//   of the extraction, path extract_benchmark --stdin                  one page to Markdown:
//   PAGE_URL and PAGE_CHARSET as the scoring scripts set them
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extract.h"
#include "html/charset.h"
#include "html/tree.h"

namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int ExtractFromStdin() {
  const std::string bytes((std::istreambuf_iterator<char>(std::cin)), {});
  const std::string url = Variable("PAGE_URL");
  const std::string charset = Variable("PAGE_CHARSET");
  const auto extraction =
      sitedoor::extract::ExtractPage({.bytes = bytes, .url = url, .transport_charset = charset});
  if (!extraction) {
    std::cerr << extraction.error().Text() << "\n";
    return 2;
  }
  std::cout << extraction->document.markdown;
  if (!Variable("EXPLAIN").empty()) {
    const auto& document = extraction->document;
    std::cerr << "title: " << document.title << "\nlanguage: " << document.language
              << "\nstrategy: " << StrategyName(document.extraction.strategy)
              << "\nmodified: " << document.modified_at << "\nkept "
              << document.extraction.kept_characters << " of "
              << document.extraction.visible_characters << "\n";
    for (const auto& candidate : extraction->candidates) {
      std::cerr << (candidate.chosen ? "* " : "  ") << candidate.path << ": " << candidate.reason
                << " " << candidate.score << "\n";
    }
    for (const auto& warning : document.extraction.warnings)
      std::cerr << "warning: " << warning << "\n";
  }
  return 0;
}

struct Page {
  std::string path, bytes;
};

std::vector<Page> ReadPages(const std::string& folder) {
  std::vector<Page> pages;
  const auto options = std::filesystem::directory_options::follow_directory_symlink;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, options)) {
    if (entry.path().extension() != ".html" || !entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    pages.push_back({entry.path().string(), {std::istreambuf_iterator<char>(file), {}}});
  }
  return pages;
}

// In seconds of CPU time.
template <class Work>
double CpuSeconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void ParseAlone(const Page& page) {
  const auto decoded = sitedoor::html::DecodeHtml(page.bytes);
  (void)sitedoor::html::Tree::Parse(decoded.utf8);
}

// How many bytes of Markdown.
std::size_t Extract(const Page& page) {
  const auto extraction = sitedoor::extract::ExtractPage(
      {.bytes = page.bytes, .url = "https://example.com/docs/page.html", .transport_charset = ""});
  return extraction ? extraction->document.markdown.size() : 0;
}

void Report(std::string_view name, double seconds, std::size_t pages, std::size_t bytes) {
  std::cout << name << ": " << seconds << " s, " << static_cast<double>(pages) / seconds
            << " pages/s, " << static_cast<double>(bytes) / 1e6 / seconds << " MB/s\n";
}

void CompareEach(const std::vector<Page>& pages, int rounds) {
  for (const Page& page : pages) {
    double parse = 1e9, extract = 1e9;
    for (int round = 0; round < rounds; ++round) {
      parse = std::min(parse, CpuSeconds([&] { ParseAlone(page); }));
      extract = std::min(extract, CpuSeconds([&] { (void)Extract(page); }));
    }
    std::cout << page.bytes.size() << "\t" << parse * 1000 << "\t" << extract * 1000 << "\t"
              << page.path << "\n";
  }
}

void CompareAll(const std::vector<Page>& pages, int rounds) {
  std::size_t bytes = 0, markdown_bytes = 0;
  for (const Page& page : pages) bytes += page.bytes.size();
  std::cout << pages.size() << " pages, " << bytes << " bytes\n";
  // The two take turns, and the fastest round of each counts: a busy machine slows both alike.
  double parse = 1e9, extract = 1e9;
  for (int round = 0; round < rounds; ++round) {
    parse = std::min(parse, CpuSeconds([&] {
                       for (const Page& page : pages) ParseAlone(page);
                     }));
    extract = std::min(extract, CpuSeconds([&] {
                         for (const Page& page : pages) markdown_bytes += Extract(page);
                       }));
  }
  Report("guarded parser", parse, pages.size(), bytes);
  Report("extraction", extract, pages.size(), bytes);
  std::cout << "extraction / parser: " << extract / parse
            << "\nmarkdown bytes a round: " << markdown_bytes / static_cast<std::size_t>(rounds)
            << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool each = !arguments.empty() && arguments[0] == "--each";
  if (each) arguments.erase(arguments.begin());
  if (arguments.empty()) {
    std::cerr << "usage: extract_benchmark [--each] FOLDER [ROUNDS] | --stdin\n";
    return 2;
  }
  if (arguments[0] == "--stdin") return ExtractFromStdin();
  const std::vector<Page> pages = ReadPages(arguments[0]);
  const int rounds = arguments.size() > 1 ? std::max(1, std::atoi(arguments[1].c_str())) : 3;
  if (each) {
    CompareEach(pages, rounds);
  } else {
    CompareAll(pages, rounds);
  }
  return 0;
}
