#include "extract/site_repeats.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/title_parts.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;
using internal::TitleKey;
using internal::TitlePart;

constexpr std::size_t kMostTextBytes = 1'024;       // of a name
constexpr std::size_t kMostParts = 8;               // of a title
constexpr std::size_t kMostNodesToHeading = 4'000;  // a site's name stands at the top of its pages
// Two letters are left of "C++" and "C#" alike.
constexpr std::size_t kFewestNameBytes = 3;
constexpr std::size_t kFewestPages = 5;  // fewer may have a word in common by chance

std::string Clean(std::string_view text) { return CleanText(text::Prefix(text, kMostTextBytes)); }

bool IsIn(const std::vector<std::string>& sorted, std::string_view text) {
  return std::ranges::binary_search(sorted, text);
}

using Keys = std::set<std::string, std::less<>>;

std::vector<std::string> InOrder(const Keys& keys) { return {keys.begin(), keys.end()}; }

bool AreMost(std::size_t count, std::size_t of) {
  return count >= kFewestPages && count * 5 >= of * 3;
}

// Pages that call themselves the same are one: copies and redirects do not vote twice.
std::vector<const PageNames*> DifferentPages(std::span<const PageNames> pages) {
  std::vector<const PageNames*> different;
  std::set<std::pair<std::string_view, std::string>> seen;
  for (const PageNames& page : pages) {
    std::string headings;
    for (const std::string& heading : page.headings) headings += heading + '\n';
    if (page.title.empty() && headings.empty()) continue;
    if (seen.emplace(page.title, std::move(headings)).second) different.push_back(&page);
  }
  return different;
}

Keys NameKeys(const std::vector<std::string>& names) {
  Keys keys;
  for (const std::string& name : names) {
    if (std::string key = TitleKey(name); key.size() >= kFewestNameBytes)
      keys.insert(std::move(key));
  }
  return keys;
}

// As much of it as PageNames holds.
std::string DescriptionKey(std::string_view description) { return TitleKey(Clean(description)); }

using Counts = std::map<std::string, std::size_t, std::less<>>;

void AddNamesThatPagesGive(const std::vector<const PageNames*>& pages, Keys& names) {
  Counts counts;
  for (const PageNames* page : pages) ++counts[TitleKey(page->site_name)];
  for (const auto& [key, count] : counts) {
    if (count >= 2 && key.size() >= kFewestNameBytes) names.insert(key);
  }
}

Counts CountHeadings(const std::vector<const PageNames*>& pages) {
  Counts counts;
  for (const PageNames* page : pages) {
    Keys keys;
    for (const std::string& heading : page->headings) keys.insert(TitleKey(heading));
    for (const std::string& key : keys) ++counts[key];
  }
  counts.erase("");
  return counts;
}

Keys RepeatedHeadings(const std::vector<const PageNames*>& pages, const Keys& names) {
  Keys repeated;
  for (const auto& [key, count] : CountHeadings(pages)) {
    if (count >= (names.contains(key) ? 2 : kFewestPages)) repeated.insert(key);
  }
  return repeated;
}

Keys RepeatedTitles(const std::vector<const PageNames*>& pages) {
  Counts counts;
  for (const PageNames* page : pages) ++counts[TitleKey(page->title)];
  counts.erase("");
  Keys repeated;
  for (const auto& [key, count] : counts) {
    if (AreMost(count, pages.size())) repeated.insert(key);
  }
  return repeated;
}

Keys RepeatedDescriptions(const std::vector<const PageNames*>& pages) {
  Counts counts;
  for (const PageNames* page : pages) ++counts[DescriptionKey(page->description)];
  counts.erase("");
  Keys repeated;
  for (const auto& [key, count] : counts) {
    if (count >= kFewestPages) repeated.insert(key);
  }
  return repeated;
}

// Where the page's own name stands in its title: between `begin` and `end`.
struct Place {
  std::size_t begin, end;
};

std::optional<Place> PlaceOf(std::string_view title, std::string_view name) {
  const std::string key = TitleKey(name);
  if (key.empty()) return std::nullopt;
  const std::vector<TitlePart> parts = internal::TitleParts(title);
  const std::size_t count = std::min(parts.size(), kMostParts);
  for (std::size_t first = 0; first < count; ++first) {
    for (std::size_t last = first; last < std::min(parts.size(), first + kMostParts); ++last) {
      const Place place{parts[first].begin, parts[last].end};
      if (TitleKey(title.substr(place.begin, place.end - place.begin)) == key) return place;
    }
  }
  const std::size_t brackets = internal::EndingBrackets(title);
  if (brackets != std::string_view::npos && TitleKey(title.substr(0, brackets)) == key)
    return Place{0, brackets};
  return std::nullopt;
}

// "8.2.3 Access via Handle", "A.1 Bugs" without the number.
std::string_view WithoutNumber(std::string_view heading) {
  const std::string_view number = heading.substr(0, heading.find(' '));
  const bool is_number =
      number.size() < heading.size() &&
      number.find_first_of("0123456789.") != std::string_view::npos &&
      number.find_first_not_of("0123456789.", IsAsciiLetter(number[0]) ? 1 : 0) ==
          std::string_view::npos;
  return is_number ? heading.substr(number.size() + 1) : heading;
}

