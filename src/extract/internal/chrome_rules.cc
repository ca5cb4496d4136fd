#include "extract/internal/chrome_rules.h"

#include <string_view>

#include "extract/internal/chrome_looks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/titled_box.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

constexpr std::uint32_t kLeastSentences = 120;

// Not inside an article or the main element.
bool IsOfPage(const ElementTable& table, const Entry& entry) {
  for (std::uint32_t up = entry.parent; up != ElementTable::kNone;
       up = table.Entries()[up].parent) {
    const html::Node node = table.Entries()[up].node;
    if (node.IsElement(LXB_TAG_ARTICLE) || IsMain(node)) return false;
  }
  return true;
}

// Beside the content by its own word, as <aside> is.
bool IsComplementary(html::Node element) {
  return element.Attribute("role") == "complementary" && !element.IsElement(LXB_TAG_ASIDE);
}

// Menus are links and labels: sentences are in them only where a class that is called so names the
// way they open ("dropdown") or a link to them ("navSource"). Filters have them beside checkboxes.
bool SaysSomething(const Entry& entry) {
  return entry.prose >= kLeastSentences && entry.LinkDensity() < 0.2 && entry.controls == 0;
}

// Filters of a list, options of a product: little more than the labels of what is filled in.
bool IsPanelOfControls(const Entry& entry, const Entry& page) {
  if (Share(entry.text, page.text) > 0.4) return false;
  constexpr std::uint32_t kLeastControls = 5;
  constexpr std::uint32_t kMostLabel = 40;
  // Of a list's entries each may be chosen to be compared.
  return entry.controls >= kLeastControls && entry.text < kMostLabel * entry.controls &&
         entry.prose * 4 < entry.text && 2 * entry.cards < 3 * entry.controls &&
         !HasLandmark(entry);
}

// The values to choose a list's entries by: short labels, none of the entries. Ids are the topics
// of pages too.
bool IsFilterPanel(const Entry& entry, double text, double prose) {
  if ((entry.hints & ~entry.id_hints & kFilterHint) == 0) return false;
  return entry.cards == 0 && entry.titles == 0 && text < 0.4 && prose < 0.05 &&
         !SaysSomething(entry);
}

// Headings, tables and lists of definitions are what writers make, unless they are rows of links.
bool IsTextByElement(const ElementTable& table, const Entry& entry) {
  const html::Tag tag = entry.node.ElementTag();
  const bool is_text = tag == LXB_TAG_TABLE || tag == LXB_TAG_DL || tag == LXB_TAG_FIGURE ||
                       HeadingLevel(entry.node) > 0;
  return is_text && entry.LinkDensity() < 0.2 && entry.controls == 0 && entry.text > 0 &&
         IsInMain(table, entry);
}

// Testimonials beside an article, without a heading of their own.
bool IsPraise(const ElementTable& table, const Entry& entry) {
  constexpr int kMostUp = 4;
  constexpr std::uint32_t kLeastArticle = 500;
  if ((entry.hints & (kRelatedHint | kTopicHint)) != kRelatedHint) return false;
  if (table.Root().prose < kLeastArticle) return false;
  const Entry* at = &entry;
  for (int up = 0; up < kMostUp && (at->hints & kRelatedHint) != 0; ++up) {
    if (at->headings > 0) return false;
    if (at->parent == ElementTable::kNone) break;
    at = &table.Entries()[at->parent];
  }
  return true;
}

// What is called as topics of manuals are, and is a text.
bool IsTopic(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kOthers =
      kUnseenHint | kConsentHint | kCommentHint | kAdvertHint | kTeaserHint;
  if ((entry.hints & kOthers) != 0) return false;
  // Docusaurus calls each heading "anchorWithStickyNavbar".
  if (HeadingLevel(entry.node) > 0 && IsTextByElement(table, entry)) return true;
  if (!IsPraise(table, entry) && (IsSentence(table, entry) || LeadsNowhere(table, entry)))
    return true;
  if ((entry.hints & kTopicHint) == 0) return false;
  constexpr std::uint32_t kMostHeadings = 2;  // "related" is what other articles are called
  if ((entry.hints & kRelatedHint) != 0 && entry.headings > kMostHeadings) return false;
  return ReadsAsText(table, entry) || IsTextByElement(table, entry);
}

