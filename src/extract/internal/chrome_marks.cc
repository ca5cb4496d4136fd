#include "extract/internal/chrome_marks.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/article_extras.h"
#include "extract/internal/boiler_headings.h"
#include "extract/internal/chrome_looks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

double Share(std::uint32_t part, std::uint32_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / whole;
}

// A block with this share of all prose is content, whatever it is called.
constexpr double kProtectedProse = 0.35;
constexpr std::uint32_t kLeastProtectedProse = 200;

bool IsProtected(const Entry& entry, const Entry& whole) {
  return entry.prose >= kLeastProtectedProse && Share(entry.prose, whole.prose) >= kProtectedProse;
}

constexpr std::uint32_t kLeastSentences = 120;

bool HasLandmark(const Entry& entry) { return entry.titles + entry.mains > 0; }

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

// What is called as topics of manuals are, and is a text.
bool IsTopic(const ElementTable& table, const Entry& entry) {
  constexpr std::uint32_t kOthers =
      kUnseenHint | kConsentHint | kCommentHint | kAdvertHint | kTeaserHint;
  if ((entry.hints & kOthers) != 0) return false;
  // Docusaurus calls each heading "anchorWithStickyNavbar".
  if (HeadingLevel(entry.node) > 0 && IsTextByElement(table, entry)) return true;
  const bool is_testimonial = (entry.hints & (kRelatedHint | kTopicHint)) == kRelatedHint;
  if (!is_testimonial && (IsSentence(table, entry) || LeadsNowhere(table, entry))) return true;
  if ((entry.hints & kTopicHint) == 0) return false;
  constexpr std::uint32_t kMostHeadings = 2;  // "related" is what other articles are called
  if ((entry.hints & kRelatedHint) != 0 && entry.headings > kMostHeadings) return false;
  return ReadsAsText(table, entry) || IsTextByElement(table, entry);
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
  return (entry.hints & kRelatedHint) != 0 && entry.cards >= 2 && entry.headings >= entry.cards &&
         content.titles > 0 && Share(entry.prose, content.prose) < 0.6;
}

// Code is content, whatever its class says: "toolbar: false" is an option of a highlighter.
bool IsCode(const Entry& entry) { return entry.node.IsElement(LXB_TAG_PRE); }

bool HoldsCode(const ElementTable& table, const Entry& entry) {
  const auto begin = static_cast<std::size_t>(&entry - table.Entries().data());
  for (std::size_t i = begin; i < entry.end; ++i) {
    if (IsCode(table.Entries()[i]) && table.Entries()[i].text > 0) return true;
  }
  return false;
}

bool HoldsNumberedList(const ElementTable& table, const Entry& entry) {
  const auto begin = static_cast<std::size_t>(&entry - table.Entries().data());
  for (std::size_t i = begin; i < entry.end; ++i) {
    if (table.Entries()[i].node.IsElement(LXB_TAG_OL)) return true;
  }
  return false;
}

constexpr std::uint32_t kLeastAsideProse = 60;
constexpr std::uint32_t kLeastFooterProse = 80;
constexpr std::uint32_t kLeastStepsText = 40;

// Forums keep there what is said elsewhere: signatures, and posts that others quote.
bool RepeatsOthers(const Entry& entry) {
  const std::string_view classes = entry.node.Attribute(LXB_DOM_ATTR_CLASS);
  return classes.find("signature") != std::string_view::npos ||
         classes.find("quote") != std::string_view::npos;
}

