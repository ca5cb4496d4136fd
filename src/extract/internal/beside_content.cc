#include "extract/internal/beside_content.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_looks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/declared_title.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/version_banner.h"
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

// Notes to the content, wherever a template puts them.
bool IsNotes(const Entry& entry) {
  constexpr std::uint32_t kLeastText = 10;
  const std::string_view role = entry.node.Attribute("role");
  const std::string_view classes = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
  const bool is_named = role == "doc-endnotes" || role == "doc-footnotes" ||
                        classes == "footnotes" || classes.starts_with("footnotes ");
  return is_named && entry.text >= kLeastText && entry.controls == 0 && entry.cards == 0;
}

// "case class Pair[A](first: A) extends Product": the declaration that a page of a reference is
// about, called so, of links for the greater part perhaps.
bool IsDeclaration(const Entry& entry) {
  constexpr std::uint32_t kLeastText = 10;
  constexpr auto kNames =
      std::to_array<std::string_view>({"signature", "declaration", "prototype", "synopsis"});
  const std::string_view classes = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
  const std::string_view id = entry.node.Attribute(LXB_DOM_ATTR_ID);
  const bool is_named = std::ranges::any_of(kNames, [&](std::string_view name) {
    return id == name || classes == name ||
           (classes.starts_with(name) && classes[name.size()] == ' ');
  });
  return (is_named || (RolesOfClasses(classes) & kSignature) != 0) && entry.text >= kLeastText &&
         entry.titles == 0 && entry.controls == 0 && entry.cards == 0 && !IsNamedOtherwise(entry);
}

// Before the content, under the page's title or with it.
bool Opens(const ElementTable& table, const Entry& entry) {
  if (entry.text == 0 || entry.in_link || entry.controls > 0) return false;
  if (IsNamedChrome(entry) && !IsDocComment(entry)) return false;
  if (IsDeclaration(entry)) return true;
  if (entry.LinkDensity() >= kMostLinks || IsImprint(entry)) return false;
  // Short texts too, but for what is a row of labels.
  constexpr std::uint32_t kLeastText = 10;
  const bool is_short_text = entry.titles == 0 && entry.text >= kLeastText &&
                             entry.link_text == 0 && entry.hints == kNoHint;
  return is_short_text || ProseUnderHeadings(table, entry) > 0;
}

bool Closes(const ElementTable& table, const Entry& entry) {
  if (IsNotes(entry)) return true;
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
    const bool opens = (under_title && Opens(table, entries[i])) || IsVersionBanner(entries[i]);
    visit(i, i < child ? opens : Closes(table, entries[i]));
  }
}

// A paragraph, or what holds nothing else.
bool IsPlainText(const Entry& entry) {
  if (entry.prose == 0 || entry.headings > 0 || entry.controls > 0 || entry.cards > 0) return false;
  if (entry.in_link || entry.LinkDensity() >= kMostLinks || IsNamedChrome(entry)) return false;
  return entry.prose * 10 >= entry.text * 8 && !IsImprint(entry);
}

// In lower case, without white space at the ends.
std::string Lowered(std::string_view text) {
  std::string lowered;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (space && (lowered.empty() || lowered.back() == ' ')) continue;
    lowered += space ? ' ' : AsciiLower(c);
  }
  if (lowered.ends_with(' ')) lowered.pop_back();
  return lowered;
}

std::uint32_t FirstTitleIn(const ElementTable& table, std::uint32_t block) {
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t heading = block;
  while (!entries[heading].node.IsElement(LXB_TAG_H1)) ++heading;
  return heading;
}

// "<section><header><h1>", with an article behind it: what the section is about.
bool IsHeaderOfSection(const ElementTable& table, std::uint32_t block) {
  const Entry& entry = table.Entries()[block];
  return entry.node.IsElement(LXB_TAG_HEADER) && table.Root().titles == 1 &&
         table.Entries()[entry.parent].node.IsElement(LXB_TAG_SECTION);
}

// What a section's header says before its article, under a heading of its own: JSDoc.
bool IsIntroOfSection(const ElementTable& table, std::uint32_t block) {
  const Entry& entry = table.Entries()[block];
  const bool may_be = entry.node.IsElement(LXB_TAG_HEADER) && entry.titles == 0 &&
                      entry.LinkDensity() < kMostLinks && entry.controls == 0 &&
                      table.Entries()[entry.parent].node.IsElement(LXB_TAG_SECTION);
  if (!may_be || entry.prose > 0) return may_be;
  // A few words may do.
  if (entry.headings != 1 || entry.link_text > 0) return false;
  for (std::uint32_t i = block + 1; i < entry.end; i = table.Entries()[i].end) {
    const Entry& part = table.Entries()[i];
    if (!part.chrome && part.text > 0 && HeadingLevel(part.node) == 0) return true;
  }
  return false;
}