bool HoldsNumberedList(const ElementTable& table, const Entry& entry) {
  const auto begin = static_cast<std::size_t>(&entry - table.Entries().data());
  for (std::size_t i = begin; i < entry.end; ++i) {
    if (table.Entries()[i].node.IsElement(LXB_TAG_OL)) return true;
  }
  return false;
}

// Names with their values, as boxes of facts about what a page is on have them.
bool HoldsFacts(const ElementTable& table, const Entry& entry) {
  constexpr int kLeastNames = 2;
  if (entry.controls > 0) return false;
  const auto begin = static_cast<std::size_t>(&entry - table.Entries().data());
  int names = 0;
  for (std::size_t i = begin; i < entry.end && names < kLeastNames; ++i) {
    const html::Node node = table.Entries()[i].node;
    if (node.IsElement(LXB_TAG_DT) || node.IsElement(LXB_TAG_TH)) ++names;
  }
  return names == kLeastNames;
}

constexpr std::uint32_t kLeastAsideProse = 60;
constexpr std::uint32_t kLeastFooterProse = 80;
constexpr std::uint32_t kLeastStepsText = 40;

// Forums keep there what is said at each post of somebody.
bool IsSignature(const Entry& entry) {
  return entry.node.Attribute(LXB_DOM_ATTR_CLASS).contains("signature");
}

// <menu> is a list too, and one of links or controls is a menu.
bool IsPlainList(const Entry& entry) {
  return entry.node.IsElement(LXB_TAG_MENU) && entry.text > 0 && entry.LinkDensity() < 0.5 &&
         entry.node.Attribute("role").empty();
}

}  // namespace

// A block with this share of all prose is content, whatever it is called.
constexpr double kProtectedProse = 0.35;
constexpr std::uint32_t kLeastProtectedProse = 200;

bool IsProtected(const Entry& entry, const Entry& whole) {
  return entry.prose >= kLeastProtectedProse && Share(entry.prose, whole.prose) >= kProtectedProse;
}

bool HasLandmark(const Entry& entry) { return entry.titles + entry.mains > 0; }

// Code is content, whatever its class says: "toolbar: false" is an option of a highlighter.
bool IsCode(const Entry& entry) { return entry.node.IsElement(LXB_TAG_PRE); }

bool HoldsCode(const ElementTable& table, const Entry& entry) {
  const auto begin = static_cast<std::size_t>(&entry - table.Entries().data());
  for (std::size_t i = begin; i < entry.end; ++i) {
    if (IsCode(table.Entries()[i]) && table.Entries()[i].text > 0) return true;
  }
  return false;
}

// By class and id, for the whole page. `text` and `prose` are its shares of the page's.
bool HintsSayChrome(const ElementTable& table, const Entry& entry, double text, double prose) {
  const std::uint32_t hints = entry.hints;
  const double links = entry.LinkDensity();
  if (IsTopic(table, entry)) return false;
  if ((hints & kUnseenHint) != 0 && entry.text < 200) return true;
  if ((hints & kSkipHint) != 0 && entry.text < 200 && links > 0.5) return true;
  if (IsFilterPanel(entry, text, prose)) return true;
  if ((hints & kNavigationHint) != 0) {
    if (links >= 0.6) return true;
    if (text < 0.25 && prose < 0.1 && entry.headings < 4 && !SaysSomething(entry)) return true;
  }
  if ((hints & (kBoilerHint | kTeaserHint)) != 0) {
    if (links >= 0.6 && prose < 0.1) return true;
    if (text < 0.25 && prose < 0.15) return true;
  }
  if ((hints & kRelatedHint) != 0 && prose < 0.2 && (links > 0.3 || text < 0.2)) return true;
  if ((hints & kHeaderHint) == 0 || entry.headings > 0 || links == 0) return false;
  // The site's name, and where to log in.
  constexpr std::uint32_t kMostBar = 120;
  const bool is_bar = entry.prose == 0 && entry.text < kMostBar && table.Root().titles > 0 &&
                      IsOfPage(table, entry);
  return is_bar || (links > 0.5 && text < 0.3 && prose < 0.05);
}

