// What the Markdown means to an independent parser (cmark-gfm), held against the page it came from.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/internal/link_destination.h"
#include "extract/internal/unicode_classes.h"
#include "extract/markdown_writer.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;

// What cmark-gfm reads in the Markdown.
struct Parsed {
  std::vector<std::string> code_blocks;  // literal text
  std::vector<std::string> headings;     // plain text
  int tables = 0;
  int rows = 0;  // of all tables, with their headers
  std::vector<std::string> link_urls;
  std::vector<std::string> cell_code;  // code spans in tables' cells
  std::vector<std::string> html;
  std::map<int, int> items_by_depth;  // of lists
  std::string text;                   // all text outside code blocks and `cell_code`
};

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeParser {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};

std::unique_ptr<cmark_node, FreeNode> ParseMarkdown(const std::string& markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  const std::unique_ptr<cmark_parser, FreeParser> parser(cmark_parser_new(CMARK_OPT_DEFAULT));
  for (const char* name : {"table", "strikethrough", "tasklist"}) {
    cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
  }
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  return std::unique_ptr<cmark_node, FreeNode>(cmark_parser_finish(parser.get()));
}

bool IsNamed(cmark_node* node, std::string_view name) {
  return cmark_node_get_type_string(node) == name;
}

Parsed Read(const std::string& markdown) {
  const auto document = ParseMarkdown(markdown);
  Parsed parsed;
  bool in_heading = false;
  bool in_image = false;  // its children are the text that stands for it
  bool in_cell = false;
  int list_depth = 0;
  const auto add = [&](std::string_view text) {
    if (in_image) return;
    parsed.text += text;
    if (in_heading) parsed.headings.back() += text;
  };
  cmark_iter* iterator = cmark_iter_new(document.get());
  for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;) {
    cmark_node* node = cmark_iter_get_node(iterator);
    const cmark_node_type type = cmark_node_get_type(node);
    const bool entering = event == CMARK_EVENT_ENTER;
    if (type == CMARK_NODE_CODE_BLOCK) {
      parsed.code_blocks.emplace_back(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_HEADING) {
      in_heading = entering;
      if (entering) parsed.headings.emplace_back();
    } else if (type == CMARK_NODE_IMAGE) {
      in_image = entering;
    } else if (type == CMARK_NODE_LIST) {
      list_depth += entering ? 1 : -1;
    } else if (type == CMARK_NODE_ITEM || IsNamed(node, "tasklist")) {
      if (entering) ++parsed.items_by_depth[list_depth];
    } else if (type == CMARK_NODE_CODE && in_cell) {
      parsed.cell_code.emplace_back(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      add(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      add(" ");
    } else if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
      parsed.html.emplace_back(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_LINK && entering) {
      parsed.link_urls.emplace_back(cmark_node_get_url(node));
    } else if (IsNamed(node, "table_cell")) {
      in_cell = entering;
    } else if (entering && (IsNamed(node, "table_row") || IsNamed(node, "table_header"))) {
      ++parsed.rows;
    } else if (entering && IsNamed(node, "table")) {
      ++parsed.tables;
    }
  }
  cmark_iter_free(iterator);
  return parsed;
}

// Of code: with the end of its last line, which <pre> may leave out.
std::string WithLastLineEnd(std::string text) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) return "";
  return text.ends_with('\n') ? text : text + "\n";
}

// A <pre> of one line in a table's cell may become a code span there: only longer ones are
// compared.
std::vector<std::string> WithoutLines(std::vector<std::string> blocks) {
  std::erase_if(blocks, [](const std::string& text) { return std::ranges::count(text, '\n') < 2; });
  return blocks;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

// The text of every <pre> that a reader sees, line numbers aside.
struct PageCode {
  std::vector<std::string> blocks;
  std::vector<std::string> in_cells;  // also in `blocks`, until Parsed has their lines
};

std::string WithoutUnseen(std::string_view text) {
  std::string seen;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    if (!internal::IsInvisible(point.value)) seen += text.substr(at, point.bytes);
    at += point.bytes;
  }
  return seen;
}

