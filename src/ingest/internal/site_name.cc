#include "ingest/internal/site_name.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/ascii.h"
#include "ingest/internal/outline.h"

namespace sitedoor::ingest {
namespace {

constexpr std::array<std::string_view, 12> kSeparators = {" — ",  " – ", " - ", " | ", " · ", " • ",
                                                          " :: ", " » ", " « ", " › ", " ‹ ", "｜"};

struct Cut {
  std::string_view before, behind;  // both empty when nothing separates the title
};

Cut CutAtLast(std::string_view title) {
  std::size_t end = 0, begin = 0;
  for (const std::string_view separator : kSeparators) {
    const std::size_t at = title.rfind(separator);
    if (at == std::string_view::npos || at + separator.size() <= begin) continue;
    end = at;
    begin = at + separator.size();
  }
  return begin == 0 ? Cut{} : Cut{title.substr(0, end), title.substr(begin)};
}

// A colon separates too, since only what stands in front of it is taken.
Cut CutAtFirst(std::string_view title) {
  std::size_t end = title.find(": "), begin = end + 2;
  for (const std::string_view separator : kSeparators) {
    const std::size_t at = title.find(separator);
    if (at >= end) continue;
    end = at;
    begin = at + separator.size();
  }
  return end == std::string_view::npos ? Cut{} : Cut{title.substr(0, end), title.substr(begin)};
}

// Behind the last separator, or in brackets at the end, which may hold others: "Plots (GNU Octave
// (version 7.3.0))".
std::string_view TitleEnding(std::string_view title) {
  if (!title.ends_with(')')) return CutAtLast(title).behind;
  int depth = 0;
  for (std::size_t at = title.size(); at-- > 1;) {
    if (title[at] == ')') ++depth;
    if (title[at] != '(' || --depth > 0) continue;
    return title[at - 1] == ' ' ? title.substr(at + 1, title.size() - at - 2) : std::string_view();
  }
  return {};
}

std::string_view TitleBeginning(std::string_view title) { return CutAtFirst(title).before; }

// What front pages are called on any site.
bool IsAnySites(std::string_view name) {
  constexpr std::array<std::string_view, 17> kNames = {
      "home",   "homepage", "home page",    "index",      "welcome", "start",
      "main",   "overview", "introduction", "startseite", "accueil", "inicio",
      "início", "главная",  "首页",         "ホーム",     "untitled"};
  return std::ranges::find(kNames, AsciiLowered(name)) != kNames.end();
}

// "Home - Acme Docs" and "Acme Docs | Welcome" are Acme Docs; "Home" is nothing.
std::string WithoutFrontPageName(const PageFacts& front) {
  for (const Cut& cut : {CutAtLast(front.head_title), CutAtFirst(front.head_title)}) {
    if (!cut.behind.empty() && IsAnySites(cut.before)) return std::string(cut.behind);
    if (!cut.before.empty() && IsAnySites(cut.behind)) return std::string(cut.before);
  }
  return IsAnySites(front.title) ? "" : front.title;
}

// The most frequent of the texts that most of the indexed pages have; "" when they do not agree.
template <class TextOf>
std::string SharedByMost(std::span<const PageFacts> pages, std::span<const Decision> decisions,
                         TextOf text_of) {
  std::map<std::string, std::size_t, std::less<>> counts;
  std::size_t indexed = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!IsIndexed(decisions[i])) continue;
    ++indexed;
    const std::string_view text = text_of(pages[i]);
    if (!text.empty() && !IsAnySites(text)) ++counts[std::string(text)];
  }
  for (const auto& [text, count] : counts) {
    if (count >= 2 && count * 2 > indexed) return text;
  }
  return "";
}

}  // namespace

std::string NameFromPages(std::span<const PageFacts> pages, std::span<const Decision> decisions) {
  const std::size_t front = FrontPage(pages, decisions);
  if (front == pages.size()) return "";
  const bool speaks = SpeaksForTheSite(front, pages, decisions);
  if (speaks && !pages[front].site_name.empty()) return pages[front].site_name;
  std::string shared = SharedByMost(
      pages, decisions, [](const PageFacts& page) { return std::string_view(page.site_name); });
  if (!shared.empty()) return shared;
  shared = SharedByMost(pages, decisions,
                        [](const PageFacts& page) { return TitleEnding(page.head_title); });
  if (!shared.empty()) return shared;
  shared = SharedByMost(pages, decisions,
                        [](const PageFacts& page) { return TitleBeginning(page.head_title); });
  if (!shared.empty()) return shared;
  return speaks ? WithoutFrontPageName(pages[front]) : "";
}

std::vector<std::string> NamesOnFrontPage(const extract::PageNames& front) {
  PageFacts facts;
  facts.head_title = facts.title = front.title;
  std::vector<std::string> names = {front.site_name, WithoutFrontPageName(facts)};
  if (!front.headings.empty() && !IsAnySites(front.headings.front()))
    names.push_back(front.headings.front());
  return names;
}

std::vector<std::string> TitlePartsOnFrontPage(const extract::PageNames& front) {
  std::vector<std::string> parts;
  for (const Cut& cut : {CutAtLast(front.title), CutAtFirst(front.title)}) {
    for (const std::string_view part : {cut.before, cut.behind}) {
      if (!part.empty() && !IsAnySites(part)) parts.emplace_back(part);
    }
  }
  return parts;
}

}  // namespace sitedoor::ingest
