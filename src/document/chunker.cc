#include "document/chunker.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "document/internal/blocks.h"
#include "document/internal/heading_path.h"
#include "document/internal/markdown_guard.h"
#include "document/internal/pieces.h"
#include "document/internal/source_place.h"
#include "text/analyzer.h"
#include "text/utf8.h"

namespace sitedoor::document {
namespace {

// Appends `text` and its code ranges after a separator.
void AppendText(std::string_view separator, std::string_view text,
                const std::vector<ByteRange>& code_ranges, std::string& to_text,
                std::vector<ByteRange>& to_ranges) {
  if (!to_text.empty()) to_text += separator;
  const std::size_t shift = to_text.size();
  to_text += text;
  for (const ByteRange& range : code_ranges) {
    if (!to_ranges.empty() && to_ranges.back().end == range.begin + shift) {
      to_ranges.back().end = range.end + shift;
    } else {
      to_ranges.push_back({range.begin + shift, range.end + shift});
    }
  }
}

bool IsWide(char32_t c) {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

std::uint32_t EstimateTokens(std::string_view text) {
  std::size_t wide = 0, other_bytes = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t ascii = text::AsciiRun(text, at); ascii > 0) {
      other_bytes += ascii;
      at += ascii;
      continue;
    }
    const text::CodePoint point = text::DecodeAt(text, at);
    at += point.bytes;
    if (IsWide(point.value))
      ++wide;
    else
      other_bytes += point.bytes;
  }
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(wide + (other_bytes + 3) / 4, UINT32_MAX));
}

// A longer anchor names no chunk: each chunk below has it again, and none that a person made is so
// long.
constexpr std::size_t kMostAnchorBytes = 500;

// In the Markdown of a text, so much is looked at for the place behind it.
constexpr std::size_t kMarkupShare = 4, kMostMarkupBytes = 8 << 10;

// A heading over the current place.
struct OpenHeading {
  int level = 1;
  std::string text, anchor;
  std::vector<ByteRange> code_ranges;
  std::size_t first_line = 0, end_line = 0;
  bool is_title = false;
  bool has_chunk = false;  // it stands in some chunk's heading path
};

// One chunk while it grows.
struct Draft {
  std::string text;
  std::vector<ByteRange> code_ranges;
  std::size_t characters = 0;
  std::size_t first_line = 0, end_line = 0;
  bool repeats_header = false;
  bool continues = false;  // begins within a block

  void Add(const Piece& piece) {
    if (text.empty()) {
      first_line = piece.first_line;
      repeats_header = piece.repeats_header;
      continues = piece.continues;
    }
    const bool is_code =
        !piece.code_ranges.empty() && piece.code_ranges.front() == ByteRange{0, piece.text.size()};
    AppendText(piece.continues && !is_code ? " " : "\n", piece.text, piece.code_ranges, text,
               code_ranges);
    characters += piece.characters + 1;
    end_line = std::max(end_line, piece.end_line);
  }
};

// Cuts a section's pieces into drafts.
class SectionCutter {
 public:
  explicit SectionCutter(const ChunkerOptions& options)
      : options_(options), short_characters_(options.target_characters / 4) {}

  void Add(Piece piece) {
    if (piece.text.empty()) return;
    if (piece.introduces) {
      // A long run of them is a list.
      if (held_.characters + piece.characters > options_.target_characters) AddHeld();
    } else {
      // Of what is held back, the last stays with the piece: as much as fits, and a short lead-in
      // also where the piece is code or a table that fills a chunk.
      Unit released;
      while (held_.characters >= short_characters_ &&
             held_.characters + piece.characters > options_.most_characters) {
        released.Add(held_.TakeFirst());
      }
      AddUnit(released);
    }
    const bool is_held = piece.introduces;
    held_.Add(std::move(piece));
    if (!is_held) AddHeld();
  }

  std::vector<Draft> Finish() {
    AddHeld();
    if (!draft_.text.empty()) AddTail();
    return std::move(drafts_);
  }

 private:
  // Pieces that stay together: those that introduce the last one, and that.
  struct Unit {
    std::deque<Piece> pieces;
    std::size_t characters = 0;

    void Add(Piece piece) {
      characters += piece.characters + 1;
      pieces.push_back(std::move(piece));
    }
    Piece TakeFirst() {
      Piece first = std::move(pieces.front());
      pieces.pop_front();
      characters -= first.characters + 1;
      return first;
    }
  };

