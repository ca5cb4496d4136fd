#include "extract/internal/hidden_names.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "extract/internal/inline_style.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBytes = 256u << 10;
constexpr std::size_t kMostNames = 256;
constexpr std::size_t kMostShown = 8192;  // with more the page is not judged by its style sheet
constexpr std::size_t kMostNameBytes = 64;

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n\f";
  const std::size_t begin = text.find_first_not_of(kWhite);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhite) + 1 - begin);
}

// Calls `use` with each ".class" and "#id" of a selector.
template <class Use>
void ForEachName(std::string_view selector, Use use) {
  for (std::size_t at = 0; at < selector.size();) {
    if (selector[at] != '.' && selector[at] != '#') {
      ++at;
      continue;
    }
    const std::size_t begin = at++;
    while (at < selector.size() && IsNameCharacter(selector[at])) ++at;
    if (at > begin + 1) use(selector.substr(begin, at - begin));
  }
}

// ".x" of ".x" and "p.x"; "" of everything else.
std::string_view OnlyName(std::string_view selector) {
  const std::size_t begin = selector.find_first_of(".#");
  if (begin == std::string_view::npos) return {};
  const bool is_plain = std::ranges::all_of(selector.substr(0, begin), IsNameCharacter) &&
                        std::ranges::all_of(selector.substr(begin + 1), IsNameCharacter) &&
                        selector.size() > begin + 1 && selector.size() - begin <= kMostNameBytes;
  return is_plain ? selector.substr(begin) : std::string_view();
}

// Words of what a reader opens, in small letters.
bool NamesWhatOpens(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"tab",    "pane",   "collaps", "accord", "answer", "content", "detail",
       "toggle", "expand", "slide",   "step",   "more",   "spoiler", "solution",
       "hint",   "js",     "load",    "lazy",   "fade",   "anim",    "reveal"});
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// The end of the block that begins with the '{' at `open`: of its '}', or of the text.
std::size_t EndOfBlock(std::string_view css, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < css.size(); ++at) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return css.size();
}

std::string WithoutComments(std::string_view css) {
  std::string plain;
  for (std::size_t at = 0; at < css.size();) {
    const std::size_t comment = std::min(css.find("/*", at), css.size());
    plain += css.substr(at, comment - at);
    if (comment == css.size()) break;
    const std::size_t end = css.find("*/", comment + 2);
    at = end == std::string_view::npos ? css.size() : end + 2;
  }
  return plain;
}

// A style sheet for print or for screens of some sizes alone.
bool IsOfOtherMedia(Node style) {
  const std::string_view media = Trimmed(style.Attribute("media"));
  return !media.empty() && media != "all" && media != "screen";
}

template <class Predicate>
void AddTextOf(Node parent, html::Tag tag, Predicate is_wanted, std::string& text) {
  for (Node child = parent.FirstChild(); child; child = child.NextSibling()) {
    if (child.IsElement(tag) && text.size() < kMostBytes && is_wanted(child))
      text += child.TextContent() + "\n";
  }
  if (text.size() > kMostBytes) text.resize(kMostBytes);
}

}  // namespace

HiddenNames::HiddenNames(Node body) {
  std::string css;
  std::string of_other_media;
  for (Node at = body.Parent().FirstChild(); at; at = at.NextSibling()) {
    AddTextOf(at, LXB_TAG_STYLE, [](Node style) { return !IsOfOtherMedia(style); }, css);
    AddTextOf(at, LXB_TAG_STYLE, IsOfOtherMedia, of_other_media);
  }
  if (css.empty()) return;
  AddShown(of_other_media);
  ReadStyle(WithoutComments(css));
  if (names_.empty()) return;
  std::string script;
  for (Node at = body.Parent().FirstChild(); at; at = at.NextSibling())
    AddTextOf(at, LXB_TAG_SCRIPT, [](Node) { return true; }, script);
  std::erase_if(names_, [&](const std::string& name) {
    return shown_.size() >= kMostShown || shown_.contains(name) || NamesWhatOpens(name) ||
           script.find(std::string_view(name).substr(1)) != std::string::npos;
  });
}

void HiddenNames::ReadStyle(std::string_view css) {
  for (std::size_t at = 0; at < css.size();) {
    const std::size_t open = css.find_first_of("{;", at);
    if (open == std::string_view::npos) return;
    const std::string_view selectors = Trimmed(css.substr(at, open - at));
    if (css[open] == ';') {  // @import and the like
      at = open + 1;
      continue;
    }
    const std::size_t end = EndOfBlock(css, open);
    const std::string_view block = css.substr(open + 1, end - open - 1);
    if (selectors.starts_with('@')) {  // another screen may show what this one does not
      AddShown(block);
    } else {
      ReadRule(selectors, block);
    }
    at = end + 1;
  }
}

void HiddenNames::AddShown(std::string_view css) {
  ForEachName(css, [&](std::string_view name) {
    if (names_.contains(std::string(name)) || shown_.size() < kMostShown) shown_.emplace(name);
  });
}

void HiddenNames::ReadRule(std::string_view selectors, std::string_view declarations) {
  constexpr std::size_t kMostDeclarationBytes = 4096;
  declarations = declarations.substr(0, kMostDeclarationBytes);
  const StyleHiding hiding = HidingOfStyle(Trimmed(declarations));
  if (hiding != StyleHiding::kYes && hiding != StyleHiding::kTransparent) {
    constexpr auto kShowing = std::to_array<std::string_view>({"display", "visibility", "opacity"});
    const bool may_show = std::ranges::any_of(kShowing, [&](std::string_view property) {
      return declarations.find(property) != std::string_view::npos;
    });
    if (may_show) AddShown(selectors);
    return;
  }
  while (!selectors.empty()) {
    const std::size_t end = std::min(selectors.find(','), selectors.size());
    const std::string_view name = OnlyName(Trimmed(selectors.substr(0, end)));
    if (!name.empty() && names_.size() < kMostNames) names_.emplace(name);
    selectors.remove_prefix(std::min(end + 1, selectors.size()));
  }
}

bool HiddenNames::Hide(Node element) const {
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  if (!id.empty() && id.size() <= kMostNameBytes && names_.contains("#" + std::string(id)))
    return true;
  std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  while (!classes.empty()) {
    constexpr std::string_view kWhite = " \t\r\n\f";
    const std::size_t end = std::min(classes.find_first_of(kWhite), classes.size());
    if (end > 0 && end <= kMostNameBytes &&
        names_.contains("." + std::string(classes.substr(0, end))))
      return true;
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return false;
}

}  // namespace sitedoor::extract::internal
