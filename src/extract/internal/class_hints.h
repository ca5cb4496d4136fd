// ClassHints: what the words in an element's class and id suggest. Hints only weigh; they never
// decide alone.
#pragma once

#include <cstdint>
#include <string_view>

namespace sitedoor::extract::internal {

enum ClassHint : std::uint32_t {
  kNoHint = 0,
  kNavigationHint = 1u << 0,  // navbar, sidebar, breadcrumb, pagination, navheader
  kBoilerHint = 1u << 1,      // cookie, share, newsletter, promo, footer
  kRelatedHint = 1u << 2,     // related, recommended, trending, popular
  kContentsHint = 1u << 3,    // toc: the outline of this page
  kContentHint = 1u << 4,     // content, article, post, entry, markdown, body
  kCommentHint = 1u << 5,     // comments
  kUnseenHint = 1u << 6,      // sr-only, visually-hidden, skip-link
  kHeaderHint = 1u << 7,      // header, masthead, banner
  kMetaHint = 1u << 8,        // byline, author box, tags
  kConsentHint = 1u << 9,     // cookie and consent banners, which may hold long texts
};

// The union over the words of both attributes. Words are split at anything but letters and digits,
// and where a capital follows a small letter. O(length).
std::uint32_t HintsOf(std::string_view class_attribute, std::string_view id);

}  // namespace sitedoor::extract::internal
