#include "extract/site_repeats.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/title_parts.h"
#include "html/byte_form.h"
#include "html/charset.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;
using internal::TitleKey;

constexpr std::size_t kMostBytes = 64u << 10;       // of a page that is sampled
constexpr std::size_t kMostTextBytes = 1'024;       // of a name
constexpr std::size_t kMostHeadings = 8;            // of a page
constexpr std::size_t kMostParts = 8;               // of a title
constexpr std::size_t kMostNodesToHeading = 4'000;  // a site's name stands at the top of its pages

std::string Clean(std::string_view text) { return CleanText(text::Prefix(text, kMostTextBytes)); }

bool IsIn(const std::vector<std::string>& sorted, std::string_view text) {
  return std::ranges::binary_search(sorted, text);
}

void ReadMeta(Node meta, PageNames& names) {
  const std::string_view content = meta.Attribute("content");
  if (AsciiLowered(meta.Attribute("http-equiv")) == "refresh") {
    // Without an address it loads itself again.
    if (AsciiLowered(content).find("url") != std::string::npos) names.is_for_readers = false;
    return;
  }
  std::string_view name = meta.Attribute("property");
  if (name.empty()) name = meta.Attribute("name");
  const std::string lower = AsciiLowered(name);
  if (lower == "robots") {
    const std::string rules = AsciiLowered(content);
    for (const std::string_view rule : {"noindex", "none"}) {
      if (rules.find(rule) != std::string::npos) names.is_for_readers = false;
    }
  }
  if (names.site_name.empty() && (lower == "og:site_name" || lower == "application-name"))
    names.site_name = Clean(content);
}

