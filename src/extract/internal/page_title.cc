#include "extract/internal/page_title.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/ascii.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

// Letters and digits alone, ASCII in lower case: "5. Data Structures" and "5. data structures¶" are
// the same.
std::string Key(std::string_view text) {
  std::string key;
  for (const char c : text) {
    if (IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80) key += AsciiLower(c);
  }
  return key;
}

constexpr std::array<std::string_view, 10> kSeparators = {" - ", " | ", " – ",  " — ", " · ",
                                                          " • ", " » ", " :: ", " / ", ": "};

struct Segment {
  std::size_t begin, end;
};

// The parts between separators; one part when there are none.
std::vector<Segment> Segments(std::string_view title) {
  std::vector<Segment> segments;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < title.size();) {
    const auto* separator = std::ranges::find_if(kSeparators, [&](std::string_view candidate) {
      return title.substr(at).starts_with(candidate);
    });
    if (separator == kSeparators.end()) {
      ++at;
      continue;
    }
    segments.push_back({begin, at});
    at += separator->size();
    begin = at;
  }
  segments.push_back({begin, title.size()});
  return segments;
}

// Where in `title`'s parts `heading` stands, as whole parts.
enum class Place { kNowhere, kStart, kMiddle, kEnd };

Place PlaceIn(std::string_view title, std::string_view heading) {
  const std::string key = Key(heading);
  if (key.empty() || title.empty()) return Place::kNowhere;
  const std::vector<Segment> segments = Segments(title);
  constexpr std::size_t kMostSegments = 16;
  for (std::size_t first = 0; first < std::min(segments.size(), kMostSegments); ++first) {
    for (std::size_t last = first; last < std::min(segments.size(), kMostSegments); ++last) {
      if (Key(title.substr(segments[first].begin, segments[last].end - segments[first].begin)) !=
          key)
        continue;
      if (first == 0) return Place::kStart;
      return last + 1 == segments.size() ? Place::kEnd : Place::kMiddle;
    }
  }
  return Place::kNowhere;
}

bool SharesWord(std::string_view a, std::string_view b) {
  const std::string key = Key(b);
  std::string word;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    const bool separator = i == a.size() || a[i] == ' ';
    if (!separator) {
      word += a[i];
      continue;
    }
    const std::string word_key = Key(word);
    if (word_key.size() >= 3 && key.find(word_key) != std::string::npos) return true;
    word.clear();
  }
  return false;
}

std::string WithoutSiteName(const std::string& title, std::string_view site_name) {
  if (Key(site_name).empty()) return title;
  const std::vector<Segment> segments = Segments(title);
  if (segments.size() < 2) return title;
  const std::string site = Key(site_name);
  // "Hooks at a Glance – React": the parts from some separator on are the site's name.
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (Key(title.substr(segments[i].begin)) == site) return title.substr(0, segments[i - 1].end);
  }
  if (Key(title.substr(0, segments[0].end)) == site) return title.substr(segments[1].begin);
  return title;
}

bool IsPlaceholder(std::string_view title) {
  constexpr std::array<std::string_view, 7> kNames = {
      "document", "index", "newpage", "notitle", "title", "untitled", "untitleddocument"};
  return std::ranges::binary_search(kNames, Key(title));
}

bool IsBanner(const TitleSources& sources) {
  const std::string banner = Key(sources.heading);
  if (banner.empty() || Key(sources.first_below) == banner) return false;
  return PlaceIn(sources.title, sources.first_below) == Place::kStart &&
         PlaceIn(sources.title, sources.heading) == Place::kEnd;
}

bool IsAccepted(Place place) { return place == Place::kStart || place == Place::kMiddle; }

}  // namespace

PageTitle ChooseTitle(const TitleSources& sources) {
  if (IsPlaceholder(sources.title) && !(sources.heading + sources.outside_heading).empty()) {
    TitleSources others = sources;
    others.title.clear();
    return ChooseTitle(others);
  }
  if (IsBanner(sources)) return {.text = sources.first_below, .heading_is_banner = true};
  const Place in_title = PlaceIn(sources.title, sources.heading);
  const Place in_open_graph = PlaceIn(sources.open_graph, sources.heading);
  if (in_title != Place::kNowhere || in_open_graph != Place::kNowhere)
    return {.text = sources.heading};
  const bool outside_is_title =
      IsAccepted(PlaceIn(sources.title, sources.outside_heading)) ||
      PlaceIn(sources.open_graph, sources.outside_heading) == Place::kStart;
  if (outside_is_title && sources.heading.empty()) {
    return {.text = sources.outside_heading, .is_outside_heading = true};
  }
  if (!sources.open_graph.empty())
    return {.text = WithoutSiteName(sources.open_graph, sources.site_name)};
  if (!sources.heading.empty() &&
      (sources.title.empty() ||
       (sources.heading_use == HeadingUse::kOnce && SharesWord(sources.heading, sources.title)))) {
    return {.text = sources.heading};
  }
  std::string title = WithoutSiteName(sources.title, sources.site_name);
  // An h1 elsewhere that is the last part of <title> is the site's name.
  if (PlaceIn(title, sources.outside_heading) == Place::kEnd)
    title = WithoutSiteName(title, sources.outside_heading);
  if (title.empty()) title = sources.heading.empty() ? sources.outside_heading : sources.heading;
  return {.text = title};
}

}  // namespace sitedoor::extract::internal