std::optional<Place> PlaceOfOwnName(const PageNames& page, const Keys& repeated_headings) {
  for (const auto* headings : {&page.headings, &page.section_headings}) {
    for (const std::string& heading : *headings) {
      if (repeated_headings.contains(TitleKey(heading))) continue;
      for (const std::string_view name : {std::string_view(heading), WithoutNumber(heading)}) {
        if (const auto place = PlaceOf(page.title, name)) return place;
      }
    }
  }
  return std::nullopt;
}

enum class End { kBeginning, kEnding };

// The beginnings or endings of a title, each with its separator.
std::vector<std::string_view> Affixes(std::string_view title, End end) {
  const std::vector<TitlePart> parts = internal::TitleParts(title);
  std::vector<std::string_view> affixes;
  for (std::size_t i = 1; i < std::min(parts.size(), kMostParts); ++i) {
    const std::size_t cut =
        end == End::kBeginning ? parts[i].begin : parts[parts.size() - i - 1].end;
    affixes.push_back(end == End::kBeginning ? title.substr(0, cut) : title.substr(cut));
  }
  const std::size_t brackets = internal::EndingBrackets(title);
  if (end == End::kEnding && brackets != std::string_view::npos)
    affixes.push_back(title.substr(brackets));
  std::erase_if(affixes, [&](std::string_view affix) {
    return TitleKey(affix).empty() || TitleKey(affix).size() == TitleKey(title).size();
  });
  return affixes;
}

bool StandsRound(std::string_view affix, End end, std::string_view title, const Place& place) {
  return end == End::kBeginning ? affix.size() <= place.begin
                                : title.size() - affix.size() >= place.end;
}

struct Votes {
  std::size_t pages = 0;    // that have it
  std::size_t of_name = 0;  // where the page's own name stands beside it
};

using Ballot = std::map<std::string, Votes, std::less<>>;

struct Tally {
  Ballot beginnings, endings;
  std::size_t titles = 0;
};

Tally Vote(const std::vector<const PageNames*>& pages, const Keys& repeated_headings) {
  Tally tally;
  std::set<std::string_view> titles;
  for (const PageNames* page : pages) {
    if (page->title.empty() || !titles.insert(page->title).second) continue;
    const auto place = PlaceOfOwnName(*page, repeated_headings);
    for (const End end : {End::kBeginning, End::kEnding}) {
      Ballot& ballot = end == End::kBeginning ? tally.beginnings : tally.endings;
      for (const std::string_view affix : Affixes(page->title, end)) {
        Votes& votes = ballot[std::string(affix)];
        ++votes.pages;
        if (place && StandsRound(affix, end, page->title, *place)) ++votes.of_name;
      }
    }
  }
  tally.titles = titles.size();
  return tally;
}

bool Extends(std::string_view longer, std::string_view shorter, End end) {
  if (longer.size() <= shorter.size()) return false;
  return end == End::kBeginning ? longer.starts_with(shorter) : longer.ends_with(shorter);
}

// Longest first.
std::vector<std::string> SitesAffixes(Ballot ballot, End end, std::size_t titles,
                                      const Keys& possible) {
  std::erase_if(ballot, [&](const auto& one) {
    const Votes& votes = one.second;
    const bool is_proven = votes.of_name >= kFewestPages && votes.of_name * 2 >= votes.pages;
    return !is_proven && !(AreMost(votes.pages, titles) && possible.contains(TitleKey(one.first)));
  });
  std::vector<std::string> affixes;
  for (const auto& [affix, votes] : ballot) {
    const bool is_section = std::ranges::any_of(ballot, [&](const auto& other) {
      return Extends(affix, other.first, end) && votes.pages * 10 < other.second.pages * 9;
    });
    if (!is_section) affixes.push_back(affix);
  }
  std::ranges::sort(affixes, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  return affixes;
}

// Those of `candidates` that nearly all of the pages have as h1, or nearly all in a language.
Keys OnNearlyAll(const std::vector<const PageNames*>& pages, const Keys& candidates) {
  std::map<std::string_view, std::vector<const PageNames*>> groups;
  for (const PageNames* page : pages) groups[text::PrimaryLanguage(page->language)].push_back(page);
  std::erase_if(groups, [](const auto& group) { return group.second.size() < kFewestPages; });
  groups["all"] = pages;  // as no language is called
  Keys found;
  for (const auto& [language, in_it] : groups) {
    for (const auto& [key, count] : CountHeadings(in_it)) {
      if (count * 5 >= in_it.size() * 4 && candidates.contains(key)) found.insert(key);
    }
  }
  return found;
}

// The beginning and the ending that are names.
std::string_view WithoutNames(std::string_view title, const SiteRepeats& repeats) {
  if (repeats.names.empty()) return title;
  const auto is_name = [&](std::string_view text) { return IsIn(repeats.names, TitleKey(text)); };
  const std::vector<TitlePart> parts = internal::TitleParts(title);
  std::size_t begin = 0, end = title.size();
  for (std::size_t i = std::min(parts.size(), kMostParts); i-- > 1 && begin == 0;) {
    if (is_name(title.substr(0, parts[i - 1].end))) begin = parts[i].begin;
  }
  const std::size_t from = parts.size() - std::min(parts.size(), kMostParts);
  for (std::size_t i = std::max<std::size_t>(from, 1); i < parts.size(); ++i) {
    if (end != title.size() || parts[i - 1].end <= begin) continue;
    if (is_name(title.substr(parts[i].begin))) end = parts[i - 1].end;
  }
  const std::size_t brackets = internal::EndingBrackets(title);
  if (brackets < end && brackets > begin && is_name(title.substr(brackets))) end = brackets;
  return title.substr(begin, end - begin);
}

}  // namespace