PageNames NamesIn(const html::Tree& tree) {
  PageNames names;
  names.language = text::NormalizeLanguageTag(tree.Html().Attribute("lang"));
  for (Node at = tree.Html(); at;) {
    bool descend = true;
    switch (at.ElementTag()) {
      case LXB_TAG_META:
        ReadMeta(at, names);
        break;
      case LXB_TAG_TITLE:
        if (!at.InForeignContent() && names.title.empty()) names.title = Clean(at.TextContent());
        break;
      case LXB_TAG_H1:
        if (std::string text = Clean(at.TextContent());
            !text.empty() && names.headings.size() < kMostHeadings) {
          names.headings.push_back(std::move(text));
        }
        break;
      case LXB_TAG_TEMPLATE:
      case LXB_TAG_NOSCRIPT:
      case LXB_TAG_SVG:
        descend = false;
        break;
      default:
        break;
    }
    at = at.Next(tree.Html(), descend ? Node::Descend::kYes : Node::Descend::kNo);
  }
  return names;
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

using Counts = std::map<std::string, std::size_t, std::less<>>;

bool AreEnough(std::size_t count, std::size_t of, bool is_known_name) {
  return is_known_name ? count >= 2 && count * 4 >= of : count >= 5 && count * 5 >= of * 3;
}

// In order. `names` are keys, in order.
std::vector<std::string> OftenHeadings(const std::vector<const PageNames*>& pages,
                                       const std::vector<std::string>& names) {
  Counts counts;
  for (const PageNames* page : pages) {
    std::set<std::string> keys;
    for (const std::string& heading : page->headings) keys.insert(TitleKey(heading));
    for (const std::string& key : keys) ++counts[key];
  }
  std::vector<std::string> often;
  for (const auto& [key, count] : counts) {
    if (!key.empty() && AreEnough(count, pages.size(), IsIn(names, key))) often.push_back(key);
  }
  return often;
}

std::vector<std::string> OftenTitles(const std::vector<const PageNames*>& pages) {
  Counts counts;
  for (const PageNames* page : pages) ++counts[TitleKey(page->title)];
  std::vector<std::string> often;
  for (const auto& [key, count] : counts) {
    if (!key.empty() && AreEnough(count, pages.size(), false)) often.push_back(key);
  }
  return often;
}

enum class End { kBeginning, kEnding };

// The beginnings or endings of a title, each with its separator.
std::vector<std::string_view> Affixes(std::string_view title, End end) {
  const std::vector<internal::TitlePart> parts = internal::TitleParts(title);
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

// Whether an h1 of the page's own has `affix` and more.
bool IsInOwnHeading(std::string_view affix, End end, const PageNames& page,
                    const std::vector<std::string>& often_headings) {
  const std::string part = TitleKey(affix);
  return std::ranges::any_of(page.headings, [&](const std::string& heading) {
    const std::string key = TitleKey(heading);
    if (key.size() <= part.size() || IsIn(often_headings, key)) return false;
    return end == End::kBeginning ? key.starts_with(part) : key.ends_with(part);
  });
}

bool Extends(std::string_view longer, std::string_view shorter, End end) {
  if (longer.size() <= shorter.size()) return false;
  return end == End::kBeginning ? longer.starts_with(shorter) : longer.ends_with(shorter);
}

// Adds those that enough of `pages` have. "Acme: Docs: " rather than "Acme: " where hardly any has
// only the latter; else what is longer names a section.
void AddAffixes(const std::vector<const PageNames*>& pages, End end,
                const std::vector<std::string>& names,
                const std::vector<std::string>& often_headings, std::set<std::string>& found) {
  Counts counts;
  std::set<std::string_view> titles;
  for (const PageNames* page : pages) {
    if (page->title.empty() || !titles.insert(page->title).second) continue;
    for (const std::string_view affix : Affixes(page->title, end)) {
      if (!IsInOwnHeading(affix, end, *page, often_headings)) ++counts[std::string(affix)];
    }
  }
  std::erase_if(counts, [&](const auto& one) {
    const std::string key = TitleKey(one.first);
    return !AreEnough(one.second, titles.size(), IsIn(names, key) || IsIn(often_headings, key));
  });
  for (const auto& [affix, count] : counts) {
    const bool is_section = std::ranges::any_of(counts, [&](const auto& other) {
      return Extends(affix, other.first, end) && count * 10 < other.second * 9;
    });
    if (!is_section) found.insert(affix);
  }
}

// Of all pages, and of those in each language.
std::vector<std::string> OftenAffixes(const std::vector<const PageNames*>& pages, End end,
                                      const std::vector<std::string>& names,
                                      const std::vector<std::string>& often_headings) {
  std::set<std::string> found;
  AddAffixes(pages, end, names, often_headings, found);
  std::map<std::string_view, std::vector<const PageNames*>> languages;
  for (const PageNames* page : pages)
    languages[text::PrimaryLanguage(page->language)].push_back(page);
  if (languages.size() > 1) {
    for (const auto& [language, in_it] : languages)
      AddAffixes(in_it, end, names, often_headings, found);
  }
  std::vector<std::string> longest_first(found.begin(), found.end());
  std::ranges::sort(longest_first, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  return longest_first;
}

}  // namespace

Result<PageNames> ReadPageNames(const Page& page) {
  const std::string_view start = page.bytes.substr(0, kMostBytes);
  if (html::FormOf(start) == html::ByteForm::kNotText)
    return Fail(ErrorCode::kUnsupported, "not text", "name a file of HTML");
  const html::DecodedText decoded = html::DecodeHtml(start, page.transport_charset);
  ASSIGN_OR_RETURN(const html::Tree tree, html::Tree::Parse(decoded.utf8));
  return NamesIn(tree);
}

SiteRepeats FindSiteRepeats(std::span<const PageNames> pages, std::span<const std::string> names) {
  const std::vector<const PageNames*> different = DifferentPages(pages);
  std::set<std::string> keys;
  for (const std::string& name : names) keys.insert(TitleKey(name));
  keys.erase("");
  const auto known = [&] { return std::vector<std::string>(keys.begin(), keys.end()); };
  SiteRepeats repeats;
  repeats.titles = OftenTitles(different);
  const std::vector<std::string> headings = OftenHeadings(different, known());
  repeats.beginnings = OftenAffixes(different, End::kBeginning, known(), headings);
  repeats.endings = OftenAffixes(different, End::kEnding, known(), headings);
  for (const std::string& affix : repeats.beginnings) keys.insert(TitleKey(affix));
  for (const std::string& affix : repeats.endings) keys.insert(TitleKey(affix));
  keys.insert(repeats.titles.begin(), repeats.titles.end());
  repeats.headings = OftenHeadings(different, known());
  std::ranges::copy_if(repeats.headings, std::back_inserter(repeats.banners),
                       [&](const std::string& key) { return keys.contains(key); });
  return repeats;
}

std::string_view OwnTitle(std::string_view title, const SiteRepeats& repeats) {
  const auto beginning = std::ranges::find_if(
      repeats.beginnings, [&](const std::string& text) { return title.starts_with(text); });
  const auto ending = std::ranges::find_if(
      repeats.endings, [&](const std::string& text) { return title.ends_with(text); });
  const std::size_t begin = beginning == repeats.beginnings.end() ? 0 : beginning->size();
  const std::size_t end = title.size() - (ending == repeats.endings.end() ? 0 : ending->size());
  if (begin >= end) return title;
  const std::string_view own = title.substr(begin, end - begin);
  return TitleKey(own).empty() ? title : own;
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