  void AddHeld() { AddUnit(std::exchange(held_, {})); }

  // Puts the unit at the end of the draft, which is finished before or after where it is full.
  void AddUnit(const Unit& unit) {
    if (unit.pieces.empty()) return;
    const Piece& last = unit.pieces.back();
    const std::size_t before = draft_.characters + unit.characters - last.characters - 1;
    const bool too_long = before + last.characters > options_.most_characters;
    // A short lead-in stays with the code or the table that it announces. A part that repeats a
    // header starts a chunk.
    const bool has_body = before >= short_characters_;
    if (!draft_.text.empty() && ((too_long && has_body) || last.repeats_header)) EndDraft();
    for (const Piece& piece : unit.pieces) draft_.Add(piece);
    if (draft_.characters >= options_.target_characters) EndDraft();
  }

  void EndDraft() { drafts_.push_back(std::exchange(draft_, {})); }

  // A short rest goes with the chunk before it.
  void AddTail() {
    const bool fits = !drafts_.empty() && draft_.characters < short_characters_ &&
                      !draft_.repeats_header &&
                      drafts_.back().characters + draft_.characters <= options_.most_characters;
    if (!fits) {
      EndDraft();
      return;
    }
    Draft& before = drafts_.back();
    AppendText("\n", draft_.text, draft_.code_ranges, before.text, before.code_ranges);
    before.characters += draft_.characters;
    before.end_line = std::max(before.end_line, draft_.end_line);
  }

  const ChunkerOptions& options_;
  const std::size_t short_characters_;  // less is a lead-in or a rest
  std::vector<Draft> drafts_;
  Draft draft_;  // that grows
  Unit held_;    // what introduces the next piece
};

class ChunkWriter {
 public:
  ChunkWriter(const Document& document, const ChunkerOptions& options)
      : document_(document),
        options_(options),
        title_(text::Fold(document.title)),
        line_starts_(LineStarts(document.markdown)),
        path_allowance_(document.markdown.size()) {
    for (const Heading& heading : document.outline)
      anchors_.emplace(heading.offset, heading.anchor);
  }

  std::vector<Chunk> Write() {
    const std::vector<Block> blocks = ReadBlocks(document_.markdown);
    for (auto at = blocks.begin(); at != blocks.end();) {
      if (at->kind == BlockKind::kHeading) {
        CloseHeadings(at->level);
        Open(*at++);
        continue;
      }
      const auto end = std::find_if(at, blocks.end(),
                                    [](const Block& b) { return b.kind == BlockKind::kHeading; });
      WriteSection({at, end});
      at = end;
    }
    // Of a page that is nothing but its title, the title is all that there is to find.
    if (chunks_.empty()) {
      for (OpenHeading& heading : headings_) heading.is_title = false;
    }
    CloseHeadings(1);
    return std::move(chunks_);
  }

 private:
  void Open(const Block& block) {
    OpenHeading heading;
    heading.level = block.level;
    heading.text = block.text;
    heading.code_ranges = block.code_ranges;
    heading.first_line = block.first_line;
    heading.end_line = block.end_line;
    const auto anchor = anchors_.find(line_starts_[block.first_line]);
    if (anchor != anchors_.end() && anchor->second.size() <= kMostAnchorBytes)
      heading.anchor = anchor->second;
    // The page's title is shown with every hit anyway. Not every page has it in an <h1>.
    const bool can_be_title = block.level == 1 || !has_heading_;
    heading.is_title = can_be_title && !title_.empty() && text::Fold(block.text) == title_;
    has_heading_ = true;
    headings_.push_back(std::move(heading));
    if (!pending_line_) pending_line_ = block.first_line;
  }

  // Leaves the headings of `level` and deeper. One with nothing below it, in its section or deeper,
  // is a chunk itself.
  void CloseHeadings(int level) {
    while (!headings_.empty() && headings_.back().level >= level) {
      const OpenHeading& heading = headings_.back();
      if (!heading.has_chunk && !heading.is_title && !heading.text.empty()) {
        Piece piece;
        piece.text = heading.text;
        piece.code_ranges = heading.code_ranges;
        piece.first_line = heading.first_line;
        piece.end_line = heading.end_line;
        Draft draft;
        draft.Add(piece);
        Emit(std::move(draft));
      }
      headings_.pop_back();
    }
  }