// Without its line numbers and Sphinx's links to what documents it.
std::string TextOfCode(Node pre) {
  std::string text;
  bool after_break = false;
  for (Node at = pre; at;) {
    const bool left_out = at.HasClass("linenos") || at.HasClass("viewcode-back");
    if (text.ends_with("\n") && after_break && at.Text().starts_with("\n")) text.pop_back();
    text += WithoutUnseen(at.Text());
    if (at.IsElement(LXB_TAG_IMG)) text += at.Attribute("alt");
    after_break = at.IsElement(LXB_TAG_BR);
    if (after_break) text += "\n";
    at = at.Next(pre, left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return text;
}

PageCode CodeOf(Node body) {
  PageCode code;
  for (Node at = body; at;) {
    const bool hidden = at.IsElement() && (IsHidden(at) || IsChrome(at) || at.HasClass("linenos"));
    const bool is_pre = at.IsElement(LXB_TAG_PRE);
    if (is_pre && !hidden) {
      std::string text = WithLastLineEnd(TextOfCode(at));
      Node around = at.Parent();
      while (around && !around.IsElement(LXB_TAG_TD) && around != body) around = around.Parent();
      if (!text.empty() && around.IsElement(LXB_TAG_TD)) code.in_cells.push_back(text);
      if (!text.empty()) code.blocks.push_back(std::move(text));
    }
    at = at.Next(body, hidden || is_pre ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return code;
}

// Takes the code that stands in kept tables, a code span for each line, out of both sides.
void TakeCodeOfCells(PageCode& page, Parsed& parsed) {
  for (const std::string& text : page.in_cells) {
    const std::vector<std::string> lines = LinesOf(text);
    const auto found = std::ranges::search(parsed.cell_code, lines);
    if (found.empty() || lines.empty()) continue;
    parsed.cell_code.erase(found.begin(), found.end());
    page.blocks.erase(std::ranges::find(page.blocks, text));
  }
  for (const std::string& span : parsed.cell_code) parsed.text += span;
}

// The text outside of <pre> that a reader sees.
std::string ProseOf(Node body) {
  std::string text;
  for (Node at = body; at;) {
    const bool left_out = at.IsElement(LXB_TAG_PRE) || at.InForeignContent() ||
                          (at.IsElement() && (IsHidden(at) || IsChrome(at)));
    text += at.Text();
    at = at.Next(body, left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return text;
}

bool IsSeen(Node element) { return !IsHidden(element) && !IsChrome(element); }

bool HasText(Node element) {
  for (Node at = element; at;) {
    const bool is_text = at.Text().find_first_not_of(" \t\r\n\f") != std::string_view::npos;
    if (is_text || (at.IsElement(LXB_TAG_IMG) && !at.Attribute("alt").empty())) return true;
    at = at.Next(element, at.IsElement() && !IsSeen(at) ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return false;
}

bool IsInDefinitions(Node element, Node body) {
  for (Node around = element.Parent(); around && around != body; around = around.Parent()) {
    if (around.IsElement(LXB_TAG_DL)) return true;
  }
  return false;
}

bool IsItemWithoutList(Node element) {
  const Node parent = element.Parent();
  return element.IsElement(LXB_TAG_LI) && !parent.IsElement(LXB_TAG_UL) &&
         !parent.IsElement(LXB_TAG_OL);
}

bool HoldsTermsAlone(Node list) {
  int terms = 0;
  for (Node part = list.FirstChild(); part; part = part.NextSibling()) {
    if (part.IsElement() && !part.IsElement(LXB_TAG_DT)) return false;
    terms += part.IsElement() ? 1 : 0;
  }
  return terms > 1;
}

// A list of definitions in another one, or of terms alone, is written as one of bullets.
bool IsList(Node element, Node body) {
  return element.IsElement(LXB_TAG_UL) || element.IsElement(LXB_TAG_OL) ||
         (element.IsElement(LXB_TAG_DL) &&
          (IsInDefinitions(element, body) || HoldsTermsAlone(element))) ||
         IsItemWithoutList(element);
}

bool BeginsItem(Node element, Node body) {
  if (element.IsElement(LXB_TAG_LI)) return true;
  if (!element.IsElement(LXB_TAG_DT) || !IsList(element.Parent(), body)) return false;
  if (HoldsTermsAlone(element.Parent())) return true;
  Node before = element.PreviousSibling();
  while (before && !before.IsElement()) before = before.PreviousSibling();
  return !before || !before.IsElement(LXB_TAG_DT);
}

// How many items the lists outside of tables have, by how many lists they stand in.
std::map<int, int> ItemsOf(Node body) {
  std::map<int, int> items;
  for (Node at = body; at;) {
    const bool is_left_out =
        at.IsElement() && (!IsSeen(at) || at.IsElement(LXB_TAG_TABLE) || at.IsElement(LXB_TAG_PRE));
    if (!is_left_out && BeginsItem(at, body) && HasText(at)) {
      int depth = IsItemWithoutList(at) ? 1 : 0;
      for (Node around = at.Parent(); around && around != body; around = around.Parent())
        depth += IsList(around, body) ? 1 : 0;
      ++items[depth];
    }
    at = at.Next(body, is_left_out ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return items;
}

bool HasListInTable(Node body) {
  for (Node at = body; at; at = at.Next(body)) {
    if (!at.IsElement(LXB_TAG_LI)) continue;
    for (Node around = at.Parent(); around && around != body; around = around.Parent()) {
      if (around.IsElement(LXB_TAG_TABLE)) return true;
    }
  }
  return false;
}

// How often each character stands in the text that Markdown uses as markup. A delimiter that no
// parser sees as such is one too many, a character taken for markup one too few.
std::map<char, std::size_t> MarkupCharacters(std::string_view text) {
  std::map<char, std::size_t> counts;
  for (const char c : text) {
    if (std::string_view("*`[]<>\\~&#!|").find(c) != std::string_view::npos) ++counts[c];
  }
  return counts;
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Every target in the Markdown is one that the outcome names.
void CheckLinks(const Parsed& parsed, const MarkdownOutcome& outcome,
                const std::filesystem::path& path) {
  std::set<std::string> named;
  for (const document::Link& link : outcome.links) {
    std::string url;
    internal::AppendLinkDestination(url, link.url);
    // The parser takes the escapes that Markdown needs off again.
    std::erase(url, '\\');
    named.insert(url);
  }
  for (const std::string& url : parsed.link_urls) EXPECT_TRUE(named.contains(url)) << path << url;
}

void CheckPage(const std::filesystem::path& path) {
  const std::string html = ReadFile(path);
  if (!text::IsValid(html)) return;
  const Result<html::Tree> tree = html::Tree::Parse(html);
  ASSERT_TRUE(tree);
  MarkdownOptions options;
  options.base = *net::Url::Parse("https://example.com/docs/" + path.filename().string());
  const MarkdownOutcome outcome = WriteMarkdown(tree->Body(), options);
  Parsed parsed = Read(outcome.markdown);
  PageCode code = CodeOf(tree->Body());
  TakeCodeOfCells(code, parsed);

  EXPECT_EQ(WithoutLines(parsed.code_blocks), WithoutLines(code.blocks)) << path;
  EXPECT_EQ(parsed.tables, outcome.tables) << path;
  EXPECT_THAT(parsed.html, testing::Each("<br>")) << path;
  CheckLinks(parsed, outcome, path);
  if (!HasListInTable(tree->Body())) {  // which is one only as long as the table is none
    EXPECT_EQ(parsed.items_by_depth, ItemsOf(tree->Body())) << path;
  }
  std::vector<std::string> outlined;
  for (const document::Heading& heading : outcome.outline) {
    outlined.push_back(heading.text);
    EXPECT_EQ(outcome.markdown[outcome.markdown.find_first_not_of("> -*", heading.offset)], '#')
        << path << ": " << heading.text;
  }
  EXPECT_EQ(parsed.headings, outlined) << path;
  EXPECT_EQ(MarkupCharacters(parsed.text), MarkupCharacters(ProseOf(tree->Body()))) << path;
}

// `folder` as Debian's `package` has it, installed or unpacked by tools/sample-site.
void CheckSite(const std::string& package, std::string folder) {
  if (!std::filesystem::is_directory(folder))
    folder = std::string(SITEDOOR_SOURCE_DIR) + "/.deps/sites/" + package + folder;
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << package << " is not here: tools/sample-site " << package;
  std::vector<std::filesystem::path> pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html")
      pages.push_back(entry.path());
  }
  std::ranges::sort(pages);
  for (const std::filesystem::path& page : pages) CheckPage(page);
}

// For whoever changes the writer, SITEDOOR_ROUND_TRIP_FOLDER names any other folder of pages.
TEST(MarkdownRoundTrip, KeepsTheStructureOfAFolderOfPages) {
  const char* const folder = std::getenv("SITEDOOR_ROUND_TRIP_FOLDER");
  CheckSite("the folder", folder != nullptr ? folder : SITEDOOR_SOURCE_DIR "/tests/sites/harbour");
}

std::string OneParagraph(std::string_view inline_html) {
  const auto tree = html::Tree::Parse("<p>" + std::string(inline_html) + "</p>");
  return tree ? WriteMarkdown(tree->Body(), {}).markdown : "";
}

// Styles that no parser would see are taken back, and leave neighbours that were none.
TEST(MarkdownRoundTrip, TextStaysTextWhereAStyleIsTakenBack) {
  for (const char* const html :
       {"see [docs]<i>(http://evil.example/)</i>x", "see ![docs]<i>(http://evil.example/)</i>x",
        "[x]<b><i>(http://evil.example/).</i></b>y", "[x]<i></i><b>(http://evil.example/)</b>y",
        "[x]<s>(http://evil.example/)</s>y", "[x]<i>: http://evil.example/.</i>x",
        "<b>[x]</b><b>(http://evil.example/)</b>y", "&lt;<i>a href=x>.</i>y", "<i>&lt;</i>script>y",
        "&lt;.<b></b>x@h.example>", "<i>&lt;1.</i>x@h.example>",
        "!<i>[x].</i>(http://evil.example/)"}) {
    const std::string markdown = OneParagraph(html);
    const Parsed parsed = Read(markdown);
    EXPECT_TRUE(parsed.link_urls.empty() && parsed.html.empty()) << html << " is " << markdown;
    EXPECT_EQ(markdown.contains('!'), parsed.text.contains('!')) << html << " is " << markdown;
  }
  const Parsed link = Read(OneParagraph("so!<i><a href=http://h.example/>x</a>.</i>y"));
  EXPECT_EQ(link.text, "so!x.y");
  EXPECT_THAT(link.link_urls, testing::ElementsAre("http://h.example/"));
}

TEST(MarkdownRoundTrip, CodeSpansSideBySideStayCode) {
  for (const char* const between :
       {"", "<i></i>", "<b></b>", "<i><b></b></i>", "<wbr>", "<img>", "<a href=x></a>", "<b>",
        "<i>", "<sup>", "<br>", "<span></span>", "<b><s>"}) {
    const std::string html = "words <code>x</code>" + std::string(between) +
                             "<code>a` [a](http://evil.example/) &lt;h2>y``</code>.</b></s></i>z";
    const Parsed parsed = Read(OneParagraph(html));
    EXPECT_TRUE(parsed.link_urls.empty() && parsed.html.empty()) << OneParagraph(html);
    std::string text = parsed.text;
    std::erase(text, ' ');
    EXPECT_EQ(text, "wordsxa`[a](http://evil.example/)<h2>y``.z") << OneParagraph(html);
  }
}

TEST(MarkdownRoundTrip, AFormulaInALinkMakesNoImageOfIt) {
  const Parsed parsed = Read(OneParagraph("<a href=x>a <math>![b</math></a> <math>c](x)</math>"));
  EXPECT_THAT(parsed.link_urls, testing::ElementsAre("x"));
  EXPECT_TRUE(parsed.text.contains("b$")) << parsed.text;
}

TEST(MarkdownRoundTrip, CodeInACellMayBeginWithABacktick) {
  const auto tree = html::Tree::Parse(
      "<table><tr><th>a<th>b<tr><td><pre>`&lt;v> [a](http://evil.example/)</pre><td>c</table>");
  const Parsed parsed = Read(WriteMarkdown(tree->Body(), {}).markdown);
  EXPECT_THAT(parsed.cell_code, testing::ElementsAre("`<v> [a](http://evil.example/)"));
  EXPECT_TRUE(parsed.html.empty() && parsed.link_urls.empty());
}

TEST(MarkdownRoundTrip, KeepsThePythonDocumentationsCodeHeadingsAndTables) {
  CheckSite("python3.11-doc", "/usr/share/doc/python3.11/html");
}

TEST(MarkdownRoundTrip, KeepsThePostgresqlDocumentationsCodeHeadingsAndTables) {
  CheckSite("postgresql-doc-15", "/usr/share/doc/postgresql-doc-15/html");
}

}  // namespace
}  // namespace sitedoor::extract
