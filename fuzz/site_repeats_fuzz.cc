// Property: what a site repeats is cut from a title only where some of it is left, and a page that
// has a title alone has one among the pages of its site, too.
//
// Input: a page a line.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/site_repeats.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sitedoor::extract;
  using sitedoor::fuzz::Check;
  constexpr std::size_t kMostPages = 32;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::string_view> lines;
  std::vector<PageNames> pages;
  while (!rest.empty() && lines.size() < kMostPages) {
    lines.push_back(sitedoor::fuzz::TakeLine(rest));
    if (auto names = ReadPageNames({lines.back(), ""})) pages.push_back(*std::move(names));
  }
  SiteNames site_names;
  if (!pages.empty()) {
    site_names.known = pages.front().headings;
    site_names.possible = pages.front().section_headings;
  }
  ExtractOptions options;
  options.repeats = FindSiteRepeats(pages, site_names);
  for (const PageNames& page : pages) {
    const std::string_view own = OwnTitle(page.title, options.repeats);
    Check(own.empty() == page.title.empty());
    Check(page.title.find(own) != std::string::npos);
    Check(page.headings.size() <= 8 && page.section_headings.size() <= 8);
  }
  for (const std::string_view line : lines) {
    const auto alone = ExtractPage({line, ""});
    const auto among_others = ExtractPage({line, ""}, options);
    Check(alone.has_value() == among_others.has_value());
    if (alone && !alone->document.title.empty()) Check(!among_others->document.title.empty());
  }
  return 0;
}
