#include "extract/internal/class_hints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include "base/ascii.h"
#include "extract/internal/class_memo.h"
#include "extract/internal/css_value.h"
#include "extract/internal/screen_classes.h"

namespace sitedoor::extract::internal {
namespace {

struct HintWord {
  std::string_view word;
  std::uint32_t hints;
};

// Sorted by word.
constexpr HintWord kWords[] = {
    {"ad", kBoilerHint | kAdvertHint},
    {"addthis", kBoilerHint | kAdvertHint},
    {"ads", kBoilerHint | kAdvertHint},
    {"advert", kBoilerHint | kAdvertHint},
    {"advertisement", kBoilerHint | kAdvertHint},
    {"announcement", kBoilerHint},
    {"article", kContentHint},
    {"articlebody", kContentHint},
    {"author", kMetaHint},
    {"banner", kHeaderHint},
    {"body", kContentHint},
    {"borlabs", kConsentHint | kSurelyConsentHint},
    {"breadcrumb", kNavigationHint | kSurelyNavigationHint | kTopicHint},
    {"breadcrumbs", kNavigationHint | kSurelyNavigationHint | kTopicHint},
    {"byline", kMetaHint},
    {"captcha", kBoilerHint},
    {"catlinks", kNavigationHint},
    {"cky", kConsentHint | kSurelyConsentHint},
    {"cmplz", kConsentHint | kSurelyConsentHint},
    {"comment", kCommentHint},
    {"comments", kCommentHint},
    {"consent", kConsentHint | kSurelyConsentHint},
    {"content", kContentHint},
    {"contents", kContentsHint},
    {"cookie", kConsentHint},
    {"cookiebot", kConsentHint | kSurelyConsentHint},
    {"cookieconsent", kConsentHint | kSurelyConsentHint},
    {"cookielaw", kConsentHint | kSurelyConsentHint},
    {"cookies", kConsentHint},
    {"cookiescript", kConsentHint | kSurelyConsentHint},
    {"cookieyes", kConsentHint | kSurelyConsentHint},
    {"copyright", kBoilerHint | kAdvertHint},
    {"crosssell", kRelatedHint},
    {"crumbs", kNavigationHint | kTopicHint},
    {"cta", kTeaserHint},
    {"cybot", kConsentHint | kSurelyConsentHint},
    {"desktop", kScreenHint},
    {"didomi", kConsentHint | kSurelyConsentHint},
    {"disqus", kCommentHint},
    {"document", kContentHint},
    {"donate", kBoilerHint | kAdvertHint},
    {"drawer", kNavigationHint},
    {"dropdown", kNavigationHint | kTopicHint},
    {"editsection", kUnseenHint},
    {"entry", kContentHint},
    {"facet", kNavigationHint},
    {"facets", kNavigationHint},
    {"feedback", kBoilerHint | kTopicHint},
    {"filter", kFilterHint},
    {"filters", kNavigationHint | kFilterHint},
    {"flyout", kNavigationHint},
    {"foot", kBoilerHint},
    {"footer", kBoilerHint},
    {"gdpr", kConsentHint | kSurelyConsentHint},
    {"header", kHeaderHint},
    {"iubenda", kConsentHint | kSurelyConsentHint},
    {"jump", kSkipHint},
    {"klaro", kConsentHint | kSurelyConsentHint},
    {"login", kBoilerHint | kTopicHint},
    {"main", kContentHint},
    {"markdown", kContentHint},
    {"masthead", kHeaderHint},
    {"megamenu", kNavigationHint},
    {"menu", kNavigationHint | kTopicHint},
    {"menubar", kNavigationHint},
    {"minicart", kNavigationHint},
    {"mobile", kScreenHint},
    {"modal", kBoilerHint},
    {"nav", kNavigationHint},
    {"navbar", kNavigationHint},
    {"navfooter", kNavigationHint | kSurelyNavigationHint},
    {"navheader", kNavigationHint | kSurelyNavigationHint},
    {"navigation", kNavigationHint},
    {"navlinks", kNavigationHint},
    {"newsletter", kBoilerHint | kAdvertHint},
    {"noprint", kBoilerHint | kAdvertHint},
    {"offcanvas", kNavigationHint},
    {"offscreen", kUnseenHint},
    {"onetrust", kConsentHint | kSurelyConsentHint},
    {"osano", kConsentHint | kSurelyConsentHint},
    {"outbrain", kRelatedHint | kAdvertHint},
    {"pagenav", kNavigationHint | kSurelyNavigationHint},
    {"pager", kNavigationHint | kTopicHint},
    {"pagination", kNavigationHint | kSurelyNavigationHint | kTopicHint},
    {"popular", kRelatedHint},
    {"popup", kBoilerHint},
    {"post", kContentHint},
    {"postleft", kPosterHint},     // FluxBB, PunBB
    {"postprofile", kPosterHint},  // phpBB
    {"postsignature", kBoilerHint | kAdvertHint},
    {"prevnext", kNavigationHint | kSurelyNavigationHint},
    {"printfooter", kBoilerHint | kAdvertHint},
    {"promo", kTeaserHint},
    {"promotion", kTeaserHint},
    {"recirculation", kRelatedHint},
    {"recommend", kRelatedHint},
    {"recommendation", kRelatedHint},
    {"recommendations", kRelatedHint},
    {"recommended", kRelatedHint},
    {"refinement", kNavigationHint},
    {"refinements", kNavigationHint},
    {"related", kRelatedHint | kTopicHint},
    {"respond", kCommentHint},
    {"review", kCommentHint},
    {"reviews", kCommentHint},
    {"screenreader", kUnseenHint},
    {"share", kBoilerHint | kTopicHint},
    {"sharedaddy", kBoilerHint},
    {"sharing", kBoilerHint | kTopicHint},
    {"sidebar", kNavigationHint | kTopicHint},
    {"sidenav", kNavigationHint},
    {"signin", kBoilerHint},
    {"signup", kBoilerHint},
    {"skip", kSkipHint},
    {"skiplink", kUnseenHint},
    {"skiplinks", kUnseenHint},
    {"social", kBoilerHint | kTopicHint},
    {"sphinxsidebar", kNavigationHint | kSurelyNavigationHint},
    {"sponsor", kBoilerHint | kAdvertHint},
    {"sponsored", kBoilerHint | kAdvertHint},
    {"story", kContentHint},
    {"subnav", kNavigationHint},
    {"subscribe", kBoilerHint},
    {"subscription", kBoilerHint | kTopicHint},
    {"switcher", kNavigationHint},
    {"tablet", kScreenHint},
    {"taboola", kRelatedHint | kAdvertHint},
    {"tags", kMetaHint},
    {"tarteaucitron", kConsentHint | kSurelyConsentHint},
    {"testimonial", kRelatedHint},
    {"testimonials", kRelatedHint},
    {"toc", kContentsHint},
    {"tocframe", kContentsHint},
    {"toolbar", kNavigationHint | kTopicHint},
    {"topbar", kNavigationHint},
    {"topnav", kNavigationHint},
    {"trending", kRelatedHint},
    {"trustarc", kConsentHint | kSurelyConsentHint},
    {"truste", kConsentHint | kSurelyConsentHint},
    {"upsell", kRelatedHint},
    {"upsells", kRelatedHint},
    {"usercentrics", kConsentHint | kSurelyConsentHint},
    {"userinfo", kPosterHint},  // vBulletin
    {"visuallyhidden", kUnseenHint},
    {"wishlist", kBoilerHint},
};
static_assert(std::ranges::is_sorted(kWords, {}, &HintWord::word));

constexpr std::size_t kLongestWord =
    std::ranges::max(kWords, {}, [](const HintWord& word) { return word.word.size(); }).word.size();
constexpr std::size_t kMostBytes = 512;  // of an attribute

constexpr std::size_t kSlots = 1024;  // a power of two, about nine times as many as words

// FNV-1a, which HintsOfWord makes while it reads.
constexpr std::uint32_t kFirstHash = 2166136261u;
constexpr std::uint32_t Hashed(std::uint32_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 16777619u;
}
constexpr std::size_t SlotOf(std::uint32_t hash) { return (hash ^ (hash >> 15)) & (kSlots - 1); }

// Open addressing with linear probing.
consteval std::array<HintWord, kSlots> BuildTable() {
  std::array<HintWord, kSlots> table{};
  for (const HintWord& word : kWords) {
    std::uint32_t hash = kFirstHash;
    for (const char c : word.word) hash = Hashed(hash, c);
    std::size_t slot = SlotOf(hash);
    while (!table[slot].word.empty()) slot = (slot + 1) % kSlots;
    table[slot] = word;
  }
  return table;
}
constexpr std::array<HintWord, kSlots> kTable = BuildTable();

std::uint32_t HintsOfWord(std::string_view word) {
  std::array<char, kLongestWord> lower;
  if (word.size() > lower.size()) return kNoHint;
  std::uint32_t hash = kFirstHash;
  for (std::size_t i = 0; i < word.size(); ++i) {
    lower[i] = AsciiLower(word[i]);
    hash = Hashed(hash, lower[i]);
  }
  const std::string_view key(lower.data(), word.size());
  for (std::size_t slot = SlotOf(hash); !kTable[slot].word.empty(); slot = (slot + 1) % kSlots) {
    if (kTable[slot].word == key) return kTable[slot].hints;
  }
  return kNoHint;
}

struct WordHints {
  std::uint32_t hints = kNoHint;
  int words = 0;
};

WordHints HintsOfText(std::string_view text) {
  WordHints found;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && !IsAsciiAlnum(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && IsAsciiAlnum(text[at]) &&
           !(at > begin && IsAsciiUpper(text[at]) && IsAsciiLower(text[at - 1]))) {
      ++at;
    }
    if (at == begin) continue;
    ++found.words;
    if (at > begin + 1) found.hints |= HintsOfWord(text.substr(begin, at - begin));
  }
  return found;
}

struct HintName {
  std::string_view name;  // with hyphens
  std::uint32_t hints;
};

// Classes whose words say nothing one by one.
constexpr HintName kWholeNames[] = {
    {"sr-only", kUnseenHint},
    {"visually-hidden", kUnseenHint},
    {"screen-reader-text", kUnseenHint},
    {"screen-reader-only", kUnseenHint},
    {"element-invisible", kUnseenHint},
    {"show-for-sr", kUnseenHint},          // Foundation
    {"slds-assistive-text", kUnseenHint},  // Salesforce
    {"assistive-text", kUnseenHint},       // WordPress
    {"hidden-visually", kUnseenHint},
    {"hide-visually", kUnseenHint},
    {"a11y-hidden", kUnseenHint},
    {"theme-doc-version-badge", kSkipHint},  // Docusaurus
    {"edit-page", kSkipHint},
    {"edit-this-page", kSkipHint},
    {"theme-edit-this-page", kSkipHint},
    {"edit-page-link", kSkipHint},
    {"edit-link", kSkipHint},
    {"edit-on-github", kSkipHint},
    {"back-to-top", kSkipHint},
    {"message-userextras", kBoilerHint | kAdvertHint},  // XenForo
    {"message-usertitle", kBoilerHint | kAdvertHint},
    {"bbcodeblock-expandlink", kUnseenHint},
    {"message-signature", kBoilerHint | kAdvertHint},
    {"ipscomment-author", kPosterHint},  // Invision
    {"ipsentry--signature", kBoilerHint | kAdvertHint},
    {"post-author", kPosterHint},       // MyBB
    {"jp-relatedposts", kRelatedHint},  // Jetpack
    {"cross-sells", kRelatedHint},      // WooCommerce
    {"up-sells", kRelatedHint},
    {"prev-next", kNavigationHint},
    {"next-prev", kNavigationHint},
    {"previous-next", kNavigationHint},
};

std::uint32_t HintsOfWholeName(std::string_view name) {
  const auto same = [](char a, char b) { return AsciiLower(a) == b || (a == '_' && b == '-'); };
  for (const HintName& named : kWholeNames) {
    if (name.size() == named.name.size() && std::ranges::equal(name, named.name, same))
      return named.hints;
  }
  // With a prefix of the site's own: "u-text-sr-only".
  constexpr std::array<std::string_view, 5> kUnseen = {
      "-sr-only", "-visually-hidden", "-screen-reader-only", "-visuallyhidden", "-hidden-visually"};
  const bool is_unseen = std::ranges::any_of(kUnseen, [&](std::string_view end) {
    return name.size() > end.size() &&
           std::ranges::equal(name.substr(name.size() - end.size()), end, same);
  });
  return is_unseen && !name.ends_with("not-sr-only") ? kUnseenHint : kNoHint;
}

std::uint32_t HintsOfWholeNames(std::string_view classes) {
  std::uint32_t hints = kNoHint;
  if (classes.find_first_of("-_") == std::string_view::npos) return hints;
  for (std::size_t at = 0; at < classes.size();) {
    const std::size_t end = std::min(classes.find(' ', at), classes.size());
    hints |= HintsOfWholeName(classes.substr(at, end - at));
    at = end + 1;
  }
  return hints;
}

// A name that a generator made of a title ("admonition-you-can-t-share-code"): many words between
// single hyphens, one of them of those that only sentences have. Sites' own names have parts
// ("site-header__nav-menu").
bool IsSlug(std::string_view name) {
  constexpr int kLeastWords = 4;
  constexpr std::array<std::string_view, 24> kOfSentences = {
      "a",    "about", "an", "and", "are", "as", "be",  "can",  "do", "for",   "from", "how",
      "into", "is",    "of", "on",  "or",  "t",  "the", "this", "to", "using", "with", "your"};
  static_assert(std::ranges::is_sorted(kOfSentences));
  if (name.find("__") != std::string_view::npos || name.find("--") != std::string_view::npos)
    return false;
  int words = 0;
  bool is_sentence = name.starts_with("admonition-");
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_of("-_", at), name.size());
    is_sentence =
        is_sentence || std::ranges::binary_search(kOfSentences, name.substr(at, end - at));
    ++words;
    at = end + 1;
  }
  return is_sentence && words >= kLeastWords;
}