// <menu> is a list too, and one of links or controls is a menu.
bool IsPlainList(const Entry& entry) {
  return entry.node.IsElement(LXB_TAG_MENU) && entry.text > 0 && entry.LinkDensity() < 0.5 &&
         entry.node.Attribute("role").empty();
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

// An <aside> or <footer> inside the article or the main element that says something itself: a note
// with its code, the footnotes. Beside the content they are the page's chrome.
bool IsPartOfContent(const ElementTable& table, const Entry& entry) {
  const bool is_aside = entry.node.IsElement(LXB_TAG_ASIDE) || IsComplementary(entry.node);
  if (entry.node.IsElement(LXB_TAG_NAV)) {
    return entry.text >= kLeastStepsText && entry.LinkDensity() < 0.2 && entry.controls == 0 &&
           HoldsNumberedList(table, entry) && !IsOfPage(table, entry);
  }
  if (!is_aside && !entry.node.IsElement(LXB_TAG_FOOTER)) return false;
  if (IsImprint(entry)) return false;
  if (entry.LinkDensity() > 0.25 || RepeatsOthers(entry) || IsOfPage(table, entry)) return false;
  if (HoldsCode(table, entry)) return true;  // in Sphinx's <aside class="sidebar"> too
  constexpr std::uint32_t kOtherRole = kNavigationHint | kBoilerHint | kRelatedHint |
                                       kContentsHint | kCommentHint | kMetaHint | kConsentHint;
  if ((entry.hints & kOtherRole) != 0) return false;
  if (is_aside) return entry.prose >= kLeastAsideProse || IsSentence(table, entry);
  return entry.prose >= kLeastFooterProse || HoldsNumberedList(table, entry);
}

// "promo" and "cta" are what sites call their advertisements, and the items of their lists.
bool IsTeaserByName(const Entry& entry) {
  constexpr std::uint32_t kOtherRole =
      kNavigationHint | kBoilerHint | kRelatedHint | kConsentHint | kUnseenHint;
  return (entry.hints & kTeaserHint) != 0 && (entry.hints & kOtherRole) == 0;
}

bool IsPageChrome(const ElementTable& table, const Entry& entry, const Entry& page) {
  if (IsCode(entry)) return false;
  if ((entry.hints & kConsentHint) != 0 && !HasLandmark(entry) && entry.headings < 12 &&
      LooksLikeConsent(table, entry)) {
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
  if (tag == LXB_TAG_HEADER && !HasLandmark(entry) && entry.text < 400 && IsOfPage(table, entry))
    return true;
  if (IsPanelOfControls(entry, page) && !HoldsCode(table, entry)) return true;
  if (entry.hints == kNoHint || HasLandmark(entry)) return false;
  return HintsSayChrome(table, entry, Share(entry.text, page.text),
                        Share(entry.prose, page.prose)) &&
         !HoldsCode(table, entry);
}

// Where the prose of `root` begins and ends, as entries.
struct ProseRange {
  std::uint32_t first = ElementTable::kNone;
  std::uint32_t last = 0;
};

ProseRange FindProse(const ElementTable& table, std::uint32_t root) {
  ProseRange range;
  const std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = root; i < entries[root].end;) {
    if (entries[i].chrome) {
      i = entries[i].end;
      continue;
    }
    const bool is_leaf =
        entries[i].prose > 0 && (entries[i].end == i + 1 || entries[i].node.IsElement(LXB_TAG_P));
    if (is_leaf && entries[i].prose >= 80) {
      range.first = std::min(range.first, i);
      range.last = i;
    }
    ++i;
  }
  return range;
}

// From this share of the text on, what is called a teaser is what the page has to say.
constexpr double kMostTeasers = 0.25;

// What all outermost entries that `is_it` takes hold together.
template <class Predicate>
Entry SumOf(const ElementTable& table, std::uint32_t root, Predicate is_it) {
  Entry sum;
  const std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    if (!entries[i].chrome && !is_it(entries[i])) {
      ++i;
      continue;
    }
    if (!entries[i].chrome) {
      sum.text += entries[i].text;
      sum.prose += entries[i].prose;
    }
    i = entries[i].end;
  }
  return sum;
}

template <class Judge>
void MarkInside(ElementTable& table, std::uint32_t begin, std::uint32_t end, Judge is_chrome) {
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = begin; i < end;) {
    Entry& entry = entries[i];
    if (entry.chrome || is_chrome(entry)) {
      entry.chrome = true;
      entry.node.SetMark(kSkipChrome);
      i = entry.end;
    } else {
      ++i;
    }
  }
  table.SumWithoutChrome();
}

// A page of such headings alone must not take quadratic time.
constexpr int kMostSiblingsSeen = 32;

