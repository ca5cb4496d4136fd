// Document: one page of the site after extraction. The unit that fetch returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::document {

struct Heading {
  int level = 1;           // 1 to 6
  std::string text;        // plain text
  std::string anchor;      // the id that the page really has, "" when it has none
  std::size_t offset = 0;  // byte offset of the heading's line in Document::markdown
  bool operator==(const Heading&) const = default;
};

// A place in the page that a fragment may name and that is no heading: a definition, a paragraph.
struct Anchor {
  std::string id;  // as the page has it
  std::size_t offset =
      0;  // byte offset in Document::markdown of the line at which its block begins
  bool operator==(const Anchor&) const = default;
};

struct Link {
  std::string url;   // absolute; an id where it leads to a site whose address is not known
  std::string text;  // plain text
  bool operator==(const Link&) const = default;
};

enum class PageType { kPage, kPost };

// How the content was chosen: by the owner's selectors, else in the order in which it is tried.
enum class Strategy { kMain, kMainArticle, kLoneArticle, kDensity, kVisibleText, kSelectors };
// "main", "main-article", "article", "density", "visible-text" or "selectors".
std::string_view StrategyName(Strategy strategy);

// What extraction saw and kept, for the build report.
struct ExtractionRecord {
  Strategy strategy = Strategy::kVisibleText;
  std::size_t visible_characters = 0;  // of the whole body as a reader sees it
  std::size_t kept_characters = 0;     // of the content, as plain text
  int code_blocks_in = 0, code_blocks_out = 0;
  int tables_in = 0, tables_out = 0;
  int excluded_elements = 0;          // that the owner's selectors took out
  std::vector<std::string> warnings;  // one sentence each, lower case
  bool operator==(const ExtractionRecord&) const = default;
};

struct Document {
  std::string id;   // stable from build to build (DESIGN: Document.id), percent-encoded
  std::string url;  // absolute and canonical when the site's base URL is known, otherwise the id
  std::vector<std::string> aliases;  // other ids and URLs that mean this page, sorted
  std::string title;
  std::string description;
  std::string language;  // normalised BCP 47 tag, "" unknown
  PageType type = PageType::kPage;
  std::vector<std::string> tags, categories;
  std::vector<std::string> breadcrumbs;  // outermost first
  std::string section;               // the part of the site that the page says it is in, "" unknown
  std::vector<std::string> authors;  // names
  std::string markdown;  // CommonMark with tables, UTF-8, ends with one newline unless empty
  std::vector<Heading> outline;  // in order of offset
  std::vector<Anchor> anchors;   // those that no heading has, in order of offset
  std::vector<Link> links;       // links of the content, in order
  std::string modified_at;   // ISO 8601 in the precision the page gave ("2026-08-15"), "" unknown
  std::string content_hash;  // SHA-256 of title and markdown, hexadecimal
  ExtractionRecord extraction;
  bool operator==(const Document&) const = default;
};

}  // namespace sitedoor::document
