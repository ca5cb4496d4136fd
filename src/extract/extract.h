// Extraction: one page's HTML to a Document and what the page says about itself.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/document.h"
#include "extract/page_selectors.h"
#include "html/charset.h"
#include "html/tree.h"

namespace sitedoor::extract {

struct Page {
  std::string_view bytes;  // as read; the charset is found here
  std::string_view
      url;  // where it was read from, for resolving links; may be "" (links then stay as written)
  std::string_view transport_charset;  // from Content-Type, or ""
  // Where the URL is not known, the page's id: "de/guide.html". Links to the site are written as
  // ids then; it also hints at the language.
  std::string_view path = "";
  // Called once `bytes` are no longer read, when the page's tree stands, not for a page that is
  // refused: their owner may free them, and a page of 10 MB then takes as much less at its peak.
  std::function<void()> when_bytes_are_read = {};
};

// What the page asks of whoever indexes it.
struct Directives {
  bool no_index = false;  // meta robots (also "none"), any case, also "sitedoor"
  bool no_follow = false;
  std::string canonical_url;  // http(s) only, absolute; "" when absent or of another scheme
  // Target of a meta refresh of at most 10 s, "" when absent; and a frameset page's frames.
  // Absolute, or as written when the page's own URL is not known.
  std::string refresh_url;
  std::vector<std::string> frame_urls;
};

// What the pages of a site have in common round their own titles (site_repeats.h). Immutable; all
// empty where the site is not known.
struct SiteRepeats {
  std::vector<std::string> beginnings, endings;  // of <title>, with the separator; longest first
  // Of letters and digits alone (internal/title_parts.h), in order:
  std::vector<std::string> names;         // of the site, which a <title> may begin or end with
  std::vector<std::string> titles;        // whole <title>s, which say nothing of the page
  std::vector<std::string> headings;      // h1s that are not the page's title
  std::vector<std::string> banners;       // those of them that are the site's name
  std::vector<std::string> descriptions;  // that say nothing of the page
};

struct ExtractOptions {
  // The owner's word on what is content: elements that are taken out before anything else is
  // looked at, and those that alone are the content (content.h).
  PageSelectors exclude, include;
  html::ParseLimits parse;
  std::size_t most_markdown_bytes = 64u << 20;  // cut before this, with a warning
  // "2026-08-15": no page was modified after it, whatever it says; "" for any date.
  std::string latest_date;
  SiteRepeats repeats;
};

// A candidate for the content element, for --explain.
struct Candidate {
  std::string path;    // "html > body > div.content"
  std::string reason;  // "single article in main"; why it was not chosen
  double score = 0;  // its share of the page's prose, 0 to 1; of its text where selectors chose it
  bool chosen = false;
};

// A block that is not in the content, for --explain.
struct LeftOutBlock {
  std::string path;
  std::size_t characters = 0;
  enum class Reason { kChrome, kOutside } reason = Reason::kOutside;
};

struct Extraction {
  document::Document document;  // id, aliases and tree are the caller's to fill; url is `Page::url`
  Directives directives;
  std::string site_name;   // og:site_name or application-name, "" when the page has none
  std::string head_title;  // the text of <title>, in which the site's name may stand
  std::string charset;
  html::CharsetEvidence charset_evidence = html::CharsetEvidence::kGuess;
  std::vector<Candidate> candidates;   // in the order in which they were looked at
  std::vector<LeftOutBlock> left_out;  // the largest, most characters first
};

// Never fails on content: a page without text gives an empty Markdown and says so in its warnings.
// Thread-safe. Errors: kUnavailable (out of memory), kUnsupported (not text, but an image or so).
Result<Extraction> ExtractPage(const Page& page, const ExtractOptions& options = {});

}  // namespace sitedoor::extract