// Whether the h1 in `block` is the page's. The site's name at the top of each page leads to the
// first one, and the title of the document does not begin with it.
bool IsPagesTitle(const ElementTable& table, std::uint32_t block, std::string_view title) {
  constexpr std::size_t kMostBytes = 400, kMostNodes = 64;
  const Entry& heading = table.Entries()[FirstTitleIn(table, block)];
  if (heading.LinkDensity() > 0.5) return false;
  const std::string text = heading.node.StartOfText(kMostBytes, kMostNodes);
  const std::string said = Lowered(text);
  const std::string declared = Lowered(title);
  return declared.empty() || declared.starts_with(said) || said.starts_with(declared) ||
         NamesPage(text, title) || IsHeaderOfSection(table, block);
}

// Whether the document's title names the first heading in `root`, which then is the page's.
bool HoldsDeclaredTitle(const ElementTable& table, std::uint32_t root, std::string_view title) {
  constexpr std::size_t kMostBytes = 400, kMostNodes = 64, kLeastBytes = 3;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t heading = root;
  while (heading < entries[root].end &&
         (entries[heading].chrome || HeadingLevel(entries[heading].node) == 0)) {
    heading = entries[heading].chrome ? entries[heading].end : heading + 1;
  }
  if (heading >= entries[root].end) return false;
  const std::string said = Lowered(entries[heading].node.StartOfText(kMostBytes, kMostNodes));
  return said.size() >= kLeastBytes && Lowered(title).find(said) != std::string::npos;
}

// The block with the page's title, and sentences under that.
bool OpensWithText(const ElementTable& table, std::uint32_t block) {
  constexpr std::uint32_t kMostText = 1'000;
  const std::vector<Entry>& entries = table.Entries();
  const Entry& entry = entries[block];
  if (entry.titles != 1 || entry.text > kMostText || !Opens(table, entry)) return false;
  for (std::uint32_t i = FirstTitleIn(table, block) + 1; i < entry.end; i = entries[i].end) {
    if (!entries[i].chrome && IsPlainText(entries[i])) return true;
  }
  return false;
}

// Text that stands in `parent` itself would come along with it.
bool HoldsOnlyBlocks(const ElementTable& table, std::uint32_t parent) {
  constexpr std::uint32_t kMostText = 3;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t text = entries[parent].text;
  for (std::uint32_t i = parent + 1; i < entries[parent].end; i = entries[i].end)
    text -= entries[i].chrome ? 0 : entries[i].text;
  return text <= kMostText;
}

// Named as texts are, or not at all.
bool IsNamedText(const Entry& entry) {
  constexpr std::array<std::string_view, 10> kNames = {
      "lead",     "lede",       "intro",      "introduction", "summary",
      "abstract", "standfirst", "conclusion", "outro",        "dek"};
  const std::string_view classes = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
  return (classes.empty() && entry.node.Attribute(LXB_DOM_ATTR_ID).empty()) ||
         std::ranges::find(kNames, classes) != kNames.end();
}

// Beside an element that is the content by its own word only sentences belong to it: directly in
// what holds it, or between it and the page's title.
bool IsTextBeside(const Entry& entry, bool is_under_title) {
  const html::Tag tag = entry.node.ElementTag();
  const bool is_text = tag == LXB_TAG_P || tag == LXB_TAG_BLOCKQUOTE;
  const bool is_box = tag == LXB_TAG_DIV || tag == LXB_TAG_SECTION || tag == LXB_TAG_HEADER;
  const bool may_be = is_under_title ? is_text || is_box : is_text && IsNamedText(entry);
  return may_be && IsPlainText(entry);
}

// A list's main element may hold the list alone, and the text that tells of it stand beside.
bool IsTextOfPage(const Entry& entry, const Entry& content) {
  constexpr std::uint32_t kLeastProse = 1'000, kLeastCards = 3;
  const html::Tag tag = entry.node.ElementTag();
  if (content.cards < kLeastCards) return false;
  return (tag == LXB_TAG_DIV || tag == LXB_TAG_SECTION) && entry.prose >= kLeastProse &&
         entry.prose >= 2 * content.prose && entry.LinkDensity() < kMostLinks &&
         entry.controls == 0 && entry.cards == 0 && !IsNamedChrome(entry);
}