// Beside a short text the cards that are called related may hold more than it.
bool IsRelatedCards(const Entry& entry, const Entry& content) {
  if ((entry.hints & kRelatedHint) == 0 || content.titles == 0) return false;
  constexpr std::uint32_t kLeastBeside = 300, kMostLabel = 80;
  // "We found other products you might like", and a link or two.
  const bool is_row = entry.link_text > 0 && entry.text - entry.link_text <= kMostLabel &&
                      Share(entry.text, content.text) < 0.5 && entry.prose <= kMostLabel;
  if (is_row && (entry.hints & kTopicHint) == 0) return true;
  if (entry.cards < 2 || entry.headings < entry.cards) return false;
  // Each heading but that over them leads to what it stands over.
  const bool are_all_cards =
      entry.headings <= entry.cards + 1 && content.prose >= entry.prose + kLeastBeside;
  return are_all_cards || Share(entry.prose, content.prose) < 0.6;
}

bool IsText(html::Tag tag) {
  return tag == LXB_TAG_P || tag == LXB_TAG_LI || tag == LXB_TAG_DD || tag == LXB_TAG_TD ||
         tag == LXB_TAG_BLOCKQUOTE;
}

// A paragraph is no chrome by its class alone, unless it holds little but links, or is for screen
// readers.
bool IsParagraphOfText(const Entry& entry) {
  return entry.node.IsElement(LXB_TAG_P) && entry.LinkDensity() < 0.5 &&
         (entry.hints & (kUnseenHint | kConsentHint)) == 0;
}

namespace {

// A <nav> whose links have descriptions beside them: the cards of a landing page, a list of pages
// with what they say. Menus and tables of contents have nothing but links and labels.
bool DescribesPages(const Entry& entry) {
  constexpr std::uint32_t kOther = kSurelyNavigationHint | kContentsHint | kRelatedHint |
                                   kBoilerHint | kCommentHint | kConsentHint;
  return entry.prose >= kLeastSentences && entry.LinkDensity() < 0.6 && (entry.hints & kOther) == 0;
}

bool IsPartOfText(html::Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_P:
    case LXB_TAG_PRE:
    case LXB_TAG_TABLE:
    case LXB_TAG_UL:
    case LXB_TAG_OL:
    case LXB_TAG_DL:
    case LXB_TAG_BLOCKQUOTE:
      return true;
    default:
      return HeadingLevel(element) > 0;
  }
}

// On a page without a main element: a note between or behind the paragraphs of a text, right beside
// them (Slate). Sidebars stand beside the block that holds them.
bool IsNoteInText(const Entry& entry) {
  constexpr std::uint32_t kLeastText = 15, kMostText = 600;
  constexpr int kMostSeen = 16, kLeastParts = 2;
  if (!entry.node.IsElement(LXB_TAG_ASIDE) || entry.text < kLeastText || entry.text > kMostText ||
      entry.controls > 0 || entry.headings > 0 || entry.cards > 0) {
    return false;
  }
  int parts = 0, seen = 0;
  bool is_next = true;
  for (html::Node at = entry.node.PreviousSibling(); at && seen < kMostSeen && parts < kLeastParts;
       at = at.PreviousSibling(), ++seen) {
    if (!at.IsElement()) continue;
    if (is_next && !IsPartOfText(at)) return false;
    is_next = false;
    parts += IsPartOfText(at) ? 1 : 0;
  }
  return parts == kLeastParts;
}

// An <aside> or <footer> inside the article or the main element that says something itself: a note
// with its code, the footnotes. Beside the content they are the page's chrome.
bool IsPartOfContent(const ElementTable& table, const Entry& entry) {
  const bool is_aside = entry.node.IsElement(LXB_TAG_ASIDE) || IsComplementary(entry.node);
  if (entry.node.IsElement(LXB_TAG_NAV)) {
    if (entry.controls > 0 || IsOfPage(table, entry)) return false;
    if (DescribesPages(entry)) return true;
    return entry.text >= kLeastStepsText && entry.LinkDensity() < 0.2 &&
           HoldsNumberedList(table, entry);
  }
  if (!is_aside && !entry.node.IsElement(LXB_TAG_FOOTER)) return false;
  if (IsImprint(entry)) return false;
  if (is_aside && IsTitledBox(entry.node)) return true;
  const bool is_note = IsNoteInText(entry);
  if (entry.LinkDensity() > 0.25 || IsSignature(entry)) return false;
  if (!is_note && IsOfPage(table, entry)) return false;
  if (is_aside && entry.node.Attribute(LXB_DOM_ATTR_CLASS).contains("quote")) return true;
  if (HoldsCode(table, entry)) return true;  // in Sphinx's <aside class="sidebar"> too
  constexpr std::uint32_t kOtherRole = kNavigationHint | kBoilerHint | kRelatedHint |
                                       kContentsHint | kCommentHint | kMetaHint | kConsentHint;
  if ((entry.hints & kOtherRole) != 0) return false;
  if (is_aside) {
    return is_note || entry.prose >= kLeastAsideProse || IsSentence(table, entry) ||
           HoldsFacts(table, entry);
  }
  return entry.prose >= kLeastFooterProse || HoldsNumberedList(table, entry);
}

}  // namespace