// What a writer says there: code, or sentences with few links and nothing to press.
bool IsTextUnderHeading(const ElementTable& table, std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t kLeastProse = 40;
  const std::vector<Entry>& entries = table.Entries();
  constexpr std::uint32_t kMostSeen = 1'000;
  std::uint32_t prose = 0, text = 0, links = 0, others = 0;
  for (std::uint32_t i = begin; i < std::min(end, begin + kMostSeen); ++i) {
    const Entry& entry = entries[i];
    if (IsCode(entry) && entry.text > 0) return true;
    if (HeadingLevel(entry.node) > 0 && i > begin) ++others;
    if (entry.end != i + 1 || HeadingLevel(entry.node) > 0) continue;
    prose += entry.prose;
    text += entry.text;
    links += entry.link_text;
  }
  const Entry& first = entries[begin];
  return prose >= kLeastProse && 2 * prose > text && 2 * links < text && others <= 1 &&
         first.cards == 0 && first.controls == 0;
}

// Where the last text of some length begins; `root` where there is none.
std::uint32_t BeginOfLastProse(const ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastProse = 200;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t prose = 0;
  for (std::uint32_t i = entries[root].end; i-- > root + 1;) {
    if (entries[i].end == i + 1 && !entries[i].chrome) prose += entries[i].prose;
    if (prose >= kLeastProse) return i;
  }
  return root;
}

// The outermost block that begins with the heading, and what follows it up to the next heading of
// its rank.
void MarkUnderHeading(ElementTable& table, std::uint32_t root, std::uint32_t heading,
                      std::uint32_t last_prose) {
  std::vector<Entry>& entries = table.Entries();
  std::uint32_t block = heading;
  for (std::uint32_t up = entries[block].parent; up != ElementTable::kNone && up != root;
       up = entries[block].parent) {
    bool begins = true;
    int seen = 0;
    for (std::uint32_t i = up + 1; i < block && begins; i = entries[i].end) {
      begins = ++seen < kMostSiblingsSeen && (entries[i].chrome || entries[i].text == 0);
    }
    // Beside a short text what is called related may be longer.
    const double most =
        (entries[up].hints & kRelatedHint) != 0 && entries[up].cards > 1 ? 0.6 : 0.3;
    if (!begins || HasLandmark(entries[up]) || Share(entries[up].prose, entries[root].prose) > most)
      break;
    block = up;
  }
  const auto mark = [&](std::uint32_t i) {
    entries[i].chrome = true;
    entries[i].node.SetMark(kSkipChrome);
  };
  const auto is_text_of_page = [&](std::uint32_t begin, std::uint32_t end) {
    return IsTextUnderHeading(table, begin, end) &&
           !MayBeProse(entries[heading].node.TextContent());
  };
  if (block != heading) {
    if (!is_text_of_page(block, entries[block].end)) mark(block);
    return;
  }
  const std::uint32_t parent = entries[heading].parent;
  std::uint32_t end = heading + 1;
  std::uint32_t prose = 0;
  while (end < entries[parent].end && entries[end].top_heading > entries[heading].top_heading) {
    prose += entries[end].prose;
    end = entries[end].end;
  }
  if (Share(prose, entries[root].prose) > 0.3 || is_text_of_page(heading, end)) return;
  // In the midst of a text a list of links is a part of it.
  if (end <= last_prose && !MayBeProse(entries[heading].node.TextContent())) return;
  for (std::uint32_t i = heading; i < end; i = entries[i].end) mark(i);
}

void MarkBoilerSections(ElementTable& table, std::uint32_t root) {
  const std::uint32_t last_prose = BeginOfLastProse(table, root);
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    const bool is_heading = entries[i].top_heading >= 2 && entries[i].top_heading <= 6 &&
                            entries[i].end == i + 1 && entries[i].headings == 1;
    if (!entries[i].chrome && is_heading && IsBoilerHeading(entries[i].node.TextContent())) {
      MarkUnderHeading(table, root, i, last_prose);
    }
    i = entries[i].chrome ? entries[i].end : i + 1;
  }
  table.SumWithoutChrome();
}

constexpr std::uint32_t kMostPosterText = 600;
constexpr std::uint32_t kMostPosterProse = 120;