// Of the block with the page's title the title stays, at least.
void MarkBesideTitle(ElementTable& table, std::uint32_t block) {
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = block + 1; i < entries[block].end;) {
    const bool leads_to_title = entries[i].titles > 0;
    const bool is_heading = HeadingLevel(entries[i].node) > 0 && entries[i].LinkDensity() < 0.5;
    if (!leads_to_title && !is_heading && !entries[i].chrome && !Opens(table, entries[i]))
      entries[i].LeaveOut();
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
      if (!belongs) entries[i].LeaveOut();
    });
  }
  if (widest != root) table.SumWithoutChrome();
  return widest;
}

std::uint32_t WidenToTextBeside(ElementTable& table, std::uint32_t root, std::string_view title) {
  std::vector<Entry>& entries = table.Entries();
  std::uint32_t widest = root;
  std::vector<std::uint32_t> belonging;
  const bool holds_declared_title = HoldsDeclaredTitle(table, root, title);
  for (std::uint32_t child = root; entries[child].parent != ElementTable::kNone;
       child = entries[child].parent) {
    const std::uint32_t parent = entries[child].parent;
    if (!HoldsOnlyBlocks(table, parent)) break;
    const bool has_title = entries[child].titles > 0 || holds_declared_title;
    bool is_under_title = false;
    for (std::uint32_t i = parent + 1; i < entries[parent].end; i = entries[i].end) {
      Entry& beside = entries[i];
      if (i == child || beside.text == 0) continue;
      if (i > child && beside.chrome && IsNotes(beside)) {
        beside.chrome = false;
        beside.node.SetMark(0);
      }
      // Behind comments or a footer nothing is said of the text any more.
      if (i > child && (beside.chrome || IsNamedChrome(beside)) && !IsNotes(beside)) break;
      if (beside.chrome) continue;
      const bool may_open = i < child && !has_title && beside.titles > 0;
      const bool is_title = may_open && IsPagesTitle(table, i, title);
      if ((is_title && OpensWithText(table, i)) || (i < child && IsIntroOfSection(table, i)) ||
          (i < child && (IsVersionBanner(beside) || (is_under_title && IsDeclaration(beside)))) ||
          IsTextBeside(beside, is_under_title && i < child) || (i > child && IsNotes(beside)) ||
          IsTextOfPage(beside, entries[root])) {
        widest = parent;
        belonging.push_back(i);
      } else if (is_title && beside.node.IsElement(LXB_TAG_H1)) {
        belonging.push_back(i);
      }
      is_under_title = is_under_title || is_title;
    }
  }
  std::ranges::sort(belonging);
  for (std::uint32_t child = root; child != widest; child = entries[child].parent) {
    const std::uint32_t parent = entries[child].parent;
    for (std::uint32_t i = parent + 1; i < entries[parent].end; i = entries[i].end) {
      if (i == child || entries[i].chrome) continue;
      if (!std::ranges::binary_search(belonging, i)) {
        entries[i].LeaveOut();
      } else if (entries[i].titles > 0 && !entries[i].node.IsElement(LXB_TAG_H1)) {
        MarkBesideTitle(table, i);
      }
    }
  }
  if (widest != root) table.SumWithoutChrome();
  return widest;
}

html::Node TitleOutside(const ElementTable& table, std::uint32_t root, std::string_view title) {
  const std::vector<Entry>& entries = table.Entries();
  if (entries[root].titles > 0 || HoldsDeclaredTitle(table, root, title)) return {};
  for (std::uint32_t child = root; entries[child].parent != ElementTable::kNone;
       child = entries[child].parent) {
    const std::uint32_t parent = entries[child].parent;
    for (std::uint32_t i = parent + 1; i < child; i = entries[i].end) {
      if (entries[i].chrome || entries[i].titles == 0) continue;
      if (!IsPagesTitle(table, i, title)) return {};
      return entries[FirstTitleIn(table, i)].node;
    }
  }
  return {};
}

html::Node NamedTitle(const ElementTable& table, std::uint32_t root, std::string_view title) {
  constexpr std::uint32_t kMostSeen = 600;
  constexpr std::size_t kMostBytes = 400, kMostNodes = 64;
  const std::vector<Entry>& entries = table.Entries();
  if (HoldsDeclaredTitle(table, root, title)) return {};
  for (std::uint32_t i = 1; i < std::min(root, kMostSeen); ++i) {
    const Entry& entry = entries[i];
    if (entry.node.IsElement(LXB_TAG_H1)) return {};
    const std::string_view classes = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
    if (entry.end > root || entry.in_link || !classes.contains("title")) continue;
    // Others may stand behind it in the same element.
    const html::Node text = entry.end == i + 1 ? entry.node : entry.node.FirstChild();
    if (text && NamesPage(text.StartOfText(kMostBytes, kMostNodes), title)) return text;
  }
  return {};
}

}  // namespace sitedoor::extract::internal
