#include "extract/internal/breadcrumb_trail.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/content.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostCrumbs = 32;
constexpr std::size_t kLongestCrumb = 200;  // bytes
constexpr std::size_t kMostAttributeBytes = 256;

constexpr auto kSeparators =
    std::to_array<std::string_view>({"/", ">", "»", "›", "→", "|", "·", "•", "\\", "❯", "▸", "〉"});

bool Holds(std::string_view attribute, std::string_view lower_case) {
  attribute = attribute.substr(0, kMostAttributeBytes);
  // Without the first letter, which may be a capital, it is looked for in place.
  const std::string_view rest = lower_case.substr(1);
  return attribute.find(rest) != std::string_view::npos ||
         (attribute.find("READCRUMB") != std::string_view::npos &&
          AsciiLowered(attribute).find(lower_case) != std::string::npos);
}

bool IsLabelled(std::string_view label) {
  constexpr auto kLabels = std::to_array<std::string_view>(
      {"breadcrumb", "brotkr", "brödsmul", "brødkrumme", "fil d'ariane", "fil d’ariane",
       "migas de pan", "ruta de navegación", "trilha", "briciole", "kruimel", "okruszk",
       "хлебные крошки", "パンくず", "面包屑", "麵包屑", "이동 경로"});
  const std::string lower = AsciiLowered(label.substr(0, kMostAttributeBytes));
  return std::ranges::any_of(
      kLabels, [&](std::string_view known) { return lower.find(known) != std::string::npos; });
}

// Sphinx: links to the index and the next page stand in the same list.
bool IsSphinxTrail(Node element) {
  return element.Attribute(LXB_DOM_ATTR_CLASS) == "related" &&
         element.Attribute("aria-label") == "related navigation";
}

bool IsInSphinxTrail(Node entry) {
  const Node list = entry.Parent();
  return list && list.Parent() && list.Parent().IsElement() && IsSphinxTrail(list.Parent());
}

bool IsOfTools(Node entry) {
  const std::string_view classes = entry.Attribute(LXB_DOM_ATTR_CLASS);
  if (classes.find("aside") != std::string_view::npos) return true;
  return IsInSphinxTrail(entry) && !classes.starts_with("nav-item");
}

bool IsSpaceAt(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == ' ';
}

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Without the separators at both of its ends.
std::string_view WithoutSeparators(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    text = Trimmed(text);
    for (const std::string_view sign : kSeparators) {
      if (text.starts_with(sign) && IsSpaceAt(text, sign.size())) {
        text.remove_prefix(sign.size());
        again = true;
      }
      // "LOCATION_<CONFIG>" ends in none.
      const bool is_of_name = sign == ">" && text.find('<') != std::string_view::npos;
      if (text.ends_with(sign) && !is_of_name) {
        text.remove_suffix(sign.size());
        again = true;
      }
    }
  }
  return text;
}

void AddCrumb(std::string_view text, std::vector<std::string>& crumbs) {
  text = WithoutSeparators(text);
  if (text.empty() || text.ends_with(':') || crumbs.size() >= kMostCrumbs) return;
  if (std::ranges::find(crumbs, text) == crumbs.end()) crumbs.emplace_back(text);
}

// "Home / Guides" of text that stands between links.
void AddParts(std::string_view between, std::vector<std::string>& crumbs) {
  const std::string text = CleanText(between);
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && text[at - 1] != ' ') continue;
    for (const std::string_view sign : kSeparators) {
      if (!std::string_view(text).substr(at).starts_with(sign) ||
          !IsSpaceAt(text, at + sign.size()))
        continue;
      AddCrumb(std::string_view(text).substr(begin, at - begin), crumbs);
      begin = at + sign.size();
    }
  }
  AddCrumb(std::string_view(text).substr(std::min(begin, text.size())), crumbs);
}

bool HoldsList(Node entry) {
  constexpr int kMostNodes = 16;
  int looked_at = 0;
  for (Node at = entry.Next(entry); at && ++looked_at <= kMostNodes; at = at.Next(entry)) {
    if (at.IsElement(LXB_TAG_UL) || at.IsElement(LXB_TAG_OL)) return true;
  }
  return false;
}

// Menus that unfold from the line are none of it.
std::vector<std::string> EntriesOf(Node trail, SeenText& seen) {
  std::vector<std::string> entries;
  for (Node at = trail; at && entries.size() < kMostCrumbs && seen.Look();) {
    const bool is_menu = at != trail && at.IsElement(LXB_TAG_LI) && HoldsList(at);
    if (at.IsElement(LXB_TAG_LI) && !is_menu && !IsOfTools(at)) {
      AddCrumb(seen.Of(at), entries);
    }
    at = at.Next(trail, is_menu ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return entries;
}

bool IsHeading(Node node) {
  return node.IsElement(LXB_TAG_H1) || node.IsElement(LXB_TAG_H2) || node.IsElement(LXB_TAG_H3) ||
         node.IsElement(LXB_TAG_H4);
}

std::vector<std::string> LinksOf(Node trail, SeenText& seen) {
  constexpr std::size_t kMostBytes = 512;
  std::vector<std::string> crumbs;
  std::string between;
  for (Node at = trail; at && crumbs.size() < kMostCrumbs && seen.Look();) {
    const bool is_link = at.IsElement(LXB_TAG_A);
    const bool is_menu = at != trail && at.IsElement(LXB_TAG_LI) && HoldsList(at);
    const bool is_left_out =
        is_link || is_menu ||
        (at != trail && at.IsElement() && (IsHeading(at) || IsLeftOut(at) || IsHidden(at)));
    if (is_link) {
      AddParts(between, crumbs);
      between.clear();
      AddCrumb(seen.Of(at), crumbs);
    }
    if (between.size() < kMostBytes) between.append(at.Text().substr(0, kMostBytes)) += ' ';
    at = at.Next(trail, is_left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  AddParts(between, crumbs);
  return crumbs;
}

}  // namespace

bool IsBreadcrumbTrail(Node element) {
  if (!element.HasAttributes()) return false;
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  if (Holds(classes, "breadcrumb") || Holds(element.Attribute(LXB_DOM_ATTR_ID), "breadcrumb") ||
      classes == "md-path")
    return true;
  if (!element.HasUncommonAttributes()) return false;
  return IsLabelled(element.Attribute("aria-label")) ||
         element.Attribute("itemtype").find("BreadcrumbList") != std::string_view::npos ||
         element.Attribute("typeof").find("BreadcrumbList") != std::string_view::npos ||
         IsSphinxTrail(element);
}

std::vector<std::string> CrumbsOf(Node trail, SeenText& seen) {
  std::vector<std::string> entries = EntriesOf(trail, seen);
  // One item may hold the whole line.
  if (entries.size() < 2) entries = LinksOf(trail, seen);
  constexpr std::size_t kMostLevels = 12;
  const bool is_line =
      entries.size() <= kMostLevels && std::ranges::all_of(entries, [](const std::string& entry) {
        return entry.size() <= kLongestCrumb;
      });
  return is_line ? entries : std::vector<std::string>();
}

bool BeginsWithSign(Node trail, SeenText& seen) {
  constexpr int kMostNodes = 16;
  int looked_at = 0;
  for (Node at = trail; at && ++looked_at <= kMostNodes && seen.Look(); at = at.Next(trail)) {
    if (at.IsElement(LXB_TAG_A)) return seen.Of(at).empty();
    if (!WithoutSeparators(internal::Trimmed(at.Text())).empty()) return false;
  }
  return false;
}

}  // namespace sitedoor::extract::internal