  std::vector<std::string> HeadingPath() {
    std::vector<std::string_view> headings;
    for (const OpenHeading& heading : headings_) {
      if (!heading.is_title && !heading.text.empty()) headings.push_back(heading.text);
    }
    std::vector<std::string> path = CutHeadingPath(headings, path_allowance_.MostBytes());
    path_allowance_.Use(path);
    return path;
  }

  std::string Anchor() const {
    const auto nearest =
        std::find_if(headings_.rbegin(), headings_.rend(),
                     [](const OpenHeading& heading) { return !heading.anchor.empty(); });
    return nearest == headings_.rend() ? "" : nearest->anchor;
  }

  void WriteSection(std::span<const Block> blocks) {
    SectionCutter cutter(options_);
    std::vector<Piece> pieces;  // of one block: a section may be a whole site in one page
    for (const Block& block : blocks) {
      pieces.clear();
      CutBlock(block, options_, pieces);
      for (Piece& piece : pieces) cutter.Add(std::move(piece));
    }
    for (Draft& finished : cutter.Finish()) Emit(std::move(finished));
  }

  void Emit(Draft draft) {
    Chunk chunk;
    chunk.document_id = document_.id;
    chunk.ordinal = static_cast<std::uint32_t>(chunks_.size());
    chunk.heading_path = HeadingPath();
    chunk.anchor = Anchor();
    for (OpenHeading& heading : headings_) heading.has_chunk = true;
    const std::size_t first_line =
        std::min(pending_line_.value_or(draft.first_line), draft.first_line);
    pending_line_.reset();
    const std::size_t last = line_starts_.size() - 1;
    const std::size_t least = chunks_.empty() ? 0 : chunks_.back().markdown_range.begin;
    const std::size_t begin = std::max(line_starts_[std::min(first_line, last)], least);
    const std::size_t end = std::max(line_starts_[std::min(draft.end_line, last)], begin);
    // A part of a table begins with its header, but at its own line.
    const bool is_within_line = draft.continues && !draft.repeats_header && !chunks_.empty();
    chunk.markdown_range =
        is_within_line ? RangeBehindLastChunk(draft.text, end) : ByteRange{begin, end};
    chunk.token_count = EstimateTokens(draft.text);
    chunk.text = std::move(draft.text);
    chunk.code_ranges = std::move(draft.code_ranges);
    chunks_.push_back(std::move(chunk));
  }

  // The range of a part that goes on with the last chunk's block, up to `end`; the last one's ends
  // there. A part that is not found has what may be its beginning and the rest of the block.
  ByteRange RangeBehindLastChunk(std::string_view part, std::size_t end) {
    ByteRange& before = chunks_.back().markdown_range;
    // Plain text is hardly ever longer than the Markdown that it comes from, nor much shorter.
    const std::size_t plain = chunks_.back().text.size();
    std::size_t from = std::min(before.begin + plain - plain / 8, end);
    const std::size_t most = from + kMarkupShare * plain + kMostMarkupBytes;
    if (const auto place = PlaceOf(part, document_.markdown, {from, std::min(end, most)})) {
      before.end = *place;
      return {*place, end};
    }
    while (from > before.begin && (document_.markdown[from] & 0xC0) == 0x80) --from;
    return {from, end};
  }

  const Document& document_;
  const ChunkerOptions& options_;
  std::string title_;  // folded
  std::vector<std::size_t> line_starts_;
  std::map<std::size_t, std::string> anchors_;  // by the offset of the heading's line
  std::vector<OpenHeading> headings_;           // outermost first, with strictly rising levels
  bool has_heading_ = false;                    // one was met
  PathAllowance path_allowance_;
  std::vector<Chunk> chunks_;
  // Of the first heading since the last chunk: the next one's range begins there.
  std::optional<std::size_t> pending_line_;
};

}  // namespace

std::vector<Chunk> ChunkDocument(const Document& document, const ChunkerOptions& options) {
  return ChunkWriter(document, options).Write();
}

PlainText MarkdownToPlainText(std::string_view markdown) {
  PlainText plain;
  for (const Block& block : ReadBlocks(markdown)) {
    if (block.text.empty()) continue;
    AppendText("\n", block.text, block.code_ranges, plain.text, plain.code_ranges);
  }
  return plain;
}

}  // namespace sitedoor::document
