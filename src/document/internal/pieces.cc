#include "document/internal/pieces.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "document/internal/white_space.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace sitedoor::document {
namespace {

// Byte offset after `characters` code points from `begin`, or the end.
std::size_t Advance(std::string_view text, std::size_t begin, std::size_t characters) {
  std::size_t at = begin;
  for (; characters > 0 && at < text.size(); --characters) at += text::DecodeAt(text, at).bytes;
  return at;
}

// Of the text behind a cut, this much is looked at to see whether a word goes on there.
constexpr std::size_t kLookAheadBytes = 64;

// Cuts [begin, end) so that no part has more than `most` code points, after a space where one is in
// the last half, or else between words of a script without spaces. The part that reaches `end` is
// left to the caller.
void CutLongStretch(std::string_view text, std::size_t begin, std::size_t end, std::size_t most,
                    std::vector<std::size_t>& cuts) {
  most = std::max<std::size_t>(most, 1);
  for (;;) {
    const std::size_t limit = Advance(text.substr(0, end), begin, most);
    if (limit >= end) return;
    const std::size_t space = text.substr(begin, limit - begin).find_last_of(" \t\n");
    const bool usable = space != std::string_view::npos && space > (limit - begin) / 2;
    if (usable) {
      begin += space + 1;
    } else {
      const std::size_t seen = std::min(end, limit + kLookAheadBytes);
      const std::size_t word =
          text::WordBreakBefore(text.substr(begin, seen - begin), limit - begin);
      begin = word > (limit - begin) / 2 ? begin + word : limit;
    }
    cuts.push_back(begin);
  }
}

// Where to cut `text`, given the ends of its natural parts (sentences, lines, rows; ascending, the
// last one text.size()): the first end at which `target` code points are reached; parts longer than
// `most` are cut as well.
std::vector<std::size_t> ChooseCuts(std::string_view text, std::span<const std::size_t> ends,
                                    std::size_t target, std::size_t most) {
  std::vector<std::size_t> cuts;
  std::size_t piece_begin = 0, piece_characters = 0, part_begin = 0;
  for (const std::size_t part_end : ends) {
    const std::size_t characters =
        text::CountCodePoints(text.substr(part_begin, part_end - part_begin));
    if (piece_characters > 0 && piece_characters + characters > most) {
      cuts.push_back(part_begin);
      piece_begin = part_begin;
      piece_characters = 0;
    }
    if (characters > most) {
      CutLongStretch(text, part_begin, part_end, most, cuts);
      if (!cuts.empty() && cuts.back() > piece_begin) piece_begin = cuts.back();
      piece_characters = text::CountCodePoints(text.substr(piece_begin, part_end - piece_begin));
    } else {
      piece_characters += characters;
    }
    if (piece_characters >= target && part_end < text.size()) {
      cuts.push_back(part_end);
      piece_begin = part_end;
      piece_characters = 0;
    }
    part_begin = part_end;
  }
  return cuts;
}

std::vector<std::size_t> LineEnds(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    ends.push_back(at + 1);
  }
  if (ends.empty() || ends.back() != text.size()) ends.push_back(text.size());
  return ends;
}

// The part [begin, end) of a block as a piece. White space at its ends stays only in code.
class Slicer {
 public:
  explicit Slicer(const Block& block) : block_(block) {}

  // Parts must be asked for in ascending order.
  Piece Slice(std::size_t begin, std::size_t end) {
    const std::string_view text = block_.text;
    if (block_.kind == BlockKind::kCode) {
      if (end > begin && text[end - 1] == '\n') --end;
    } else {
      while (begin < end && IsSpace(text[begin])) ++begin;
      while (end > begin && IsSpace(text[end - 1])) --end;
    }
    Piece piece;
    piece.text = text.substr(begin, end - begin);
    piece.characters = text::CountCodePoints(piece.text);
    std::tie(piece.first_line, piece.end_line) = Lines(begin, end);
    const auto& ranges = block_.code_ranges;
    while (next_range_ < ranges.size() && ranges[next_range_].end <= begin) ++next_range_;
    for (std::size_t i = next_range_; i < ranges.size() && ranges[i].begin < end; ++i) {
      piece.code_ranges.push_back(
          {std::max(ranges[i].begin, begin) - begin, std::min(ranges[i].end, end) - begin});
    }
    return piece;
  }

