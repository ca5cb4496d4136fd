#include "document/internal/blocks.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <string>

#include "document/internal/markdown_guard.h"
#include "document/internal/parse_memory.h"
#include "document/internal/segments.h"
#include "document/internal/white_space.h"
#include "text/utf8.h"

namespace sitedoor::document {
namespace {

// Attached parsers mark '~' in a table that all parsers of the process share, and take the mark
// away again when they finish.
std::mutex& StrikethroughMutex() {
  static std::mutex mutex;
  return mutex;
}

// The tree lives in the thread's ParseMemory, of which there must be one.
cmark_node* ParseMarkdown(std::string_view markdown) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  cmark_parser* const parser =
      cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, ParseMemory::Functions());
  cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
  std::unique_lock lock(StrikethroughMutex(), std::defer_lock);
  if (markdown.find('~') != std::string_view::npos) {
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("strikethrough"));
    lock.lock();
  }
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  return cmark_parser_finish(parser);
}

std::string_view Literal(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  return literal == nullptr ? std::string_view() : std::string_view(literal);
}

// An HTML fragment without its tags and comments; `br` and the ends of blocks are line breaks
// anyway.
std::string WithoutTags(std::string_view html) {
  std::string text;
  for (std::size_t at = 0; at < html.size();) {
    const bool opens_tag = html[at] == '<' && at + 1 < html.size() &&
                           (std::isalpha(static_cast<unsigned char>(html[at + 1])) ||
                            html[at + 1] == '/' || html[at + 1] == '!' || html[at + 1] == '?');
    if (!opens_tag) {
      text += html[at++];
      continue;
    }
    const bool is_comment = html.substr(at).starts_with("<!--");
    const std::string_view close = is_comment ? "-->" : ">";
    const std::size_t end = html.find(close, at + 1);
    if (end == std::string_view::npos) {  // no tag after all: its text must not get lost
      text += html.substr(at);
      break;
    }
    at = end + close.size();
  }
  return text;
}

// The parts of the text lines that are not white space alone, joined with line breaks.
std::string NonBlankLines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && IsSpace(line.front())) line.remove_prefix(1);
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
    if (line.empty()) continue;
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

// Collects the inline text of one leaf block.
class InlineText {
 public:
  void Start(Block block) {
    block_ = std::move(block);
    open_ = true;
  }
  bool open() const { return open_; }
  Block& block() { return block_; }

  void Add(std::string_view text) { block_.text += text; }
  void AddBreak(char c) {
    // Spaces that are code stay: the range that names them must not reach past the text.
    const std::size_t least = block_.code_ranges.empty() ? 0 : block_.code_ranges.back().end;
    while (block_.text.size() > least && block_.text.back() == ' ') block_.text.pop_back();
    if (!block_.text.empty()) block_.text += c;
  }
  void AddCode(std::string_view code) {
    if (code.empty()) return;
    const std::size_t begin = block_.text.size();
    block_.text += code;
    if (!block_.code_ranges.empty() && block_.code_ranges.back().end == begin) {
      block_.code_ranges.back().end = block_.text.size();
    } else {
      block_.code_ranges.push_back({begin, block_.text.size()});
    }
  }

  // The block without white space at its end. It has none at its start: cmark strips it.
  Block Finish() {
    open_ = false;
    std::string& text = block_.text;
    while (!text.empty() && IsSpace(text.back())) text.pop_back();
    for (ByteRange& range : block_.code_ranges) range.end = std::min(range.end, text.size());
    std::erase_if(block_.code_ranges,
                  [](const ByteRange& range) { return range.begin >= range.end; });
    // A last row of nothing but white space is gone with it.
    std::erase_if(block_.row_starts, [&](std::size_t start) { return start >= text.size(); });
    return std::move(block_);
  }

 private:
  Block block_;
  bool open_ = false;
};

bool EndsInColon(std::string_view text) { return text.ends_with(':') || text.ends_with("："); }

// What a link or emphasis that has one part alone is round.
cmark_node* Unwrapped(cmark_node* part) {
  constexpr int kMostWrappers = 3;
  for (int i = 0; i < kMostWrappers; ++i) {
    const cmark_node_type type = cmark_node_get_type(part);
    if (type != CMARK_NODE_LINK && type != CMARK_NODE_EMPH) break;
    cmark_node* const first = cmark_node_first_child(part);
    if (first == nullptr || cmark_node_next(first) != nullptr) break;
    part = first;
  }
  return part;
}