// Beside a post of a forum: who wrote it comes first, and then rank, number of posts, place, the
// years of membership, again at every post.
void MarkBesidePosterNames(ElementTable& table) {
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t pane = 0; pane < entries.size();) {
    const Entry& entry = entries[pane];
    const bool is_pane = (entry.hints & kPosterHint) != 0 && entry.text <= kMostPosterText &&
                         entry.prose <= kMostPosterProse && !HasLandmark(entry);
    if (entry.chrome || !is_pane) {
      pane = entry.chrome ? entry.end : pane + 1;
      continue;
    }
    std::uint32_t name = pane;
    for (std::uint32_t i = pane + 1; i < entries[name].end;) {
      const bool says_nothing = entries[i].chrome || entries[i].text == 0;
      if (!says_nothing) name = i;
      i = says_nothing ? entries[i].end : i + 1;
    }
    for (std::uint32_t i = entries[name].end; i < entry.end;) {
      // What it is in begins before it.
      if (!entries[i].chrome) entries[i].node.SetMark(kSkipChrome);
      entries[i].chrome = true;
      i = entries[i].end;
    }
    pane = entry.end;
  }
  table.SumWithoutChrome();
}

// Its letters and digits, so that white space between the parts makes no difference.
std::string LettersOf(html::Node element) {
  std::string letters;
  for (html::Node at = element; at;) {
    const bool left_out = at.IsElement() && at.Mark() != 0;
    for (const char c : left_out ? std::string_view() : at.Text()) {
      if (static_cast<unsigned char>(c) >= 0x80 || IsAsciiAlnum(c)) letters += AsciiLower(c);
    }
    at = at.Next(element, left_out ? html::Node::Descend::kNo : html::Node::Descend::kYes);
  }
  return letters;
}

// White space between the parts counts as characters too.
bool IsAsLong(std::uint32_t a, std::uint32_t b) {
  return std::max(a, b) - std::min(a, b) <= std::max<std::uint32_t>(8, a / 8);
}

// Whether a block that is called otherwise says the same as `one`. What is called the same is the
// same part of another item of a list.
bool HasTwin(const ElementTable& table, std::uint32_t root, std::uint32_t one) {
  constexpr int kMostCompared = 16;
  const std::vector<Entry>& entries = table.Entries();
  const std::string_view classes = entries[one].node.Attribute(LXB_DOM_ATTR_CLASS);
  const std::string letters = LettersOf(entries[one].node);
  int compared = 0;
  for (std::uint32_t i = root + 1; i < entries[root].end && compared < kMostCompared;) {
    const Entry& other = entries[i];
    if (other.chrome || other.node.Attribute(LXB_DOM_ATTR_CLASS) == classes) {
      i = other.end;
      continue;
    }
    const bool is_around = i < one && one < other.end;
    if (!is_around && IsAsLong(entries[one].text, other.text)) {
      ++compared;
      if (letters == LettersOf(other.node)) return true;
    }
    ++i;
  }
  return false;
}