 private:
  // Of the block; of a table's rows, theirs: a row is a line, and the second line marks the header.
  std::pair<std::size_t, std::size_t> Lines(std::size_t begin, std::size_t end) const {
    const std::vector<std::size_t>& rows = block_.row_starts;
    if (rows.empty() || block_.end_line - block_.first_line != rows.size() + 1) {
      return {block_.first_line, block_.end_line};
    }
    const auto row_of = [&](std::size_t at) {
      return static_cast<std::size_t>(std::ranges::upper_bound(rows, at) - rows.begin()) - 1;
    };
    const std::size_t first = row_of(begin), last = row_of(std::max(end, begin + 1) - 1);
    return {block_.first_line + (first == 0 ? 0 : first + 1), block_.first_line + last + 2};
  }

  const Block& block_;
  std::size_t next_range_ = 0;
};

// Puts the table's header row in front of a later part.
void RepeatHeader(const Piece& header, Piece& piece) {
  const std::size_t shift = header.text.size() + 1;
  for (ByteRange& range : piece.code_ranges) {
    range.begin += shift;
    range.end += shift;
  }
  piece.code_ranges.insert(piece.code_ranges.begin(), header.code_ranges.begin(),
                           header.code_ranges.end());
  piece.text = header.text + "\n" + piece.text;
  piece.characters += header.characters + 1;
  piece.repeats_header = true;
}

std::vector<std::size_t> NaturalEnds(const Block& block) {
  switch (block.kind) {
    case BlockKind::kCode:
      return LineEnds(block.text);
    case BlockKind::kTable: {
      std::vector<std::size_t> ends;
      if (!block.row_starts.empty())
        ends.assign(block.row_starts.begin() + 1, block.row_starts.end());
      ends.push_back(block.text.size());
      return ends;
    }
    default:
      return text::SentenceEnds(block.text);
  }
}

// Cuts of what stands behind the first `kept` bytes, which stay with the first part.
std::vector<std::size_t> CutsBehind(const Block& block, std::size_t kept, std::size_t target,
                                    std::size_t most) {
  std::vector<std::size_t> ends = NaturalEnds(block);
  std::erase_if(ends, [&](std::size_t end) { return end <= kept; });
  for (std::size_t& end : ends) end -= kept;
  std::vector<std::size_t> cuts =
      ChooseCuts(std::string_view(block.text).substr(kept), ends, target, most);
  for (std::size_t& cut : cuts) cut += kept;
  return cuts;
}

}  // namespace

void CutBlock(const Block& block, const ChunkerOptions& options, std::vector<Piece>& pieces) {
  const bool is_code = block.kind == BlockKind::kCode;
  const std::size_t most_code =
      options.most_fence_characters == 0 ? block.text.size() : options.most_fence_characters;
  const std::size_t most = std::max<std::size_t>(is_code ? most_code : options.most_characters, 1);
  Slicer slicer(block);
  if (block.text.size() <= most || text::CountCodePoints(block.text) <= most) {
    pieces.push_back(slicer.Slice(0, block.text.size()));
    pieces.back().introduces = block.introduces;
    return;
  }
  Piece header;
  std::size_t header_end = 0;
  if (block.kind == BlockKind::kTable && block.row_starts.size() > 1) {
    header = Slicer(block).Slice(0, block.row_starts[1]);
    // A header is no part by itself, unless it is longer than one.
    if (header.characters <= most) header_end = block.row_starts[1];
    // One that fills the chunk by itself would multiply the text.
    if (header.characters * 4 > most) header = {};
  }
  const std::size_t room = most - header.characters;
  const std::size_t target = std::min(is_code ? most : options.target_characters, room);
  std::vector<std::size_t> cuts = CutsBehind(block, header_end, target, room);
  cuts.push_back(block.text.size());
  std::size_t begin = 0;
  bool continues = false;
  for (const std::size_t end : cuts) {
    if (end <= begin) continue;
    Piece piece = slicer.Slice(begin, end);
    begin = end;
    if (piece.text.empty()) continue;
    piece.continues = continues;
    if (continues && !header.text.empty()) RepeatHeader(header, piece);
    continues = true;
    pieces.push_back(std::move(piece));
  }
}

}  // namespace sitedoor::document
