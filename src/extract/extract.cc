#include "extract/extract.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/checksum.h"
#include "extract/content.h"
#include "extract/internal/facts_block.h"
#include "extract/internal/page_language.h"
#include "extract/internal/unread_frames.h"
#include "extract/markdown_writer.h"
#include "extract/metadata.h"
#include "extract/site_repeats.h"
#include "html/byte_form.h"
#include "html/removal.h"
#include "html/streamed_parts.h"

namespace sitedoor::extract {
namespace {

// A page with less text is a shell that a script would fill, or empty.
constexpr std::size_t kLeastText = 40;

// Bidirectional overrides and tag characters: text that reads other than it is. Nothing that is
// left out as a matter of course, as zero-width spaces in permalinks are.
bool CarriesDeceptiveCharacters(std::string_view utf8) {
  if (utf8.find("\xF3\xA0\x80") != std::string_view::npos ||
      utf8.find("\xF3\xA0\x81") != std::string_view::npos) {
    return true;
  }
  for (const std::string_view override : {"\xE2\x80\xAD", "\xE2\x80\xAE"}) {
    if (utf8.find(override) != std::string_view::npos) return true;
  }
  return false;
}

// Stands in for the address of a site that is not known.
constexpr std::string_view kUnknownSite = "http://site.invalid/";

// What the links of a page resolve against, of which only its place below that address is known.
std::optional<net::Url> PlaceOnUnknownSite(std::string_view path, std::string_view relative_base) {
  const auto page = net::Url::Parse(std::string(kUnknownSite) + std::string(path));
  if (!page) return std::nullopt;
  const auto base = net::Url::Parse(relative_base, *page);
  return base && base->IsHttp() ? *base : *page;
}

// Puts what another element of the content gave behind.
void Append(MarkdownOutcome more, MarkdownOutcome& outcome) {
  if (!more.markdown.empty()) {
    if (!outcome.markdown.empty()) outcome.markdown += '\n';
    const std::size_t begin = outcome.markdown.size();
    for (document::Heading& heading : more.outline) heading.offset += begin;
    for (document::Anchor& anchor : more.anchors) anchor.offset += begin;
    outcome.markdown += more.markdown;
  }
  std::ranges::move(more.outline, std::back_inserter(outcome.outline));
  std::ranges::move(more.anchors, std::back_inserter(outcome.anchors));
  std::ranges::move(more.links, std::back_inserter(outcome.links));
  outcome.code_blocks += more.code_blocks;
  outcome.code_in_cells += more.code_in_cells;
  outcome.has_unseen_text |= more.has_unseen_text;
  outcome.unseen_characters += more.unseen_characters;
  outcome.tables += more.tables;
  outcome.truncated = outcome.truncated || more.truncated;
  outcome.links_left_out += more.links_left_out;
}

// MathJax and KaTeX read formulas in a page's text.
TexInText FormulasOf(std::string_view utf8) {
  // Looked for by letters that are rare in pages, which takes a tenth of the time.
  for (const std::string_view end : {"jax", "Jax"}) {
    constexpr std::string_view kBegin = "ath";
    for (std::size_t at = utf8.find(end); at != std::string_view::npos;
         at = utf8.find(end, at + 1)) {
      if (utf8.substr(0, at).ends_with(kBegin)) return TexInText::kYes;
    }
  }
  return utf8.find("MathInElement") != std::string_view::npos ? TexInText::kYes : TexInText::kNo;
}

MarkdownOutcome Write(const Page& page, const Content& content, const Metadata& metadata,
                      const ExtractOptions& options, TexInText tex_in_text) {
  MarkdownOptions markdown_options;
  markdown_options.tex_in_text = tex_in_text;
  markdown_options.base = metadata.base;
  if (!metadata.base && !page.path.empty()) {
    markdown_options.base = PlaceOnUnknownSite(page.path, metadata.relative_base);
    markdown_options.unknown_site = kUnknownSite;
  }
  markdown_options.most_bytes = options.most_markdown_bytes;
  const auto left_out = [](html::Node node) { return IsLeftOut(node); };
  const FunctionRef<bool(html::Node)> skip = left_out;
  markdown_options.skip = &skip;
  MarkdownOutcome outcome = WriteMarkdown(content.root, markdown_options);
  std::size_t written = 1;
  for (const html::Node root : content.more_roots) {
    if (outcome.truncated) break;
    markdown_options.most_bytes =
        options.most_markdown_bytes -
        std::min(options.most_markdown_bytes, outcome.markdown.size() + 1);
    Append(WriteMarkdown(root, markdown_options), outcome);
    ++written;
  }
  // Elements are taken to be of one size: the share is for a warning.
  outcome.kept_share *=
      static_cast<double>(written) / static_cast<double>(1 + content.more_roots.size());
  return outcome;
}

std::string EscapedHeading(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>#&").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// The page's h1 stands outside of its content element: it opens the Markdown all the same.
void PutHeadingInFront(const std::string& heading, MarkdownOutcome& outcome) {
  if (heading.empty() || outcome.markdown.empty()) return;
  const std::string line = "# " + EscapedHeading(heading) + "\n\n";
  outcome.markdown.insert(0, line);
  for (document::Heading& other : outcome.outline) other.offset += line.size();
  for (document::Anchor& anchor : outcome.anchors) anchor.offset += line.size();
  outcome.outline.insert(outcome.outline.begin(),
                         {.level = 1, .text = heading, .anchor = "", .offset = 0});
}

// What the page shows outside of its content, and says of itself to machines.
void PutFactsBehind(const internal::StructuredFacts& facts, const html::Tree& tree,
                    std::string_view address, std::size_t most_bytes, MarkdownOutcome& outcome) {
  if (outcome.truncated) return;
  const std::string block = internal::FactsBlock(facts, tree.Body(), outcome.markdown, address);
  if (block.empty() || outcome.markdown.size() + 1 + block.size() >= most_bytes) return;
  if (!outcome.markdown.empty()) outcome.markdown += '\n';
  outcome.markdown += block;
}

std::vector<std::string> Warnings(const html::DecodedText& decoded, const html::ParseOutcome& parse,
                                  Content& content, std::string_view url) {
  std::vector<std::string> warnings = std::move(content.warnings);
  const bool may_have_frames = content.root && parse.frames > 0;
  const int frames = may_have_frames ? internal::CountUnreadFrames(content.root, url) : 0;
  if (frames > 0) {
    warnings.push_back("the page shows " + std::to_string(frames) +
                       (frames == 1 ? " frame" : " frames") + " whose content is not read");
  }
  if (decoded.had_errors) warnings.push_back("some bytes are not valid " + decoded.charset);
  if (!decoded.contradicts.empty())
    warnings.push_back(decoded.contradicts + " is declared, but the page is " + decoded.charset);
  if (parse.stopped_at_deadline)
    warnings.emplace_back("parsing took too long; the end of the page is missing");
  if (parse.dropped_tags > 0)
    warnings.emplace_back("tags nested too deeply were dropped; their text is kept");
  if (parse.elements_with_cut_attributes > 0)
    warnings.emplace_back("elements with too many attributes lost some of them");
  if (content.visible_characters < kLeastText)
    warnings.emplace_back("the page has hardly any text");
  return warnings;
}

// Of titles and descriptions the number is not known.
std::string UnseenWarning(std::size_t characters) {
  constexpr std::string_view kWhat = "that hide or turn text round";
  if (characters == 0) return "characters " + std::string(kWhat) + " were left out";
  if (characters == 1) return "1 character of those " + std::string(kWhat) + " was left out";
  return std::to_string(characters) + " characters " + std::string(kWhat) + " were left out";
}

std::size_t KeptCharacters(const Content& content, const MarkdownOutcome& outcome) {
  if (!outcome.truncated) return content.kept_characters;
  return static_cast<std::size_t>(static_cast<double>(content.kept_characters) *
                                  outcome.kept_share);
}

std::vector<std::string> Losses(const MarkdownOutcome& outcome) {
  std::vector<std::string> losses;
  if (outcome.truncated) {
    const auto percent = static_cast<int>(outcome.kept_share * 100);
    losses.push_back("the page's text is too long and was cut; " + std::to_string(percent) +
                     " % of it is kept");
  }
  if (outcome.links_left_out > 0) {
    losses.push_back("the addresses of " + std::to_string(outcome.links_left_out) +
                     " links are too long; their texts are kept");
  }
  return losses;
}

}  // namespace

Result<Extraction> ExtractPage(const Page& page, const ExtractOptions& options) {
  if (html::FormOf(page.bytes) == html::ByteForm::kNotText)
    return Fail(ErrorCode::kUnsupported, "not text", "name a file of HTML");
  html::DecodedText decoded = html::DecodeHtml(page.bytes, page.transport_charset);
  ASSIGN_OR_RETURN(html::Tree tree, html::Tree::Parse(decoded.utf8, options.parse));
  html::PlaceStreamedParts(tree);
  const TexInText tex_in_text = FormulasOf(decoded.utf8);
  const bool is_deceptive = CarriesDeceptiveCharacters(decoded.utf8);
  decoded.own.reset();  // the tree holds its own copy
  decoded.utf8 = {};
  if (page.when_bytes_are_read) page.when_bytes_are_read();
  int excluded = 0;
  for (const html::Node node : options.exclude.Outermost(tree.Html()))
    excluded += html::RemoveFromTree(tree, node) ? 1 : 0;
  // What an owner's selectors take is taken as it is.
  if (options.include.IsEmpty()) {
    for (const html::Node heading : SiteHeadings(tree, options.repeats))
      html::RemoveFromTree(tree, heading);
  }
  Content content = ChooseContent(tree, options.include);
  Metadata metadata = ReadMetadata(tree, content, page.url, options);
  MarkdownOutcome outcome = Write(page, content, metadata, options, tex_in_text);
  const bool is_exact = content.strategy == document::Strategy::kSelectors;
  if (!is_exact) PutHeadingInFront(metadata.missing_heading, outcome);
  PutFactsBehind(metadata.facts, tree, page.url.empty() ? page.path : page.url,
                 options.most_markdown_bytes, outcome);

  Extraction extraction;
  document::Document& document = extraction.document;
  const int code_blocks = outcome.code_blocks + outcome.code_in_cells;
  document.extraction = {.strategy = content.strategy,
                         .visible_characters = content.visible_characters,
                         .kept_characters = KeptCharacters(content, outcome),
                         // Never fewer than were written.
                         .code_blocks_in = std::max(content.code_blocks, code_blocks),
                         .code_blocks_out = code_blocks,
                         .tables_in = std::max(content.tables, outcome.tables),
                         .tables_out = outcome.tables,
                         .excluded_elements = excluded,
                         .warnings = Warnings(decoded, tree.Outcome(), content, page.url)};
  document.url = page.url;
  document.title = std::move(metadata.title);
  document.description = std::move(metadata.description);
  LanguageFinding language = FindLanguage(
      {.of_page = std::move(metadata.language), .of_links = std::move(metadata.self_language)},
      content.root, page.url.empty() ? page.path : page.url, outcome.markdown);
  if (!language.contradicts.empty()) {
    document.extraction.warnings.push_back("the page declares the language " +
                                           language.contradicts + ", but its text is in " +
                                           language.language);
  }
  document.language = std::move(language.language);
  document.type = metadata.type;
  document.tags = std::move(metadata.tags);
  document.categories = std::move(metadata.categories);
  document.breadcrumbs = std::move(metadata.breadcrumbs);
  document.section = std::move(metadata.section);
  document.authors = std::move(metadata.authors);
  document.modified_at = std::move(metadata.modified_at);
  document.markdown = std::move(outcome.markdown);
  document.outline = std::move(outcome.outline);
  document.anchors = std::move(outcome.anchors);
  document.links = std::move(outcome.links);
  Sha256 sum;
  sum.Add(document.title);
  sum.Add("\n");
  sum.Add(document.markdown);
  document.content_hash = sum.Hex();
  std::ranges::move(Losses(outcome), std::back_inserter(document.extraction.warnings));
  if (is_deceptive || outcome.has_unseen_text)
    document.extraction.warnings.push_back(UnseenWarning(outcome.unseen_characters));
  extraction.directives = std::move(metadata.directives);
  extraction.site_name = std::move(metadata.site_name);
  extraction.head_title = std::move(metadata.head_title);
  extraction.charset = std::move(decoded.charset);
  extraction.charset_evidence = decoded.evidence;
  extraction.candidates = std::move(content.candidates);
  extraction.left_out = std::move(content.left_out);
  return extraction;
}

}  // namespace sitedoor::extract
