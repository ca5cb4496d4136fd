#include "extract/internal/page_authors.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/class_memo.h"
#include "extract/internal/css_selector.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostNames = 16;
constexpr std::size_t kMostNameBytes = 100;
constexpr std::size_t kMostNameWords = 6;
constexpr std::size_t kMostTextBytes = 1'024;
constexpr std::size_t kMostLooks = 64;
constexpr auto kDeclared = static_cast<std::size_t>(AuthorSource::kProperty);

bool StartsWithWord(std::string_view text, std::string_view word) {
  return text.size() > word.size() && StartsWithIgnoringAsciiCase(text, word);
}

// "By ", "Posted by: ", "Von ".
std::string_view WithoutLeadIn(std::string_view text) {
  constexpr auto kLeadIns = std::to_array<std::string_view>(
      {"written by", "posted by", "published by", "authored by", "author", "authors", "autor",
       "auteur", "autore", "by", "von", "par", "por", "di", "door"});
  for (const std::string_view lead_in : kLeadIns) {
    if (!StartsWithWord(text, lead_in)) continue;
    std::string_view rest = text.substr(lead_in.size());
    if (rest.front() != ' ' && rest.front() != ':') continue;
    rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
    return rest;
  }
  return text;
}

std::size_t CountWords(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
}

bool IsName(std::string_view text) {
  constexpr auto kNobody = std::to_array<std::string_view>(
      {"admin", "administrator", "author", "unknown", "anonymous", "guest", "none", "null",
       "undefined", "webmaster", "root", "editor", "staff", "by", "n/a"});
  if (text.size() < 2 || text.size() > kMostNameBytes || CountWords(text) > kMostNameWords)
    return false;
  if (text.find("://") != std::string_view::npos || text.find('@') != std::string_view::npos ||
      StartsWithIgnoringAsciiCase(text, "www."))
    return false;
  if (text.find_first_of("{}[]<>") != std::string_view::npos) return false;
  if (std::ranges::any_of(
          kNobody, [&](std::string_view nobody) { return EqualsIgnoringAsciiCase(text, nobody); }))
    return false;
  const auto is_letter = [](char c) {
    return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80;
  };
  const auto is_digit = [](char c) { return IsAsciiDigit(c); };
  constexpr std::ptrdiff_t kMostDigits = 3;  // more are a date's
  return std::ranges::any_of(text, is_letter) &&
         std::ranges::count_if(text, is_digit) <= kMostDigits;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == ',')) text.remove_suffix(1);
  return text;
}

void AddName(std::vector<std::string>& names, std::string_view name) {
  name = Trimmed(name);
  // "A. Person <a@example.com>"
  if (const std::size_t address = name.find(" <"); address != std::string_view::npos)
    name = Trimmed(name.substr(0, address));
  if (!IsName(name) || names.size() >= kMostNames || std::ranges::find(names, name) != names.end())
    return;
  names.emplace_back(name);
}

// The first separator of people at or behind `from`: where it begins, and behind it. A comma parts
// people where both sides are several words: "Person, A." and "A. Person, PhD" are one name.
std::pair<std::size_t, std::size_t> NextSeparator(std::string_view text) {
  constexpr auto kSeparators =
      std::to_array<std::string_view>({";", " & ", " and ", " und ", " et ", " / "});
  std::pair<std::size_t, std::size_t> first = {text.size(), text.size()};
  for (const std::string_view separator : kSeparators) {
    const std::size_t at = text.find(separator);
    if (at < first.first) first = {at, at + separator.size()};
  }
  for (std::size_t at = text.find(','); at < first.first; at = text.find(',', at + 1)) {
    const std::string_view before = Trimmed(text.substr(0, at));
    const std::string_view behind = Trimmed(text.substr(at + 1, first.first - at - 1));
    const std::string_view next = Trimmed(behind.substr(0, behind.find(',')));
    if (CountWords(before) > 1 && CountWords(next) > 1) return {at, at + 1};
  }
  return first;
}

bool IsBylineClass(std::string_view name) {
  constexpr auto kBylines = std::to_array<std::string_view>(
      {"byline", "author", "post-author", "entry-author", "article-author", "author-name",
       "p-author", "byline-name", "byline__name", "byline-author", "author__name", "meta-author"});
  // Docusaurus: "authorName_x3Jd".
  return name.starts_with("authorName_") ||
         std::ranges::any_of(kBylines, [&](std::string_view known) {
           return EqualsIgnoringAsciiCase(name, known);
         });
}

bool ReadBylineClass(std::string_view classes) {
  constexpr std::size_t kMostClassBytes = 256;
  classes = classes.substr(0, kMostClassBytes);
  if (classes.find("uthor") == std::string_view::npos &&
      classes.find("yline") == std::string_view::npos)
    return false;
  bool found = false;
  ForEachClass(classes, [&](std::string_view name) { found = found || IsBylineClass(name); });
  return found;
}

bool HasBylineClass(std::string_view classes) {
  if (classes.empty()) return false;
  constinit thread_local ClassMemo memo;
  return memo.Of(classes, [](std::string_view read) { return ReadBylineClass(read) ? 1u : 0u; }) !=
         0;
}