// Whether bold text or code is all that the paragraph has, but for what separates its parts.
bool IsLabel(cmark_node* paragraph) {
  bool has_label = false;
  for (cmark_node* part = cmark_node_first_child(paragraph); part != nullptr;
       part = cmark_node_next(part)) {
    switch (cmark_node_get_type(Unwrapped(part))) {
      case CMARK_NODE_STRONG:
      case CMARK_NODE_CODE:
        has_label = true;
        break;
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
        break;
      case CMARK_NODE_TEXT:
        if (Literal(part).find_first_not_of(" \t,;:/|()") != std::string_view::npos) return false;
        break;
      default:
        return false;
    }
  }
  return has_label;
}

class BlockReader {
 public:
  // The tree is that of a part of the text, from `first_line` on, with `added_lines` in front.
  BlockReader(std::size_t line_count, std::size_t first_line, std::size_t added_lines)
      : line_count_(line_count), first_line_(first_line), added_lines_(added_lines) {}

  std::vector<Block> Read(cmark_node* root) {
    cmark_iter* const iterator = cmark_iter_new(root);
    for (cmark_event_type event = cmark_iter_next(iterator); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator)) {
      cmark_node* node = cmark_iter_get_node(iterator);
      if (event == CMARK_EVENT_ENTER) {
        Enter(node);
      } else {
        Exit(node);
      }
    }
    return std::move(blocks_);
  }

 private:
  Block At(cmark_node* node, BlockKind kind) const {
    Block block;
    block.kind = kind;
    const auto line = [&](int number) {
      const auto in_tree = static_cast<std::size_t>(std::max(number, 0));
      return std::clamp(first_line_ + in_tree - std::min(in_tree, added_lines_), first_line_ + 1,
                        line_count_);
    };
    block.first_line = line(cmark_node_get_start_line(node)) - 1;
    block.end_line = std::max(line(cmark_node_get_end_line(node)), block.first_line + 1);
    return block;
  }

  void Keep(Block block) {
    if (!block.text.empty() || block.kind == BlockKind::kHeading)
      blocks_.push_back(std::move(block));
  }

  void Enter(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HEADING: {
        const bool is_quoted = quotes_ > 0;
        Block block = At(node, is_quoted ? BlockKind::kText : BlockKind::kHeading);
        if (!is_quoted) block.level = std::clamp(cmark_node_get_heading_level(node), 1, 6);
        inline_.Start(std::move(block));
        return;
      }
      case CMARK_NODE_BLOCK_QUOTE:
        ++quotes_;
        return;
      case CMARK_NODE_PARAGRAPH: {
        Block block = At(node, BlockKind::kText);
        block.introduces = IsLabel(node);
        inline_.Start(std::move(block));
        return;
      }
      case CMARK_NODE_CODE_BLOCK:
        KeepCode(node);
        return;
      case CMARK_NODE_HTML_BLOCK: {
        Block block = At(node, BlockKind::kText);
        block.text = NonBlankLines(WithoutTags(Literal(node)));
        Keep(std::move(block));
        return;
      }
      case CMARK_NODE_TEXT:
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
      case CMARK_NODE_CODE:
      case CMARK_NODE_HTML_INLINE:
        EnterInline(node);
        return;
      default:
        EnterTablePart(node);
    }
  }

  void EnterInline(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
        inline_.Add(Literal(node));
        return;
      case CMARK_NODE_SOFTBREAK:
        inline_.AddBreak(' ');
        return;
      case CMARK_NODE_LINEBREAK:
        inline_.AddBreak('\n');
        return;
      case CMARK_NODE_CODE:
        inline_.AddCode(Literal(node));
        return;
      default:
        if (Literal(node).starts_with("<br") || Literal(node).starts_with("<BR"))
          inline_.AddBreak('\n');
    }
  }

  void KeepCode(cmark_node* node) {
    Block block = At(node, BlockKind::kCode);
    std::string_view code = Literal(node);
    while (code.ends_with('\n')) code.remove_suffix(1);
    block.text = code;
    if (block.text.find_first_not_of(" \t\r\n") == std::string::npos) return;
    block.code_ranges = {{0, block.text.size()}};
    Keep(std::move(block));
  }

  // Tables come from an extension, whose node types have no constants in the public headers.
  void EnterTablePart(cmark_node* node) {
    const std::string_view type = cmark_node_get_type_string(node);
    if (type == "table") {
      inline_.Start(At(node, BlockKind::kTable));
    } else if (type == "table_header" || type == "table_row") {
      if (!inline_.open()) return;
      TrimRow();
      Block& table = inline_.block();
      if (!table.text.empty()) table.text += '\n';
      table.row_starts.push_back(table.text.size());
      first_cell_ = true;
    } else if (type == "table_cell") {
      if (!inline_.open()) return;
      if (!first_cell_) inline_.Add(" | ");
      first_cell_ = false;
    }
  }

  // Takes off the separators of the empty cells at a row's end.
  void TrimRow() {
    Block& table = inline_.block();
    if (table.row_starts.empty()) return;
    std::string& text = table.text;
    const std::size_t start = table.row_starts.back();
    while (text.size() >= start + 2 && text.ends_with("| ")) {
      const std::size_t cut = text.size() >= start + 3 && text[text.size() - 3] == ' ' ? 3 : 0;
      // A cell that ends in a pipe of its own is text.
      if (cut == 0) break;
      text.resize(text.size() - cut);
    }
    // A row of nothing but empty cells is none.
    if (text.size() == start) {
      table.row_starts.pop_back();
      if (!text.empty() && text.back() == '\n') text.pop_back();
    }
  }

  void Exit(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HEADING:
        Keep(inline_.Finish());
        return;
      case CMARK_NODE_PARAGRAPH: {
        Block block = inline_.Finish();
        if (EndsInColon(block.text)) block.introduces = true;
        Keep(std::move(block));
        return;
      }
      case CMARK_NODE_BLOCK_QUOTE:
        --quotes_;
        return;
      case CMARK_NODE_DOCUMENT:
      case CMARK_NODE_LIST:
      case CMARK_NODE_ITEM:
        return;
      default:
        if (inline_.open() && std::string_view(cmark_node_get_type_string(node)) == "table") {
          TrimRow();
          Keep(inline_.Finish());
        }
    }
  }

  std::size_t line_count_, first_line_, added_lines_;
  std::vector<Block> blocks_;
  InlineText inline_;
  std::size_t quotes_ = 0;  // that are open
  bool first_cell_ = true;
};