// "promo" and "cta" are what sites call their advertisements, and the items of their lists.
bool IsTeaserByName(const Entry& entry) {
  constexpr std::uint32_t kOtherRole =
      kNavigationHint | kBoilerHint | kRelatedHint | kConsentHint | kUnseenHint;
  return (entry.hints & kTeaserHint) != 0 && (entry.hints & kOtherRole) == 0;
}

namespace {

// A site's menu under the site's name, which is an h1 (LDoc): little but links, and the page has
// its text elsewhere.
bool IsMenuUnderName(const Entry& entry, const Entry& page) {
  constexpr std::uint32_t kLeastLinks = 30, kLeastProseBeside = 200;
  return (entry.hints & kNavigationHint) != 0 && (entry.hints & kContentHint) == 0 &&
         entry.titles == 1 && entry.mains == 0 && entry.prose == 0 && entry.controls == 0 &&
         entry.cards == 0 && entry.link_text >= kLeastLinks && entry.LinkDensity() >= 0.6 &&
         page.prose >= kLeastProseBeside && !entry.node.IsElement(LXB_TAG_BODY);
}

}  // namespace

bool IsPageChrome(const ElementTable& table, const Entry& entry, const Entry& page) {
  if (IsCode(entry)) return false;
  // A page on cookies has a button to change them, too.
  const bool is_text_of_page = IsProtected(entry, page) && IsInMain(table, entry);
  if ((entry.hints & kConsentHint) != 0 && !HasLandmark(entry) && entry.headings < 12 &&
      !is_text_of_page && LooksLikeConsent(table, entry)) {
    return true;
  }
  if ((entry.hints & kSurelyNavigationHint) != 0 && !HasLandmark(entry) && entry.headings < 4 &&
      !IsTopic(table, entry)) {
    return true;
  }
  const html::Tag tag = entry.node.ElementTag();
  if (tag == LXB_TAG_FOOTER && page.mains > 0 && IsOfPage(table, entry)) return true;
  if (IsProtected(entry, page)) return false;
  const bool is_block = tag == LXB_TAG_DIV || tag == LXB_TAG_TABLE || tag == LXB_TAG_CENTER;
  if (is_block && !HasLandmark(entry) && entry.headings == 0) {
    if (TurnsPages(entry) && !HoldsCode(table, entry)) return true;
  }
  if (tag == LXB_TAG_P || tag == LXB_TAG_BODY) return false;
  if (entry.is_label || IsPlainList(entry) || IsPartOfContent(table, entry)) return false;
  if (IsChrome(entry.node) || IsComplementary(entry.node))
    return !HasLandmark(entry) || entry.LinkDensity() > 0.5 || tag == LXB_TAG_NAV;
  // The title of a section, with a word on what it is about.
  const bool leads_nowhere = entry.headings > 0 && entry.link_text == 0 && entry.controls == 0;
  const bool is_of_section = (entry.prose > 0 || leads_nowhere) &&
                             table.Entries()[entry.parent].node.IsElement(LXB_TAG_SECTION);
  if (tag == LXB_TAG_HEADER && !HasLandmark(entry) && entry.text < 400 && !is_of_section &&
      IsOfPage(table, entry)) {
    return true;
  }
  if (IsPanelOfControls(entry, page) && !HoldsCode(table, entry)) return true;
  if (IsMenuUnderName(entry, page)) return true;
  if (entry.hints == kNoHint || HasLandmark(entry)) return false;
  return HintsSayChrome(table, entry, Share(entry.text, page.text),
                        Share(entry.prose, page.prose)) &&
         !HoldsCode(table, entry);
}

}  // namespace sitedoor::extract::internal
