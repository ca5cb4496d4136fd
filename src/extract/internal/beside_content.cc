#include "extract/internal/beside_content.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_looks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

constexpr double kMostLinks = 0.35;
constexpr std::uint32_t kLeastLastProse = 80;
constexpr std::uint32_t kMostSeeAlso = 600;

// Names of what is beside any content.
bool IsNamedOtherwise(const Entry& entry) {
  constexpr std::uint32_t kOther = kNavigationHint | kBoilerHint | kRelatedHint | kContentsHint |
                                   kCommentHint | kUnseenHint | kMetaHint | kConsentHint |
                                   kSurelyNavigationHint | kPosterHint | kTeaserHint | kFilterHint;
  return (entry.hints & kOther) != 0;
}

bool IsNamedChrome(const Entry& entry) {
  const html::Tag tag = entry.node.ElementTag();
  return IsNamedOtherwise(entry) || IsChrome(entry.node) || tag == LXB_TAG_FOOTER ||
         tag == LXB_TAG_ASIDE || tag == LXB_TAG_FORM;
}

std::string StartOf(html::Node element, std::size_t most_bytes) {
  std::string text;
  for (html::Node at = element; at && text.size() < most_bytes; at = at.Next(element)) {
    for (const char c : at.Text().substr(0, most_bytes)) text += AsciiLower(c);
  }
  return text;
}

// A list of links that a manual's page ends with is a section of it.
bool IsSeeAlso(const Entry& entry) {
  if (entry.headings != 1 || entry.text > kMostSeeAlso || entry.cards > 0) return false;
  const std::string text = StartOf(entry.node, 128);
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return std::string_view(text).substr(begin).starts_with("see also");
}

// Long headings count as prose, and say nothing of what they are over; a short paragraph does.
std::uint32_t ProseUnderHeadings(const ElementTable& table, const Entry& entry) {
  std::uint32_t prose = entry.prose;
  const std::vector<Entry>& entries = table.Entries();
  for (auto i = static_cast<std::uint32_t>(&entry - entries.data()); i < entry.end;) {
    if (entries[i].chrome || HeadingLevel(entries[i].node) > 0) {
      if (!entries[i].chrome) prose -= std::min(prose, entries[i].prose);
      i = entries[i].end;
      continue;
    }
    const bool is_short = entries[i].node.IsElement(LXB_TAG_P) && entries[i].prose == 0;
    if (is_short && entries[i].LinkDensity() < kMostLinks && !IsNamedChrome(entries[i]))
      prose += entries[i].text;
    ++i;
  }
  return prose;
}

// Before the content, under the page's title or with it.
bool Opens(const ElementTable& table, const Entry& entry) {
  if (entry.text == 0 || entry.in_link || entry.controls > 0 || IsNamedChrome(entry)) return false;
  if (entry.LinkDensity() >= kMostLinks || IsImprint(entry)) return false;
  // Short texts too, but for what is a row of labels.
  constexpr std::uint32_t kLeastText = 10;
  const bool is_short_text = entry.titles == 0 && entry.text >= kLeastText &&
                             entry.link_text == 0 && entry.hints == kNoHint;
  return is_short_text || ProseUnderHeadings(table, entry) > 0;
}

bool Closes(const ElementTable& table, const Entry& entry) {
  if (entry.text == 0 || entry.in_link || entry.controls > 0 || IsNamedChrome(entry)) return false;
  if (IsSeeAlso(entry)) return true;
  if (entry.LinkDensity() >= kMostLinks || entry.cards > 0 || IsImprint(entry)) return false;
  const std::uint32_t prose = ProseUnderHeadings(table, entry);
  const bool is_text = entry.node.IsElement(LXB_TAG_P) || entry.node.IsElement(LXB_TAG_PRE);
  return prose >= kLeastLastProse || ((entry.top_heading < 7 || is_text) && prose > 0);
}

// The text that stands in `parent` itself, in no block of its own, is a row of links.
bool IsRowOfLinks(const ElementTable& table, std::uint32_t parent) {
  constexpr std::uint32_t kLeastText = 20;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t text = entries[parent].text, links = entries[parent].link_text;
  for (std::uint32_t i = parent + 1; i < entries[parent].end; i = entries[i].end) {
    if (entries[i].chrome) continue;
    text -= entries[i].text;
    links -= entries[i].link_text;
  }
  return text >= kLeastText && 2 * links > text;
}

// Calls `visit(index, belongs)` for each block beside `child` that is not chrome already.
template <class Visit>
void ForEachBeside(const ElementTable& table, std::uint32_t parent, std::uint32_t child,
                   Visit visit) {
  const std::vector<Entry>& entries = table.Entries();
  const bool has_title = entries[child].titles > 0;
  bool under_title = false;
  for (std::uint32_t i = parent + 1; i < entries[parent].end; i = entries[i].end) {
    if (i == child || entries[i].chrome) continue;
    under_title = under_title || (!has_title && entries[i].titles > 0);
    visit(i, i < child ? under_title && Opens(table, entries[i]) : Closes(table, entries[i]));
  }
}

void Mark(Entry& entry) {
  entry.chrome = true;
  entry.node.SetMark(kSkipChrome);
}

// Of the block with the page's title the title stays, at least.
void MarkBesideTitle(ElementTable& table, std::uint32_t block) {
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = block + 1; i < entries[block].end;) {
    const bool leads_to_title = entries[i].titles > 0;
    const bool is_heading = HeadingLevel(entries[i].node) > 0 && entries[i].LinkDensity() < 0.5;
    if (!leads_to_title && !is_heading && !entries[i].chrome && !Opens(table, entries[i]))
      Mark(entries[i]);
    i = leads_to_title ? i + 1 : entries[i].end;
  }
}

}  // namespace

std::uint32_t WidenToWhatBelongs(ElementTable& table, std::uint32_t root) {
  std::vector<Entry>& entries = table.Entries();
  std::uint32_t widest = root;
  for (std::uint32_t child = root; entries[child].parent != ElementTable::kNone;
       child = entries[child].parent) {
    const std::uint32_t parent = entries[child].parent;
    if (IsRowOfLinks(table, parent)) break;
    ForEachBeside(table, parent, child, [&](std::uint32_t, bool belongs) {
      if (belongs) widest = parent;
    });
    if (entries[parent].titles > 0) break;
  }
  for (std::uint32_t child = root; child != widest; child = entries[child].parent) {
    const bool has_title = entries[child].titles > 0;
    ForEachBeside(table, entries[child].parent, child, [&](std::uint32_t i, bool belongs) {
      if (!has_title && entries[i].titles > 0) return MarkBesideTitle(table, i);
      if (!belongs) Mark(entries[i]);
    });
  }
  if (widest != root) table.SumWithoutChrome();
  return widest;
}

}  // namespace sitedoor::extract::internal