SiteRepeats FindSiteRepeats(std::span<const PageNames> pages, const SiteNames& names) {
  const std::vector<const PageNames*> different = DifferentPages(pages);
  Keys known = NameKeys(names.known);
  AddNamesThatPagesGive(different, known);
  Keys possible = NameKeys(names.possible);
  const Keys titles = RepeatedTitles(different);
  // A heading of most pages may be the name that they all begin with, or that of a part of each.
  const Keys headings = RepeatedHeadings(different, known);
  Tally tally = Vote(different, headings);
  SiteRepeats repeats;
  repeats.beginnings =
      SitesAffixes(std::move(tally.beginnings), End::kBeginning, tally.titles, possible);
  repeats.endings = SitesAffixes(std::move(tally.endings), End::kEnding, tally.titles, possible);
  repeats.names = InOrder(known);
  repeats.titles = InOrder(titles);
  Keys names_of_site = titles;
  names_of_site.merge(known);
  names_of_site.merge(possible);
  for (const auto* affixes : {&repeats.beginnings, &repeats.endings}) {
    for (const std::string& affix : *affixes) names_of_site.insert(TitleKey(affix));
  }
  repeats.headings = InOrder(headings);
  std::erase_if(names_of_site, [&](const std::string& key) { return !headings.contains(key); });
  repeats.descriptions = InOrder(RepeatedDescriptions(different));
  repeats.banners = InOrder(OnNearlyAll(different, names_of_site));
  return repeats;
}

std::string_view OwnTitle(std::string_view title, const SiteRepeats& repeats) {
  const auto beginning = std::ranges::find_if(
      repeats.beginnings, [&](const std::string& text) { return title.starts_with(text); });
  const auto ending = std::ranges::find_if(
      repeats.endings, [&](const std::string& text) { return title.ends_with(text); });
  const std::size_t begin = beginning == repeats.beginnings.end() ? 0 : beginning->size();
  const std::size_t end = title.size() - (ending == repeats.endings.end() ? 0 : ending->size());
  const std::string_view rest = begin < end ? title.substr(begin, end - begin) : title;
  const std::string_view own = WithoutNames(TitleKey(rest).empty() ? title : rest, repeats);
  return TitleKey(own).empty() ? title : own;
}

bool IsSitesTitle(std::string_view title, const SiteRepeats& repeats) {
  const std::string key = TitleKey(title);
  return IsIn(repeats.titles, key) || IsIn(repeats.names, key);
}

bool IsSitesDescription(std::string_view description, const SiteRepeats& repeats) {
  return !repeats.descriptions.empty() && IsIn(repeats.descriptions, DescriptionKey(description));
}

std::vector<Node> SiteHeadings(const html::Tree& tree, const SiteRepeats& repeats) {
  std::vector<Node> found;
  if (repeats.banners.empty()) return found;
  std::string title;
  for (Node at = tree.Head().FirstChild(); at && title.empty(); at = at.NextSibling()) {
    if (at.IsElement(LXB_TAG_TITLE)) title = Clean(at.TextContent());
  }
  const std::string_view own = OwnTitle(title, repeats);
  std::vector<std::string> own_names;
  for (const internal::TitlePart& part : internal::TitleParts(own))
    own_names.push_back(TitleKey(own.substr(part.begin, part.end - part.begin)));
  const bool says_nothing = TitleKey(own).empty() || IsIn(repeats.titles, TitleKey(own));
  const auto names_page = [&](const std::string& key) {
    return !says_nothing && std::ranges::find(own_names, key) != own_names.end();
  };
  Node at = tree.Body();
  for (std::size_t seen = 0; at && seen < kMostNodesToHeading; ++seen) {
    if (at.IsElement(LXB_TAG_H1)) {
      const std::string key = TitleKey(Clean(at.TextContent()));
      if (IsIn(repeats.banners, key) && !names_page(key)) {
        found.push_back(at);
      } else if (!key.empty()) {
        return found;
      }
    }
    at = at.Next(tree.Body());
  }
  return says_nothing ? std::vector<Node>() : found;
}

}  // namespace sitedoor::extract
