// What the Markdown means to an independent parser (cmark-gfm), held against the page it came from.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/markdown_writer.h"
#include "extract/visibility.h"

namespace sitedoor::extract {
namespace {

using html::Node;

// What cmark-gfm reads in the Markdown.
struct Parsed {
  std::vector<std::string> code_blocks;  // literal text
  std::vector<std::string> headings;     // plain text
  int tables = 0;
  std::vector<std::string> link_urls;
  std::string text;  // all text outside code blocks
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

Parsed Read(const std::string& markdown) {
  const auto document = ParseMarkdown(markdown);
  Parsed parsed;
  bool in_heading = false;
  bool in_image = false;  // its children are the text that stands for it
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
    } else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      add(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      add(" ");
    } else if (type == CMARK_NODE_LINK && entering) {
      parsed.link_urls.emplace_back(cmark_node_get_url(node));
    } else if (entering && std::string_view(cmark_node_get_type_string(node)) == "table") {
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

// The text of every <pre> that a reader sees, line numbers aside. One line in a table's cell is a
// code span there.
std::vector<std::string> CodeOf(Node body) {
  std::vector<std::string> blocks;
  for (Node at = body; at;) {
    const bool hidden = at.IsElement() && (IsHidden(at) || IsChrome(at) || at.HasClass("linenos"));
    const bool is_pre = at.IsElement(LXB_TAG_PRE);
    if (is_pre && !hidden) {
      std::string text = WithLastLineEnd(at.TextContent());
      if (!text.empty()) blocks.push_back(std::move(text));
    }
    at = at.Next(body, hidden || is_pre ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return blocks;
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

void CheckPage(const std::filesystem::path& path) {
  const Result<html::Tree> tree = html::Tree::Parse(ReadFile(path));
  ASSERT_TRUE(tree);
  MarkdownOptions options;
  options.base = *net::Url::Parse("https://example.com/docs/" + path.filename().string());
  const MarkdownOutcome outcome = WriteMarkdown(tree->Body(), options);
  const Parsed parsed = Read(outcome.markdown);

  EXPECT_EQ(WithoutLines(parsed.code_blocks), WithoutLines(CodeOf(tree->Body()))) << path;
  EXPECT_EQ(parsed.tables, outcome.tables) << path;
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
    if (entry.path().extension() == ".html") pages.push_back(entry.path());
  }
  std::ranges::sort(pages);
  for (const std::filesystem::path& page : pages) CheckPage(page);
}

TEST(MarkdownRoundTrip, KeepsThePythonDocumentationsCodeHeadingsAndTables) {
  CheckSite("python3.11-doc", "/usr/share/doc/python3.11/html");
}

TEST(MarkdownRoundTrip, KeepsThePostgresqlDocumentationsCodeHeadingsAndTables) {
  CheckSite("postgresql-doc-15", "/usr/share/doc/postgresql-doc-15/html");
}

}  // namespace
}  // namespace sitedoor::extract
