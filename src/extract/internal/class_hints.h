// ClassHints: what the words in an element's class and id suggest. Hints only weigh; they never
// decide alone.
#pragma once

#include <cstdint>
#include <string_view>

namespace sitedoor::extract::internal {

enum ClassHint : std::uint32_t {
  kNoHint = 0,
  kNavigationHint = 1u << 0,         // navbar, sidebar, breadcrumb, pagination, navheader
  kBoilerHint = 1u << 1,             // cookie, share, newsletter, promo, footer
  kRelatedHint = 1u << 2,            // related, recommended, trending, popular
  kContentsHint = 1u << 3,           // toc: the outline of this page
  kContentHint = 1u << 4,            // content, article, post, entry, markdown, body
  kCommentHint = 1u << 5,            // comments
  kUnseenHint = 1u << 6,             // sr-only, visually-hidden, skip-link
  kHeaderHint = 1u << 7,             // header, masthead, banner
  kMetaHint = 1u << 8,               // byline, author box, tags
  kConsentHint = 1u << 9,            // cookie and consent banners, which may hold long texts
  kSurelyNavigationHint = 1u << 10,  // navheader, breadcrumbs, pagination: they name nothing else
  kPosterHint = 1u << 13,            // what forum programs call the pane on who wrote a post
  kScreenHint = 1u << 14,            // mobile, desktop: for screens of some widths
  kFilterHint = 1u << 15,            // filter: by which a shop's or a list's entries are chosen
  kSkipHint = 1u << 16,              // skip, jump: links to places of this page
  kAdvertHint = 1u << 17,            // ad, sponsor: texts that are no topic of a page
  kTopicHint = 1u << 18,             // pagination, share: what pages of manuals are about, too
  kTeaserHint = 1u << 12,            // promo, cta: also what a list calls its items
  kNarrowHint = 1u << 19,            // left to narrow screens (internal/screen_classes.h)
  kSurelyConsentHint = 1u << 11,     // consent, gdpr: words that no topic of a page is called
};

// The union over the words of a class attribute. Words are split at anything but letters and
// digits, and where a capital follows a small letter. O(length).
std::uint32_t HintsOfClasses(std::string_view class_attribute);

// The same of an id. Generators make ids of headings ("new-features-related-to-typing",
// "parseCookies,string"), so one of more than two words hints at nothing, but for the names of
// consent banners.
std::uint32_t HintsOfId(std::string_view id);

// Whether an id is made of this heading's text: "s-cookies" and "Cookies".
bool IsIdOfHeading(std::string_view id, std::string_view heading);

}  // namespace sitedoor::extract::internal