// Stands in front of what goes on within a line, so that it begins no list, quote or heading.
constexpr char kGuardMark = ',';

// What the parser is given for a segment of `markdown`.
std::string SegmentText(std::string_view markdown, const Segment& segment) {
  const auto part = [&](ByteRange range) {
    return markdown.substr(range.begin, range.end - range.begin);
  };
  std::string text(part(segment.table_header));
  if (segment.continues_line) text += kGuardMark;
  if (segment.indent == 0) return text += part(segment.range);
  std::string_view rest = part(segment.range);
  while (!rest.empty()) {
    const std::size_t indent = std::min(rest.find_first_not_of(' '), rest.size());
    rest.remove_prefix(std::min(indent, segment.indent));
    const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size() - 1) + 1;
    text += rest.substr(0, end);
    rest.remove_prefix(end);
  }
  return text;
}

// Takes the mark off a block, and puts it behind the one that it goes on with, where there is one.
void JoinLine(Block block, std::vector<Block>& blocks) {
  if (block.text.starts_with(kGuardMark)) {
    block.text.erase(0, 1);
    for (ByteRange& range : block.code_ranges) range = {range.begin - 1, range.end - 1};
  }
  if (block.text.empty()) return;
  const bool goes_on =
      !blocks.empty() && blocks.back().end_line > block.first_line &&
      (blocks.back().kind == BlockKind::kText || blocks.back().kind == BlockKind::kHeading);
  if (!goes_on) {
    blocks.push_back(std::move(block));
    return;
  }
  Block& before = blocks.back();
  before.introduces = block.introduces;
  const std::size_t shift = before.text.size();
  before.text += block.text;
  for (const ByteRange& range : block.code_ranges)
    before.code_ranges.push_back({range.begin + shift, range.end + shift});
}

}  // namespace

std::vector<Block> ReadBlocks(std::string_view markdown) {
  if (markdown.empty()) return {};
  const std::string guarded = GuardMarkdown(text::Repair(markdown));
  const std::size_t line_count = LineStarts(markdown).size() - 1;
  std::vector<Block> blocks;
  for (const Segment& segment : CutMarkdown(guarded)) {
    const ParseMemory memory;
    const bool is_whole = segment.range == ByteRange{0, guarded.size()};
    cmark_node* const root = ParseMarkdown(is_whole ? guarded : SegmentText(guarded, segment));
    if (root == nullptr) continue;
    const std::size_t added_lines = segment.table_header == ByteRange{} ? 0 : 2;
    std::vector<Block> part = BlockReader(line_count, segment.first_line, added_lines).Read(root);
    auto next = part.begin();
    if (segment.continues_line && next != part.end()) JoinLine(std::move(*next++), blocks);
    blocks.insert(blocks.end(), std::move_iterator(next), std::move_iterator(part.end()));
  }
  return blocks;
}

}  // namespace sitedoor::document