bool HasWord(std::string_view list, std::string_view word) {
  bool found = false;
  ForEachClass(
      list, [&](std::string_view name) { found = found || EqualsIgnoringAsciiCase(name, word); });
  return found;
}

// Who wrote a comment, a review or an answer is not who wrote the page.
bool IsInComment(Node element) {
  for (Node at = element; at && at.IsElement(); at = at.Parent()) {
    std::uint32_t hints =
        HintsOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS)) | HintsOfId(at.Attribute(LXB_DOM_ATTR_ID));
    // Forums call those who wrote below it so, others who wrote the page.
    if (at == element) hints &= ~std::uint32_t{kPosterHint};
    if ((hints & (kCommentHint | kRelatedHint | kPosterHint)) != 0) return true;
    const std::string_view type = at.Attribute("itemtype");
    for (const std::string_view other : {"Comment", "Review", "Answer", "Question"}) {
      if (type.ends_with(other)) return true;
    }
  }
  return false;
}

// <span itemprop=author itemscope>By <a itemprop=name>: the name alone.
Node InnerName(Node element) {
  constexpr int kMostNodes = 64;
  int seen = 0;
  for (Node at = element.FirstChild(); at && ++seen < kMostNodes; at = at.Next(element)) {
    if (!at.IsElement()) continue;
    if (HasWord(at.Attribute("itemprop"), "name") || HasWord(at.Attribute("rel"), "author") ||
        HasBylineClass(at.Attribute(LXB_DOM_ATTR_CLASS)))
      return at;
  }
  return element;
}

}  // namespace

std::vector<std::string> AuthorNames(std::string_view text) {
  const std::string clean = CleanText(text::Prefix(text, kMostTextBytes));
  std::string_view rest = clean;
  for (const std::string_view end : {" | ", " · ", " • ", " — ", " – "})
    rest = rest.substr(0, rest.find(end));
  rest = WithoutLeadIn(Trimmed(rest));
  std::vector<std::string> names;
  if (rest.size() > 4 * kMostNameBytes) return names;
  while (!rest.empty()) {
    const auto [end, next] = NextSeparator(rest);
    if (CountWords(Trimmed(rest.substr(0, end))) > kMostNameWords) return {};  // a sentence
    AddName(names, rest.substr(0, end));
    rest.remove_prefix(next);
  }
  return names;
}

void AuthorFinder::Add(AuthorSource source, std::string_view text) {
  if (source > AuthorSource::kMeta) return;
  for (const std::string& name : AuthorNames(text))
    AddName(declared_[static_cast<std::size_t>(source)], name);
}

bool AuthorFinder::AddMeta(std::string_view name, std::string_view content) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"author", "article:author", "dc.creator", "dcterms.creator",
                                       "citation_author", "parsely-author"});
  if (std::ranges::find(kNames, name) != kNames.end()) {
    Add(AuthorSource::kMeta, content);
    return true;
  }
  // WordPress: twitter:label1 "Written by", twitter:data1 the name.
  for (std::size_t i = 0; i < card_labels_.size(); ++i) {
    const char number = static_cast<char>('1' + i);
    if (!name.starts_with("twitter:") || !name.ends_with(number)) continue;
    name.remove_suffix(1);
    if (name == "twitter:label") card_labels_[i] = AsciiLowered(content.substr(0, kMostNameBytes));
    if (name == "twitter:data") card_texts_[i] = text::Prefix(content, kMostNameBytes);
    if (card_labels_[i] == "written by") Add(AuthorSource::kMeta, card_texts_[i]);
    return true;
  }
  return false;
}

Node AuthorFinder::NameElement(Node element) {
  if (looked_at_ >= kMostLooks || !element.HasAttributes()) return {};
  const bool is_marked = element.HasUncommonAttributes();
  const bool is_property = is_marked && HasWord(element.Attribute("itemprop"), "author");
  const bool is_link =
      is_marked && element.IsElement(LXB_TAG_A) && HasWord(element.Attribute("rel"), "author");
  if (!is_property && !is_link && !HasBylineClass(element.Attribute(LXB_DOM_ATTR_CLASS))) return {};
  ++looked_at_;
  if (IsInComment(element)) return {};
  last_ = is_property ? AuthorSource::kProperty
          : is_link   ? AuthorSource::kLink
                      : AuthorSource::kByline;
  return InnerName(element);
}

void AuthorFinder::AddShown(Node name_element, std::string_view text) {
  std::vector<std::string> names = AuthorNames(text);
  if (names.empty()) return;
  auto& shown = shown_[static_cast<std::size_t>(last_) - kDeclared];
  shown.push_back({name_element.Parent(), std::move(names)});
}

std::vector<std::string> AuthorFinder::Names() const {
  for (const auto& names : declared_) {
    if (!names.empty()) return names;
  }
  for (const auto& shown : shown_) {
    if (shown.empty()) continue;
    const Shown& first = shown.front();
    const bool is_list = std::ranges::any_of(shown, [&](const Shown& other) {
      return other.place != first.place && other.names != first.names;
    });
    if (is_list) return {};
    std::vector<std::string> names;
    for (const Shown& one : shown) {
      for (const std::string& name : one.names) AddName(names, name);
    }
    return names;
  }
  return {};
}

}  // namespace sitedoor::extract::internal
