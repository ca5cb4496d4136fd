#include "extract/internal/article_extras.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/boiler_headings.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

constexpr double kMostLinksOfArticle = 0.3;

}  // namespace

bool IsContentsLabel(const ElementTable& table, std::uint32_t root, std::uint32_t label) {
  constexpr std::uint32_t kMostText = 40;
  constexpr int kMostSeen = 16;
  const std::vector<Entry>& entries = table.Entries();
  const Entry& entry = entries[label];
  if (entry.end != label + 1 || entry.text == 0 || entry.text > kMostText) return false;
  const html::Tag tag = entry.node.ElementTag();
  const bool may_be = tag == LXB_TAG_P || tag == LXB_TAG_DIV || tag == LXB_TAG_BUTTON;
  if (!may_be && HeadingLevel(entry.node) < 2) return false;
  // A script puts the list there.
  const Entry& around = entries[entry.parent];
  bool is_alone = around.text == entry.text && (around.hints & kContentsHint) != 0;
  std::uint32_t next = entry.end;
  for (int seen = 0; !is_alone && next < entries[root].end && seen < kMostSeen; ++seen) {
    is_alone = entries[next].chrome && entries[next].link_text > 0;
    if (entries[next].text > 0) break;
    next = entries[next].end;
  }
  return is_alone && IsContentsHeading(entry.node.TextContent());
}

bool IsTeasers(const Entry& entry, const Entry& content) {
  if (content.prose < kLeastArticleProse || content.LinkDensity() > kMostLinksOfArticle)
    return false;
  if (entry.cards < 2 || entry.titles > 0 || entry.node.IsElement(LXB_TAG_LI)) return false;
  return entry.LinkDensity() >= 0.4 && Share(entry.prose, content.prose) < 0.1 &&
         Share(entry.text, content.text) < 0.3;
}

bool IsPreview(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kMostText = 600;
  constexpr std::size_t kMostNodes = 24;
  if (entry.headings == 0 || entry.titles > 0 || entry.controls > 0 || entry.text > kMostText)
    return false;
  std::size_t seen = 0;
  for (html::Node at = entry.node; at && seen < kMostNodes; at = at.Next(entry.node), ++seen) {
    if (at.IsElement() && at.Attribute("role") == "link") return true;
  }
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t in_headings = 0;
  for (auto i = static_cast<std::uint32_t>(&entry - entries.data()); i < entry.end; ++i) {
    if (!entries[i].chrome && HeadingLevel(entries[i].node) > 0) in_headings += entries[i].text;
  }
  return in_headings == entry.text;
}

bool IsAuthorBox(const Entry& entry) {
  const html::Tag tag = entry.node.ElementTag();
  if (tag != LXB_TAG_DIV && tag != LXB_TAG_SECTION && tag != LXB_TAG_ASIDE) return false;
  constexpr std::uint32_t kLeastBiography = 60;
  // A name alone, as at every post of a forum, is no such box.
  if (entry.prose < kLeastBiography) return false;
  if (entry.node.Attribute("itemprop") == "author") return true;
  const std::string_view names = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
  if (names.find("uthor") == std::string_view::npos) return false;
  const std::string classes = AsciiLowered(names);
  if (classes.find("author") == std::string::npos) return false;
  constexpr std::array<std::string_view, 8> kWords = {"about", "bio",  "box",     "card",
                                                      "sec",   "info", "profile", "desc"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return classes.find(word) != std::string::npos; });
}

bool IsLineToOtherArticle(const Entry& entry) {
  constexpr std::uint32_t kMostText = 250;
  constexpr std::size_t kMostBytes = 64, kMostNodes = 24;
  if (entry.text > kMostText || entry.LinkDensity() < 0.5 || entry.in_link) return false;
  const html::Tag tag = entry.node.ElementTag();
  const bool may_be =
      tag == LXB_TAG_P || tag == LXB_TAG_DIV || tag == LXB_TAG_ASIDE || HeadingRank(tag) >= 3;
  return may_be && LeadsToOtherArticle(entry.node.StartOfText(kMostBytes, kMostNodes));
}

bool IsBehindText(const ElementTable& table, std::uint32_t root, std::uint32_t at) {
  constexpr int kMostSeen = 2'000;
  constexpr double kMostBehind = 0.1;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t before = 0, behind = 0;
  int seen = 0;
  for (std::uint32_t i = root + 1; i < entries[root].end && seen < kMostSeen; ++seen) {
    const bool is_around = i <= at && at < entries[i].end;
    if (!is_around && !entries[i].chrome) (i < at ? before : behind) += entries[i].prose;
    i = is_around && i != at ? i + 1 : entries[i].end;
  }
  return behind <= kMostBehind * before;
}

bool IsExcerpts(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kLeastItems = 3, kMostItems = 64;
  constexpr std::uint32_t kMostText = 900, kLeastExcerpt = 30;
  if (entry.cards < kLeastItems || entry.titles > 0 || entry.controls > 0) return false;
  const std::vector<Entry>& entries = table.Entries();
  const auto at = static_cast<std::uint32_t>(&entry - entries.data());
  std::uint32_t items = 0, text = 0, excerpts = entry.prose;
  html::Tag tag = LXB_TAG__UNDEF;
  for (std::uint32_t i = at + 1; i < entry.end && items < kMostItems; i = entries[i].end) {
    const Entry& item = entries[i];
    const bool leads_on = item.cards > 0 || item.in_link;
    if (item.chrome || !leads_on || item.text == 0 || item.text > kMostText) continue;
    text += item.text;
    // The parts of what lies in a link stand side by side.
    if (item.in_link && item.headings == 0) {
      excerpts += item.text;
      continue;
    }
    if (items > 0 && item.node.ElementTag() != tag) return false;
    tag = item.node.ElementTag();
    ++items;
  }
  const bool says_more = excerpts >= kLeastExcerpt * items || entry.LinkDensity() < 0.7;
  return items >= kLeastItems && says_more && text * 10 >= entry.text * 8;
}

}  // namespace sitedoor::extract::internal
