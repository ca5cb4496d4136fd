#include "extract/internal/chrome_marks.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "extract/internal/article_extras.h"
#include "extract/internal/boiler_sections.h"
#include "extract/internal/chrome_looks.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/consent_box.h"
#include "extract/internal/page_turns.h"
#include "extract/internal/repeated_quotes.h"
#include "extract/internal/screen_twins.h"
#include "extract/internal/service_rows.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

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
      entry.LeaveOut();
      i = entry.end;
    } else {
      ++i;
    }
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
      if (!entries[i].chrome) entries[i].LeaveOut();
      i = entries[i].end;
    }
    pane = entry.end;
  }
  table.SumWithoutChrome();
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
      entry.LeaveOut();
    }
    i = holds_title ? i + 1 : entry.end;
  }
  table.SumWithoutChrome();
}

}  // namespace

void MarkPageChrome(ElementTable& table) {
  MarkConsentBoxes(table);
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

std::string MarkContentChrome(ElementTable& table, std::uint32_t root) {
  MarkMenuBeforeTitle(table, root);
  MarkBoilerSections(table, root);
  MarkTwinsForOtherScreens(table, root);
  MarkRepeatedQuotes(table, root);
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
  const auto is_contents = [&](const Entry& entry) {
    return (entry.hints & kContentsHint) != 0 && entry.LinkDensity() > 0.8 &&
           !IsListOfParts(table, entry);
  };
  const bool contents_are_aside =
      content.prose > 0 || Share(SumOf(table, root, is_contents).text, content.text) < 0.6;
  const bool keeps_named_teasers =
      Share(SumOf(table, root, IsTeaserByName).text, content.text) >= kMostTeasers;
  MarkInside(table, root + 1, content.end, [&](const Entry& entry) {
    if (has_article && is_blogs_comments(entry) && !HasLandmark(entry)) return true;
    if (IsCode(entry) || HasLandmark(entry)) return false;
    if (IsRelatedCards(entry, content)) return true;
    if (entry.node.Attribute("data-role").ends_with("ignature")) return true;
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
      const auto at = static_cast<std::uint32_t>(&entry - table.Entries().data());
      if (entry.controls == 0 && IsInPanel(table, entry)) return false;
      // Readers write behind a text, not before it.
      const bool is_before_text = at <= prose_range.first && entry.prose > 0;
      if ((is_before_text || FollowsSignature(table, entry)) && IsDocComment(entry)) return false;
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
  std::string modified_at = MarkServiceRows(table, root);
  MarkPageTurns(table, root);
  return modified_at;
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