// WordPress puts the categories and tags of a post into its classes: what it is about, not what it
// is on the page.
bool IsOfTaxonomy(std::string_view name, std::string_view classes) {
  if (!name.starts_with("category-") && !name.starts_with("tag-") && !name.starts_with("topic-"))
    return false;
  constexpr std::array<std::string_view, 4> kPosts = {"hentry", "type-post", "wp-block-post",
                                                      "status-publish"};
  return std::ranges::any_of(
      kPosts, [&](std::string_view post) { return classes.find(post) != std::string_view::npos; });
}

std::uint32_t ReadClasses(std::string_view class_attribute) {
  class_attribute = class_attribute.substr(0, kMostBytes);
  std::uint32_t hints = kNoHint;
  bool is_admonition = false;
  for (std::size_t at = 0; at < class_attribute.size();) {
    std::size_t end = at;
    while (end < class_attribute.size() && !IsCssSpace(class_attribute[end])) ++end;
    const std::string_view name = class_attribute.substr(at, end - at);
    is_admonition = is_admonition || name == "admonition" || name == "admonitionblock";
    const std::uint32_t found = HintsOfText(name).hints;
    // Most names hint at nothing, and need no closer look.
    const bool may_mislead = (found & ~kContentsHint) != 0;
    const bool misleads = may_mislead && (IsSlug(name) || IsOfTaxonomy(name, class_attribute));
    hints |= misleads ? found & kContentsHint : found;
    at = end + 1;
  }
  if (is_admonition) return kNoHint;
  if (IsForNarrowScreens(class_attribute)) hints |= kNarrowHint;
  return hints | HintsOfWholeNames(class_attribute);
}

}  // namespace

std::uint32_t HintsOfClasses(std::string_view class_attribute) {
  constinit thread_local ClassMemo memo;
  return memo.Of(class_attribute, ReadClasses);
}

std::uint32_t HintsOfId(std::string_view id) {
  const WordHints found = HintsOfText(id.substr(0, kMostBytes));
  if (found.words <= 2) return found.hints;
  return (found.hints & kSurelyConsentHint) != 0 ? kConsentHint | kSurelyConsentHint : kNoHint;
}

bool IsIdOfHeading(std::string_view id, std::string_view heading) {
  const auto key = [](std::string_view text) {
    std::string letters;
    for (const char c : text.substr(0, kMostBytes)) {
      if (IsAsciiAlnum(c)) letters += AsciiLower(c);
    }
    return letters;
  };
  constexpr std::size_t kLeastLetters = 3;
  const std::string id_key = key(id);
  const std::string heading_key = key(heading);
  if (id_key.size() < kLeastLetters || heading_key.size() < kLeastLetters) return false;
  return id_key.find(heading_key) != std::string::npos ||
         heading_key.find(id_key) != std::string::npos;
}

}  // namespace sitedoor::extract::internal