// A page may hold a block twice, for narrow screens and for wide ones; its style sheets show one.
void MarkTwinsForOtherScreens(ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastText = 8;
  constexpr std::uint32_t kMostText = 4'000;
  constexpr int kMostSeen = 32;
  std::vector<Entry>& entries = table.Entries();
  int seen = 0;
  for (std::uint32_t i = root + 1; i < entries[root].end && seen < kMostSeen;) {
    Entry& entry = entries[i];
    const bool may_be = (entry.hints & kScreenHint) != 0 && entry.text >= kLeastText &&
                        entry.text <= kMostText && !IsCode(entry);
    if (!entry.chrome && may_be) {
      ++seen;
      entry.chrome = HasTwin(table, root, i);
      if (entry.chrome) entry.node.SetMark(kSkipChrome);
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  if (seen > 0) table.SumWithoutChrome();
}

// The main element in `root`, where it holds a list and most of the text is outside of it; kNone
// otherwise.
std::uint32_t MainOfList(const ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastCards = 3;
  const std::vector<Entry>& entries = table.Entries();
  if (entries[root].mains == 0) return ElementTable::kNone;
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    if (!entries[i].chrome && IsMain(entries[i].node)) {
      const bool is_list =
          entries[i].cards >= kLeastCards && 2 * entries[i].prose <= entries[root].prose;
      return is_list ? i : ElementTable::kNone;
    }
    i = entries[i].chrome || entries[i].mains == 0 ? entries[i].end : i + 1;
  }
  return ElementTable::kNone;
}

void MarkContentsLabels(ElementTable& table, std::uint32_t root) {
  std::vector<Entry>& entries = table.Entries();
  bool found = false;
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    Entry& entry = entries[i];
    if (!entry.chrome && IsContentsLabel(table, root, i)) {
      entry.chrome = true;
      entry.node.SetMark(kSkipChrome);
      found = true;
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  if (found) table.SumWithoutChrome();
}

// A heading over comments that are left out says nothing.
void MarkHeadingsOfComments(ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kMostText = 60, kMostSeen = 200;
  std::vector<Entry>& entries = table.Entries();
  bool found = false;
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    Entry& entry = entries[i];
    const bool may_be = !entry.chrome && entry.headings == 1 && entry.titles == 0 &&
                        entry.text <= kMostText && entry.end - i <= kMostSeen;
    if (may_be) {
      std::uint32_t heading = i, comments = 0;
      for (std::uint32_t inner = i + 1; inner < entry.end; ++inner) {
        if (HeadingLevel(entries[inner].node) > 0 && !entries[inner].chrome) heading = inner;
        const bool is_comment = entries[inner].chrome && (entries[inner].hints & kCommentHint) != 0;
        comments += is_comment ? 1 : 0;
      }
      if (heading != i && comments > 0 && entries[heading].text == entry.text) {
        entry.chrome = true;
        entry.node.SetMark(kSkipChrome);
        found = true;
      }
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  if (found) table.SumWithoutChrome();
}

}  // namespace

void MarkPageChrome(ElementTable& table) {
  const Entry page = table.Root();
  MarkInside(table, 1, page.end, [&](const Entry& entry) {
    return !IsTeaserByName(entry) && IsPageChrome(table, entry, page);
  });
  MarkBesidePosterNames(table);
  const Entry rest = table.Root();
  if (Share(SumOf(table, 0, IsTeaserByName).text, rest.text) >= kMostTeasers) return;
  MarkInside(table, 1, page.end, [&](const Entry& entry) {
    return IsTeaserByName(entry) && IsPageChrome(table, entry, page);
  });
}

// A site's menu in blocks that say nothing of it: links in front of the page's title.
void MarkMenuBeforeTitle(ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastMenuText = 40;
  constexpr double kLeastMenuLinks = 0.6;
  std::vector<Entry>& entries = table.Entries();
  if (entries[root].titles == 0) return;
  std::uint32_t title = root;
  while (title < entries[root].end &&
         (entries[title].chrome || !entries[title].node.IsElement(LXB_TAG_H1))) {
    title = entries[title].chrome ? entries[title].end : title + 1;
  }
  for (std::uint32_t i = root + 1; i < title;) {
    Entry& entry = entries[i];
    const bool holds_title = entry.end > title;
    const bool is_menu = entry.text >= kLeastMenuText && entry.LinkDensity() >= kLeastMenuLinks &&
                         entry.prose == 0 && entry.cards == 0 && entry.headings == 0;
    if (!holds_title && !entry.chrome && is_menu && !HasLandmark(entry)) {
      entry.chrome = true;
      entry.node.SetMark(kSkipChrome);
    }
    i = holds_title ? i + 1 : entry.end;
  }
  table.SumWithoutChrome();
}

void MarkContentChrome(ElementTable& table, std::uint32_t root) {
  MarkMenuBeforeTitle(table, root);
  MarkBoilerSections(table, root);
  MarkTwinsForOtherScreens(table, root);
  const Entry content = table.Entries()[root];
  const ProseRange prose_range = FindProse(table, root);
  const auto is_comment = [](const Entry& entry) { return (entry.hints & kCommentHint) != 0; };
  // Where people talk to each other, the comments are the content.
  const bool comments_are_aside = Share(SumOf(table, root, is_comment).prose, content.prose) < 0.4;
  // Blogs have theirs in one element of that name, after the article.
  const auto is_blogs_comments = [&](const Entry& entry) {
    return entry.node.Attribute(LXB_DOM_ATTR_ID) == "comments" && is_comment(entry);
  };
  const bool has_article =
      content.prose >= SumOf(table, root, is_blogs_comments).prose + kLeastArticleProse;
  const std::uint32_t list = MainOfList(table, root);
  const auto is_of_list = [&](std::uint32_t at) {
    return list != ElementTable::kNone && at > list && at < table.Entries()[list].end;
  };
  const auto is_teasers = [&](const Entry& entry) {
    const auto at = static_cast<std::uint32_t>(&entry - table.Entries().data());
    return (entry.end <= prose_range.first || at > prose_range.last) && IsTeasers(entry, content) &&
           !is_of_list(at);
  };
  // Manuals list their parts so: a link and a sentence each.
  const bool is_manual = HoldsCode(table, table.Entries()[root]);
  const auto is_excerpts = [&](const Entry& entry) {
    if (is_manual || content.prose < kLeastArticleProse || entry.cards < 3) return false;
    constexpr std::uint32_t kLeastProseForCard = 250;  // of an article, beside the blocks in it
    const std::uint32_t prose = content.prose - entry.prose;
    if (prose < kLeastProseForCard * (content.cards - entry.cards)) return false;
    if (Share(entry.prose, content.prose) >= 0.35 || Share(entry.text, content.text) >= 0.4)
      return false;
    if (!IsExcerpts(table, entry)) return false;
    const auto at = static_cast<std::uint32_t>(&entry - table.Entries().data());
    return !is_of_list(at) && IsBehindText(table, root, at) && !HoldsCode(table, entry);
  };
  // Where teasers make up the page, they are its content.
  const bool teasers_are_aside = Share(SumOf(table, root, is_teasers).text, content.text) < 0.4;
  const auto is_after_text = [&](const Entry& entry) {
    const auto at = static_cast<std::uint32_t>(&entry - table.Entries().data());
    return at - root > (content.end - root) / 2 || IsBehindText(table, root, at);
  };
  // Some pages are about their authors.
  const bool authors_are_aside = content.prose >= kLeastArticleProse &&
                                 Share(SumOf(table, root, IsAuthorBox).prose, content.prose) < 0.3;
  // A chapter's page may be nothing but its contents.
  const auto is_contents = [](const Entry& entry) {
    return (entry.hints & kContentsHint) != 0 && entry.LinkDensity() > 0.8;
  };
  const bool contents_are_aside =
      content.prose > 0 || Share(SumOf(table, root, is_contents).text, content.text) < 0.6;
  const bool keeps_named_teasers =
      Share(SumOf(table, root, IsTeaserByName).text, content.text) >= kMostTeasers;
  MarkInside(table, root + 1, content.end, [&](const Entry& entry) {
    if (has_article && is_blogs_comments(entry) && !HasLandmark(entry)) return true;
    if (IsCode(entry) || HasLandmark(entry)) return false;
    if (IsRelatedCards(entry, content)) return true;
    if (IsProtected(entry, content)) return false;
    if ((entry.hints & kBoilerHint) != 0 && entry.headings == 0 && IsImprint(entry) &&
        !IsText(entry.node.ElementTag())) {
      return true;
    }
    if (content.prose >= kLeastArticleProse && IsLineToOtherArticle(entry)) return true;
    if (IsParagraphOfText(entry)) return false;
    if (teasers_are_aside && (is_teasers(entry) || is_excerpts(entry))) return true;
    if (authors_are_aside && IsAuthorBox(entry) && is_after_text(entry) &&
        !HoldsCode(table, entry)) {
      return true;
    }
    if (keeps_named_teasers && IsTeaserByName(entry)) return false;
    if (entry.hints == kNoHint) return false;
    const double text = Share(entry.text, content.text);
    const double prose = Share(entry.prose, content.prose);
    if (contents_are_aside && is_contents(entry) && text < 0.3) return true;
    if ((entry.hints & kCommentHint) != 0 && comments_are_aside) {
      // The titles of articles that review something lead to them.
      const bool is_title = entry.cards > 0 && entry.cards == entry.headings;
      return LooksLikeComments(table, entry) || (!is_title && !ReadsAsText(table, entry));
    }
    if ((entry.hints & kMetaHint) != 0 && entry.LinkDensity() > 0.5 && entry.text < 300)
      return true;
    return HintsSayChrome(table, entry, text, prose) && !HoldsCode(table, entry);
  });
  MarkContentsLabels(table, root);
  MarkHeadingsOfComments(table, root);
}

void UnmarkChrome(ElementTable& table, std::uint32_t root) {
  for (std::uint32_t i = root; i < table.Entries()[root].end; ++i) {
    Entry& entry = table.Entries()[i];
    if (!entry.chrome) continue;
    entry.chrome = false;
    entry.node.SetMark(0);
  }
  table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
