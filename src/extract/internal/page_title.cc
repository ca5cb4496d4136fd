#include "extract/internal/page_title.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/title_parts.h"
#include "extract/internal/white_space.h"
#include "extract/site_repeats.h"

namespace sitedoor::extract::internal {
namespace {

// Where in `title`'s parts `heading` stands, as whole parts.
enum class Place { kNowhere, kStart, kMiddle, kEnd };

Place PlaceIn(std::string_view title, std::string_view heading) {
  const std::string key = TitleKey(heading);
  if (key.empty() || title.empty()) return Place::kNowhere;
  const std::vector<TitlePart> parts = TitleParts(title);
  constexpr std::size_t kMostParts = 16;
  for (std::size_t first = 0; first < std::min(parts.size(), kMostParts); ++first) {
    for (std::size_t last = first; last < std::min(parts.size(), kMostParts); ++last) {
      if (TitleKey(title.substr(parts[first].begin, parts[last].end - parts[first].begin)) != key)
        continue;
      if (first == 0) return Place::kStart;
      return last + 1 == parts.size() ? Place::kEnd : Place::kMiddle;
    }
  }
  return Place::kNowhere;
}

std::size_t WordsIn(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_of_word = IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80;
    words += is_of_word && !in_word ? 1 : 0;
    in_word = is_of_word;
  }
  return words;
}

bool SharesWord(std::string_view a, std::string_view b) {
  const std::string key = TitleKey(b);
  std::string word;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    const bool separator = i == a.size() || a[i] == ' ';
    if (!separator) {
      word += a[i];
      continue;
    }
    const std::string word_key = TitleKey(word);
    if (word_key.size() >= 3 && key.find(word_key) != std::string::npos) return true;
    word.clear();
  }
  return false;
}

std::string WithoutSiteName(const std::string& title, std::string_view site_name) {
  const std::string site = TitleKey(site_name);
  if (site.empty()) return title;
  const std::vector<TitlePart> parts = TitleParts(title);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    // "Hooks at a Glance – React": the parts from some separator on are the site's name.
    if (TitleKey(title.substr(parts[i].begin)) == site) return title.substr(0, parts[i - 1].end);
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (TitleKey(title.substr(0, parts[i - 1].end)) == site) return title.substr(parts[i].begin);
  }
  return title;
}

bool IsPlaceholder(std::string_view title) {
  constexpr std::array<std::string_view, 7> kNames = {
      "document", "index", "newpage", "notitle", "title", "untitled", "untitleddocument"};
  return std::ranges::binary_search(kNames, TitleKey(title));
}

// "Acme | ", where a template had no title to put in.
bool IsAffixAlone(std::string_view title, const SiteRepeats& repeats) {
  const auto is_title = [&](const std::string& affix) { return Trimmed(affix) == title; };
  return std::ranges::any_of(repeats.beginnings, is_title) ||
         std::ranges::any_of(repeats.endings, is_title);
}

bool IsBanner(const TitleSources& sources) {
  const std::string banner = TitleKey(sources.heading);
  if (banner.empty() || TitleKey(sources.first_below) == banner) return false;
  return PlaceIn(sources.title, sources.first_below) == Place::kStart &&
         PlaceIn(sources.title, sources.heading) == Place::kEnd;
}

bool IsAccepted(Place place) { return place == Place::kStart || place == Place::kMiddle; }

}  // namespace

std::string SpelledApart(std::string_view heading, std::string_view title) {
  const bool is_same = !heading.contains(' ') && TitleKey(heading) == TitleKey(title);
  return std::string(is_same && WordsIn(title) > WordsIn(heading) ? title : heading);
}

PageTitle ChooseTitle(const TitleSources& sources, const SiteRepeats& repeats) {
  const bool is_sites_name =
      sources.place == PagePlace::kInner && TitleKey(sources.title) == TitleKey(sources.site_name);
  const bool is_placeholder = is_sites_name || IsPlaceholder(OwnTitle(sources.title, repeats)) ||
                              IsAffixAlone(sources.title, repeats) ||
                              IsSitesTitle(sources.title, repeats);
  const bool has_other = !(sources.heading + sources.outside_heading + sources.section).empty();
  if (is_placeholder && !sources.title.empty() && has_other) {
    TitleSources others = sources;
    others.title.clear();
    if (IsSitesTitle(others.open_graph, repeats) ||
        TitleKey(others.open_graph) == TitleKey(others.site_name))
      others.open_graph.clear();
    return ChooseTitle(others, repeats);
  }
  if (IsBanner(sources)) return {.text = sources.first_below, .heading_is_banner = true};
  const std::string own_title(OwnTitle(sources.title, repeats));
  const std::string own_open_graph(OwnTitle(sources.open_graph, repeats));
  for (const std::string* title : {&sources.title, &sources.open_graph, &own_title}) {
    if (PlaceIn(*title, sources.heading) != Place::kNowhere)
      return {.text = SpelledApart(sources.heading, own_title)};
  }
  const bool is_whole_title = !sources.outside_heading.empty() &&
                              TitleKey(sources.outside_heading) == TitleKey(sources.title);
  const bool outside_is_title = is_whole_title ||
                                IsAccepted(PlaceIn(own_title, sources.outside_heading)) ||
                                PlaceIn(own_open_graph, sources.outside_heading) == Place::kStart;
  if (outside_is_title && sources.heading.empty()) {
    return {.text = SpelledApart(sources.outside_heading, own_title), .is_outside_heading = true};
  }
  if (!own_open_graph.empty()) return {.text = WithoutSiteName(own_open_graph, sources.site_name)};
  if (!sources.heading.empty() &&
      (own_title.empty() ||
       (sources.heading_use == HeadingUse::kOnce && SharesWord(sources.heading, sources.title)))) {
    return {.text = sources.heading};
  }
  std::string title = WithoutSiteName(own_title, sources.site_name);
  // An h1 elsewhere that is the last part of <title> is the site's name.
  if (PlaceIn(title, sources.outside_heading) == Place::kEnd)
    title = WithoutSiteName(title, sources.outside_heading);
  for (const std::string* other :
       {&sources.heading, &sources.outside_heading, &sources.repeated_heading, &sources.headline,
        &sources.section}) {
    if (title.empty()) title = *other;
  }
  return {.text = title};
}

std::string_view WithoutHeadingSign(std::string_view heading) {
  for (const std::string_view sign : {" #", " ¶", " §", " 🔗"}) {
    if (heading.size() > sign.size() && heading.ends_with(sign))
      return heading.substr(0, heading.size() - sign.size());
  }
  return heading;
}

bool IsSitesHeading(std::string_view heading, const TitleSources& sources,
                    const SiteRepeats& repeats) {
  const std::string key = TitleKey(heading);
  if (key.empty()) return false;
  const bool is_repeated = std::ranges::binary_search(repeats.headings, key);
  if (!is_repeated && key != TitleKey(sources.site_name)) return false;
  const std::string own =
      TitleKey(WithoutSiteName(std::string(OwnTitle(sources.title, repeats)), sources.site_name));
  return key != own || std::ranges::binary_search(repeats.titles, own);
}

}  // namespace sitedoor::extract::internal
