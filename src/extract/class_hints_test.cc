#include "extract/internal/class_hints.h"

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

TEST(ClassHints, ReadsWordsOfNames) {
  EXPECT_EQ(HintsOfClasses("site-footer dark"), kBoilerHint);
  EXPECT_EQ(HintsOfClasses("Navbar_link__x1"), kNavigationHint);
  EXPECT_EQ(HintsOfClasses("relatedPosts"), kRelatedHint | kTopicHint);
  EXPECT_EQ(HintsOfClasses("note sr-only"), kUnseenHint);
}

TEST(ClassHints, PartsOfWordsSayNothing) {
  EXPECT_EQ(HintsOfClasses("shadow download menuselection toctree-wrapper"), kNoHint);
  EXPECT_EQ(HintsOfClasses(""), kNoHint);
}

TEST(ClassHints, NamesThatProgramsGive) {
  EXPECT_NE(HintsOfClasses("postprofile") & kPosterHint, 0u);
  EXPECT_NE(HintsOfClasses("post ipsEntry__signature") & kBoilerHint, 0u);
  EXPECT_NE(HintsOfClasses("u-text-sr-only") & kUnseenHint, 0u);
  for (const std::string_view name : {"show-for-sr", "slds-assistive-text", "uk-hidden-visually"})
    EXPECT_NE(HintsOfClasses(name) & kUnseenHint, 0u) << name;
  EXPECT_EQ(HintsOfClasses("md:not-sr-only") & kUnseenHint, 0u);
  EXPECT_EQ(HintsOfClasses("PagePromo"), kTeaserHint);
}

TEST(ClassHints, KnowWhatFrameworksLeaveToNarrowScreens) {
  for (const char* narrow : {"d-block d-lg-none", "flex md:hidden", "visible-xs", "hide-for-large",
                             "visible-xs-block visible-sm-block", "is-hidden-tablet"}) {
    EXPECT_TRUE(HintsOfClasses(narrow) & kNarrowHint) << narrow;
  }
  for (const char* wide : {"d-none d-lg-block", "hidden md:block", "md:hidden lg:block", "d-none",
                           "visible-xs visible-lg", "hidden-xs", "hidden", "max-md:hidden"}) {
    EXPECT_FALSE(HintsOfClasses(wide) & kNarrowHint) << wide;
  }
}

TEST(ClassHints, NamesMadeOfTitlesSayNothing) {
  EXPECT_EQ(HintsOfClasses("admonition-you-can-t-share-code admonition"), kNoHint);
  EXPECT_EQ(HintsOfClasses("how-to-read-comments"), kNoHint);
  EXPECT_NE(HintsOfClasses("td-post-sharing-top") & kBoilerHint, 0u);
  EXPECT_NE(HintsOfClasses("table-of-contents-list") & kContentsHint, 0u);
}

TEST(ClassHints, LongIdsSayNothingButConsent) {
  EXPECT_EQ(HintsOfId("sidebar"), kNavigationHint | kTopicHint);
  EXPECT_EQ(HintsOfId("pages-related-to-this"), kNoHint);
  EXPECT_NE(HintsOfId("gdpr-single-choice-overlay") & kConsentHint, 0u);
}

TEST(ClassHints, KnowsIdsThatAreMadeOfAHeading) {
  EXPECT_TRUE(IsIdOfHeading("s-cookies", "Cookies"));
  EXPECT_TRUE(IsIdOfHeading("pagination", "Pagination of lists"));
  EXPECT_FALSE(IsIdOfHeading("comments", "What readers said"));
  EXPECT_FALSE(IsIdOfHeading("x", "xylophone"));
}

TEST(ClassHints, LeaveTheTopicsOfAPostAlone) {
  EXPECT_EQ(HintsOfClasses("post-12 type-post hentry category-news tag-newsletter topic-reviews") &
                ~std::uint32_t{kContentHint},
            kNoHint);
  EXPECT_NE(HintsOfClasses("category-menu") & kNavigationHint, kNoHint);
}

}  // namespace
}  // namespace sitedoor::extract::internal
